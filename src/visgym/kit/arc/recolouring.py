"""Rules that give things another colour, by what they look like or where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.grids import ColourGrid, ColourThing, dyed, enclosed, is_at_rim, things
from visgym.kit.arc.rule import Colour, Rule
from visgym.kit.arc.scenes import (
    GridDraft,
    Shape,
    drawn_block,
    drawn_ring,
    from_origin,
    palette,
    polyomino,
    scene,
    several,
)

Extreme = Literal["largest", "smallest"]


def repainted(grid: ColourGrid, chosen: Callable[[ColourThing], bool], colour: int) -> ColourGrid:
    """A grid where the things that are chosen have a colour."""
    return dyed(grid, ((thing, colour) for thing in things(grid) if chosen(thing)))


def extreme(grid: ColourGrid, which: str) -> list[ColourThing]:
    """The things with the most or the fewest cells."""
    found = things(grid)
    if not found:
        return []
    pick = max if which == "largest" else min
    size = pick(len(thing.cells) for thing in found)
    return [thing for thing in found if len(thing.cells) == size]


def sizes(rng: Random, count: int) -> list[int]:
    """Different numbers of cells."""
    return rng.sample(range(1, 6 + count), count)


@dataclass(frozen=True)
class PaintExtreme(Rule):
    """The largest or the smallest thing takes a colour."""

    which: Extreme
    colour: Colour

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [polyomino(rng, count) for count in sizes(rng, several(rng, size, 3, 4))]
        return scene(rng, size, shapes, palette(rng, 1, (self.colour,)))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        return dyed(grid, ((thing, self.colour) for thing in extreme(grid, self.which)))


@dataclass(frozen=True)
class PaintByRank(Rule):
    """Things take colours in the order of their sizes, from a first colour on."""

    first: Extreme
    start: Literal[1, 2, 3, 4, 5, 6]

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [polyomino(rng, count) for count in sizes(rng, 3)]
        return scene(rng, size, shapes, palette(rng, 1, range(self.start, self.start + 3)))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        found = things(grid)
        ranks = sorted({len(thing.cells) for thing in found}, reverse=self.first == "largest")
        places = {size: min(place, 2) for place, size in enumerate(ranks)}
        return dyed(grid, ((thing, self.start + places[len(thing.cells)]) for thing in found))


@dataclass(frozen=True)
class PaintByCount(Rule):
    """Every thing takes the colour whose number is that of its cells."""

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [polyomino(rng, rng.randint(1, 6)) for _ in range(several(rng, size, 3, 4))]
        return scene(rng, size, shapes, palette(rng, 1))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        return dyed(grid, ((thing, min(len(thing.cells), 9)) for thing in things(grid)))


@dataclass(frozen=True)
class PaintSymmetric(Rule):
    """Things that are their own mirror image take a colour."""

    axis: Literal["left-right", "top-bottom"]
    colour: Colour

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [polyomino(rng, rng.randint(4, 6)) for _ in range(several(rng, size, 2, 2))]
        shapes.insert(1, self._symmetric(rng))
        return scene(rng, size, shapes, palette(rng, 2, (self.colour,)))

    def _symmetric(self, rng: Random) -> Shape:
        half = polyomino(rng, rng.randint(2, 3))
        if self.axis == "left-right":
            return from_origin({*half, *((row, -column) for row, column in half)})
        return from_origin({*half, *((-row, column) for row, column in half)})

    def apply(self, grid: ColourGrid) -> ColourGrid:
        return repainted(grid, self._is_symmetric, self.colour)

    def _is_symmetric(self, thing: ColourThing) -> bool:
        top, left, bottom, right = thing.box
        across = self.axis == "left-right"
        own = set(thing.cells)
        return all(
            ((row, left + right - column) if across else (top + bottom - row, column)) in own
            for row, column in thing.cells
        )


@dataclass(frozen=True)
class PaintAtRim(Rule):
    """Things that touch the rim of the grid, or those that do not, take a colour."""

    which: Literal["at the rim", "inside"]
    colour: Colour

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        found, own = GridDraft(rng, size, 6), palette(rng, 1, (self.colour,))[0]
        for _ in range(several(rng, size, 4, 5)):
            found.put(polyomino(rng, rng.randint(1, 4)), own)
        return found.grid

    def apply(self, grid: ColourGrid) -> ColourGrid:
        wanted = self.which == "at the rim"
        return repainted(grid, lambda thing: is_at_rim(thing, grid) == wanted, self.colour)


@dataclass(frozen=True)
class PaintHoled(Rule):
    """Things around a hole, or those without one, take a colour."""

    which: Literal["with a hole", "without a hole"]
    colour: Colour

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        count = several(rng, size, 1, 2)
        shapes = [drawn_ring(rng, 3, 4) for _ in range(count)]
        shapes += [drawn_block(rng, 1, 3) for _ in range(count)]
        return scene(rng, size, shapes, palette(rng, 1, (self.colour,)))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        wanted = self.which == "with a hole"
        return repainted(grid, lambda thing: _has_hole(thing) == wanted, self.colour)


def _has_hole(thing: ColourThing) -> bool:
    top, left, bottom, right = thing.box
    rows = [[0] * (right - left + 1) for _ in range(bottom - top + 1)]
    for row, column in thing.cells:
        rows[row - top][column - left] = 1
    return bool(enclosed(tuple(map(tuple, rows))))


@dataclass(frozen=True)
class PaintAlike(Rule):
    """Things of the same shape as the one in a colour of its own take that colour."""

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        key, plain = palette(rng, 2)
        same, other = polyomino(rng, rng.randint(3, 4)), polyomino(rng, rng.randint(3, 5))
        shapes = [same, *(rng.choice((same, other)) for _ in range(several(rng, size, 1, 2))), same]
        return scene(rng, size, [*shapes, other], [key, *[plain] * len(shapes)])

    def apply(self, grid: ColourGrid) -> ColourGrid:
        found = things(grid)
        many = Counter(thing.colour for thing in found)
        alone = [thing for thing in found if many[thing.colour] == 1]
        if len(alone) != 1:
            return grid
        key = from_origin(alone[0].cells)
        return repainted(grid, lambda thing: from_origin(thing.cells) == key, alone[0].colour)
