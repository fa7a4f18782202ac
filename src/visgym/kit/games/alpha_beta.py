"""Search to a fixed depth, for games where everybody sees everything."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, TypeVar

from visgym.kit.games.rules import GameRules

Position = TypeVar("Position")
Move = TypeVar("Move")

WON = 1000.0  # above any worth; a win is worth less the later it comes
MOST_NODES = 60_000
HINTED = range(5, 13)  # plies of a search before which a shallower one goes, for its hints
TIE = 1e-9  # below the difference between two worths
WORTH_KEEPING = 2  # plies below a position from which on its value is kept


class _Search(Generic[Position, Move]):
    """What is known so far, to one side, and how many positions may still be looked at."""

    def __init__(self, rules: GameRules[Position, Move], side: int, depth: int) -> None:
        self.rules, self.side, self.left = rules, side, MOST_NODES
        self.worths = dict[Position, float]()
        self.bounds = dict[tuple[Position, int], tuple[float, float]]()
        """The least and the most that positions promise, by the plies below them."""
        self.refutations: list[Move | None] = [None] * (depth + 1)
        """The move that was last too good for the other side, by its ply."""
        self.hints = dict[Position, Move]()
        """The move that was too good in a position."""

    def restart(self) -> None:
        """Begin to another depth, with no more than the hints."""
        self.left = MOST_NODES
        self.bounds.clear()

    def value(self, position: Position, depth: int, low: float, high: float, ply: int) -> float:
        """What a position promises to the side, exact between `low` and `high`."""
        result = self.rules.result(position)
        if result is not None:
            return (2 * result[self.side] - 1) * (WON - ply)
        self.left -= 1
        if depth <= 0 or self.left < 0:
            worth = self.worths.get(position)
            if worth is None:
                worth = self.worths[position] = self.rules.worth(position, self.side)
            return worth
        if depth < WORTH_KEEPING:
            return self._best(position, depth, low, high, ply)
        least, most = self.bounds.get((position, depth), (-2 * WON, 2 * WON))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        best = self._best(position, depth, low, high, ply)
        known = best if best > low else least, best if best < high else most
        self.bounds[position, depth] = known
        return best

    def _best(self, position: Position, depth: int, low: float, high: float, ply: int) -> float:
        own = self.rules.mover(position) == self.side
        best = -2 * WON if own else 2 * WON
        for move in self._ordered(position, ply):
            after = self.rules.play(position, move)
            value = self.value(after, depth - 1, low, high, ply + 1)
            if own:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                self.refutations[ply] = move
                if depth >= WORTH_KEEPING:
                    self.hints[position] = move
                break
        return best

    def _ordered(self, position: Position, ply: int) -> Sequence[Move]:
        """A move that was too good here or elsewhere comes first."""
        moves = self.rules.ordered(position, self.rules.legal(position))
        first = self.hints.get(position, self.refutations[ply])
        if first is None or first not in moves:
            return moves
        return [first, *(move for move in moves if move != first)]


def best_move(
    rules: GameRules[Position, Move], position: Position, depth: int, rng: Random
) -> Move:
    """The move that promises most after `depth` plies; chance decides between equals."""
    return scored(rules, position, depth, rng)[0]


def scored(
    rules: GameRules[Position, Move], position: Position, depth: int, rng: Random
) -> tuple[Move, float]:
    """The best move and what it promises to the side to move."""
    moves = list(rules.legal(position))
    rng.shuffle(moves)
    ordered = list(rules.ordered(position, moves))
    search = _Search[Any, Any](rules, rules.mover(position), depth)
    if depth not in HINTED:
        return _first_of_best(search, position, ordered, ordered, depth)
    hinted, _ = _first_of_best(search, position, ordered, ordered, depth - 2)
    search.restart()
    first = [hinted, *(move for move in ordered if move != hinted)]
    return _first_of_best(search, position, first, ordered, depth)


def _first_of_best(
    search: _Search[Position, Move],
    position: Position,
    moves: Sequence[Move],
    ordered: Sequence[Move],
    depth: int,
) -> tuple[Move, float]:
    """The best of some moves and what it promises; of equal ones the first in order."""
    places = {move: place for place, move in enumerate(ordered)}
    best, chosen = -2 * WON, moves[0]
    for move in moves:
        is_earlier = places[move] < places[chosen]
        low = best - TIE if is_earlier else best
        value = search.value(search.rules.play(position, move), depth - 1, low, 2 * WON, 1)
        if value > best or (value == best and is_earlier):
            best, chosen = value, move
    return chosen, best


def forced_win(rules: GameRules[Position, Move], position: Position, depth: int) -> bool:
    """Whether the side to move wins within `depth` plies whatever the other side does."""
    return scored(rules, position, depth, Random(0))[1] > 1
