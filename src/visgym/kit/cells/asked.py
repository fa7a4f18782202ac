"""What questions about worlds of cells say: cells and moves in words, and cells near the right."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from visgym.kit.cells.wrapping import STEPS, Way
from visgym.kit.grid import Cell, shift

COUNTED = "Rows and columns are counted from 0, from the top left."


def place(cell: Cell) -> str:
    """
    >>> place((2, 0))
    'row 2, column 0'
    """
    return f"row {cell[0]}, column {cell[1]}"


def moves_told(ways: Iterable[int]) -> str:
    """
    >>> moves_told((Way.UP, Way.LEFT))
    'up, left'
    """
    return ", ".join(Way(way).word for way in ways)


def elsewhere(cell: Cell, rows: int, columns: int, rng: Random) -> Cell:
    """A cell in another row and another column."""
    row, column = rng.randrange(rows - 1), rng.randrange(columns - 1)
    return row + (row >= cell[0]), column + (column >= cell[1])


def nearby(cell: Cell, apart: int, low: int, high: int, rng: Random) -> Cell | None:
    """A cell so many rows and columns away, or twice as many; None, since that would tell the right
    one, if its row or column is not from `low` to `high`."""
    row, column = (each + apart * rng.choice((-2, -1, 1, 2)) for each in cell)
    return (row, column) if low <= min(row, column) and max(row, column) <= high else None


def crossed(cell: Cell, other: Cell) -> list[str]:
    """Both rows with both columns, so that no option has more in common than others.

    >>> crossed((1, 2), (3, 4))[1]
    'row 1, column 4'
    """
    return [place((row, column)) for row in (cell[0], other[0]) for column in (cell[1], other[1])]


def steady(length: int, size: int, rng: Random) -> tuple[int, ...] | None:
    """Moves that fit into a board without coming back to a cell; None for a bad draw."""
    ways, path = list[int](), [(0, 0)]
    for _ in range(length):
        ways.append((ways[-1] + rng.choice((-1, 0, 1))) % 4 if ways else rng.randrange(4))
        path.append(shift(path[-1], STEPS[ways[-1]]))
    spread = max(max(each) - min(each) for each in zip(*path, strict=True))
    return tuple(ways) if len(set(path)) == len(path) and spread < size - 1 else None
