"""Independent Cells: cells of a grid of numbers, no two side by side, with the largest sum."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Grid, Optimum, action, levels, redrawn
from visgym.kit.flows import cut
from visgym.kit.grid import cells, neighbours
from visgym.kit.grid_search import where
from visgym.kit.tables.boards import ROWS, Table, Whole, as_text, filled


@dataclass(frozen=True, slots=True)
class Numbers:
    rows: Whole


@dataclass(frozen=True, kw_only=True)
class IndependentCells(Optimum[Numbers]):
    size: int = 3
    """Rows of the grid, and columns."""

    power = 3
    tags = frozenset({"synthetic", "full", "known", "arithmetic", "planning"})
    pictured = "Every cell shows its number."
    written = ROWS

    def validate(self) -> None:
        if not 3 <= self.size <= 9:
            raise ValueError("size must be from 3 to 9.")

    def generate(self, rng: Random) -> Numbers:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Numbers | None:
        """Numbers of which no chessboard is the best choice nor, beyond 3x3, the largest first."""
        chance = filled(self.size, self.size, lambda cell: rng.randint(1, 99))
        planted = _greedy(chance)  # a bit larger than the others, so that chessboards lose
        more = 5 if self.size == 3 else 3
        grid = Numbers(
            filled(
                self.size, self.size, lambda at: rng.randint(1, 9 - more) + more * (at in planted)
            )
        )
        easy = [_chessboard(self.size, 0), _chessboard(self.size, 1)]
        easy += [_greedy(grid.rows)] if self.size > 3 else []
        best = _best(grid.rows)
        return grid if all(_sum(grid.rows, chosen) < best for chosen in easy) else None

    def rules(self) -> str:
        return (
            "A grid holds a number in every cell. Choose cells so that no two of them share a side "
            "and the sum of their numbers is as large as possible. Write the grid with a 1 for "
            "every cell that you choose and a 0 for every other, row by row."
        )

    @action
    def answer(self, grid: Numbers, rows: Annotated[Whole, Grid("size", "size", Below(2))]) -> None:
        """Give the chosen cells as ones."""

    def worth(self, grid: Numbers, rows: Whole) -> int | None:
        chosen = where(rows, 1)
        is_apart = not any(beside in chosen for cell in chosen for beside in neighbours(cell))
        return _sum(grid.rows, chosen) if is_apart else None

    def best(self, grid: Numbers) -> int:
        return _best(grid.rows)

    def solution(self, grid: Numbers) -> Whole:
        """All cells but those of the cheapest set that touches every pair side by side: a cut."""
        source, sink = self.size**2, self.size**2 + 1
        arcs = list[tuple[int, int, int]]()
        for row, column in cells(self.size, self.size):
            here, value = row * self.size + column, grid.rows[row][column]
            if (row + column) % 2:
                arcs.append((here, sink, value))
            else:
                arcs.append((source, here, value))
                arcs += [
                    (here, r * self.size + c, 10**6)
                    for r, c in neighbours((row, column))
                    if 0 <= r < self.size and 0 <= c < self.size
                ]
        side = cut(arcs, source, sink)
        return filled(
            self.size,
            self.size,
            lambda cell: int((cell[0] * self.size + cell[1] in side) == (sum(cell) % 2 == 0)),
        )

    def effort(self, state: Asked[Numbers]) -> float:
        return float(self.size**2)

    def draw(self, grid: Numbers) -> Frame:
        return Table(self.size, self.size).picture(grid.rows)

    def describe(self, grid: Numbers) -> str:
        return as_text(grid.rows)


def _sum(rows: Whole, chosen: set[tuple[int, int]]) -> int:
    return sum(rows[row][column] for row, column in chosen)


def _chessboard(size: int, color: int) -> set[tuple[int, int]]:
    return {cell for cell in cells(size, size) if sum(cell) % 2 == color}


def _greedy(rows: Whole) -> set[tuple[int, int]]:
    chosen: set[tuple[int, int]] = set()
    for cell in sorted(cells(len(rows), len(rows)), key=lambda cell: -rows[cell[0]][cell[1]]):
        if not any(beside in chosen for beside in neighbours(cell)):
            chosen.add(cell)
    return chosen


def _best(rows: Whole) -> int:
    """Row by row: the best sum for every set of columns that may be chosen in the last row."""
    width = len(rows[0])
    masks = [mask for mask in range(1 << width) if not mask & mask << 1]
    best = {0: 0}
    for row in rows:
        worth = {mask: sum(v for c, v in enumerate(row) if mask >> c & 1) for mask in masks}
        best = {
            mask: worth[mask] + max(sum for above, sum in best.items() if not above & mask)
            for mask in masks
        }
    return max(best.values())


PRESETS = levels(IndependentCells, size=(3, 4, 6))
