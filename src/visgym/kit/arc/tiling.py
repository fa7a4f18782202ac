"""Rules whose output is made of copies of the input, or of which the input is made."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.grids import ColourGrid, flipped, shape
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.scenes import mosaic, palette


@dataclass(frozen=True)
class Shrink(Rule):
    """Every square of cells becomes one cell."""

    by: Literal[2, 3]

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        most = max(2, size // self.by)
        small = mosaic(rng, rng.randint(2, most), rng.randint(2, most), [*palette(rng, 3), 0, 0])
        wide = [tuple(each for each in row for _ in range(self.by)) for row in small]
        return tuple(row for row in wide for _ in range(self.by))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        return tuple(row[:: self.by] for row in grid[:: self.by])


@dataclass(frozen=True)
class SelfTile(Rule):
    """Every coloured cell becomes a copy of the whole grid, every empty one an empty copy."""

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        side = 2 if size < 9 or rng.random() < 0.3 else rng.randint(3, min(4, int(size**0.5)))
        return mosaic(rng, side, side, [*palette(rng, 2), 0, 0])

    def apply(self, grid: ColourGrid) -> ColourGrid:
        if max(shape(grid)) > 5:
            return grid
        return tuple(
            tuple(each if outer else 0 for outer in band for each in row)
            for band in grid
            for row in grid
        )


@dataclass(frozen=True)
class Kaleidoscope(Rule):
    """The grid with its mirror images on the right, below, and in the corner."""

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        most = max(2, size // 2)
        return mosaic(rng, rng.randint(2, most), rng.randint(2, most), [*palette(rng, 3), 0, 0])

    def apply(self, grid: ColourGrid) -> ColourGrid:
        upper = tuple(row + mirrored for row, mirrored in zip(grid, flipped(grid), strict=True))
        return upper + upper[::-1]
