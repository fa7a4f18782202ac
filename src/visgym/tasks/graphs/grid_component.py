"""Grid Component: how many ones the largest group of a grid of zeros and ones has."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Frame, levels, redrawn
from visgym.kit.grid_search import pieces, where
from visgym.kit.tables.boards import ROWS, Table, as_text, filled
from visgym.kit.tables.largest_piece import LargestPiece, Map


@dataclass(frozen=True, kw_only=True)
class GridComponent(LargestPiece):
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

    def draw(self, grid: Map) -> Frame:
        return Table(self.size, self.size, cell=40).picture(grid.rows)

    def describe(self, grid: Map) -> str:
        return as_text(grid.rows)


PRESETS = levels(GridComponent, size=(4, 7, 11))
