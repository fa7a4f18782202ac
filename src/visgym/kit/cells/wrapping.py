"""Boards whose edges wrap: whoever leaves on one side comes back on the other."""

from __future__ import annotations

from functools import lru_cache

from visgym.kit.grid import Cell, Heading, cells

WRAPS = (
    "The edges wrap: the top row lies next to the bottom row, and the leftmost column next to the "
    "rightmost one."
)
"""The sentence that rules tell."""


class Way(Heading):
    """The four directions, clockwise."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


STEPS: tuple[Cell, ...] = tuple(way.step for way in Way)
"""Rows and columns that a step adds, by direction."""


def ahead(cell: Cell, way: int, rows: int, columns: int) -> Cell:
    """The next cell in a direction.

    >>> ahead((0, 2), Way.UP, 4, 3), ahead((0, 2), Way.RIGHT, 4, 3)
    ((3, 2), (0, 0))
    """
    down, across = STEPS[way]
    return (cell[0] + down) % rows, (cell[1] + across) % columns


@lru_cache(maxsize=32)
def surroundings(rows: int, columns: int) -> dict[Cell, tuple[Cell, ...]]:
    """The eight cells around every cell.

    >>> len(set(surroundings(3, 3)[0, 0]))
    8
    """
    near = [(down, across) for down, across in cells(3, 3) if (down, across) != (1, 1)]
    return {
        (row, column): tuple(
            ((row + down - 1) % rows, (column + across - 1) % columns) for down, across in near
        )
        for row, column in cells(rows, columns)
    }
