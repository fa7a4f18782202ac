"""The question how large the largest piece of a map is, whatever the map looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from visgym.core.signatures import Span
from visgym.core.task import action
from visgym.kit.asking import Asked
from visgym.kit.grid import cells
from visgym.kit.grid_search import pieces, where
from visgym.kit.scoring import NumberQuestion
from visgym.kit.tables.boards import Whole


@dataclass(frozen=True, slots=True)
class Map:
    """Ones hang together where they share a side."""

    rows: Whole


@dataclass(frozen=True, kw_only=True)
class LargestPiece(NumberQuestion[Map]):
    size: int = 4
    """Rows of the map, and columns."""

    tags = frozenset({"synthetic", "full", "known", "counting", "perception"})

    @action
    def answer(self, grid: Map, count: Annotated[int, Span(0, 400)]) -> None:
        """Give the number of cells of the largest one."""

    def right(self, grid: Map) -> int:
        return _largest(grid.rows)

    def solution(self, grid: Map) -> int:
        """By walking through each piece."""
        return max(map(len, pieces(where(grid.rows, 1))), default=0)

    def effort(self, state: Asked[Map]) -> float:
        return float(sum(map(sum, state.problem.rows)))


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
