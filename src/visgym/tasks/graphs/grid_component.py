"""Grid Component: how many ones the largest group of a grid of zeros and ones has."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Question, Span, action, closeness, levels, redrawn
from visgym.kit.grid import cells
from visgym.kit.grid_search import pieces, where
from visgym.kit.tables.boards import ROWS, Table, Whole, as_text, filled


@dataclass(frozen=True, slots=True)
class Map:
    rows: Whole


@dataclass(frozen=True, kw_only=True)
class GridComponent(Question[Map]):
    size: int = 4
    """Rows of the grid, and columns."""

    tags = frozenset({"synthetic", "full", "known", "counting", "perception"})
    pictured = "Every cell shows its number."
    written = ROWS

    def validate(self) -> None:
        if not 3 <= self.size <= 20:
            raise ValueError("size must be from 3 to 20.")

    def generate(self, rng: Random) -> Map:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Map | None:
        """Ones so dense that groups are ragged, with a second group that is nearly as large."""
        ones = rng.uniform(0.45, 0.6)
        grid = Map(filled(self.size, self.size, lambda cell: int(rng.random() < ones)))
        sizes = sorted(map(len, pieces(where(grid.rows, 1))))
        return grid if len(sizes) > 1 and sizes[-1] <= 3 * sizes[-2] + 2 else None

    def rules(self) -> str:
        return (
            "A grid holds a 0 or a 1 in every cell. Two ones are in the same group if one can get "
            "from one to the other by steps between cells that share a side, on ones alone; "
            "corners do not count. How many ones does the largest group have?"
        )

    @action
    def answer(self, grid: Map, count: Annotated[int, Span(0, 400)]) -> None:
        """Give the number of cells of the largest group."""

    def grade(self, grid: Map, count: int) -> float:
        return float(count == _largest(grid.rows))

    def metrics(self, grid: Map, count: int = 0) -> dict[str, float]:
        return {"closeness": closeness(count, _largest(grid.rows))}

    def solution(self, grid: Map) -> int:
        """By walking through each group."""
        return max(map(len, pieces(where(grid.rows, 1))), default=0)

    def effort(self, state: Asked[Map]) -> float:
        return float(sum(map(sum, state.problem.rows)))

    def draw(self, grid: Map) -> Frame:
        return Table(self.size, self.size, cell=40).picture(grid.rows)

    def describe(self, grid: Map) -> str:
        return as_text(grid.rows)


def _largest(rows: Whole) -> int:
    """Every cell begins as a group of its own; neighbours are joined."""
    group = {cell: cell for cell in cells(len(rows), len(rows[0])) if rows[cell[0]][cell[1]]}
    for row, column in group:
        for beside in ((row + 1, column), (row, column + 1)):
            if beside in group:
                ends = [(row, column), beside]
                for at, end in enumerate(ends):
                    while group[end] != end:
                        end = group[end]
                    ends[at] = end
                group[ends[0]] = ends[1]
    sizes: dict[tuple[int, int], int] = {}
    for cell in group:
        while group[cell] != cell:
            cell = group[cell]
        sizes[cell] = sizes.get(cell, 0) + 1
    return max(sizes.values(), default=0)


PRESETS = levels(GridComponent, size=(4, 7, 11))
