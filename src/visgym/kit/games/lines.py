"""Marks in a line on square boards: tic-tac-toe of any size, its wild and its ultimate form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.kit.games import exact
from visgym.kit.games.rules import DRAW, WINS, Choose, GameRules, Result
from visgym.kit.noughts import line_bits

PERFECT_CELLS = 9  # free cells up to which all that may follow is looked at


@cache
def lines_through(size: int, connect: int) -> tuple[tuple[int, ...], ...]:
    """The winning lines through each cell."""
    lines = line_bits(size, connect)
    return tuple(tuple(line for line in lines if line >> cell & 1) for cell in range(size * size))


@dataclass(frozen=True, slots=True)
class Marks:
    """The cells of the two marks as bits, and the cell that was filled last."""

    crosses: int = 0
    noughts: int = 0
    last: int = -1


@dataclass(frozen=True)
class TicTacToeRules(GameRules[Marks, int]):
    """Crosses begin; moves are cells, counted row by row from 0.

    >>> rules = TicTacToeRules()
    >>> rules.result(Marks(0b111, 0b11000, 2)), exact.value(rules, Marks())
    ((1.0, 0.0), 0.5)
    """

    size: int = 3
    connect: int = 3

    def start(self, rng: Random) -> Marks:
        return Marks()

    def mover(self, position: Marks) -> int:
        return (position.crosses | position.noughts).bit_count() & 1

    def legal(self, position: Marks) -> list[int]:
        taken = position.crosses | position.noughts
        return [cell for cell in range(self.size * self.size) if not taken >> cell & 1]

    def play(self, position: Marks, move: int) -> Marks:
        mark = 1 << move
        if self.mover(position):
            return Marks(position.crosses, position.noughts | mark, move)
        return Marks(position.crosses | mark, position.noughts, move)

    def result(self, position: Marks) -> Result | None:
        taken, last = position.crosses | position.noughts, position.last
        if last >= 0:
            own = position.crosses if position.crosses >> last & 1 else position.noughts
            for line in lines_through(self.size, self.connect)[last]:
                if own & line == line:
                    return WINS[own == position.noughts]
        return DRAW if taken == (1 << self.size * self.size) - 1 else None

    def worth(self, position: Marks, side: int) -> float:
        """Lines that only one side can still complete, more for fuller ones."""
        own, other = position.crosses, position.noughts
        if side:
            own, other = other, own
        total, lines = 0, line_bits(self.size, self.connect)
        for line in lines:
            if not other & line:
                total += (1 << 2 * (own & line).bit_count()) - 1
            elif not own & line:
                total -= (1 << 2 * (other & line).bit_count()) - 1
        return total / (1 + (len(lines) << 2 * self.connect))

    def rollout(self, position: Marks, rng: Random) -> Result:
        """Cells in a random order are a game by chance."""
        marks, side = [position.crosses, position.noughts], self.mover(position)
        through = lines_through(self.size, self.connect)
        free = self.legal(position)
        rng.shuffle(free)
        for cell in free:
            marks[side] |= 1 << cell
            own = marks[side]
            for line in through[cell]:
                if own & line == line:
                    return WINS[side]
            side = 1 - side
        return DRAW

    def experts(self) -> Mapping[str, Callable[[str], Choose[Marks, int]]]:
        return {"perfect": exact.perfect(self, self.is_small)}

    def is_small(self, position: Marks) -> bool:
        """Whether all that may follow can be looked at."""
        return _free(self.size, position) <= PERFECT_CELLS


@dataclass(frozen=True)
class WildTicTacToeRules(GameRules[Marks, tuple[int, int]]):
    """Either side sets either mark, 0 for a cross, in a cell; who completes a line wins.

    >>> rules = WildTicTacToeRules()
    >>> rules.result(rules.play(Marks(0b011, 0, 1), (0, 2)))
    (1.0, 0.0)
    """

    size: int = 3
    connect: int = 3

    def start(self, rng: Random) -> Marks:
        return Marks()

    def mover(self, position: Marks) -> int:
        return (position.crosses | position.noughts).bit_count() & 1

    def legal(self, position: Marks) -> list[tuple[int, int]]:
        taken = position.crosses | position.noughts
        free = [cell for cell in range(self.size * self.size) if not taken >> cell & 1]
        return [(mark, cell) for cell in free for mark in (0, 1)]

    def play(self, position: Marks, move: tuple[int, int]) -> Marks:
        mark, cell = move
        if mark:
            return Marks(position.crosses, position.noughts | 1 << cell, cell)
        return Marks(position.crosses | 1 << cell, position.noughts, cell)

    def result(self, position: Marks) -> Result | None:
        last = position.last
        if last >= 0:
            own = position.crosses if position.crosses >> last & 1 else position.noughts
            for line in lines_through(self.size, self.connect)[last]:
                if own & line == line:
                    return WINS[1 - self.mover(position)]
        full = position.crosses | position.noughts == (1 << self.size * self.size) - 1
        return DRAW if full else None

    def worth(self, position: Marks, side: int) -> float:
        """Lines that lack one mark can be completed by whoever is to move."""
        lines = line_bits(self.size, self.connect)
        for line in lines:
            for own, other in (
                (position.crosses, position.noughts),
                (position.noughts, position.crosses),
            ):
                if not other & line and (own & line).bit_count() == self.connect - 1:
                    return 0.9 if self.mover(position) == side else -0.9
        return 0.0

    def rollout(self, position: Marks, rng: Random) -> Result:
        marks, side = [position.crosses, position.noughts], self.mover(position)
        through = lines_through(self.size, self.connect)
        taken = position.crosses | position.noughts
        free = [cell for cell in range(self.size * self.size) if not taken >> cell & 1]
        rng.shuffle(free)
        kinds = rng.getrandbits(len(free) + 1)
        for at, cell in enumerate(free):
            kind = kinds >> at & 1
            marks[kind] |= 1 << cell
            own = marks[kind]
            for line in through[cell]:
                if own & line == line:
                    return WINS[side]
            side = 1 - side
        return DRAW

    def experts(self) -> Mapping[str, Callable[[str], Choose[Marks, tuple[int, int]]]]:
        return {"perfect": exact.perfect(self, self.is_small)}

    def is_small(self, position: Marks) -> bool:
        """Whether all that may follow can be looked at."""
        return _free(self.size, position) <= PERFECT_CELLS


def _free(size: int, position: Marks) -> int:
    return size * size - (position.crosses | position.noughts).bit_count()
