"""Renzoku: each number once a row and column, neighbours in sequence just where dots are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.authoring import Cell, Frame, redrawn
from visgym.kit.canvas import INK, PAPER, Canvas
from visgym.kit.grid import cells
from visgym.kit.grids.checks import Check, only, together
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.filling import numbered
from visgym.kit.grids.latin import latin_checks, latin_rules, latin_square
from visgym.kit.grids.pages import Page
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole

GAP, SIDE = 22, 14  # pixels between cells, and of the picture of a dot


@dataclass(frozen=True, slots=True)
class Dots:
    givens: Whole
    dots: tuple[tuple[Cell, Cell], ...]
    """Cells beside each other whose numbers differ by one."""


@dataclass(frozen=True, kw_only=True)
class Renzoku(ClueGrid[Dots]):
    given: int = 3
    """Numbers that are given."""

    tags = frozenset({"synthetic", "full", "known", "logic"})
    pictured = (
        "Given numbers are black. Dots stand between cells. The grey numbers count rows and "
        "columns."
    )
    written = (
        "Dots are listed by the two cells that they stand between, each as row, column. Then each "
        "line is a row of the grid, from the top; a dot is a blank cell."
    )

    def validate(self) -> None:
        if not 3 <= self.size <= 7 or not 1 <= self.given < self.size**2:
            raise ValueError("size must be from 3 to 7 and given from 1 to less than its cells.")

    @property
    def values(self) -> Sequence[int]:
        return range(1, self.size + 1)

    def made(self, rng: Random) -> Dots:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Dots | None:
        square = latin_square(self.size, rng)
        shown = set(rng.sample(list(cells(self.size, self.size)), self.given))
        dots = tuple(
            (one, other)
            for one, other in _sides(self.size)
            if _in_sequence(square[one[0]][one[1]], square[other[0]][other[1]])
        )
        puzzle = Dots(only(square, shown), dots)
        return puzzle if self.rules_of(puzzle).is_unique(numbered(puzzle.givens)) else None

    def rules(self) -> str:
        return (
            f"Fill the grid with the numbers from 1 to {self.size}, so that every row and every "
            "column has each number once. Two neighbours with a dot between them differ by exactly "
            "one; two neighbours without a dot differ by more than one. Given numbers stay."
        )

    def rules_of(self, puzzle: Dots) -> Rules:
        rules, dotted = latin_rules(self.size), set(puzzle.dots)
        for one, other in _sides(self.size):
            fits = _in_sequence if (one, other) in dotted else _apart
            rules.pair(one[0] * self.size + one[1], other[0] * self.size + other[1], fits)
        return rules

    def checks_of(self, puzzle: Dots) -> Sequence[Check]:
        found, dotted = latin_checks(self.size), set(puzzle.dots)
        for one, other in _sides(self.size):
            has_dot = (one, other) in dotted
            name = f"{'dot' if has_dot else 'no dot'} between {_say(one)} and {_say(other)}"
            found.append(together(name, one, other, _in_sequence if has_dot else _apart))
        return found

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, gap=GAP)

    def page_of(self, puzzle: Dots, grid: Whole) -> Frame:
        page = self.page
        canvas = page.canvas()
        page.write(canvas, puzzle.givens, grid)
        for one, other in puzzle.dots:
            x, y = page.between(one, other)
            canvas.paste(_dot(), round(x) - SIDE // 2, round(y) - SIDE // 2)
        return canvas.frame

    def clues_of(self, puzzle: Dots) -> str:
        return "; ".join(f"{_say(one)} and {_say(other)}" for one, other in puzzle.dots)


def _in_sequence(one: int, other: int) -> bool:
    return abs(one - other) == 1


def _apart(one: int, other: int) -> bool:
    return abs(one - other) > 1


def _sides(size: int) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells side by side."""
    for row, column in cells(size, size):
        for other in ((row, column + 1), (row + 1, column)):
            if max(other) < size:
                yield (row, column), other


@cache
def _dot() -> Frame:
    canvas = Canvas(SIDE, SIDE, PAPER)
    canvas.disc(SIDE / 2, SIDE / 2, 6, INK)
    return canvas.frame


def _say(cell: Cell) -> str:
    return f"({cell[0] + 1}, {cell[1] + 1})"


PRESETS = grid_levels(Renzoku, size=(4, 5, 7), given=(3, 2, 1))
