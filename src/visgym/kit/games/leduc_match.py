"""The best play for a match of Leduc hold'em against somebody whose habits are known.

What a lead is worth is worked out from the last hand to the first; within a hand everything that
may come is looked at. Cards of the other side are weighed by what it did so far, never seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym.kit.games.leduc_habits import CALL, Habit, habit, spot
from visgym.kit.games.spiel import spiel_game

MOST_HANDS = 40
WIDEST = 13 * MOST_HANDS  # chips, of which a hand may cost 13
GAME = "leduc_poker(suit_isomorphism=True)"  # whose cards are ranks

Worth = NDArray[np.float64]
"""How likely a match is won, by the lead; no lead is in the middle."""
Holding = tuple[float, Any]
"""How likely it is that the hand stands so."""


@dataclass(frozen=True)
class Spot:
    """A place in a hand, and what may follow: moves or ranks, or chips won and how likely."""

    own: bool
    after: dict[int, Spot]
    ends: tuple[tuple[int, float], ...] = ()

    def worth(self, later: Worth) -> Worth:
        """How likely the match is won from here, if `later` holds after this hand."""
        if self.ends:
            return sum(share * _shifted(later, gain) for gain, share in self.ends)  # type: ignore
        values = [each.worth(later) for each in self.after.values()]
        best: Worth = np.maximum.reduce(values) if self.own else np.add.reduce(values)
        return best


def best_move(
    opponent: tuple[str, str], seats: tuple[int, ...], lead: int, card: int, path: tuple[int, ...]
) -> int:
    """The move after a path of moves and the public rank, with `seats` for this hand and later."""
    here = tree(*opponent, seats[0], card)
    for step in path:
        if step not in here.after:  # which the opponent never does
            return CALL
        here = here.after[step]
    later = worth_later(*opponent, seats[1:])
    place = len(later) // 2 + lead
    return max(here.after, key=lambda move: here.after[move].worth(later)[place])


@lru_cache(maxsize=64)
def worth_later(name: str, argument: str, seats: tuple[int, ...]) -> Worth:
    """How likely the match is won by each lead, with hands in these seats still to come."""
    if not seats:
        return (np.sign(np.arange(-WIDEST, WIDEST + 1)) + 1) / 2
    later = worth_later(name, argument, seats[1:])
    hands = [tree(name, argument, seats[0], card).worth(later) for card in range(3)]
    mean: Worth = np.mean(hands, axis=0)
    return mean


def _shifted(worth: Worth, gain: int) -> Worth:
    """What a lead is worth that grows by some chips; beyond the ends nothing changes."""
    places = np.arange(len(worth)) + gain
    return worth[np.clip(places, 0, len(worth) - 1)]


@lru_cache(maxsize=64)
def tree(name: str, argument: str, seat: int, card: int) -> Spot:
    """All that may happen in a hand against somebody, in a seat with a card."""
    start, dealt = spiel_game(GAME).new_initial_state(), list[Holding]()
    for first, chance in start.chance_outcomes():
        state = start.child(first)
        for second, given in state.chance_outcomes():
            if (first, second)[seat] == card:
                dealt.append((chance * given * 3, state.child(second)))
    return _grown(dealt, seat, habit(name, argument))


def _grown(held: list[Holding], seat: int, does: Habit) -> Spot:
    state = held[0][1]
    if state.is_terminal():
        ends = dict[int, float]()
        for share, each in held:
            gain = round(each.returns()[seat])
            ends[gain] = ends.get(gain, 0.0) + share
        return Spot(False, {}, tuple(ends.items()))
    after = dict[int, list[Holding]]()
    for share, each in held:
        for move, chance in _chances(each, seat, does):
            if chance:
                after.setdefault(move, []).append((share * chance, each.child(move)))
    own = not state.is_chance_node() and state.current_player() == seat
    return Spot(own, {move: _grown(each, seat, does) for move, each in after.items()})


def _chances(state: Any, seat: int, does: Habit) -> Iterator[tuple[int, float]]:
    """What may come next, and how likely; own moves are free."""
    if state.is_chance_node():
        yield from state.chance_outcomes()
        return
    moves = state.legal_actions()
    if state.current_player() == seat:
        yield from ((move, 1.0) for move in moves)
        return
    dealt, path = state.history()[:2], tuple(state.history()[2:])
    shares = does(spot(dealt[1 - seat], path))
    whole = sum(shares[move] for move in moves)
    yield from ((move, shares[move] / whole) for move in moves)
