"""Stones on a square board: a chain of own stones from one edge to the opposite one wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.kit.games.opponents import player
from visgym.kit.games.rules import DRAW, WINS, Choose, GameRules, Result


@dataclass(frozen=True, slots=True)
class Stones:
    """The cells of the two sides as bits, and the cell that was filled last."""

    first: int = 0
    second: int = 0
    last: int = -1


@cache
def _neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    found = []
    for row in range(size):
        for column in range(size):
            around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            inside = [(r, c) for r, c in around if 0 <= r < size and 0 <= c < size]
            found.append(tuple(r * size + c for r, c in inside))
    return tuple(found)


@cache
def _edges(size: int) -> tuple[tuple[int, int], ...]:
    """The cells of opposite edges as bits."""
    top = (1 << size) - 1
    left = sum(1 << row * size for row in range(size))
    return (top, top << size * (size - 1)), (left, left << size - 1)


@dataclass(frozen=True)
class SimpleTakRules(GameRules[Stones, int]):
    """Moves are cells, counted row by row from 0; chains go across and down, not aslant.

    >>> rules = SimpleTakRules(4)
    >>> rules.result(Stones(0b1111, 0b1110000, 3))
    (1.0, 0.0)
    """

    size: int = 5

    def start(self, rng: Random) -> Stones:
        return Stones()

    def mover(self, position: Stones) -> int:
        return (position.first | position.second).bit_count() & 1

    def legal(self, position: Stones) -> list[int]:
        taken = position.first | position.second
        return [cell for cell in range(self.size * self.size) if not taken >> cell & 1]

    def play(self, position: Stones, move: int) -> Stones:
        if self.mover(position):
            return Stones(position.first, position.second | 1 << move, move)
        return Stones(position.first | 1 << move, position.second, move)

    def result(self, position: Stones) -> Result | None:
        if position.last >= 0:
            side = 1 - self.mover(position)
            if self._spans(position.second if side else position.first, position.last):
                return WINS[side]
        full = position.first | position.second == (1 << self.size * self.size) - 1
        return DRAW if full else None

    def worth(self, position: Stones, side: int) -> float:
        """How many stones each side still needs for a chain."""
        needs = [
            self._stones_needed(own, other)
            for own, other in (
                (position.first, position.second),
                (position.second, position.first),
            )
        ]
        lead = needs[1 - side] - needs[side]
        return max(-0.9, min(0.9, lead / self.size))

    def rollout(self, position: Stones, rng: Random) -> Result:
        """Cells in a random order are a game by chance."""
        stones, side = [position.first, position.second], self.mover(position)
        free = self.legal(position)
        rng.shuffle(free)
        least = self.size
        for cell in free:
            stones[side] |= 1 << cell
            own = stones[side]
            if own.bit_count() >= least and self._spans(own, cell):
                return WINS[side]
            side = 1 - side
        return DRAW

    def experts(self) -> Mapping[str, Callable[[str], Choose[Stones, int]]]:
        """One who sees wins by threats that far ahead, and otherwise searches a little."""
        return {"forcing": self._forcing}

    def forcing_move(self, position: Stones, moves: int) -> int | None:
        """A move that wins at once or by threats within so many own moves; None if none does."""
        side = self.mover(position)
        own, other = self._winning_cells(position, side), self._winning_cells(position, 1 - side)
        if own:
            return own[0]
        if moves < 2 or len(other) > 1:
            return None
        for move in other or self.legal(position):
            after = self.play(position, move)
            threats = self._winning_cells(after, side)
            if len(threats) > 1 and not self._winning_cells(after, 1 - side):
                return move
            if len(threats) == 1:  # which must be answered there
                answered = self.play(after, threats[0])
                lost = self.result(answered) is not None
                if not lost and self.forcing_move(answered, moves - 1) is not None:
                    return move
        return None

    def _forcing(self, argument: str) -> Choose[Stones, int]:
        moves, search = int(argument or 4), player(self, "search:2")

        def choose(position: Stones, rng: Random) -> int:
            found = self.forcing_move(position, moves)
            return search(position, rng) if found is None else found

        return choose

    def _winning_cells(self, position: Stones, side: int) -> list[int]:
        """The free cells where a stone of a side would complete a chain."""
        own = position.second if side else position.first
        if own.bit_count() < self.size - 1:
            return []
        return [cell for cell in self.legal(position) if self._spans(own | 1 << cell, cell)]

    def _spans(self, own: int, cell: int) -> bool:
        """Whether the chain through a cell reaches two opposite edges."""
        chain, fringe, size = 0, 1 << cell, self.size
        inner = self._not_last_column
        while fringe:
            chain |= fringe
            spread = (fringe & inner) << 1 | (fringe >> 1) & inner | fringe << size | fringe >> size
            fringe = spread & own & ~chain
        return any(chain & one and chain & other for one, other in _edges(size))

    @property
    def _not_last_column(self) -> int:
        return _inner(self.size)

    def _stones_needed(self, own: int, other: int) -> int:
        """Stones that the shortest chain still lacks, more than any board has if there is none."""
        best = 2 * self.size
        around, cells = _neighbours(self.size), self.size * self.size
        for begin, end in _edges(self.size):
            cost = {c: int(not own >> c & 1) for c in range(cells) if begin & ~other & (1 << c)}
            fringe = [c for c in cost if not cost[c]] + [c for c in cost if cost[c]]
            level = 0
            while fringe and level < best:
                fringe, level = _widened(cost, fringe, level, own, other, around), level + 1
            reached = [cost[c] for c in cost if end >> c & 1]
            best = min([best, *reached])
        return best


@cache
def _inner(size: int) -> int:
    return sum(1 << row * size + column for row in range(size) for column in range(size - 1))


def _widened(
    cost: dict[int, int],
    fringe: list[int],
    level: int,
    own: int,
    other: int,
    around: tuple[tuple[int, ...], ...],
) -> list[int]:
    """Cells that can be reached with one stone more, once those with as many were looked at."""
    now = [cell for cell in fringe if cost[cell] == level]
    later = [cell for cell in fringe if cost[cell] > level]
    for cell in now:  # grows while it is walked through
        for near in around[cell]:
            if near in cost or other >> near & 1:
                continue
            cost[near] = level + (not own >> near & 1)
            (later if cost[near] > level else now).append(near)
    return later
