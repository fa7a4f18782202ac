"""Futoshiki: fill a grid with each number once a row and column, as signs between cells say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import lt
from random import Random

from visgym.authoring import Cell, Frame, redrawn
from visgym.kit.canvas import INK, PAPER, Canvas
from visgym.kit.grid import cells
from visgym.kit.grids.checks import Check, only, together
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.filling import numbered
from visgym.kit.grids.latin import latin_checks, latin_rules, latin_square
from visgym.kit.grids.pages import Page
from visgym.kit.grids.rules import Clue, Rules
from visgym.kit.tables.boards import Whole

TIP, SIDE = 7, 20  # pixels: half the length of a sign, and of its picture


@dataclass(frozen=True, slots=True)
class Signs:
    givens: Whole
    less: tuple[tuple[Cell, Cell], ...]
    """Cells beside each other, the one with the smaller number first."""


@dataclass(frozen=True, kw_only=True)
class Futoshiki(ClueGrid[Signs]):
    given: int = 3
    """Numbers that are given."""

    tags = frozenset({"synthetic", "full", "known", "logic"})
    pictured = (
        "Given numbers are black. A sign between two cells opens towards the larger number. The "
        "grey numbers count rows and columns."
    )
    written = (
        "Signs are listed by cell, as row, column. Then each line is a row of the grid, from the "
        "top; a dot is a blank cell."
    )

    def validate(self) -> None:
        if not 3 <= self.size <= 8 or not 0 <= self.given < self.size**2:
            raise ValueError("size must be from 3 to 8 and given less than the number of cells.")

    @property
    def values(self) -> Sequence[int]:
        return range(1, self.size + 1)

    def made(self, rng: Random) -> Signs:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Signs | None:
        """Some numbers of a square and all its signs, of which those are struck that can be."""
        square = latin_square(self.size, rng)
        shown = set(rng.sample(list(cells(self.size, self.size)), self.given))
        givens = only(square, shown)
        rules = latin_rules(self.size)
        signs = {_pair(rules, self.size, sign): sign for sign in _signs(square)}
        needed = rules.needed(signs, numbered(givens), rng)
        if not needed:
            return None
        return Signs(givens, tuple(sorted(signs[clue] for clue in needed)))

    def rules(self) -> str:
        return (
            f"Fill the grid with the numbers from 1 to {self.size}, so that every row and every "
            "column has each number once and every sign between two cells is true. Given numbers "
            "stay."
        )

    def rules_of(self, puzzle: Signs) -> Rules:
        rules = latin_rules(self.size)
        for sign in puzzle.less:
            _pair(rules, self.size, sign)
        return rules

    def checks_of(self, puzzle: Signs) -> Sequence[Check]:
        signs = [
            together(f"{_say(one)} < {_say(other)}", one, other, lt) for one, other in puzzle.less
        ]
        return [*latin_checks(self.size), *signs]

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, gap=28)

    def page_of(self, puzzle: Signs, grid: Whole) -> Frame:
        page = self.page
        canvas = page.canvas()
        page.write(canvas, puzzle.givens, grid)
        for small, large in puzzle.less:
            x, y = page.between(small, large)
            sign = _sign(large[0] - small[0], large[1] - small[1])
            canvas.paste(sign, round(x) - SIDE // 2, round(y) - SIDE // 2)
        return canvas.frame

    def clues_of(self, puzzle: Signs) -> str:
        return "; ".join(f"{_say(small)} < {_say(large)}" for small, large in puzzle.less)


@cache
def _sign(down: int, right: int) -> Frame:
    """A sign that opens downwards or to the right, or the other way."""
    canvas, x = Canvas(SIDE, SIDE, PAPER), SIDE / 2
    ends = [(x + TIP * (right + s * down), x + TIP * (down + s * right)) for s in (-1, 1)]
    canvas.polyline((ends[0], (x - TIP * right, x - TIP * down), ends[1]), 3, INK)
    return canvas.frame


def _signs(square: Whole) -> Iterator[tuple[Cell, Cell]]:
    """Every two cells side by side, the one with the smaller number first."""
    for row, column in cells(len(square), len(square)):
        for down, right in ((row, column + 1), (row + 1, column)):
            if max(down, right) < len(square):
                is_less = square[row][column] < square[down][right]
                one, other = (row, column), (down, right)
                yield (one, other) if is_less else (other, one)


def _pair(rules: Rules, size: int, sign: tuple[Cell, Cell]) -> Clue:
    (a, b), (c, d) = sign
    return rules.pair(a * size + b, c * size + d, lt)


def _say(cell: Cell) -> str:
    return f"({cell[0] + 1}, {cell[1] + 1})"


PRESETS = grid_levels(Futoshiki, size=(4, 5, 6), given=(3, 3, 2))
