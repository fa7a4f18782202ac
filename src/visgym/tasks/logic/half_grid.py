"""Half Grid: fill a grid with zeros and ones, half of each in every row and column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from visgym.authoring import Frame, redrawn
from visgym.kit.canvas import LINE
from visgym.kit.grid import cells
from visgym.kit.grids.checks import BLANK, Check, count, lines, only
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.pages import Page
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole


@dataclass(frozen=True, slots=True)
class Halves:
    givens: Whole


@dataclass(frozen=True, kw_only=True)
class HalfGrid(ClueGrid[Halves]):
    blank: float = 0.35
    """The share of cells to be filled."""
    open: bool = False
    """Whether no line can be completed at the first look."""

    tags = frozenset({"synthetic", "full", "known", "logic", "counting"})
    pictured = "Given digits are black. The grey numbers count rows and columns."

    def validate(self) -> None:
        if self.size % 2 or not 4 <= self.size <= 12 or not 0.1 <= self.blank <= 0.9:
            raise ValueError("size must be even, from 4 to 12, and blank from 0.1 to 0.9.")

    @property
    def values(self) -> Sequence[int]:
        return (0, 1)

    def made(self, rng: Random) -> Halves:
        (solution,) = self.rules_of(Halves(())).solutions(most=1, rng=rng)
        grid = _mixed(self.gridded(solution), rng)
        return redrawn(lambda rng: self._drawn(grid, rng), rng)

    def _drawn(self, grid: Whole, rng: Random) -> Halves | None:
        every = list(cells(self.size, self.size))
        shown = rng.sample(every, round((1 - self.blank) * len(every)))
        puzzle = Halves(only(grid, set(shown)))
        return None if self.open and self._has_plain_line(puzzle) else puzzle

    def _has_plain_line(self, puzzle: Halves) -> bool:
        """Whether a line with blanks has all its zeros or all its ones."""
        found = [[puzzle.givens[r][c] for r, c in line] for _, line in lines(self.size, self.size)]
        half = self.size // 2
        return any(BLANK in line and half in (line.count(0), line.count(1)) for line in found)

    def rules(self) -> str:
        return (
            "Fill the grid with zeros and ones, so that every row and every column has as many "
            "zeros as ones. Given digits stay."
        )

    def rules_of(self, puzzle: Halves) -> Rules:
        rules = Rules(self.size**2, (0, 1))
        for _, line in lines(self.size, self.size):
            rules.total([row * self.size + column for row, column in line], self.size // 2)
        return rules

    def checks_of(self, puzzle: Halves) -> Sequence[Check]:
        return [count(name, line, 1, self.size // 2) for name, line in lines(self.size, self.size)]

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, cell=44)

    def page_of(self, puzzle: Halves, grid: Whole) -> Frame:
        page = self.page
        canvas = page.canvas()
        page.write(canvas, puzzle.givens, grid, fills={1: LINE})
        return canvas.frame


def _mixed(grid: Whole, rng: Random) -> Whole:
    """Squares of two by two cells that are a chessboard are turned, wherever two rows have one."""
    rows = [list(row) for row in grid]
    for _ in range(4 * len(rows) ** 2):
        top, bottom = rng.sample(range(len(rows)), 2)
        left, right = rng.sample(range(len(rows)), 2)
        corners = [rows[top][left], rows[top][right], rows[bottom][left], rows[bottom][right]]
        if corners in ([0, 1, 1, 0], [1, 0, 0, 1]):
            for row, column in ((top, left), (top, right), (bottom, left), (bottom, right)):
                rows[row][column] = 1 - rows[row][column]
    return tuple(map(tuple, rows))


PRESETS = grid_levels(HalfGrid, size=(4, 6, 8), blank=(0.35, 0.5, 0.65), open=(False, True, True))
