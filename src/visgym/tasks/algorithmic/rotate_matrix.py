"""Rotate Matrix: what a square of numbers looks like after quarter turns."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Grid, action, levels
from visgym.kit.grid import cells
from visgym.kit.tables.asked import TableQuestion
from visgym.kit.tables.boards import ROWS, Table, Whole, as_text, filled
from visgym.kit.tables.numbers import different, fits


@dataclass(frozen=True, slots=True)
class Square:
    values: Whole
    turns: int
    """Quarters, clockwise."""


@dataclass(frozen=True, kw_only=True)
class RotateMatrix(TableQuestion[Square]):
    size: int = 3
    """Rows of the square, and columns."""
    digits: int = 1
    """Of each number."""
    fewest_turns: int = 1
    """Quarter turns at least; below 0, counter-clockwise."""
    most_turns: int = 3
    """Quarter turns at most."""

    tags = frozenset({"synthetic", "full", "known", "rotation", "attention"})
    pictured = "The picture shows the square before it is turned."
    written = ROWS

    def validate(self) -> None:
        if not fits(self.size, self.size, self.digits):
            raise ValueError("size must be 2 or 3 with 1 digit, or from 2 to 9 with 2 digits.")
        if not -99 <= self.fewest_turns <= self.most_turns <= 99 or not self._turns:
            raise ValueError(
                "Some turn from fewest_turns to most_turns, within 99, must be no full one."
            )

    def generate(self, rng: Random) -> Square:
        values = different(self.size, self.size, self.digits, rng)
        return Square(values, rng.choice(self._turns))

    @property
    def _turns(self) -> list[int]:
        return [turns for turns in range(self.fewest_turns, self.most_turns + 1) if turns % 4]

    def rules(self) -> str:
        return (
            "Numbers stand in a square. It is turned as a whole, so that rows become columns or "
            "change their order; the numbers themselves stay upright. Give the numbers of the "
            "turned square, row by row."
        )

    def question(self, square: Square) -> str:
        sense = "clockwise" if square.turns > 0 else "counter-clockwise"
        return f"The square is turned {sense} by {90 * abs(square.turns)} degrees."

    @action
    def answer(
        self, square: Square, rows: Annotated[Whole, Grid("size", "size", Below(100))]
    ) -> None:
        """Give the turned square."""

    def right(self, square: Square) -> Whole:
        """A quarter turn makes a row of every column, read from the bottom."""
        rows = square.values
        for _ in range(square.turns % 4):
            rows = tuple(zip(*reversed(rows), strict=True))
        return rows

    def solution(self, square: Square) -> Whole:
        """Every number is moved to its place."""
        last, turns, placed = self.size - 1, square.turns % 4, {}
        for row, column in cells(self.size, self.size):
            across = (column, last - row) if turns % 2 else (row, column)
            place = across if turns < 2 else (last - across[0], last - across[1])
            placed[place] = square.values[row][column]
        return filled(self.size, self.size, lambda cell: placed[cell])

    def effort(self, state: Asked[Square]) -> float:
        return float(self.size**2)

    def draw(self, square: Square) -> Frame:
        return Table(self.size, self.size).picture(square.values)

    def describe(self, square: Square) -> str:
        return as_text(square.values)


TURNS = {"fewest_turns": (1, 1, -9), "most_turns": (3, 7, 9)}
PRESETS = levels(RotateMatrix, size=(3, 5, 8), digits=(1, 2, 2), **TURNS)
