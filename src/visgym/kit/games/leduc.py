"""Leduc hold'em: six cards, one for each player and one for both, and two rounds of bets.

OpenSpiel referees. A card is its rank, from 0 for a jack, times two, and its suit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from visgym.kit.games.hands import HIDDEN, CardTable, HandMatch
from visgym.kit.games.leduc_habits import FOLD, Habit, habit, rounds, spot
from visgym.kit.games.leduc_match import best_move
from visgym.kit.games.rules import Choose

PUBLIC = 2  # place in a deal
STACK = 100  # chips that OpenSpiel gives each seat


@dataclass(frozen=True)
class LeducRules(HandMatch):
    """Matches of Leduc hold'em."""

    hands: int = 5

    @property
    def spiel(self) -> str:
        return "leduc_poker"

    @property
    def deck(self) -> range:
        return range(6)

    @property
    def dealt(self) -> int:
        return 3

    def known(self, deal: tuple[int, ...], state: Any, seat: int) -> tuple[int, ...]:
        mine = (card if place == seat else HIDDEN for place, card in enumerate(deal[:2]))
        return (*mine, self._public(deal, state))

    def shown(self, deal: tuple[int, ...], state: Any) -> tuple[int, ...]:
        held = (HIDDEN, HIDDEN) if state.history()[-1] == FOLD else deal[:2]
        return (*held, self._public(deal, state))

    def paid(self, position: CardTable) -> tuple[int, int]:
        """Chips of each side in the pot."""
        line = str(self.state(position)).split("Money")[1].split("\n")[0]
        left = [round(float(each)) for each in line.split()[-2:]]
        return STACK - left[position.seat(0)], STACK - left[position.seat(1)]

    def experts(self) -> Mapping[str, Callable[[str], Choose[CardTable, int]]]:
        names = ("caller", "loose", "cfr")
        return {name: partial(self._habitual, name) for name in names} | {"counter": self._counter}

    def _habitual(self, name: str, argument: str) -> Choose[CardTable, int]:
        return partial(self._by_habit, habit(name, argument))

    def _by_habit(self, does: Habit, position: CardTable, rng: Random) -> int:
        moves, (seat, path) = self.legal(position), self._path(position)
        shares = does(spot(position.deals[0][seat] // 2, path))
        return rng.choices(moves, [shares[move] for move in moves])[0]

    def _counter(self, argument: str) -> Choose[CardTable, int]:
        """Somebody who knows the habits of the opponent, and plays for the match."""
        name, _, share = argument.partition(":")
        habit(name, share)
        return partial(self._for_the_match, (name, share))

    def _for_the_match(self, opponent: tuple[str, str], position: CardTable, rng: Random) -> int:
        seat, path = self._path(position)
        seats = tuple(seat ^ (hand & 1) for hand in range(self.hands - len(position.past)))
        lead = -position.gain if self.mover(position) else position.gain
        return best_move(opponent, seats, lead, position.deals[0][seat] // 2, path)

    def _path(self, position: CardTable) -> tuple[int, tuple[int, ...]]:
        """The seat to move, and the moves with the public rank between the rounds."""
        state = self.state(position)
        first, second = rounds(position.moves)
        seen = (position.deals[0][PUBLIC] // 2,) if len(state.history()) > 2 + len(first) else ()
        seat: int = state.current_player()
        return seat, (*first, *seen, *second)

    def _public(self, deal: tuple[int, ...], state: Any) -> int:
        """The public card once it lies there, which is when both have bet alike."""
        first, _ = rounds(tuple(state.history()[2:]))
        return deal[PUBLIC] if len(state.history()) > 2 + len(first) else HIDDEN
