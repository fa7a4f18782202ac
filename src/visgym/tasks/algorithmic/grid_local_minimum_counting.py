"""Grid Local Minimum Counting: how many ways to fill a grid have their local minima where marked.

Some numbers are given, since a small grid has no more than a few dozen sets of marks.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels
from visgym.kit.canvas import RED
from visgym.kit.tables.boards import ROWS, Table, as_text
from visgym.kit.tables.minima import LocalMinima, drawn_marks, fillings, fillings_by_exclusion


@dataclass(frozen=True, kw_only=True)
class GridLocalMinimumCounting(NumberQuestion[LocalMinima]):
    rows: int = 2
    """Of the grid."""
    columns: int = 4
    """Of the grid."""
    given: int = 1
    """Numbers that stand in the grid already."""

    tags = frozenset({"synthetic", "full", "known", "counting", "reasoning"})
    pictured = "Marked cells have a red frame; numbers that are given stand in their cells."
    written = f"{ROWS} X is a marked cell, a number is given, and . is any other cell."

    def validate(self) -> None:
        if not 1 <= self.rows <= 4 or not 2 <= self.columns <= 7 or self.rows * self.columns > 12:
            raise ValueError(
                "rows must be from 1 to 4, columns from 2 to 7, with at most 12 cells."
            )
        if not 0 <= self.given <= self.rows * self.columns // 2:
            raise ValueError("given must be from 0 to half the cells.")

    def generate(self, rng: Random) -> LocalMinima:
        return drawn_marks(self.rows, self.columns, self.given, rng)

    def rules(self) -> str:
        return (
            f"The numbers from 1 to {self.rows * self.columns} are to fill a grid, each once. A "
            "cell is a local minimum if its number is smaller than those of all cells around it, "
            "also diagonally. In how many ways can the grid be filled so that the marked cells are "
            "local minima and no other cell is one? Numbers that are given stay where they are."
        )

    @action
    def answer(self, marks: LocalMinima, count: Annotated[int, Span(0, 10**9)]) -> None:
        """Give the number of ways."""

    def right(self, marks: LocalMinima) -> int:
        return fillings(marks, self.rows, self.columns)

    def solution(self, marks: LocalMinima) -> int:
        return fillings_by_exclusion(marks, self.rows, self.columns)

    def effort(self, state: Asked[LocalMinima]) -> float:
        return log2(self.solution(state.problem))

    def draw(self, marks: LocalMinima) -> Frame:
        table = Table(self.rows, self.columns, cell=64)
        canvas = table.canvas()
        for cell in marks.marked:
            table.mark(canvas, cell, RED)
        for cell, number in marks.given:
            canvas.text(*table.middle(cell), str(number), 24)
        return canvas.frame

    def describe(self, marks: LocalMinima) -> str:
        given = dict(marks.given)
        signs = [
            [
                ("X" if cell in marks.marked else "") + str(given.get(cell, "")) or "."
                for cell in row
            ]
            for row in ([(r, c) for c in range(self.columns)] for r in range(self.rows))
        ]
        return as_text(signs)


PRESETS = levels(GridLocalMinimumCounting, rows=(2, 3, 3), columns=(4, 3, 4), given=(2, 1, 1))
