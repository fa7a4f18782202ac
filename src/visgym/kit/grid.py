"""Cells of a grid and the directions between them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Row and column, from the top left."""

_STEPS = {"UP": (-1, 0), "RIGHT": (0, 1), "DOWN": (1, 0), "LEFT": (0, -1)}


class Heading(IntEnum):
    """Base of a task's direction codes; the members are named UP, RIGHT, DOWN and LEFT."""

    @property
    def step(self) -> Cell:
        """Rows and columns that one move adds."""
        return _STEPS[self.name]

    @property
    def word(self) -> str:
        return self.name.lower()


def shift(cell: Cell, step: Cell) -> Cell:
    """The cell that lies one step on."""
    return cell[0] + step[0], cell[1] + step[1]


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The four cells beside a cell, whether on the board or not."""
    return (shift(cell, step) for step in _STEPS.values())


def cells(rows: int, columns: int) -> Iterator[Cell]:
    """Every cell of a board, row by row."""
    return ((row, column) for row in range(rows) for column in range(columns))
