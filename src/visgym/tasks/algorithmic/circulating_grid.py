"""Circulating Grid: turn as few arrows as can be, so that they lead from every cell back to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from visgym.authoring import Asked, Frame, Grid, Optimum, action, levels, redrawn
from visgym.kit.cells.wrapping import WRAPS, ahead
from visgym.kit.flows import most_from
from visgym.kit.grid import Cell, cells
from visgym.kit.matching import cheapest_pairs
from visgym.kit.tables import signs
from visgym.kit.tables.boards import ROWS, Table, as_text

NEVER = 10**6  # the cost of an arrow that would not point at a neighbour

Letter = Literal["L", "R", "U", "D"]
WAYS: tuple[Letter, ...] = ("U", "R", "D", "L")  # clockwise
Letters = tuple[tuple[Letter, ...], ...]


@dataclass(frozen=True, slots=True)
class Arrows:
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, kw_only=True)
class CirculatingGrid(Optimum[Arrows]):
    size: int = 3
    """Rows of the grid, and columns."""
    changes: int = 2
    """Arrows that must be turned, at least."""

    fewest = True
    tags = frozenset({"synthetic", "full", "known", "graphs", "planning"})
    pictured = "An arrow fills each cell; the stubs around the grid recall that its edges wrap."
    written = f"{ROWS} L, R, U and D are arrows to the left, right, top and bottom."

    def validate(self) -> None:
        if not 3 <= self.size <= 8 or not 1 <= self.changes <= self.size**2 // 4:
            raise ValueError(
                "size must be from 3 to 8 and changes from 1 to a quarter of the cells."
            )

    def generate(self, rng: Random) -> Arrows:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Arrows | None:
        rows = tuple(tuple(rng.choices(WAYS, k=self.size)) for _ in range(self.size))
        missed = self.size**2 - len(_entered(rows))  # each takes an arrow of its own
        return Arrows(rows) if missed >= self.changes else None

    def rules(self) -> str:
        return (
            "Every cell of a grid holds an arrow that leads to the next cell on the left (L), on "
            f"the right (R), above (U) or below (D). {WRAPS} Turn as few arrows as possible, so "
            "that whoever starts in any cell and follows the arrows comes back to it; this is so "
            "if exactly one arrow leads into each cell. Give all arrows of the new grid, row by "
            "row."
        )

    @action
    def answer(self, arrows: Arrows, rows: Annotated[Letters, Grid("size", "size")]) -> None:
        """Give the arrows after the turns, as letters."""

    def worth(self, arrows: Arrows, rows: Letters) -> int | None:
        if set(_entered(rows).values()) != {1} or len(_entered(rows)) < self.size**2:
            return None
        return sum(rows[r][c] != arrows.rows[r][c] for r, c in cells(self.size, self.size))

    def best(self, arrows: Arrows) -> int:
        """A unit flows from every cell to one beside it, and pays where it follows an arrow."""
        count = self.size**2
        arcs = [(2 * count, cell, 1, 0) for cell in range(count)]
        arcs += [(count + cell, 2 * count + 1, 1, 0) for cell in range(count)]
        arcs += [(at, count + to, 1, int(kept)) for at, to, _, kept in self._choices(arrows)]
        return count - most_from(arcs, 2 * count, 2 * count + 1, count)

    def solution(self, arrows: Arrows) -> Letters:
        """The cheapest pairs of cells and neighbours, where an arrow that is there is free."""
        costs, letters = [[NEVER] * self.size**2 for _ in range(self.size**2)], {}
        for at, to, letter, kept in self._choices(arrows):
            costs[at][to], letters[at, to] = int(not kept), letter
        found = [letters[pair] for pair in cheapest_pairs(costs)]
        return tuple(zip(*[iter(found)] * self.size, strict=True))

    def _choices(self, arrows: Arrows) -> Iterator[tuple[int, int, Letter, bool]]:
        """Numbers of a cell and of one beside it, the arrow between, and whether it is there."""
        for at, cell in enumerate(cells(self.size, self.size)):
            for way, letter in enumerate(WAYS):
                row, column = ahead(cell, way, self.size, self.size)
                kept = letter == arrows.rows[cell[0]][cell[1]]
                yield at, row * self.size + column, letter, kept

    def effort(self, state: Asked[Arrows]) -> float:
        return float(self.best(state.problem))

    def draw(self, arrows: Arrows) -> Frame:
        table = Table(self.size, self.size, cell=56)
        canvas = table.canvas()
        signs.passages(table, canvas)
        for row, column in cells(self.size, self.size):
            signs.arrow(table, canvas, (row, column), WAYS.index(arrows.rows[row][column]))
        return canvas.frame

    def describe(self, arrows: Arrows) -> str:
        return as_text(arrows.rows)


def _entered(rows: tuple[tuple[str, ...], ...]) -> Counter[Cell]:
    """How many arrows lead into a cell, without those that none enters."""
    size = len(rows)
    return Counter(ahead((r, c), WAYS.index(rows[r][c]), size, size) for r, c in cells(size, size))


PRESETS = levels(CirculatingGrid, size=(3, 4, 6), changes=(2, 4, 8))
