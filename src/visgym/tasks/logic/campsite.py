"""Campsite: pitch tents so that none stand side by side and every line has as many as it says.

The numbers of tents stand at the rim: the published task tells them nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.authoring import Frame, redrawn
from visgym.kit.canvas import BLUE, Canvas
from visgym.kit.grid import cells
from visgym.kit.grids.checks import BLANK, Check, count, lines, together
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.pages import Page
from visgym.kit.grids.pieces import GRASS, pitch
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole, filled

CELL = 44  # pixels


@dataclass(frozen=True, slots=True)
class Camp:
    givens: Whole
    across: tuple[int, ...]
    """Tents of each row."""
    down: tuple[int, ...]
    """Tents of each column."""


@dataclass(frozen=True, kw_only=True)
class Campsite(ClueGrid[Camp]):
    blank: float = 0.6
    """The share of cells to be filled."""

    tags = frozenset({"synthetic", "full", "known", "logic"})
    pictured = (
        "A tent is a one, grass a zero; what you wrote has a blue mark. The numbers in boxes say "
        "how many tents a row or column has; the grey numbers count rows and columns."
    )
    written = (
        "Tents of rows and columns come first. Then each line is a row, from the top: 1 is a tent, "
        "0 is grass, a dot is a blank cell."
    )

    def validate(self) -> None:
        if not 3 <= self.size <= 12 or not 0.1 <= self.blank <= 1:
            raise ValueError("size must be from 3 to 12 and blank from 0.1 to 1.")

    @property
    def values(self) -> Sequence[int]:
        return (0, 1)

    def made(self, rng: Random) -> Camp:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Camp | None:
        """Tents wherever there is room in random order, then as many cells blank as can be."""
        tents: set[tuple[int, int]] = set()
        every = list(cells(self.size, self.size))
        for row, column in rng.sample(every, round(0.6 * len(every))):
            beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            tents |= set() if tents & beside else {(row, column)}
        grid = filled(self.size, self.size, lambda cell: int(cell in tents))
        across, down = tuple(map(sum, grid)), tuple(map(sum, zip(*grid, strict=True)))
        rules = self.rules_of(Camp(grid, across, down))
        flat = tuple(value for row in grid for value in row)
        keep = len(every) - round(self.blank * len(every))
        givens = rules.thinned(flat, rng, keep)
        if len(givens) > keep:
            return None
        return Camp(self.gridded([givens.get(n, BLANK) for n in range(len(every))]), across, down)

    def rules(self) -> str:
        return (
            "Fill the blank cells of a campsite with tents (1) and grass (0), so that no two tents "
            "share a side and every row and column has as many tents as its number says. What is "
            "given stays."
        )

    def rules_of(self, puzzle: Camp) -> Rules:
        rules = Rules(self.size**2, (0, 1))
        for (_, line), tents in zip(self._lines(), puzzle.across + puzzle.down, strict=True):
            rules.apart([row * self.size + column for row, column in line], tents)
        return rules

    def checks_of(self, puzzle: Camp) -> Sequence[Check]:
        counts = zip(self._lines(), puzzle.across + puzzle.down, strict=True)
        apart = [together(f"{a} {b} apart", a, b, lambda x, y: x + y < 2) for a, b in self._sides()]
        return [*(count(name, line, 1, tents) for (name, line), tents in counts), *apart]

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, cell=CELL, clues=("top", "left"))

    def page_of(self, puzzle: Camp, grid: Whole) -> Frame:
        page = self.page
        canvas = page.canvas()
        page.all_clues(canvas, {"left": puzzle.across, "top": puzzle.down})
        page.put_all(canvas, puzzle.givens, grid, _tile)
        return canvas.frame

    def clues_of(self, puzzle: Camp) -> str:
        rows, columns = (", ".join(map(str, each)) for each in (puzzle.across, puzzle.down))
        return f"Tents of rows: {rows}\nTents of columns: {columns}"

    def _lines(self) -> list[tuple[str, list[tuple[int, int]]]]:
        return lines(self.size, self.size)

    def _sides(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        pairs = [
            ((row, column), beside)
            for row, column in cells(self.size, self.size)
            for beside in ((row, column + 1), (row + 1, column))
        ]
        return [(one, other) for one, other in pairs if max(other) < self.size]


@cache
def _tile(tents: int, is_given: bool) -> Frame:
    """Grass, with a tent or none, and a mark on what was written."""
    canvas, middle = Canvas(CELL, CELL, GRASS), CELL / 2
    if tents:
        pitch(canvas, middle, middle)
    if not is_given:
        canvas.disc(CELL - 7, 7, 4, BLUE)
    return canvas.frame


PRESETS = grid_levels(Campsite, size=(4, 6, 9), blank=(0.6, 0.75, 0.9))
