"""Magic Square: complete a square of different numbers whose lines all have one sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from visgym.authoring import Cell, Frame, redrawn
from visgym.kit.grid import cells
from visgym.kit.grids.checks import Check, each_once, lines, only, total
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.pages import Page
from visgym.kit.grids.rules import Rules, TooHard
from visgym.kit.tables.boards import Whole


@dataclass(frozen=True, slots=True)
class Square:
    givens: Whole


@dataclass(frozen=True, kw_only=True)
class MagicSquare(ClueGrid[Square]):
    size: int = 3
    """Rows of the square, and columns."""
    blank: int = 5
    """Cells to be filled."""

    tags = frozenset({"synthetic", "full", "known", "logic", "arithmetic"})

    def validate(self) -> None:
        if not 3 <= self.size <= 5 or not 1 <= self.blank <= self.size**2 // 2 + 1:
            raise ValueError("size must be from 3 to 5 and blank at most half of its cells.")

    @property
    def values(self) -> Sequence[int]:
        return range(1, self.size**2 + 1)

    @property
    def sum(self) -> int:
        """Of each line."""
        return self.size * (self.size**2 + 1) // 2

    def made(self, rng: Random) -> Square:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Square | None:
        try:
            (solution,) = self.rules_of(Square(())).solutions(most=1, rng=rng)
        except TooHard:
            return None
        every = list(cells(self.size, self.size))
        blank = set(rng.sample(every, self.blank))
        return Square(only(self.gridded(solution), set(every) - blank))

    def rules(self) -> str:
        return (
            f"Fill the square with the numbers from 1 to {self.size**2}, each once, so that every "
            "row, every column and both diagonals have the same sum. Given numbers stay."
        )

    def rules_of(self, puzzle: Square) -> Rules:
        rules = Rules(self.size**2, self.values)
        rules.different(range(self.size**2), self.values)
        for _, line in self._lines():
            rules.total([row * self.size + column for row, column in line], self.sum)
        return rules

    def checks_of(self, puzzle: Square) -> Sequence[Check]:
        sums = [total(name, line, self.sum) for name, line in self._lines()]
        return [each_once("each number once", cells(self.size, self.size)), *sums]

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, cell=56)

    def page_of(self, puzzle: Square, grid: Whole) -> Frame:
        return self.page.picture(puzzle.givens, grid)

    def _lines(self) -> list[tuple[str, list[Cell]]]:
        every = range(self.size)
        falling, rising = [(n, n) for n in every], [(n, self.size - 1 - n) for n in every]
        return [*lines(self.size, self.size), ("falling", falling), ("rising", rising)]


PRESETS = grid_levels(MagicSquare, size=(3, 4, 5), blank=(5, 8, 13))
