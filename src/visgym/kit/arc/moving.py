"""Rules that move things."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.grids import (
    ColourGrid,
    ColourThing,
    empty,
    frozen,
    painted,
    shape,
    thawed,
    things,
    transposed,
)
from visgym.kit.arc.rule import Colour, Rule, Side, back, facing
from visgym.kit.arc.scenes import GridDraft, blobs, palette, polyomino, several


@dataclass(frozen=True)
class Gravity(Rule):
    """Every cell falls to a side, each by itself."""

    side: Side

    kind = "move"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, least=2, most=4, cells=(1, 5))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        columns = transposed(facing(self.side, grid))
        fallen = (sorted(column, key=lambda colour: not colour) for column in columns)
        return back(self.side, transposed(frozen(fallen)))


@dataclass(frozen=True)
class Fall(Rule):
    """Things fall to a side as they are, until the rim or another thing stops them."""

    side: Side

    kind = "move"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, least=2, most=4, cells=(3, 6))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        grid = facing(self.side, grid)
        rows = thawed(grid)
        falling = list(things(grid))
        while falling:
            falling = [after for thing in falling if (after := _risen(rows, thing)) != thing]
        return back(self.side, frozen(rows))


def _risen(rows: list[list[int]], thing: ColourThing) -> ColourThing:
    """A thing as far up as the others let it, which are where they are now."""
    for row, column in thing.cells:
        rows[row][column] = 0
    rise = 0
    while all(row > rise and not rows[row - rise - 1][column] for row, column in thing.cells):
        rise += 1
    for row, column in thing.cells:
        rows[row - rise][column] = thing.colour
    return ColourThing.of(thing.colour, ((row - rise, column) for row, column in thing.cells))


@dataclass(frozen=True)
class SortBars(Rule):
    """Bars that stand on the floor are sorted by height."""

    order: Literal["rising", "sinking"]

    kind = "move"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        height, width = (rng.randint(max(4, round(size * 0.65)), size) for _ in range(2))
        colours = palette(rng, 3)
        bars = [rng.randint(1, height - 1) for _ in range(width)]
        columns = [(0,) * (height - tall) + (colours[tall % 3],) * tall for tall in bars]
        return transposed(tuple(columns))

    def shows(self, grid: ColourGrid) -> bool:
        columns = {sum(map(bool, column)): column for column in transposed(grid)}
        return all(columns[sum(map(bool, each))] == each for each in transposed(grid))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        columns = sorted(transposed(grid), key=lambda column: sum(map(bool, column)))
        return transposed(tuple(columns if self.order == "rising" else columns[::-1]))


@dataclass(frozen=True)
class FlipThings(Rule):
    """Every thing is mirrored where it stands."""

    axis: Literal["left-right", "top-bottom"]

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, least=2, most=3, cells=(4, 6))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        rows = empty(*shape(grid))
        for thing in things(grid):
            top, left, bottom, right = thing.box
            for row, column in thing.cells:
                if self.axis == "left-right":
                    rows[row][left + right - column] = thing.colour
                else:
                    rows[top + bottom - row][column] = thing.colour
        return frozen(rows)


@dataclass(frozen=True)
class Push(Rule):
    """Things of a colour move by one cell to the right or down, the others stay."""

    course: Literal["right", "down"]
    pushed: Colour

    def sample(self, rng: Random, size: int) -> ColourGrid:
        others = palette(rng, 2, (self.pushed,))
        found = GridDraft(rng, size, 6)
        for number in range(several(rng, size, 1, 2)):
            found.put(polyomino(rng, rng.randint(2, 4)), self.pushed, margin=1)
            found.put(polyomino(rng, rng.randint(2, 4)), others[number % 2])
        return found.grid

    def apply(self, grid: ColourGrid) -> ColourGrid:
        height, width = shape(grid)
        down, across = (0, 1) if self.course == "right" else (1, 0)
        moved = [
            cell for thing in things(grid) if thing.colour == self.pushed for cell in thing.cells
        ]
        rows = thawed(painted(grid, moved, 0))
        for row, column in moved:
            if row + down < height and column + across < width:
                rows[row + down][column + across] = self.pushed
        return frozen(rows)
