"""Alquerque: twelve pieces a side on a board of lines, steps ahead and jumps in all directions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random

from visgym.kit.games.boards import squares_in
from visgym.kit.games.rules import DRAW, WINS, GameRules, Result

SIDE = 5
POINTS = SIDE * SIDE
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
ASLANT = ((1, 1), (1, -1), (-1, 1), (-1, -1))
MOST = 15  # pieces that a position may be worth
STEP, JUMP = 0.02, 0.4
"""What a step that is still to come is worth, and a jump, in pieces."""

Path = tuple[int, ...]
"""Where a piece stands, and the points that it goes to one after the other."""
Jump = tuple[int, int, int]
"""The bit of the point that is jumped over, the point behind it, and the bit of that."""


@dataclass(frozen=True, slots=True)
class Alquerques:
    """The pieces of both sides as bits, a1 the lowest, row by row; and the plies so far."""

    white: int
    black: int
    plies: int = 0


def ways(point: int) -> list[tuple[int, int]]:
    """The directions of lines from a point; those aslant leave every other point."""
    return [*STRAIGHT, *(ASLANT if point % 2 == 0 else ())]


def lines() -> tuple[tuple[int, int], ...]:
    """The lines of the board, each between neighbouring points."""
    ends = [(point, _beyond(point, way, 1)) for point in range(POINTS) for way in ways(point)]
    return tuple((start, end) for start, end in ends if start < end)


@dataclass(frozen=True)
class AlquerqueRules(GameRules[Alquerques, Path]):
    """White moves to higher rows; any part of a chain of jumps is a move of its own.

    >>> rules = AlquerqueRules()
    >>> sorted(rules.legal(rules.start(Random(0))))
    [(6, 12), (7, 12), (8, 12)]
    """

    plies: int = 60

    def start(self, rng: Random) -> Alquerques:
        half = (1 << POINTS // 2) - 1
        return Alquerques(half, half << POINTS // 2 + 1)

    def mover(self, position: Alquerques) -> int:
        return position.plies & 1

    def legal(self, position: Alquerques) -> list[Path]:
        return list(self._moves(position))

    def play(self, position: Alquerques, move: Path) -> Alquerques:
        own, other = self._sides(position)
        own ^= 1 << move[0] | 1 << move[-1] if move[0] != move[-1] else 0
        for start, end in pairwise(move):
            other &= ~self._between.get((start, end), 0)
        plies = position.plies + 1
        return Alquerques(other, own, plies) if plies % 2 == 0 else Alquerques(own, other, plies)

    def result(self, position: Alquerques) -> Result | None:
        last = 1 - (position.plies & 1)
        if next(self._moves(position), None) is None:
            return WINS[last]
        if position.plies < self.plies:
            return None
        lead = position.white.bit_count() - position.black.bit_count()
        return WINS[lead < 0] if lead else DRAW

    def worth(self, position: Alquerques, side: int) -> float:
        """Pieces, and a little for rows that are still to go, which are moves to come."""
        own, other = self._sides(position)
        lead = own.bit_count() - other.bit_count() + STEP * self._to_go(position)
        if next(self._jumping(own, other), None):
            lead += JUMP
        sign = 1 if side == position.plies & 1 else -1
        return sign * lead / MOST

    def ordered(self, position: Alquerques, moves: Sequence[Path]) -> Sequence[Path]:
        between = self._between
        return sorted(moves, key=lambda move: -len(move) if move[:2] in between else 0)

    def captured(self, move: Path) -> int:
        """How many pieces a move takes."""
        return len(move) - 1 if move[:2] in self._between else 0

    def _sides(self, position: Alquerques) -> tuple[int, int]:
        """The pieces of the side to move, and those of the other."""
        if position.plies & 1:
            return position.black, position.white
        return position.white, position.black

    def _moves(self, position: Alquerques) -> Iterator[Path]:
        own, other = self._sides(position)
        yield from self._jumping(own, other)
        free, steps = ~(own | other), self._steps[position.plies & 1]
        for source in squares_in(own):
            for target in steps[source]:
                if free >> target & 1:
                    yield source, target

    def _jumping(self, own: int, other: int) -> Iterator[Path]:
        for source in squares_in(own):
            taken = (own ^ 1 << source) | other
            yield from self._chains((source,), other, taken)

    def _chains(self, path: Path, other: int, taken: int) -> Iterator[Path]:
        """All ways to go on jumping from the end of a path."""
        for over, target, goal in self._jumps[path[-1]]:
            if other & over and not taken & goal:
                further = (*path, target)
                yield further
                yield from self._chains(further, other ^ over, taken ^ over)

    def _to_go(self, position: Alquerques) -> int:
        """Rows that the side to move may still step, less those of the other side."""
        white = sum(SIDE - 1 - point // SIDE for point in squares_in(position.white))
        black = sum(point // SIDE for point in squares_in(position.black))
        return black - white if position.plies & 1 else white - black

    @cached_property
    def _steps(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For either side and every point, the points that a step leads to."""
        return tuple(tuple(_ahead(point, toward) for point in range(POINTS)) for toward in (1, -1))

    @cached_property
    def _jumps(self) -> tuple[tuple[Jump, ...], ...]:
        found = []
        for point in range(POINTS):
            ends = [(_beyond(point, way, 1), _beyond(point, way, 2)) for way in ways(point)]
            found.append(tuple((1 << over, end, 1 << end) for over, end in ends if end >= 0))
        return tuple(found)

    @cached_property
    def _between(self) -> dict[tuple[int, int], int]:
        """The bit of the point that lies between both ends of a jump."""
        return {
            (start, end): over for start in range(POINTS) for over, end, _ in self._jumps[start]
        }


def _ahead(point: int, toward: int) -> tuple[int, ...]:
    """The points one step ahead along a line."""
    ends = [_beyond(point, way, 1) for way in ways(point) if way[0] == toward]
    return tuple(end for end in ends if end >= 0)


def _beyond(point: int, way: tuple[int, int], steps: int) -> int:
    """The point so many steps away, or -1 where the board ends."""
    row, column = point // SIDE + steps * way[0], point % SIDE + steps * way[1]
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else -1
