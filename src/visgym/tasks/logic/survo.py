"""Survo: put the numbers that are missing from a grid where the sums of its lines want them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from visgym.authoring import Frame
from visgym.kit.canvas import BLUE, INK, PAPER, Canvas
from visgym.kit.grid import cells
from visgym.kit.grids.checks import Check, each_once, lines, only, total
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.filling import numbered
from visgym.kit.grids.pages import Page, Side, lettered
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole

TITLE, STEP = 6, 22  # pixels to the title of the list of numbers, and between its lines
BELOW = 3 * STEP + 10  # pixels for the list
WIDTH, SUM = 30, 40  # pixels that a number of the list takes, and a sum


@dataclass(frozen=True, slots=True)
class Summed:
    givens: Whole
    across: tuple[int, ...]
    """The sum of each row."""
    down: tuple[int, ...]
    """The sum of each column."""

    @property
    def missing(self) -> list[int]:
        """The numbers to be placed."""
        every = range(1, len(self.across) * len(self.down) + 1)
        return sorted(set(every) - set(numbered(self.givens).values()))


@dataclass(frozen=True, kw_only=True)
class Survo(ClueGrid[Summed]):
    size: int = 3
    """Rows of the grid, and columns, without the sums."""
    blank: int = 4
    """Cells to be filled."""

    tags = frozenset({"synthetic", "full", "known", "logic", "arithmetic"})
    pictured = (
        "Given numbers are black. The blue numbers at the right and below are the sums of rows and "
        "columns. The numbers to be placed are listed under the grid. The grey numbers count rows "
        "and columns."
    )
    written = (
        "The sums of rows and columns and the numbers to be placed come first. Then each line is a "
        "row of the grid, from the top; a dot is a blank cell."
    )

    def validate(self) -> None:
        if not 3 <= self.size <= 6 or not 2 <= self.blank <= self.size**2 // 2 + 2:
            raise ValueError("size must be from 3 to 6 and blank from 2 to half of its cells.")

    @property
    def values(self) -> Sequence[int]:
        return range(1, self.size**2 + 1)

    def made(self, rng: Random) -> Summed:
        grid = self.gridded(rng.sample(self.values, self.size**2))
        shown = rng.sample(list(cells(self.size, self.size)), self.size**2 - self.blank)
        across, down = map(sum, grid), map(sum, zip(*grid, strict=True))
        return Summed(only(grid, set(shown)), tuple(across), tuple(down))

    def rules(self) -> str:
        return (
            "Fill the blank cells with the listed numbers, each once, so that every row and every "
            "column has its sum. Given numbers stay."
        )

    def rules_of(self, puzzle: Summed) -> Rules:
        rules = Rules(self.size**2, self.values)
        rules.different(range(self.size**2), self.values)
        sums = puzzle.across + puzzle.down
        for (_, line), right in zip(lines(self.size, self.size), sums, strict=True):
            rules.total([row * self.size + column for row, column in line], right)
        return rules

    def checks_of(self, puzzle: Summed) -> Sequence[Check]:
        named = zip(lines(self.size, self.size), puzzle.across + puzzle.down, strict=True)
        sums = [total(name, line, right) for (name, line), right in named]
        return [each_once("each number once", cells(self.size, self.size)), *sums]

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, clues=("right", "bottom"))

    def picture_board(self) -> tuple[float, float, float, float]:
        return self.page.board(below=_sheet(self.page).shape[0] - self.page.height)

    def page_of(self, puzzle: Summed, grid: Whole) -> Frame:
        page = self.page
        canvas = Canvas.on(_sheet(page))
        page.write(canvas, puzzle.givens, grid)
        at_rim: dict[Side, tuple[int, ...]] = {"right": puzzle.across, "bottom": puzzle.down}
        for side, sums in at_rim.items():
            for number, right in enumerate(sums):
                x, y = page.beyond(side, number)
                _put(canvas, x, y, lettered(SUM, str(right), 20, BLUE, True, PAPER))
        in_line = (page.width - page.edge("left") - 10) // WIDTH
        for place, number in enumerate(puzzle.missing):
            line, at = divmod(place, in_line)
            x, y = page.edge("left") + (at + 0.5) * WIDTH, page.height + TITLE + (line + 1) * STEP
            _put(canvas, x, y, lettered(STEP, str(number), 18, INK, False, PAPER))
        return canvas.frame

    def clues_of(self, puzzle: Summed) -> str:
        rows, columns, missing = (
            ", ".join(map(str, each)) for each in (puzzle.across, puzzle.down, puzzle.missing)
        )
        return f"Sums of rows: {rows}\nSums of columns: {columns}\nTo be placed: {missing}"


def _put(canvas: Canvas, x: float, y: float, tile: Frame) -> None:
    """A small picture around a point."""
    canvas.paste(tile, round(x - tile.shape[1] / 2), round(y - tile.shape[0] / 2))


@lru_cache(maxsize=8)
def _sheet(page: Page) -> Frame:
    """The empty grid with room for the list below."""
    canvas = Canvas(page.width, page.height + BELOW, PAPER)
    canvas.paste(page.canvas().frame, 0, 0)
    canvas.text(page.edge("left") + 6, page.height + TITLE, "To be placed:", 14, align="left")
    return canvas.frame


PRESETS = grid_levels(Survo, size=(3, 4, 5), blank=(4, 8, 13))
