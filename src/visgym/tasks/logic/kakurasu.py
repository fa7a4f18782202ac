"""Kakurasu: shade cells so that the numbers of their columns and rows add up to the clues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.authoring import Frame, redrawn
from visgym.kit.canvas import BLUE, INK, SHEET, Canvas
from visgym.kit.grids.checks import BLANK, Check
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.pages import Page
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole

CELL = 48  # pixels


@dataclass(frozen=True, slots=True)
class Sums:
    across: tuple[int, ...]
    """Of each row: the numbers of the columns with a one."""
    down: tuple[int, ...]
    """Of each column: the numbers of the rows with a one."""

    @property
    def givens(self) -> Whole:
        return ((BLANK,) * len(self.down),) * len(self.across)


@dataclass(frozen=True, kw_only=True)
class Kakurasu(ClueGrid[Sums]):
    size: int = 3
    """Rows of the grid, and columns."""
    ones: float = 0.4
    """The share of cells with a one."""

    tags = frozenset({"synthetic", "full", "known", "logic", "arithmetic"})
    pictured = (
        "Clues stand on the right of rows and below columns. The grey numbers count rows and "
        "columns. A one is a dark cell, a zero a small dot."
    )
    written = "The sums of rows and columns come first; then each line is a row, from the top."

    def validate(self) -> None:
        if not 3 <= self.size <= 9 or not 0.2 <= self.ones <= 0.8:
            raise ValueError("size must be from 3 to 9 and ones from 0.2 to 0.8.")

    @property
    def values(self) -> Sequence[int]:
        return (0, 1)

    def made(self, rng: Random) -> Sums:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Sums | None:
        grid = [[int(rng.random() < self.ones) for _ in range(self.size)] for _ in range(self.size)]
        sums = Sums(tuple(map(_sum, grid)), tuple(map(_sum, zip(*grid, strict=True))))
        return sums if self.rules_of(sums).is_unique() else None

    def rules(self) -> str:
        return (
            "Fill the grid with zeros and ones. In a row a one counts as much as the number of its "
            "column, in a column as much as the number of its row; both count from 1. The sum of "
            "every row and every column must be its clue."
        )

    def rules_of(self, puzzle: Sums) -> Rules:
        rules, weights = Rules(self.size**2, (0, 1)), range(1, self.size + 1)
        for number in range(self.size):
            row = range(number * self.size, (number + 1) * self.size)
            rules.total(row, puzzle.across[number], weights=weights)
            rules.total(
                range(number, self.size**2, self.size), puzzle.down[number], weights=weights
            )
        return rules

    def checks_of(self, puzzle: Sums) -> Sequence[Check]:
        found = list[Check]()
        for number in range(self.size):
            row = tuple((number, column) for column in range(self.size))
            column = tuple((row, number) for row in range(self.size))
            found += [_check(f"row {number + 1}", row, puzzle.across[number])]
            found += [_check(f"column {number + 1}", column, puzzle.down[number])]
        return found

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, cell=CELL, clues=("right", "bottom"))

    def page_of(self, puzzle: Sums, grid: Whole) -> Frame:
        page = self.page
        canvas = page.canvas()
        page.all_clues(canvas, {"right": puzzle.across, "bottom": puzzle.down})
        page.put_all(canvas, puzzle.givens, grid, _tile)
        return canvas.frame

    def clues_of(self, puzzle: Sums) -> str:
        rows, columns = (", ".join(map(str, each)) for each in (puzzle.across, puzzle.down))
        return f"Sums of rows: {rows}\nSums of columns: {columns}"


def _sum(line: Sequence[int]) -> int:
    return sum(number * one for number, one in enumerate(line, start=1))


def _check(name: str, line: tuple[tuple[int, int], ...], right: int) -> Check:
    return Check(name, line, lambda values: _sum(values) == right)


@cache
def _tile(ones: int, is_given: bool) -> Frame:
    canvas = Canvas(CELL, CELL, BLUE if ones else SHEET)
    if not ones:
        canvas.disc(CELL / 2, CELL / 2, 3, INK)
    return canvas.frame


PRESETS = grid_levels(Kakurasu, size=(3, 5, 7), ones=(0.4, 0.4, 0.45))
