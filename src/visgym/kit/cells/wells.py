"""Wells into which pieces of four cells fall: shapes, straight drops, full rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from random import Random

from visgym.core.task import Frame
from visgym.kit.canvas import LINE, RED, WALL
from visgym.kit.grid import Cell
from visgym.kit.polyominoes import cornered, turned
from visgym.kit.tables.boards import Table, signs_as_text

SHAPES: dict[str, tuple[Cell, ...]] = {
    "I": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "O": ((0, 0), (0, 1), (1, 0), (1, 1)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 1), (0, 2), (1, 0), (1, 1)),
    "Z": ((0, 0), (0, 1), (1, 1), (1, 2)),
    "J": ((0, 1), (1, 1), (2, 0), (2, 1)),
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
}
NAMED = (
    "I is four cells in a line, O a square, T a line of three with one cell beside its middle. "
    "L is a column of three with one cell to the right of its bottom, J one with a cell to the "
    "left of its bottom. S is two rows of two, the upper one shifted to the right by one cell, and "
    "Z the same with the upper one shifted to the left. Pieces may be turned, but not mirrored."
)


@lru_cache(maxsize=64)
def oriented(name: str, quarters: int) -> tuple[Cell, ...]:
    """The cells of a piece after so many quarters of a turn clockwise, in the top left corner."""
    return tuple(sorted(cornered(turned(SHAPES[name], quarters))))


def width(shape: Iterable[Cell]) -> int:
    return 1 + max(column for _, column in shape)


def put(shape: Iterable[Cell], row: int, column: int) -> frozenset[Cell]:
    """The cells of a shape with its corner elsewhere."""
    return frozenset((row + down, column + across) for down, across in shape)


Landed = tuple[int, int]
"""Rows that a shape falls, and rows that are full then."""
Places = dict[tuple[int, int], Landed]
"""By the quarters of a turn, and the column of the leftmost cell."""


def landing(well: list[int], piece: list[int], full: int) -> Landed:
    """One row after the other, until something is below; rows have a bit for each column."""
    row = 0
    while not any(well[row + 1 + down] & bits for down, bits in enumerate(piece)):
        row += 1
    return row, sum(well[row + down] | bits == full for down, bits in enumerate(piece))


def all_landings(grey: AbstractSet[Cell], turns: Sequence[tuple[Cell, ...]], size: Cell) -> Places:
    """What every turn and column leads to, in bits."""
    rows, columns = size
    well, full = [0] * rows + [-1], (1 << columns) - 1
    for row, at in grey:
        well[row] |= 1 << at
    return {
        (turn, column): landing(well, _bits(shape, column), full)
        for turn, shape in enumerate(turns)
        for column in range(columns - width(shape) + 1)
    }


def _bits(shape: tuple[Cell, ...], column: int) -> list[int]:
    bits = [0] * (1 + max(row for row, _ in shape))
    for row, across in shape:
        bits[row] |= 1 << (column + across)
    return bits


def all_landings_by_heights(
    grey: AbstractSet[Cell], turns: Sequence[tuple[Cell, ...]], size: Cell
) -> Places:
    """The same from the uppermost grey cell of every column, and counts of cells in rows."""
    rows, columns = size
    tops, counts = [rows] * columns, [0] * rows
    for row, column in grey:
        tops[column], counts[row] = min(tops[column], row), counts[row] + 1
    found = {}
    for turn, shape in enumerate(turns):
        own = Counter(row for row, _ in shape)
        for column in range(columns - width(shape) + 1):
            row = min(tops[column + across] - down for down, across in shape) - 1
            full = sum(counts[row + down] + more == columns for down, more in own.items())
            found[turn, column] = row, full
    return found


def full_rows(filled: AbstractSet[Cell], columns: int) -> int:
    counts: dict[int, int] = {}
    for row, _ in filled:
        counts[row] = counts.get(row, 0) + 1
    return sum(count == columns for count in counts.values())


def stacked(
    rows: int, columns: int, shape: tuple[Cell, ...], full: int, rng: Random
) -> frozenset[Cell] | None:
    """Grey cells with a gap in which a shape that drops straight fills so many rows; None for a
    bad draw. Nothing is promised about other places and turns."""
    height = 1 + max(row for row, _ in shape)
    under, left = rng.randint(0, 2), rng.randint(0, columns - width(shape))
    gap = put(shape, rows - under - height, left)
    taken = sorted({row for row, _ in gap})
    if full > height:
        return None
    whole = set(rng.sample(taken, full))
    shaft = {(row, c) for r, c in gap for row in range(r)}
    grey = set[Cell]()
    for row in range(rows - 1, taken[0] - rng.randint(0, 2) - 1, -1):
        free = [(row, c) for c in range(columns) if (row, c) not in gap and (row, c) not in shaft]
        empty = 0 if row in whole else rng.randint(1, max(columns // 3, 1))
        if row < taken[0]:
            free = [(row, column) for _, column in free if (row + 1, column) in grey]
            empty = rng.randint(len(free) // 2, len(free))
        grey |= set(rng.sample(free, max(len(free) - empty, 0)))
    rests = any((row + 1, c) in grey or row + 1 == rows for row, c in gap)
    return frozenset(grey) if rests and not full_rows(grey, columns) else None


def picture(grey: AbstractSet[Cell], piece: AbstractSet[Cell], rows: int, columns: int) -> Frame:
    table = Table(rows, columns, cell=28, first=0)
    canvas = table.canvas(LINE)
    table.fill_all(canvas, grey, WALL)
    table.fill_all(canvas, piece, RED)
    return canvas.frame


def as_rows(grey: AbstractSet[Cell], piece: AbstractSet[Cell], rows: int, columns: int) -> str:
    return signs_as_text(rows, columns, dict.fromkeys(grey, "#") | dict.fromkeys(piece, "o"))
