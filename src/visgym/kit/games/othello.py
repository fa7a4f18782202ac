"""Othello on boards of bits: discs that are flanked are turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

from visgym.kit.games.alpha_beta import best_move
from visgym.kit.games.rules import DRAW, WINS, Choose, GameRules, Result

OVER = 2
"""Whose turn it is when nobody can move."""
CORNER, NEXT, ASLANT, EDGE, INNER, MIDDLE = 30.0, -6.0, -12.0, 3.0, -1.0, 0.5
"""What a disc is worth in a corner, beside one, and elsewhere."""
MOBILITY = 2.5
"""What one move more to choose from is worth."""
AHEAD, TO_THE_END = 4, 8
"""Plies that the endgame player looks ahead, and empty cells from which it looks to the end."""


@dataclass(frozen=True, slots=True)
class TurnedDiscs:
    """The discs of both sides as bits, row by row from the top, and whose turn it is."""

    black: int
    white: int
    turn: int = 0


@dataclass(frozen=True)
class OthelloRules(GameRules[TurnedDiscs, int]):
    """Moves are cells, row by row from the top left; whoever has none is passed over.

    >>> rules = OthelloRules(4)
    >>> [divmod(cell, 4) for cell in rules.legal(rules.start(Random(0)))]
    [(0, 1), (1, 0), (2, 3), (3, 2)]
    """

    size: int = 8

    def start(self, rng: Random) -> TurnedDiscs:
        size, half = self.size, self.size // 2
        white = 1 << ((half - 1) * size + half - 1) | 1 << (half * size + half)
        black = 1 << ((half - 1) * size + half) | 1 << (half * size + half - 1)
        return TurnedDiscs(black, white)

    def mover(self, position: TurnedDiscs) -> int:
        return position.turn & 1

    def legal(self, position: TurnedDiscs) -> list[int]:
        if position.turn == OVER:
            return []
        return _cells(self.moves(*self._sides(position)))

    def play(self, position: TurnedDiscs, move: int) -> TurnedDiscs:
        own, other = self._sides(position)
        turned = self.flanked(own, other, move)
        own, other, turn = own | turned | 1 << move, other ^ turned, position.turn
        if self.moves(other, own):
            turn = 1 - turn
        elif not self.moves(own, other):
            turn = OVER
        return TurnedDiscs(other, own, turn) if position.turn else TurnedDiscs(own, other, turn)

    def result(self, position: TurnedDiscs) -> Result | None:
        if position.turn != OVER:
            return None
        black, white = position.black.bit_count(), position.white.bit_count()
        return DRAW if black == white else WINS[white > black]

    def worth(self, position: TurnedDiscs, side: int) -> float:
        """Good places and moves to choose from."""
        own, other = position.black, position.white
        if side:
            own, other = other, own
        total = 0.0
        for places, points in self._places:
            total += points * ((own & places).bit_count() - (other & places).bit_count())
        for corner, near in self._corners:
            if (own | other) & corner:  # places beside it are safe now
                there = (own & near).bit_count() - (other & near).bit_count()
                total += (EDGE - NEXT) * there
        choice = self.moves(own, other).bit_count() - self.moves(other, own).bit_count()
        total += MOBILITY * choice
        return total / (100 + abs(total))

    def ordered(self, position: TurnedDiscs, moves: Sequence[int]) -> Sequence[int]:
        return sorted(moves, key=self._order.__getitem__)

    def rollout(self, position: TurnedDiscs, rng: Random) -> Result:
        while position.turn != OVER:
            cells = _cells(self.moves(*self._sides(position)))
            position = self.play(position, cells[int(rng.random() * len(cells))])
        result = self.result(position)
        assert result is not None
        return result

    def experts(self) -> Mapping[str, Callable[[str], Choose[TurnedDiscs, int]]]:
        return {"endgame": self._endgame}

    def _endgame(self, argument: str) -> Choose[TurnedDiscs, int]:
        """A player who searches, and plays the end without a fault."""
        if argument:
            raise ValueError("The player endgame takes no number.")
        return self._to_the_end

    def _to_the_end(self, position: TurnedDiscs, rng: Random) -> int:
        empty = self.size**2 - (position.black | position.white).bit_count()
        return best_move(self, position, 60 if empty <= TO_THE_END else AHEAD, rng)

    def moves(self, own: int, other: int) -> int:
        """The cells where a side may place a disc, as bits."""
        return _moves(self.size, own, other)

    def flanked(self, own: int, other: int, cell: int) -> int:
        """The discs that a disc on a cell turns, as bits."""
        turned = 0
        lefts, rights = _ways(self.size)
        for step, inside in lefts:
            line, ahead = 0, (1 << cell << step) & inside
            while ahead & other:
                line |= ahead
                ahead = (ahead << step) & inside
            if ahead & own:
                turned |= line
        for step, inside in rights:
            line, ahead = 0, (1 << cell >> step) & inside
            while ahead & other:
                line |= ahead
                ahead = (ahead >> step) & inside
            if ahead & own:
                turned |= line
        return turned

    def _sides(self, position: TurnedDiscs) -> tuple[int, int]:
        """The discs of the side to move, and those of the other."""
        if position.turn & 1:
            return position.white, position.black
        return position.black, position.white

    @cached_property
    def _places(self) -> tuple[tuple[int, float], ...]:
        """Sets of cells that are worth the same."""
        found = dict[float, int]()
        for cell, points in enumerate(self._points):
            found[points] = found.get(points, 0) | 1 << cell
        return tuple((places, points) for points, places in found.items())

    @cached_property
    def _corners(self) -> tuple[tuple[int, int], ...]:
        """Each corner with the cells around it."""
        last, size = self.size - 1, self.size
        found = []
        for row in (0, last):
            for column in (0, last):
                rows, columns = (row, abs(row - 1)), (column, abs(column - 1))
                block = sum(1 << (r * size + c) for r in rows for c in columns)
                corner = 1 << (row * size + column)
                found.append((corner, block ^ corner))
        return tuple(found)

    @cached_property
    def _points(self) -> tuple[float, ...]:
        rim = [min(place, self.size - 1 - place) for place in range(self.size)]
        return tuple(_point(*sorted((row, column))) for row in rim for column in rim)

    @cached_property
    def _order(self) -> tuple[float, ...]:
        return tuple(-points for points in self._points)


def _point(near: int, far: int) -> float:
    """What a disc is worth, so far from the nearer and the farther rim."""
    if near == 0:
        return (CORNER, NEXT, EDGE, EDGE)[far]
    if near == 1:
        return (INNER, ASLANT, INNER, INNER)[far]
    return MIDDLE


def _cells(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


@lru_cache(maxsize=8)
def _ways(size: int) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Steps to higher and to lower cells, each with the cells that it can enter."""
    full = (1 << size * size) - 1
    first = sum(1 << row * size for row in range(size))
    not_first, not_last = full ^ first, full ^ first << (size - 1)
    lefts = (1, not_first), (size, full), (size + 1, not_first), (size - 1, not_last)
    rights = (1, not_last), (size, full), (size + 1, not_last), (size - 1, not_first)
    return lefts, rights


@lru_cache(maxsize=1 << 14)
def _moves(size: int, own: int, other: int) -> int:
    empty, found = ((1 << size * size) - 1) & ~(own | other), 0
    lefts, rights = _ways(size)
    for step, inside in lefts:
        inner = other & inside
        run = (own << step) & inner
        while run:
            found |= (run << step) & inside
            run = (run << step) & inner
    for step, inside in rights:
        inner = other & inside
        run = (own >> step) & inner
        while run:
            found |= (run >> step) & inside
            run = (run >> step) & inner
    return found & empty
