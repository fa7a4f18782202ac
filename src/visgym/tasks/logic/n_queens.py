"""N Queens: add queens to a chessboard so that none attacks another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

from visgym.authoring import Cell, Frame
from visgym.kit.canvas import BLUE, INK, SHEET, Canvas, Color
from visgym.kit.grid import cells
from visgym.kit.grids.checks import BLANK, Check
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.pages import Page
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole, filled

CELL = 44  # pixels
DARK: Color = (222, 205, 176)


@dataclass(frozen=True, slots=True)
class Board:
    givens: Whole


@dataclass(frozen=True, kw_only=True)
class NQueens(ClueGrid[Board]):
    size: int = 5
    """Rows of the board, and columns; and queens."""
    missing: int = 2
    """Queens to be added."""

    letters = "_Q"
    distinct_starts = 0.6  # boards of five have a hundred starts
    tags = frozenset({"synthetic", "full", "known", "logic", "planning"})
    pictured = "Given queens are black, yours are blue. The grey numbers count rows and columns."
    written = "Each line is a row, from the top: Q is a queen, a dot is an open square."

    def validate(self) -> None:
        if not 4 <= self.size <= 12 or not 1 <= self.missing <= self.size:
            raise ValueError("size must be from 4 to 12 and missing at most as many.")

    @property
    def values(self) -> Sequence[int]:
        return (0, 1)

    def made(self, rng: Random) -> Board:
        (solution,) = self.rules_of(Board(())).solutions(most=1, rng=rng)
        queens = [divmod(at, self.size) for at, queen in enumerate(solution) if queen]
        rng.shuffle(queens)
        shown = queens[self.missing :]
        return Board(filled(self.size, self.size, lambda at: 1 if at in shown else BLANK))

    def rules(self) -> str:
        return (
            f"Some of {self.size} queens stand on a board of {self.size} by {self.size} squares. "
            "Add the others, so that no two queens are in the same row, column or diagonal. Given "
            "queens stay. Q is a queen, _ an empty square."
        )

    def rules_of(self, puzzle: Board) -> Rules:
        rules = Rules(self.size**2, (0, 1))
        for name, line in _lines(self.size).items():
            least = int(name.startswith(("row", "column")))
            rules.total([row * self.size + column for row, column in line], least, 1)
        return rules

    def checks_of(self, puzzle: Board) -> Sequence[Check]:
        found = list[Check]()
        for name, line in _lines(self.size).items():
            test = _is_one if name.startswith(("row", "column")) else _is_at_most_one
            found.append(Check(name, tuple(line), test))
        return found

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, cell=CELL)

    def page_of(self, puzzle: Board, grid: Whole) -> Frame:
        page = self.page
        canvas = Canvas.on(_checkered(page))
        for row, column in cells(self.size, self.size):
            if (value := grid[row][column]) != BLANK:
                is_given = puzzle.givens[row][column] == value
                fill = DARK if (row + column) % 2 else SHEET
                page.put(canvas, (row, column), _tile(value, is_given, fill))
        return canvas.frame


def _lines(size: int) -> dict[str, list[Cell]]:
    """Rows, columns and diagonals of more than one square."""
    found: dict[str, list[Cell]] = defaultdict(list)
    for row, column in cells(size, size):
        for name in (f"row {row}", f"column {column}", f"/ {row + column}", f"\\ {row - column}"):
            found[name].append((row, column))
    return {name: line for name, line in found.items() if len(line) > 1}


def _is_one(line: Sequence[int]) -> bool:
    return sum(line) == 1


def _is_at_most_one(line: Sequence[int]) -> bool:
    return sum(line) <= 1


@lru_cache(maxsize=16)
def _checkered(page: Page) -> Frame:
    """The board without queens."""
    canvas = page.canvas()
    for row, column in cells(page.rows, page.columns):
        if (row + column) % 2:
            page.fill(canvas, (row, column), DARK)
    return canvas.frame


@cache
def _tile(queens: int, is_given: bool, fill: Color) -> Frame:
    """A crown, or a dot on a square without one."""
    canvas, x, color = Canvas(CELL, CELL, fill), CELL / 2, INK if is_given else BLUE
    if not queens:
        canvas.disc(x, x, 3, color)
        return canvas.frame
    tips = [(-14, -6), (-7, -12), (0, -14), (7, -12), (14, -6)]
    between = [(-6, 1), (-2.5, -1), (2.5, -1), (6, 1)]
    teeth = [point for pair in zip(tips, [*between, tips[-1]], strict=True) for point in pair]
    canvas.polygon([(x + dx, x + dy) for dx, dy in [*teeth, (10, 13), (-10, 13)]], color)
    for dx, dy in tips:
        canvas.disc(x + dx, x + dy, 2.5, color)
    return canvas.frame


PRESETS = grid_levels(NQueens, size=(5, 7, 10), missing=(2, 4, 7))
