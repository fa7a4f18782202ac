"""Torus Shift: shift rows and columns around until one board of numbers is another.

How far a line may be shifted at once stands in the question, and never more than half way around.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Annotated, Literal

from visgym.authoring import Below, Span, action, levels
from visgym.kit.boards.rearranging import Rearrangement, TwoBoards, Ways, in_rows, ways_of
from visgym.kit.tables.boards import Whole

Line = Literal["row", "column"]


@dataclass(frozen=True, slots=True)
class Shifted(TwoBoards):
    along: int
    """Cells that a row may be shifted in a move, at most."""
    across: int
    """Cells that a column may be shifted in a move, at most."""


@dataclass(frozen=True, kw_only=True)
class TorusShift(Rearrangement[Shifted]):
    rim = 0
    upright = True
    pictured = "The start board is above the goal board; rows and columns are numbered at the rim."
    written = "Each line is a row of a board, from the top."

    def validate(self) -> None:
        if not 2 <= self.size <= 5 or not 1 <= self.length <= 5:
            raise ValueError("size must be from 2 to 5 and length from 1 to 5.")

    def set_up(self, rng: Random) -> Shifted:
        rows = in_rows(rng.sample(range(1, self.size**2 + 1), self.size**2), self.size)
        along, across = (rng.randint(1, self.size // 2) for _ in range(2))
        return Shifted(rows, rows, along, across)

    def rules(self) -> str:
        return (
            "Turn the start board into the goal board. A move shifts one row or one column by some "
            "cells; a number that leaves the board comes in again at the other end of its line. A "
            "move is a triple: row or column, its number, and the cells, which are positive to the "
            "right or down and negative to the left or up. Rows count from the top, columns from "
            "the left, both from 0. Give the moves in order."
        )

    def question(self, boards: Shifted) -> str:
        return (
            f"A move may shift a row by at most {_cells(boards.along)} and a column by at most "
            f"{_cells(boards.across)}."
        )

    @property
    def farthest(self) -> int:
        """Cells to the right or down that an answer may name."""
        return self.size - 1

    @property
    def backwards(self) -> int:
        return 1 - self.size

    @action
    def answer(
        self,
        boards: Shifted,
        moves: tuple[
            tuple[
                Line, Annotated[int, Below("size")], Annotated[int, Span("backwards", "farthest")]
            ],
            ...,
        ],
    ) -> None:
        """Give the moves."""

    def after(self, boards: Shifted, moves: tuple[tuple[Line, int, int], ...]) -> Whole | None:
        rows = [list(row) for row in boards.start]
        for line, number, shift in moves:
            if abs(shift) > (boards.along if line == "row" else boards.across):
                return None
            old = rows[number] if line == "row" else [row[number] for row in rows]
            for at, value in enumerate(old):
                to = (at + shift) % self.size
                if line == "row":
                    rows[number] = [*rows[number][:to], value, *rows[number][to + 1 :]]
                else:
                    rows[to][number] = value
        return tuple(map(tuple, rows))

    def ways(self, boards: Shifted) -> Ways:
        return _shifts(self.size, boards.along, boards.across)


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


@cache
def _shifts(size: int, along: int, across: int) -> Ways:
    """The boards after every shift, each once."""
    found: dict[bytes, tuple[Line, int, int]] = {}
    lines: tuple[tuple[Line, int], ...] = (("row", along), ("column", across))
    for line, most in lines:
        for number in range(size):
            for shift in [sign * by for by in range(1, most + 1) for sign in (1, -1)]:
                sources = [
                    row * size + (column - shift * (row == number)) % size
                    if line == "row"
                    else (row - shift * (column == number)) % size * size + column
                    for row in range(size)
                    for column in range(size)
                ]
                found.setdefault(bytes(sources), (line, number, shift))
    return ways_of((move, sources) for sources, move in found.items())


PRESETS = levels(TorusShift, size=(3, 3, 4), length=(2, 4, 5))
