"""Rules that give parts of things, or all cells, another colour."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.grids import ColourGrid, counts, inner, painted, things
from visgym.kit.arc.rule import Colour, Rule
from visgym.kit.arc.scenes import GridDraft, block, drawn_block, palette, polyomino, scene, several

Corner = Literal["top left", "top right", "bottom left", "bottom right"]


@dataclass(frozen=True)
class PaintPart(Rule):
    """The rim of every thing, or what lies within it, takes a colour."""

    part: Literal["rim", "inside"]
    colour: Colour

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [drawn_block(rng, 3, 5) for _ in range(several(rng, size, 1, 3))]
        return scene(rng, size, shapes, palette(rng, 2, (self.colour,)))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        inside = inner(grid)
        own = (cell for thing in things(grid) for cell in thing.cells)
        chosen = [cell for cell in own if (cell in inside) == (self.part == "inside")]
        return painted(grid, chosen, self.colour)


@dataclass(frozen=True)
class PaintHalf(Rule):
    """One half of every thing takes a colour."""

    side: Literal["top", "left"]
    colour: Colour

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        most = max(1, min(3, size // 4))
        shapes = [
            block(2 * rng.randint(1, most), 2 * rng.randint(1, most))
            for _ in range(several(rng, size, 1, 3))
        ]
        return scene(rng, size, shapes, palette(rng, 2, (self.colour,)))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        cells = []
        for thing in things(grid):
            top, left, bottom, right = thing.box
            for row, column in thing.cells:
                before = 2 * row < top + bottom if self.side == "top" else 2 * column < left + right
                if before:
                    cells.append((row, column))
        return painted(grid, cells, self.colour)


@dataclass(frozen=True)
class Checker(Rule):
    """Every second cell of a thing takes a colour, as on a chess board."""

    start: Literal["corner", "beside the corner"]
    colour: Colour

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        shapes = [drawn_block(rng, 2, 4) for _ in range(several(rng, size, 1, 3))]
        return scene(rng, size, shapes, palette(rng, 2, (self.colour,)))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        odd = int(self.start == "beside the corner")
        cells = [
            (row, column)
            for thing in things(grid)
            for row, column in thing.cells
            if (row + column - thing.box[0] - thing.box[1]) % 2 == odd
        ]
        return painted(grid, cells, self.colour)


@dataclass(frozen=True)
class TakeKey(Rule):
    """Everything takes the colour of the cell in a corner."""

    corner: Corner

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        found = GridDraft(rng, size, 5)
        key, *others = palette(rng, 3)
        row, column = self._place(found.grid)
        found.rows[row][column] = key
        going = GridDraft.on(rng, found.grid, [(row, column)])
        for number in range(several(rng, size, 2, 3)):
            going.put(polyomino(rng, rng.randint(2, 5)), others[number % 2])
        return going.grid

    def apply(self, grid: ColourGrid) -> ColourGrid:
        row, column = self._place(grid)
        key = grid[row][column]
        return tuple(tuple(key if each and key else each for each in values) for values in grid)

    def _place(self, grid: ColourGrid) -> tuple[int, int]:
        top, left = "top" in self.corner, "left" in self.corner
        return 0 if top else len(grid) - 1, 0 if left else len(grid[0]) - 1


@dataclass(frozen=True)
class PaintCommon(Rule):
    """Everything takes the colour that most cells have, or the fewest."""

    which: Literal["most", "fewest"]

    kind = "paint"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        first, second, third = palette(rng, 3)
        shapes = [polyomino(rng, rng.randint(1, 5)) for _ in range(several(rng, size, 4, 6))]
        return scene(rng, size, shapes, [first, second, first, third])

    def shows(self, grid: ColourGrid) -> bool:
        found = sorted(counts(grid).values(), reverse=self.which == "most")
        return len(found) > 1 and found[0] != found[1]

    def apply(self, grid: ColourGrid) -> ColourGrid:
        found = counts(grid)
        if not found:
            return grid
        pick = max if self.which == "most" else min
        colour = pick(found, key=lambda each: (found[each], each))
        return tuple(tuple(colour if each else 0 for each in row) for row in grid)
