"""Steps on whole strips that can be undone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.kit.arc.grids import ColourGrid, flipped
from visgym.kit.arc.scenes import palette
from visgym.kit.arc.steps import Step, Swap, Wrap
from visgym.kit.arc.strips import block_strip


@dataclass(frozen=True)
class FlipStrip(Step):
    """The whole strip mirrored."""

    kind = "move"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return (block_strip(rng, size, (2, 4), (1, 4), palette(rng, 3)),)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        return flipped(grid)

    def undo(self, grid: ColourGrid) -> ColourGrid:
        return flipped(grid)


@dataclass(frozen=True)
class WrapStrip(Wrap):
    """Everything shifted, and what leaves at one end comes back at the other."""

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return (block_strip(rng, size, (2, 4), (1, 4)),)


@dataclass(frozen=True)
class SwapStrip(Swap):
    """Two colours exchanged."""

    def sample(self, rng: Random, size: int) -> ColourGrid:
        third = palette(rng, 1, (self.one, self.other))[0]
        return (block_strip(rng, size, (2, 4), (1, 3), [self.one, self.other, third]),)
