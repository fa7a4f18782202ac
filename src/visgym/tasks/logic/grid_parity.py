"""Grid Parity: give every cell a bit so that each cross of cells adds up to what is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.authoring import Cell, Frame, redrawn
from visgym.kit.canvas import BLUE, SHEET, Canvas, Color
from visgym.kit.gf2 import presses, toggled
from visgym.kit.grid import cells, neighbours
from visgym.kit.grid_search import where
from visgym.kit.grids.checks import BLANK, Check
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.filling import Filling
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole, as_text, filled

DARK: Color = (150, 157, 170)
MOST = 2  # pairs of ones in a cross


@dataclass(frozen=True, slots=True)
class Target:
    target: Whole
    """1 where the cross around a cell has an odd sum."""

    @property
    def givens(self) -> Whole:
        return ((BLANK,) * len(self.target),) * len(self.target)


@dataclass(frozen=True, kw_only=True)
class GridParity(ClueGrid[Target]):
    size: int = 3
    """Rows of the grid, and columns."""

    tags = frozenset({"synthetic", "full", "known", "logic", "arithmetic"})
    pictured = (
        "Dark cells are odd, light cells are even. The grey numbers count rows and columns; blue "
        "digits are yours."
    )
    written = (
        "First the wanted sums: each line is a row, from the top, 1 is odd and 0 is even. Then the "
        "grid to be filled; a dot is a blank cell."
    )

    def validate(self) -> None:
        if not 2 <= self.size <= 9:
            raise ValueError("size must be from 2 to 9.")

    @property
    def values(self) -> Sequence[int]:
        return (0, 1)

    def made(self, rng: Random) -> Target:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Target | None:
        """What a random grid adds up to, unless a plain grid or the target itself does as well."""
        ones = {cell for cell in cells(self.size, self.size) if rng.random() < 0.5}
        odd = toggled((), ones, self.size)
        puzzle = Target(filled(self.size, self.size, lambda cell: int(cell in odd)))
        plain = [((digit,) * self.size,) * self.size for digit in (0, 1)]
        tried = [Filling(puzzle, grid) for grid in (*plain, puzzle.target)]
        return None if any(self.score(each) == 1 for each in tried) else puzzle

    def rules(self) -> str:
        return (
            "Fill a grid with zeros and ones, so that for every cell the sum of its own digit and "
            "the digits of the up to four cells that share a side with it is odd where the picture "
            "shows an odd cell and even where it shows an even one."
        )

    def rules_of(self, puzzle: Target) -> Rules:
        """A sum is even if it is twice something, which has a variable of its own."""
        count = self.size**2
        rules = Rules(2 * count, range(MOST + 1), keys=count)
        for number, (row, column) in enumerate(cells(self.size, self.size)):
            cross = [r * self.size + c for r, c in self._cross((row, column))]
            rules.allow(number, (0, 1))
            weights = [1] * len(cross) + [-2]
            rules.total([*cross, count + number], puzzle.target[row][column], weights=weights)
        return rules

    def checks_of(self, puzzle: Target) -> Sequence[Check]:
        return [
            Check(f"around {row + 1}, {column + 1}", self._cross((row, column)), _adds_up_to(bit))
            for row, bits in enumerate(puzzle.target)
            for column, bit in enumerate(bits)
        ]

    def solved(self, puzzle: Target) -> Whole:
        ones = presses(self.size, where(puzzle.target, 1)) or frozenset()
        return filled(self.size, self.size, lambda cell: int(cell in ones))

    def page_of(self, puzzle: Target, grid: Whole) -> Frame:
        page = self.page
        canvas = page.canvas()
        for row, column in cells(self.size, self.size):
            tile = _tile(page.cell, puzzle.target[row][column], grid[row][column])
            page.put(canvas, (row, column), tile)
        return canvas.frame

    def clues_of(self, puzzle: Target) -> str:
        return f"{as_text(puzzle.target)}\n"

    def _cross(self, cell: Cell) -> tuple[Cell, ...]:
        around = (cell, *neighbours(cell))
        return tuple(each for each in around if 0 <= min(each) <= max(each) < self.size)


def _adds_up_to(bit: int) -> Callable[[Sequence[int]], bool]:
    return lambda values: sum(values) % 2 == bit


@cache
def _tile(side: int, odd: int, value: int) -> Frame:
    canvas = Canvas(side, side, DARK if odd else SHEET)
    if value != BLANK:
        canvas.disc(side / 2, side / 2, 15, SHEET)
        canvas.text(side / 2, side / 2, str(value), 22, BLUE)
    return canvas.frame


PRESETS = grid_levels(GridParity, size=(3, 5, 7))
