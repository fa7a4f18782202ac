"""The Game of Life on a board whose edges wrap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import islice
from random import Random

from visgym.core.task import Frame
from visgym.kit.canvas import INK, Canvas
from visgym.kit.cells.wrapping import WRAPS, surroundings
from visgym.kit.grid import Cell, cells
from visgym.kit.grid_search import where
from visgym.kit.tables.boards import ROWS, Table, Whole, filled

Live = frozenset[Cell]

LAWS = (
    "Every cell of a board is alive or dead. In each generation all cells change at once, by how "
    "many of the eight cells around them are alive: a live cell stays alive with 2 or 3 of them "
    f"and dies otherwise; a dead cell comes alive with exactly 3. {WRAPS} Rows and columns are "
    "counted from 0, from the top left."
)
PICTURED = "Black cells are alive, white ones dead."
WRITTEN = f"{ROWS} 1 is a live cell, 0 a dead one."


def scattered(size: int, count: int, rng: Random) -> Whole:
    """A square board with so many live cells."""
    live = set(rng.sample(list(cells(size, size)), count))
    return filled(size, size, lambda cell: int(cell in live))


def next_generation(rows: Whole) -> Whole:
    """Cell by cell, as the laws say.

    >>> next_generation(((0, 0, 0, 0), (1, 1, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0)))
    ((0, 1, 0, 0), (0, 1, 0, 0), (0, 1, 0, 0), (0, 0, 0, 0))
    """
    around = surroundings(len(rows), len(rows[0]))

    def lives(cell: Cell) -> int:
        count = sum(rows[row][column] for row, column in around[cell])
        return int(count == 3 or (count == 2 and rows[cell[0]][cell[1]] == 1))

    return filled(len(rows), len(rows[0]), lives)


def generations(rows: Whole) -> Iterator[Whole]:
    """The board, and every one that follows from it."""
    while True:
        yield rows
        rows = next_generation(rows)


def after(rows: Whole, count: int) -> Whole:
    """The board after so many generations."""
    return next(islice(generations(rows), count, None))


# The same by another way, and fast: live cells tell those around them


def spreading(rows: Whole) -> Iterator[Live]:
    """The live cells of the board, and of every one that follows from it."""
    live, around = frozenset(where(rows, 1)), surroundings(len(rows), len(rows[0]))
    while True:
        yield live
        live = _spread(live, around)


def _spread(live: Live, around: dict[Cell, tuple[Cell, ...]]) -> Live:
    told = Counter(beside for cell in live for beside in around[cell])
    return frozenset(
        cell for cell, count in told.items() if count == 3 or (count == 2 and cell in live)
    )


def spread(rows: Whole, count: int) -> Live:
    """The live cells after so many generations.

    >>> sorted(spread(((0, 0, 0, 0), (1, 1, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0)), 1))
    [(0, 1), (1, 1), (2, 1)]
    """
    return next(islice(spreading(rows), count, None))


def first_repeat(rows: Whole) -> int:
    """The number of the first generation that looks like an earlier one, from 0 for the board."""
    seen = set[Live]()
    for live in spreading(rows):
        if live in seen:
            break
        seen.add(live)
    return len(seen)


def cut(rows: Whole, corner: Cell, side: int) -> Whole:
    """A square block of a board."""
    return filled(side, side, lambda cell: rows[corner[0] + cell[0]][corner[1] + cell[1]])


def pasted(rows: Whole, block: Whole, corner: Cell) -> Whole:
    """A board with a block put into it."""
    changed = [list(row) for row in rows]
    for row, line in enumerate(block):
        changed[corner[0] + row][corner[1] : corner[1] + len(line)] = line
    return tuple(map(tuple, changed))


def shown(table: Table, live: AbstractSet[Cell]) -> Canvas:
    """A canvas with the live cells in black."""
    canvas = table.canvas()
    table.fill_all(canvas, live, INK)
    return canvas


def picture(rows: Whole) -> Frame:
    return shown(Table(len(rows), len(rows[0]), cell=40, first=0), where(rows, 1)).frame
