"""Rules that take things away."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.grids import ColourGrid, inner, is_at_rim, painted, things
from visgym.kit.arc.recolouring import Extreme, extreme, sizes
from visgym.kit.arc.rule import Colour, Rule
from visgym.kit.arc.scenes import blobs, drawn_block, palette, polyomino, scene, several, sprinkled


@dataclass(frozen=True)
class Denoise(Rule):
    """Things of few cells are taken away."""

    most: Literal[1, 2]

    kind = "remove"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        colours = palette(rng, 3)
        shapes = [drawn_block(rng, 2, 4) for _ in range(several(rng, size, 1, 2))]
        shapes += [((0, 0), (0, 1))] * rng.randint(1, 2)
        rng.shuffle(shapes)
        return sprinkled(rng, size, scene(rng, size, shapes, colours), colours)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        small = [
            cell for thing in things(grid) if len(thing.cells) <= self.most for cell in thing.cells
        ]
        return painted(grid, small, 0)


@dataclass(frozen=True)
class KeepExtreme(Rule):
    """Only the largest or the smallest thing stays."""

    which: Extreme

    kind = "remove"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [polyomino(rng, count) for count in sizes(rng, several(rng, size, 3, 4))]
        return scene(rng, size, shapes, palette(rng, rng.randint(1, 3)))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        kept = {cell for thing in extreme(grid, self.which) for cell in thing.cells}
        gone = [cell for thing in things(grid) for cell in thing.cells if cell not in kept]
        return painted(grid, gone, 0)


@dataclass(frozen=True)
class DropColour(Rule):
    """Everything in a colour is taken away."""

    dropped: Colour

    kind = "remove"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, 3, 5, colours=[self.dropped, *palette(rng, 2, (self.dropped,))])

    def apply(self, grid: ColourGrid) -> ColourGrid:
        return tuple(tuple(0 if each == self.dropped else each for each in row) for row in grid)


@dataclass(frozen=True)
class Hollow(Rule):
    """What lies within things is taken away, or everything but that."""

    kept: Literal["rim", "inside"]

    kind = "remove"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [drawn_block(rng, 3, 5) for _ in range(several(rng, size, 1, 2))]
        return scene(rng, size, shapes, palette(rng, 2))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        inside = inner(grid)
        if self.kept == "rim":
            return painted(grid, inside, 0)
        own = (cell for thing in things(grid) for cell in thing.cells)
        return painted(grid, (cell for cell in own if cell not in inside), 0)


@dataclass(frozen=True)
class DropAtRim(Rule):
    """Things that touch the rim, or those that do not, are taken away."""

    kept: Literal["at the rim", "inside"]

    kind = "remove"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, least=4, most=5, cells=(1, 4))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        kept = self.kept == "at the rim"
        gone = (thing for thing in things(grid) if is_at_rim(thing, grid) != kept)
        return painted(grid, (cell for thing in gone for cell in thing.cells), 0)
