"""Spiral Matrix: the numbers of a table in the order of a spiral that winds inwards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Question, action, levels
from visgym.kit.canvas import BLUE
from visgym.kit.cells.wrapping import STEPS, Way
from visgym.kit.grid import Cell, shift
from visgym.kit.tables.boards import ROWS, Table, Whole, as_text
from visgym.kit.tables.numbers import different, fits


@dataclass(frozen=True, slots=True)
class Spiral:
    values: Whole
    corner: Cell
    clockwise: bool


@dataclass(frozen=True, kw_only=True)
class SpiralMatrix(Question[Spiral]):
    rows: int = 3
    """Of the table."""
    columns: int = 3
    """Of the table."""
    digits: int = 1
    """Of each number."""
    any_corner: bool = False
    """Whether the spiral begins in any corner and winds either way."""

    tags = frozenset({"synthetic", "full", "known", "ordering", "attention"})
    pictured = "The corner where the spiral begins has a blue frame."
    written = ROWS

    def validate(self) -> None:
        if not fits(self.rows, self.columns, self.digits):
            raise ValueError(
                "rows and columns must be from 2 to 14, with 9 cells or, of 2 digits, 90."
            )

    def generate(self, rng: Random) -> Spiral:
        values = different(self.rows, self.columns, self.digits, rng)
        if not self.any_corner:
            return Spiral(values, (0, 0), True)
        corner = rng.choice((0, self.rows - 1)), rng.choice((0, self.columns - 1))
        return Spiral(values, corner, rng.random() < 0.5)

    def rules(self) -> str:
        return (
            "A spiral runs through a table of numbers from a corner along the rim, turns wherever "
            "the rim or a cell that it has passed is ahead, and winds inwards until it has passed "
            "every cell. List the numbers in the order in which it passes them."
        )

    def question(self, spiral: Spiral) -> str:
        sense = "clockwise" if spiral.clockwise else "counter-clockwise"
        return f"The spiral runs {sense} from the marked corner."

    @action
    def answer(self, spiral: Spiral, values: tuple[Annotated[int, Below(100)], ...]) -> None:
        """List the numbers in order."""

    def grade(self, spiral: Spiral, values: tuple[int, ...]) -> float:
        return float(values == self._walked(spiral))

    def metrics(self, spiral: Spiral, values: tuple[int, ...] = ()) -> dict[str, float]:
        right = self._walked(spiral)
        pairs = takewhile(lambda pair: pair[0] == pair[1], zip(values, right, strict=False))
        return {"prefix": len(list(pairs)) / len(right)}

    def _walked(self, spiral: Spiral) -> tuple[int, ...]:
        """A walk that turns when it is blocked."""
        left = {(r, c): value for r, row in enumerate(spiral.values) for c, value in enumerate(row)}
        turn, at = (1 if spiral.clockwise else -1), spiral.corner
        clockwise = ((Way.RIGHT, Way.DOWN), (Way.UP, Way.LEFT))[at[0] > 0][at[1] > 0]
        way = (clockwise + (not spiral.clockwise)) % 4
        walked = [left.pop(at)]
        while left:
            if shift(at, STEPS[way]) not in left:
                way = (way + turn) % 4
            at = shift(at, STEPS[way])
            walked.append(left.pop(at))
        return tuple(walked)

    def solution(self, spiral: Spiral) -> tuple[int, ...]:
        """Mirror the corner to the top left, then take off the top row and turn the rest."""
        rows = spiral.values[:: -1 if spiral.corner[0] else 1]
        rows = tuple(row[:: -1 if spiral.corner[1] else 1] for row in rows)
        if spiral.clockwise == ((spiral.corner[0] > 0) != (spiral.corner[1] > 0)):
            rows = tuple(zip(*rows, strict=True))
        found: list[int] = []
        while rows:
            found += rows[0]
            rows = tuple(zip(*rows[1:], strict=True))[::-1]
        return tuple(found)

    def effort(self, state: Asked[Spiral]) -> float:
        return float(self.rows * self.columns)

    def draw(self, spiral: Spiral) -> Frame:
        table = Table(self.rows, self.columns)
        canvas = table.lettered(spiral.values)
        table.mark(canvas, spiral.corner, BLUE)
        return canvas.frame

    def describe(self, spiral: Spiral) -> str:
        upper = "bottom" if spiral.corner[0] else "top"
        side = "right" if spiral.corner[1] else "left"
        return f"{as_text(spiral.values)}\nThe {upper} {side} corner is marked."


PRESETS = levels(
    SpiralMatrix,
    rows=(3, 4, 7),
    columns=(3, 6, 8),
    digits=(1, 2, 2),
    any_corner=(False, False, True),
)
