"""Grids of colours 0 to 9 as tuples of rows, and the things in them; 0 is the background."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from visgym.kit.grid import Cell

ColourGrid: TypeAlias = tuple[tuple[int, ...], ...]
COLOURS = range(1, 10)
"""What things may be coloured with."""
KEPT = 512  # grids whose things are remembered, a few thousand cells each at most


class ColourThing(NamedTuple):
    """Cells of one colour that hang together by their sides."""

    colour: int
    cells: tuple[Cell, ...]
    """Row by row."""
    box: tuple[int, int, int, int]
    """First row and column, last row and column."""

    @classmethod
    def of(cls, colour: int, cells: Iterable[Cell]) -> ColourThing:
        """The thing that some cells are."""
        found = tuple(sorted(cells))
        columns = [column for _, column in found]
        return cls(colour, found, (found[0][0], min(columns), found[-1][0], max(columns)))


def shape(grid: ColourGrid) -> tuple[int, int]:
    """Rows and columns."""
    return len(grid), len(grid[0])


def frozen(rows: Iterable[Iterable[int]]) -> ColourGrid:
    """Rows that may have been changed, as a grid."""
    return tuple(map(tuple, rows))


def thawed(grid: ColourGrid) -> list[list[int]]:
    """Rows that may be changed."""
    return [list(row) for row in grid]


def empty(rows: int, columns: int) -> list[list[int]]:
    """Rows of background."""
    return [[0] * columns for _ in range(rows)]


def as_text(grid: ColourGrid) -> str:
    """Rows of digits."""
    return "\n".join("".join(map(str, row)) for row in grid)


def from_text(text: str) -> ColourGrid:
    """The grid that rows of digits are.

    >>> from_text("01 20")
    ((0, 1), (2, 0))
    """
    return tuple(tuple(map(int, row)) for row in text.split())


def counts(grid: ColourGrid) -> Counter[int]:
    """How many cells each colour has, the background left out."""
    found = Counter(chain.from_iterable(grid))
    del found[0]
    return found


@lru_cache(maxsize=KEPT)
def colours(grid: ColourGrid) -> frozenset[int]:
    """The colours that are there, the background left out."""
    return frozenset(chain.from_iterable(grid)) - {0}


def flipped(grid: ColourGrid) -> ColourGrid:
    """Left and right exchanged."""
    return tuple(row[::-1] for row in grid)


def transposed(grid: ColourGrid) -> ColourGrid:
    """Rows as columns."""
    return tuple(zip(*grid, strict=True))


def turned(grid: ColourGrid, quarters: int) -> ColourGrid:
    """Turned clockwise by so many quarters.

    >>> turned(((1, 2), (3, 4)), 1)
    ((3, 1), (4, 2))
    """
    for _ in range(quarters % 4):
        grid = tuple(zip(*grid[::-1], strict=True))
    return grid


def cut(grid: ColourGrid, box: tuple[int, int, int, int]) -> ColourGrid:
    """The part from one corner to the other, both included."""
    top, left, bottom, right = box
    return tuple(row[left : right + 1] for row in grid[top : bottom + 1])


def painted(grid: ColourGrid, cells: Iterable[Cell], colour: int) -> ColourGrid:
    """A grid with some cells in a colour."""
    rows = thawed(grid)
    for row, column in cells:
        rows[row][column] = colour
    return frozen(rows)


def dyed(grid: ColourGrid, dyes: Iterable[tuple[ColourThing, int]]) -> ColourGrid:
    """A grid with some things in other colours."""
    rows = thawed(grid)
    for thing, colour in dyes:
        for row, column in thing.cells:
            rows[row][column] = colour
    return frozen(rows)


@lru_cache(maxsize=KEPT)
def masked(grid: ColourGrid, colour: int) -> tuple[ColourGrid, ColourGrid]:
    """The cells of a colour alone, and all others."""
    own = tuple(tuple(each if each == colour else 0 for each in row) for row in grid)
    rest = tuple(tuple(0 if each == colour else each for each in row) for row in grid)
    return own, rest


def overlaid(below: ColourGrid, above: ColourGrid) -> ColourGrid:
    """Two grids of one shape, where the background of the one above lets through."""
    return tuple(
        tuple(map(_upper, over, under)) if any(over) else under
        for under, over in zip(below, above, strict=True)
    )


def _upper(upper: int, lower: int) -> int:
    return upper or lower


@lru_cache(maxsize=KEPT)
def things(grid: ColourGrid) -> tuple[ColourThing, ...]:
    """All things, in the order of their first cells."""
    height, width = shape(grid)
    seen: set[Cell] = set()
    found = []
    for row in range(height):
        for column, colour in enumerate(grid[row]):
            if colour and (row, column) not in seen:
                cells = _reached(grid, (row, column), height, width)
                seen |= cells
                found.append(ColourThing.of(colour, cells))
    return tuple(found)


@lru_cache(maxsize=KEPT)
def inner(grid: ColourGrid) -> frozenset[Cell]:
    """Cells of things whose four neighbours belong to the same thing."""
    found = []
    for thing in things(grid):
        own = set(thing.cells)
        for row, column in thing.cells:
            beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if own.issuperset(beside):
                found.append((row, column))
    return frozenset(found)


def is_at_rim(thing: ColourThing, grid: ColourGrid) -> bool:
    """Whether a thing touches the rim of the grid."""
    top, left, bottom, right = thing.box
    height, width = shape(grid)
    return top == 0 or left == 0 or bottom == height - 1 or right == width - 1


@lru_cache(maxsize=KEPT)
def enclosed(grid: ColourGrid) -> frozenset[Cell]:
    """Cells of the background from which no way of background leads to the rim."""
    height, width = shape(grid)
    rim = {(row, column) for row in range(height) for column in (0, width - 1)}
    rim |= {(row, column) for row in (0, height - 1) for column in range(width)}
    free: set[Cell] = set()
    for cell in rim:
        if cell not in free and not grid[cell[0]][cell[1]]:
            free |= _reached(grid, cell, height, width)
    dark = ((row, column) for row in range(height) for column in range(width))
    return frozenset(cell for cell in dark if not grid[cell[0]][cell[1]] and cell not in free)


def _reached(grid: ColourGrid, cell: Cell, height: int, width: int) -> set[Cell]:
    """What hangs together with a cell in its colour."""
    colour = grid[cell[0]][cell[1]]
    found, fringe = {cell}, [cell]
    while fringe:
        row, column = fringe.pop()
        beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        for down, across in beside:
            inside = 0 <= down < height and 0 <= across < width
            if inside and grid[down][across] == colour and (down, across) not in found:
                found.add((down, across))
                fringe.append((down, across))
    return found
