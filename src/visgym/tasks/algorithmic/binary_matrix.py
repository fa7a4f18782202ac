"""Binary Matrix: how far every cell of a grid of zeros and ones is from the nearest zero."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import (
    Asked,
    Below,
    Frame,
    Grid,
    action,
    levels,
    redrawn,
)
from visgym.kit.canvas import MUTED, SHEET
from visgym.kit.grid import cells
from visgym.kit.grid_search import steps_from, where
from visgym.kit.tables.asked import TableQuestion
from visgym.kit.tables.boards import ROWS, Table, Whole, as_text, filled


@dataclass(frozen=True, slots=True)
class Bits:
    rows: Whole


@dataclass(frozen=True, kw_only=True)
class BinaryMatrix(TableQuestion[Bits]):
    size: int = 4
    """Rows of the grid, and columns."""
    zeros: float = 0.35
    """The share of cells that hold a zero."""
    farthest: int = 2
    """The least distance that some cell has to the nearest zero."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "counting"})
    pictured = "Cells with a 1 are dark, cells with a 0 white."
    written = ROWS

    def validate(self) -> None:
        if not 2 <= self.size <= 14 or not 0 < self.zeros < 1:
            raise ValueError("size must be from 2 to 14 and zeros between 0 and 1.")
        if not 1 <= self.farthest <= self.size - 1:
            raise ValueError("farthest must be from 1 to size - 1.")

    def generate(self, rng: Random) -> Bits:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Bits | None:
        count = max(1, round(self.zeros * self.size**2))
        zeros = set(rng.sample(list(cells(self.size, self.size)), count))
        bits = Bits(filled(self.size, self.size, lambda cell: int(cell not in zeros)))
        return bits if max(map(max, self.solution(bits))) >= self.farthest else None

    def rules(self) -> str:
        return (
            "A grid holds a 0 or a 1 in every cell. The distance of two cells is the number of "
            "steps between them, where a step goes to the next cell above, below, on the left or "
            "on the right, whatever is in it. Give for every cell its distance to the nearest 0, "
            "which is 0 for a cell that holds a 0, row by row in the shape of the grid."
        )

    @action
    def answer(
        self,
        bits: Bits,
        rows: Annotated[tuple[tuple[int, ...], ...], Grid("size", "size", Below(100))],
    ) -> None:
        """Give the distances, row by row."""

    def right(self, bits: Bits) -> Whole:
        """The least over all zeros, for every cell alone."""
        zeros = where(bits.rows, 0)
        return filled(
            self.size,
            self.size,
            lambda at: min(abs(at[0] - row) + abs(at[1] - column) for row, column in zeros),
        )

    def solution(self, bits: Bits) -> Whole:
        """By walking outwards from all zeros at once."""
        steps = steps_from(where(bits.rows, 0), self.size, self.size)
        return filled(self.size, self.size, lambda cell: steps[cell])

    def effort(self, state: Asked[Bits]) -> float:
        return float(sum(map(sum, self.solution(state.problem))))

    def draw(self, bits: Bits) -> Frame:
        return Table(self.size, self.size, first=0).picture(bits.rows, {1: MUTED, 0: SHEET})

    def describe(self, bits: Bits) -> str:
        return as_text(bits.rows)


PRESETS = levels(BinaryMatrix, size=(4, 6, 9), zeros=(0.35, 0.25, 0.12), farthest=(2, 3, 4))
