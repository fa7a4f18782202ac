"""Twiddle: turn square blocks of a board until one board of numbers is another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Annotated

from visgym.authoring import Canvas, Cell, Frame, Pairs, Span, action, levels
from visgym.kit.boards.rearranging import TITLE, Rearrangement, TwoBoards, Ways, in_rows, ways_of
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, PAPER, WALL
from visgym.kit.grid import cells
from visgym.kit.tables.boards import Whole

ICON = 80  # pixels


@dataclass(frozen=True, slots=True)
class Twiddled(TwoBoards):
    block: int
    """Cells along a side of the blocks that are turned."""


@dataclass(frozen=True, kw_only=True)
class Twiddle(Rearrangement[Twiddled]):
    narrowest: int = 2
    """Cells along a side of the blocks that are turned, at least."""
    widest: int = 2
    """Cells along a side of the blocks that are turned, at most."""

    power = 5
    rim = 0
    between = ICON
    pictured = (
        "The start board is on the left, the goal board on the right; rows and columns are "
        "numbered at the rim. The sign between them shows a block and the way it turns."
    )
    written = "Each line is a row of a board, from the top."

    def validate(self) -> None:
        if not 3 <= self.size <= 5 or not 1 <= self.length <= 5:
            raise ValueError("size must be from 3 to 5 and length from 1 to 5.")
        if not 2 <= self.narrowest <= self.widest < self.size:
            raise ValueError("narrowest must be from 2 to widest, and widest below size.")

    def set_up(self, rng: Random) -> Twiddled:
        rows = in_rows(rng.sample(range(1, self.size**2 + 1), self.size**2), self.size)
        return Twiddled(rows, rows, rng.randint(self.narrowest, self.widest))

    def rules(self) -> str:
        return (
            "Turn the start board into the goal board. A move turns a square block of cells by a "
            "quarter counter-clockwise, and its numbers stay upright. A block is named by the row "
            "and the column of its top left cell, which count from the top and from the left, both "
            "from 0, and lies on the board as a whole. Give the blocks in the order of the moves."
        )

    def question(self, boards: Twiddled) -> str:
        return f"Blocks have {boards.block} rows and {boards.block} columns."

    @property
    def last(self) -> int:
        """The last row or column where a block may begin."""
        return self.size - self.narrowest

    @action
    def answer(
        self, boards: Twiddled, corners: Annotated[tuple[Cell, ...], Pairs(Span(0, "last"))]
    ) -> None:
        """Give the top left cells of the blocks."""

    def after(self, boards: Twiddled, corners: tuple[Cell, ...]) -> Whole | None:
        rows, side = [list(row) for row in boards.start], boards.block
        for top, left in corners:
            if max(top, left) + side > self.size:
                return None
            columns = zip(*(row[left : left + side] for row in rows[top : top + side]), strict=True)
            for row, column in enumerate(reversed(list(columns)), start=top):
                rows[row][left : left + side] = column  # the last column comes to the top
        return tuple(map(tuple, rows))

    def ways(self, boards: Twiddled) -> Ways:
        return _turns(self.size, boards.block)[0]

    def behind(self, boards: Twiddled) -> Ways:
        return _turns(self.size, boards.block)[1]

    def draw(self, boards: Twiddled) -> Frame:
        canvas, icon = self.canvas(boards), _icon(boards.block)
        middle = self.table.left + self.size * self.table.cell // 2
        canvas.paste(icon, self.table.width, TITLE + middle - ICON // 2)
        return canvas.frame

    def describe(self, boards: Twiddled) -> str:
        return f"{super().describe(boards)}\nBlocks: {boards.block}x{boards.block}"


@cache
def _turns(size: int, side: int) -> tuple[Ways, Ways]:
    """The boards after every turn of a block, and before it."""
    ahead, behind = [], []
    for top, left in cells(size - side + 1, size - side + 1):
        source, target = bytearray(range(size**2)), bytearray(range(size**2))
        for row, column in cells(side, side):
            old = (top + row) * size + left + column
            new = (top + side - 1 - column) * size + left + row
            source[new], target[old] = old, new
        ahead.append(((top, left), bytes(source)))
        behind.append(((top, left), bytes(target)))
    return ways_of(ahead), ways_of(behind)


@cached_layer
def _icon(block: int) -> Frame:
    """A block and an arrow that turns as it does."""
    canvas, side, middle, radius = Canvas(ICON, ICON, PAPER), 36 // block, ICON / 2, 33
    corner = (ICON - block * side) // 2
    for row, column in cells(block, block):
        canvas.outline(corner + column * side, corner + row * side, side, side, 1, WALL)
    canvas.arc(middle, middle, radius, 25, 140, 4, BLUE)
    tip = (middle - 0.9 * radius, middle - 0.4 * radius)  # pixels, where the arc goes down
    canvas.arrow((tip[0] + 7, tip[1] - 10), (tip[0] - 1, tip[1] + 6), 4, BLUE)
    return canvas.frame


PRESETS = levels(Twiddle, size=(3, 3, 4), narrowest=(2, 2, 2), widest=(2, 2, 3), length=(2, 4, 4))
