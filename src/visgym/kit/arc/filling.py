"""Rules that colour the background within things, around them and between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.grids import ColourGrid, enclosed, frozen, painted, shape, thawed, things
from visgym.kit.arc.rule import Colour, Rule, Side, back, facing
from visgym.kit.arc.scenes import GridDraft, dots, drawn_ring, palette, polyomino, scene, several
from visgym.kit.grid import Cell, cells

AROUND = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column)
STAMPS: dict[str, tuple[Cell, ...]] = {
    "plus": ((-1, 0), (1, 0), (0, -1), (0, 1)),
    "cross": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "bar": ((0, -1), (0, 1)),
    "post": ((-1, 0), (1, 0)),
}
SHADOWS: dict[Side, Cell] = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}


def added(grid: ColourGrid, found: Iterator[Cell], colour: int) -> ColourGrid:
    """A grid whose background has a colour in some cells, where these are in the grid."""
    height, width = shape(grid)
    rows = thawed(grid)
    for row, column in found:
        if 0 <= row < height and 0 <= column < width and not grid[row][column]:
            rows[row][column] = colour
    return frozen(rows)


@dataclass(frozen=True)
class FillHoles(Rule):
    """What is enclosed takes a colour."""

    colour: Colour

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [drawn_ring(rng, 3, 5) for _ in range(several(rng, size, 1, 3))]
        shapes += [polyomino(rng, rng.randint(2, 5)) for _ in range(rng.randint(0, 2))]
        return scene(rng, size, shapes, palette(rng, 2, (self.colour,)))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        return painted(grid, enclosed(grid), self.colour)


@dataclass(frozen=True)
class Surround(Rule):
    """A border grows around every thing."""

    corners: bool
    colour: Colour

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [polyomino(rng, rng.randint(1, 4)) for _ in range(several(rng, size, 1, 3))]
        return scene(rng, size, shapes, palette(rng, 2, (self.colour,)), margin=1)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        steps = AROUND if self.corners else STAMPS["plus"]
        own = (cell for thing in things(grid) for cell in thing.cells)
        beside = ((row + r, column + c) for row, column in own for r, c in steps)
        return added(grid, beside, self.colour)


@dataclass(frozen=True)
class Stamp(Rule):
    """Every single cell gets a mark around it."""

    mark: Literal["plus", "cross", "bar", "post"]
    colour: Colour

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        found = GridDraft(rng, size, 5)
        own = palette(rng, 2, (self.colour,))
        for number in range(several(rng, size, 2, 3)):
            found.put(((0, 0),), own[number % 2], margin=1)
        found.put(polyomino(rng, rng.randint(2, 4)), own[0])
        return found.grid

    def apply(self, grid: ColourGrid) -> ColourGrid:
        single = (thing.cells[0] for thing in things(grid) if len(thing.cells) == 1)
        marks = ((row + r, column + c) for row, column in single for r, c in STAMPS[self.mark])
        return added(grid, marks, self.colour)


@dataclass(frozen=True)
class Shadow(Rule):
    """Every thing throws a shadow on one side, a cell deep."""

    side: Side
    colour: Colour

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [polyomino(rng, rng.randint(2, 5)) for _ in range(several(rng, size, 2, 3))]
        return scene(rng, size, shapes, palette(rng, 2, (self.colour,)), margin=1)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        down, across = SHADOWS[self.side]
        own = (cell for thing in things(grid) for cell in thing.cells)
        return added(grid, ((row + down, column + across) for row, column in own), self.colour)


@dataclass(frozen=True)
class Beam(Rule):
    """Single cells shine to a side until something stops them, in a colour given."""

    side: Side
    colour: Colour

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        own = palette(rng, 2, (self.colour,))
        shapes = [*[((0, 0),)] * several(rng, size, 2, 2), polyomino(rng, rng.randint(3, 5))]
        return scene(rng, size, shapes, own)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        grid = facing(self.side, grid)
        single = [thing.cells[0] for thing in things(grid) if len(thing.cells) == 1]
        return back(self.side, added(grid, _upward(grid, single), self.colour))


@dataclass(frozen=True)
class Ray(Rule):
    """Single cells shine to a side in their own colour until something stops them."""

    side: Side

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return dots(rng, size, 2, 4, palette(rng, 3))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        grid = facing(self.side, grid)
        rows = thawed(grid)
        for thing in things(grid):
            if len(thing.cells) == 1:
                for row, column in _upward(grid, [thing.cells[0]]):
                    rows[row][column] = thing.colour
        return back(self.side, frozen(rows))


def _upward(grid: ColourGrid, start: list[Cell]) -> Iterator[Cell]:
    """Cells above others, up to the first that is not background."""
    for row, column in start:
        for above in range(row - 1, -1, -1):
            if grid[above][column]:
                break
            yield above, column


@dataclass(frozen=True)
class RimToRim(Rule):
    """Every single cell becomes a line from rim to rim; later ones pass below earlier ones."""

    course: Literal["across", "down", "diagonally"]

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return dots(rng, size, 1, 2, palette(rng, 3))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        height, width = shape(grid)
        rows = thawed(grid)
        for thing in things(grid):
            for row, column in self._line(*thing.cells[0], max(height, width)):
                alone = len(thing.cells) == 1 and 0 <= row < height and 0 <= column < width
                if alone and not rows[row][column]:
                    rows[row][column] = thing.colour
        return frozen(rows)

    def _line(self, row: int, column: int, far: int) -> Iterator[Cell]:
        for n in range(-far, far):
            if self.course == "diagonally":
                yield row + n, column + n
                yield row + n, column - n
            else:
                yield (row, column + n) if self.course == "across" else (row + n, column)


@dataclass(frozen=True)
class Connect(Rule):
    """Cells of one colour in a row or column are joined, if nothing lies between, in a colour."""

    course: Literal["across", "down"]
    colour: Colour

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        found = GridDraft(rng, size, 6)
        own = palette(rng, 3, (self.colour,))
        for number in range(several(rng, size, 1, 2)):
            far = rng.randint(2, max(2, min(6, found.height - 2, found.width - 2)))
            found.put(((0, 0), (0, far)), own[number % 3])
            found.put(((0, 0), (far, 0)), own[(number + 1) % 3])
        return found.grid

    def apply(self, grid: ColourGrid) -> ColourGrid:
        rows = grid if self.course == "across" else tuple(zip(*grid, strict=True))
        between = joined(rows)
        turned = between if self.course == "across" else ((c, r) for r, c in between)
        return added(grid, iter(turned), self.colour)


def joined(rows: ColourGrid) -> Iterator[Cell]:
    """The background between two cells of one colour in a row."""
    for number, row in enumerate(rows):
        last = -1
        for column, colour in enumerate(row):
            if colour:
                if last >= 0 and row[last] == colour:
                    yield from ((number, each) for each in range(last + 1, column))
                last = column


@dataclass(frozen=True)
class FillBox(Rule):
    """The smallest rectangle around every thing takes a colour."""

    colour: Colour

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [polyomino(rng, rng.randint(3, 6)) for _ in range(several(rng, size, 1, 3))]
        return scene(rng, size, shapes, palette(rng, 2, (self.colour,)))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        boxes = (thing.box for thing in things(grid))
        inside = (
            (top + row, left + column)
            for top, left, bottom, right in boxes
            for row, column in cells(bottom - top + 1, right - left + 1)
        )
        return added(grid, inside, self.colour)
