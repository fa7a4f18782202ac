"""Matches of several hands of cards: what is dealt is drawn at the start, and mostly hidden.

The sides take turns to be the first seat. Who has more chips after the last hand wins the match,
so that luck of single hands weighs little. A hand that is over is told as everybody knows it:
cards that were never shown stay hidden for ever.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from visgym.kit.games.rules import DRAW, WINS, GameRules, Result
from visgym.kit.games.spiel import dealt_state

HIDDEN = -1
"""A card that is not known."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that is over."""

    cards: tuple[int, ...]
    """As they were dealt, those that were never shown hidden."""
    moves: tuple[int, ...]
    gain: int
    """Chips that the first side won."""


@dataclass(frozen=True, slots=True)
class CardTable:
    """A match: the hand that is played, and those before it."""

    deals: tuple[tuple[int, ...], ...]
    """What is dealt in this hand and in those to come."""
    moves: tuple[int, ...] = ()
    """Of both sides in this hand."""
    past: tuple[Hand, ...] = ()

    @property
    def gain(self) -> int:
        """Chips that the first side won so far."""
        return sum(hand.gain for hand in self.past)

    def seat(self, side: int) -> int:
        """The seat of a side in this hand; seat 0 was dealt to first."""
        return side ^ (len(self.past) & 1)


class HandMatch(GameRules[CardTable, int]):
    """The rules of a match whose hands OpenSpiel referees; moves are its actions."""

    hands: int

    @property
    @abstractmethod
    def spiel(self) -> str:
        """What OpenSpiel calls the game."""

    @property
    @abstractmethod
    def deck(self) -> range:
        """All cards, by the numbers of OpenSpiel."""

    @property
    @abstractmethod
    def dealt(self) -> int:
        """Cards that a hand takes at most."""

    @abstractmethod
    def known(self, deal: tuple[int, ...], state: Any, seat: int) -> tuple[int, ...]:
        """A deal as one seat knows it, in a state or after the last move."""

    @abstractmethod
    def shown(self, deal: tuple[int, ...], state: Any) -> tuple[int, ...]:
        """A deal as everybody knows it once the hand is over."""

    def start(self, rng: Random) -> CardTable:
        return CardTable(tuple(tuple(rng.sample(self.deck, self.dealt)) for _ in range(self.hands)))

    def mover(self, position: CardTable) -> int:
        return position.seat(self.state(position).current_player()) if position.deals else 0

    def legal(self, position: CardTable) -> Sequence[int]:
        moves: list[int] = self.state(position).legal_actions()
        return moves

    def play(self, position: CardTable, move: int) -> CardTable:
        moved = replace(position, moves=(*position.moves, *self.followed(position, move)))
        state = self.state(moved)
        if not state.is_terminal():
            return moved
        first = round(state.returns()[position.seat(0)])
        over = Hand(self.shown(position.deals[0], state), moved.moves, first)
        past, deals = (*position.past, over), position.deals[1:]
        if not deals and len(past) < self.hands:  # to somebody who does not know what comes
            deals = (self._unknown,)
        return CardTable(deals, (), past)

    def followed(self, position: CardTable, move: int) -> tuple[int, ...]:
        """A move with all that follows from it by itself."""
        return (move,)

    def result(self, position: CardTable) -> Result | None:
        if len(position.past) < self.hands:
            return None
        return WINS[position.gain < 0] if position.gain else DRAW

    def seen(self, position: CardTable, side: int) -> CardTable:
        if not position.deals:
            return position
        deal, seat = position.deals[0], position.seat(side)
        return replace(position, deals=(self.known(deal, self.state(position), seat),))

    def worth(self, position: CardTable, side: int) -> float:
        """The share of chips won, for players that know no better."""
        gain = position.gain if side == 0 else -position.gain
        return gain / (1 + abs(gain))

    def state(self, position: CardTable) -> Any:
        """The hand as OpenSpiel has it, with any cards in place of those that are hidden."""
        return dealt_state(self.spiel, self.filled(position.deals[0]), position.moves)

    def filled(self, deal: tuple[int, ...]) -> tuple[int, ...]:
        """A deal with the lowest other cards in place of those that are hidden."""
        return _filled(deal, self.deck) if HIDDEN in deal else deal

    @property
    def _unknown(self) -> tuple[int, ...]:
        return (HIDDEN,) * self.dealt


@lru_cache(maxsize=1 << 12)
def _filled(deal: tuple[int, ...], deck: range) -> tuple[int, ...]:
    known = {*deal}
    others = iter(card for card in deck if card not in known)
    return tuple(next(others) if card == HIDDEN else card for card in deal)
