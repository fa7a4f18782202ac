"""Max Grid Paths: the most that walks from corner to corner collect on a grid of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import comb, log2
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels
from visgym.kit.canvas import BLUE, RED
from visgym.kit.flows import most_from
from visgym.kit.grid import cells
from visgym.kit.tables.boards import ROWS, Table, Whole, as_text, filled


@dataclass(frozen=True, slots=True)
class Field:
    values: Whole


@dataclass(frozen=True, kw_only=True)
class MaxGridPaths(NumberQuestion[Field]):
    size: int = 4
    """Rows of the grid, and columns."""
    walks: int = 1
    """Walks that collect together."""

    tags = frozenset({"synthetic", "full", "known", "arithmetic", "planning"})
    pictured = "The start has a blue frame, the end a red one."
    written = ROWS

    def validate(self) -> None:
        if not 2 <= self.size <= 12 or not 1 <= self.walks <= 3:
            raise ValueError("size must be from 2 to 12 and walks from 1 to 3.")

    def generate(self, rng: Random) -> Field:
        return Field(filled(self.size, self.size, lambda cell: rng.randint(0, 9)))

    def rules(self) -> str:
        return (
            "A grid holds a number in every cell. A walk starts in the top left cell and ends in "
            "the bottom right cell; every step goes to the next cell on the right or below. A cell "
            "pays its number to the first walk that enters it and nothing to the others."
        )

    def question(self, field: Field) -> str:
        many = "one walk" if self.walks == 1 else f"{self.walks} walks together"
        return f"What is the greatest total that {many} can collect?"

    @action
    def answer(self, field: Field, total: Annotated[int, Span(0, 9999)]) -> None:
        """Give the greatest total."""

    def right(self, field: Field) -> int:
        return _most(field.values, self.walks)

    def solution(self, field: Field) -> int:
        """A flow of one unit a walk; a cell is an arc that pays once and may be used again."""
        arcs, size = list[tuple[int, int, int, int]](), self.size
        for row, column in cells(size, size):
            enter = 2 * (row * size + column)
            arcs += [(enter, enter + 1, 1, field.values[row][column])]
            arcs += [(enter, enter + 1, self.walks - 1, 0)]
            arcs += [(enter + 1, enter + 2, self.walks, 0)] if column < size - 1 else []
            arcs += [(enter + 1, enter + 2 * size, self.walks, 0)] if row < size - 1 else []
        return most_from(arcs, 0, 2 * size * size - 1, self.walks)

    def effort(self, state: Asked[Field]) -> float:
        return self.walks * log2(comb(2 * self.size - 2, self.size - 1))

    def draw(self, field: Field) -> Frame:
        table = Table(self.size, self.size)
        canvas = table.lettered(field.values)
        table.mark(canvas, (0, 0), BLUE)
        table.mark(canvas, (self.size - 1, self.size - 1), RED)
        return canvas.frame

    def describe(self, field: Field) -> str:
        return as_text(field.values)


def _most(values: Whole, walks: int) -> int:
    """All walks at once, one diagonal after the other; the best total for each set of rows."""
    last = len(values) - 1
    best = {(0,) * walks: values[0][0]}
    for diagonal in range(1, 2 * last + 1):
        after: dict[tuple[int, ...], int] = {}
        for rows, total in best.items():
            for steps in product((0, 1), repeat=walks):
                moved = tuple(sorted(row + step for row, step in zip(rows, steps, strict=True)))
                if moved[-1] <= last and diagonal - moved[0] <= last:
                    paid = total + sum(values[row][diagonal - row] for row in set(moved))
                    after[moved] = max(after.get(moved, 0), paid)
        best = after
    return best[(last,) * walks]


PRESETS = levels(MaxGridPaths, size=(4, 5, 7), walks=(1, 2, 3))
