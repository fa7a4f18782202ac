"""Rules whose output has another shape: parts cut out, halves laid together, counts."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.grids import ColourGrid, counts, cut, shape, things, transposed
from visgym.kit.arc.recolouring import Extreme, extreme, sizes
from visgym.kit.arc.rule import Colour, Rule
from visgym.kit.arc.scenes import GridDraft, blobs, mosaic, palette, polyomino, ring, scene, several


@dataclass(frozen=True)
class Crop(Rule):
    """The smallest rectangle around the largest or the smallest thing."""

    which: Extreme

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        found = sizes(rng, several(rng, size, 2, 3))
        shapes = [polyomino(rng, count + 1) for count in found]
        return scene(rng, size, shapes, palette(rng, rng.randint(1, 3)))

    def shows(self, grid: ColourGrid) -> bool:
        return len(extreme(grid, self.which)) == 1

    def apply(self, grid: ColourGrid) -> ColourGrid:
        found = extreme(grid, self.which)
        return cut(grid, found[0].box) if found else grid


@dataclass(frozen=True)
class CropColour(Rule):
    """The smallest rectangle around all cells of a colour."""

    inside: Colour

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, 2, 4, colours=[self.inside, *palette(rng, 3, (self.inside,))])

    def apply(self, grid: ColourGrid) -> ColourGrid:
        own = [
            (r, c)
            for r, row in enumerate(grid)
            for c, each in enumerate(row)
            if each == self.inside
        ]
        if not own:
            return grid
        rows, columns = [row for row, _ in own], [column for _, column in own]
        return cut(grid, (min(rows), min(columns), max(rows), max(columns)))


@dataclass(frozen=True)
class Unframe(Rule):
    """What lies within the frame of a colour."""

    frame: Colour

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        found, others = GridDraft(rng, size, 6), palette(rng, 3, (self.frame,))
        tall = rng.randint(4, max(4, found.height - 2))
        wide = rng.randint(4, max(4, found.width - 2))
        found.put(ring(tall, wide), self.frame)
        for row in range(found.height):
            for column in range(found.width):
                if not found.rows[row][column] and rng.random() < 0.3:
                    found.rows[row][column] = rng.choice(others)
        return found.grid

    def apply(self, grid: ColourGrid) -> ColourGrid:
        for thing in things(grid):
            top, left, bottom, right = thing.box
            if thing.colour == self.frame and bottom - top > 1 and right - left > 1:
                return cut(grid, (top + 1, left + 1, bottom - 1, right - 1))
        return grid


@dataclass(frozen=True)
class Half(Rule):
    """One half of the grid."""

    part: Literal["left", "right", "top", "bottom"]

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        tall, wide = (2 * rng.randint(max(1, size // 4), size // 2) for _ in range(2))
        return mosaic(rng, tall, wide, [*palette(rng, 3), 0, 0, 0, palette(rng, 1)[0]])

    def apply(self, grid: ColourGrid) -> ColourGrid:
        height, width = shape(grid)
        boxes = {
            "left": (0, 0, height - 1, (width + 1) // 2 - 1),
            "right": (0, width // 2, height - 1, width - 1),
            "top": (0, 0, (height + 1) // 2 - 1, width - 1),
            "bottom": (height // 2, 0, height - 1, width - 1),
        }
        return cut(grid, boxes[self.part])


@dataclass(frozen=True)
class Combine(Rule):
    """The halves beside a line are laid together: cells in both, in either or in one of them."""

    kept: Literal["both", "either", "one"]
    colour: Colour

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        half = max(2, (size - 1) // 2)
        tall, wide = rng.randint(max(2, half // 2), size), rng.randint(max(2, half // 2), half)
        left, line, right = palette(rng, 3, (self.colour,))
        rows = []
        for _ in range(tall):
            first = tuple(rng.choice((0, left)) for _ in range(wide))
            rows.append((*first, line, *(rng.choice((0, right)) for _ in range(wide))))
        return tuple(rows)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        wide = (len(grid[0]) - 1) // 2
        if wide < 1:
            return grid
        wanted = {"both": (2,), "either": (1, 2), "one": (1,)}[self.kept]
        return tuple(
            tuple(
                self.colour if bool(row[each]) + bool(row[-wide + each]) in wanted else 0
                for each in range(wide)
            )
            for row in grid
        )


@dataclass(frozen=True)
class Overlay(Rule):
    """The halves beside a line are laid over each other, one of them on top."""

    top: Literal["left", "right"]

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return Combine("both", 1).sample(rng, size)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        wide = (len(grid[0]) - 1) // 2
        if wide < 1:
            return grid
        rows = ((row[:wide], row[-wide:]) for row in grid)
        return tuple(
            tuple(
                (one or other) if self.top == "left" else (other or one)
                for one, other in zip(left, right, strict=True)
            )
            for left, right in rows
        )


@dataclass(frozen=True)
class Squeeze(Rule):
    """Empty rows and columns are taken out."""

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, least=1, most=3, cells=(1, 4))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        rows = tuple(row for row in grid if any(row))
        if not rows:
            return grid
        return transposed(tuple(column for column in transposed(rows) if any(column)))


@dataclass(frozen=True)
class CountThings(Rule):
    """A row with as many cells as there are things, in a colour."""

    colour: Colour

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, least=1, most=5, cells=(1, 4), avoid=(self.colour,))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        return ((self.colour,) * max(1, len(things(grid))),)


@dataclass(frozen=True)
class ListColours(Rule):
    """A column of the colours, in the order of how many cells have them."""

    first: Literal["most", "fewest"]

    kind = "resize"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, least=3, most=6, cells=(1, 6))

    def shows(self, grid: ColourGrid) -> bool:
        found = list(counts(grid).values())
        return len(set(found)) == len(found) > 1

    def apply(self, grid: ColourGrid) -> ColourGrid:
        found = counts(grid)
        order = sorted(found, key=lambda each: (found[each], each), reverse=self.first == "most")
        return tuple((colour,) for colour in order) or ((0,),)
