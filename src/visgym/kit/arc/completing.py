"""Rules that complete what is begun: symmetries, patterns, frames."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.grids import (
    ColourGrid,
    cut,
    flipped,
    frozen,
    overlaid,
    shape,
    thawed,
    transposed,
)
from visgym.kit.arc.rule import Colour, Rule
from visgym.kit.arc.scenes import GridDraft, blobs, mosaic, palette, polyomino

Axis = Literal["left-right", "top-bottom"]


def mirrored(grid: ColourGrid, axis: str) -> ColourGrid:
    """The mirror image at the middle."""
    return flipped(grid) if axis == "left-right" else grid[::-1]


@dataclass(frozen=True)
class CompleteSymmetry(Rule):
    """What is there is mirrored at the middle of the grid; what was there stays."""

    axis: Literal["left-right", "top-bottom", "both"]

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        found = GridDraft(rng, size, 6)
        colours = palette(rng, 3)
        tall = found.height // 2 if self.axis != "left-right" else found.height
        wide = found.width // 2 if self.axis != "top-bottom" else found.width
        corner = GridDraft.on(rng, tuple((0,) * wide for _ in range(tall)), ())
        for number in range(rng.randint(2, 3) + size // 8):
            corner.put(polyomino(rng, rng.randint(1, 4)), colours[number % 3])
        for row, values in enumerate(corner.grid):
            found.rows[row][:wide] = values
        return found.grid

    def apply(self, grid: ColourGrid) -> ColourGrid:
        for axis in ("left-right", "top-bottom"):
            if self.axis in (axis, "both"):
                grid = overlaid(mirrored(grid, axis), grid)
        return grid


@dataclass(frozen=True)
class RepairMosaic(Rule):
    """Gaps in a mosaic that repeats, or that is its own mirror image, are filled."""

    order: Literal["repeats", "left-right", "top-bottom"]

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        height, width = (rng.randint(max(5, round(size * 0.7)), size) for _ in range(2))
        colours = palette(rng, rng.randint(3, 4))
        if self.order == "repeats":
            tile = mosaic(rng, rng.randint(2, 3), rng.randint(2, 3), colours)
            whole = [
                [tile[r % len(tile)][c % len(tile[0])] for c in range(width)] for r in range(height)
            ]
        else:
            base = mosaic(rng, height, width, colours)
            half = height // 2 if self.order == "top-bottom" else width // 2
            whole = thawed(base)
            for row in range(height):
                for column in range(width):
                    if self.order == "top-bottom" and row >= half:
                        whole[row][column] = base[height - 1 - row][column]
                    if self.order == "left-right" and column >= half:
                        whole[row][column] = base[row][width - 1 - column]
        tall, wide = rng.randint(1, height // 3), rng.randint(1, width // 3)
        top, left = rng.randint(0, height // 2 - tall), rng.randint(0, width // 2 - wide)
        for row in range(top, top + tall):
            whole[row][left : left + wide] = [0] * wide
        return frozen(whole)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        if self.order != "repeats":
            return overlaid(mirrored(grid, self.order), grid)
        height, width = shape(grid)
        for tall, wide in ((2, 2), (2, 3), (3, 2), (3, 3)):
            tile = _tile(grid, tall, wide)
            if tile is not None:
                rows = ((tile[r % tall, c % wide] for c in range(width)) for r in range(height))
                return frozen(rows)
        return grid


def _tile(grid: ColourGrid, tall: int, wide: int) -> dict[tuple[int, int], int] | None:
    """What a mosaic repeats, if it does so at this distance and all of it is seen."""
    found: dict[tuple[int, int], int] = {}
    for row, values in enumerate(grid):
        for column, colour in enumerate(values):
            if colour and found.setdefault((row % tall, column % wide), colour) != colour:
                return None
    return found if len(found) == tall * wide else None


@dataclass(frozen=True)
class Continue(Rule):
    """A pattern that begins on one side goes on to the other."""

    course: Literal["right", "down"]

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        long, wide = rng.randint(max(6, round(size * 0.7)), size), rng.randint(1, 3 + size // 8)
        period = rng.randint(2, min(4, long // 3))
        colours = [*palette(rng, 2), 0]
        tile = mosaic(rng, wide, period, colours)
        seen = rng.randint(period + 1, long // 2)
        seen = max(seen, period + 1)
        rows = tuple(
            tuple(row[each % period] if each < seen else 0 for each in range(long)) for row in tile
        )
        return rows if self.course == "right" else transposed(rows)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        rows = grid if self.course == "right" else transposed(grid)
        width = len(rows[0])
        seen = max((each + 1 for row in rows for each in range(width) if row[each]), default=0)
        period = next((p for p in range(1, seen) if _repeats(rows, p, seen)), 0)
        if not period:
            return grid
        found = tuple(tuple(row[each % period] for each in range(width)) for row in rows)
        return found if self.course == "right" else transposed(found)


def _repeats(rows: ColourGrid, period: int, seen: int) -> bool:
    return all(row[period:seen] == row[: seen - period] for row in rows)


@dataclass(frozen=True)
class FrameGrid(Rule):
    """The rim of the grid takes a colour where it is empty."""

    colour: Colour

    kind = "add"

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return blobs(rng, size, least=1, most=3, avoid=(self.colour,))

    def apply(self, grid: ColourGrid) -> ColourGrid:
        height, width = shape(grid)
        rows = thawed(grid)
        for row in range(height):
            for column in range(width):
                rim = row in (0, height - 1) or column in (0, width - 1)
                if rim and not grid[row][column]:
                    rows[row][column] = self.colour
        return frozen(rows)


@dataclass(frozen=True)
class Quarter(Rule):
    """The top left quarter is copied into the other ones, as it is or mirrored."""

    mirrored: bool

    def sample(self, rng: Random, size: int) -> ColourGrid:
        tall, wide = (rng.randint(2, size // 2) for _ in range(2))
        colours = palette(rng, 3)
        tile = mosaic(rng, tall, wide, [*colours, 0, 0, colours[0]])
        return tuple(row + (0,) * wide for row in tile) + tuple((0,) * 2 * wide for _ in tile)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        height, width = shape(grid)
        tile = cut(grid, (0, 0, (height + 1) // 2 - 1, (width + 1) // 2 - 1))
        wide = [(row + (row[::-1] if self.mirrored else row))[:width] for row in tile]
        rows = [*wide, *(wide[::-1] if self.mirrored else wide)][:height]
        return frozen(rows) if len(rows) == height else grid
