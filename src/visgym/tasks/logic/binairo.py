"""Binairo: fill a grid with black and white discs, half of each a line, never three in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.authoring import Frame, redrawn
from visgym.kit.canvas import BLUE, INK, SHEET, Canvas
from visgym.kit.grids.checks import Check, count, lines
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.pages import Page
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole

CELL = 44  # pixels


@dataclass(frozen=True, slots=True)
class Discs:
    givens: Whole


@dataclass(frozen=True, kw_only=True)
class Binairo(ClueGrid[Discs]):
    given: int = 6
    """Discs that are given."""

    letters = "wb"
    tags = frozenset({"synthetic", "full", "known", "logic"})
    pictured = "Discs with a blue rim are yours. The grey numbers count rows and columns."
    written = "Each line is a row, from the top: w is white, b is black, a dot is a blank cell."

    def validate(self) -> None:
        if self.size % 2 or not 4 <= self.size <= 12 or not 1 <= self.given < self.size**2:
            raise ValueError("size must be even, from 4 to 12, and given fewer than its cells.")

    @property
    def values(self) -> Sequence[int]:
        return (0, 1)

    def made(self, rng: Random) -> Discs:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Discs | None:
        """A random grid without all discs but so many, if they leave no other grid."""
        givens = self.thinned(self.rules_of(Discs(())), rng, self.given)
        return None if givens is None else Discs(givens)

    def rules(self) -> str:
        return (
            "Fill the grid with white discs (w) and black discs (b), so that every row and every "
            "column has as many white ones as black ones and nowhere three of one colour follow "
            "each other in a row or column. Given discs stay."
        )

    def rules_of(self, puzzle: Discs) -> Rules:
        rules = Rules(self.size**2, (0, 1))
        for _, line in lines(self.size, self.size):
            numbers = [row * self.size + column for row, column in line]
            rules.total(numbers, self.size // 2)
            for first in range(self.size - 2):
                rules.total(numbers[first : first + 3], 1, 2)
        return rules

    def checks_of(self, puzzle: Discs) -> Sequence[Check]:
        found = list[Check]()
        for name, line in lines(self.size, self.size):
            found.append(count(f"half of {name}", line, 1, self.size // 2))
            found.append(Check(f"no three in {name}", tuple(line), _has_no_three))
        return found

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, cell=CELL)

    def page_of(self, puzzle: Discs, grid: Whole) -> Frame:
        page = self.page
        canvas = page.canvas()
        page.put_all(canvas, puzzle.givens, grid, _tile)
        return canvas.frame


def _has_no_three(line: Sequence[int]) -> bool:
    return all(len(set(line[first : first + 3])) == 2 for first in range(len(line) - 2))


@cache
def _tile(black: int, is_given: bool) -> Frame:
    """A disc, with a blue rim if it was written."""
    canvas, middle = Canvas(CELL, CELL, SHEET), CELL / 2
    canvas.disc(middle, middle, 16, INK if is_given else BLUE)
    canvas.disc(middle, middle, 14 if is_given else 13, INK if black else SHEET)
    return canvas.frame


PRESETS = grid_levels(Binairo, size=(4, 6, 8), given=(6, 12, 20))
