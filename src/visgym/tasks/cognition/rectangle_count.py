"""Rectangle Count: say how many rectangles were drawn, some across others.

No two rectangles have a side on one line, so that there is one way only to read the picture. All
have one colour, since colours would only help to tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Annotated, TypeAlias

import numpy as np
from numpy.typing import NDArray

from visgym.authoring import (
    Asked,
    Canvas,
    Frame,
    NumberQuestion,
    Span,
    action,
    levels,
    redrawn,
)
from visgym.kit.canvas import BLUE, SHEET
from visgym.kit.grid import Cell

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom."""

SIDE, MARGIN, STROKE = 576, 16, 2  # pixels of the board, around it, and of a line
SHORTEST = 3  # cells along a side
BOARDS = range(24, 49, 12)
SIGNS = " -|+"  # nothing, level, upright, both


@dataclass(frozen=True, slots=True)
class Outlines:
    boxes: tuple[Box, ...]


@dataclass(frozen=True, kw_only=True)
class RectangleCount(NumberQuestion[Outlines]):
    board: int = 24
    """Cells along a side of the board: 24, 36 or 48."""
    fewest: int = 2
    """Rectangles, at least."""
    most: int = 5
    """Rectangles, at most."""

    tags = frozenset({"synthetic", "full", "known", "perception", "counting"})
    pictured = "Every rectangle is drawn as a blue outline, and none is hidden."
    written = "Level lines are -, upright ones |, and + is a corner or a place where lines cross."

    def validate(self) -> None:
        if self.board not in BOARDS:
            raise ValueError("board must be 24, 36 or 48.")
        if not 1 <= self.fewest < self.most <= self.board // 3:
            raise ValueError("fewest must be at least 1 and below most, most a third of the board.")

    def generate(self, rng: Random) -> Outlines:
        count = rng.randint(self.fewest, self.most)

        def sides(rng: Random) -> list[Cell] | None:
            """Where the sides of one direction lie, no two on one line."""
            lines = rng.sample(range(self.board + 1), 2 * count)
            pairs = [(min(pair), max(pair)) for pair in zip(lines[::2], lines[1::2], strict=True)]
            return pairs if all(high - low >= SHORTEST for low, high in pairs) else None

        across, down = redrawn(sides, rng), redrawn(sides, rng)
        boxes = [(x[0], y[0], x[1], y[1]) for x, y in zip(across, down, strict=True)]
        return Outlines(tuple(boxes))

    def rules(self) -> str:
        return (
            "Outlines of rectangles were drawn on a board, and may cross or contain each other. "
            "How many were drawn? A rectangle that only appears where others cross does not count. "
            "No two rectangles have sides on the same line."
        )

    @action
    def answer(self, problem: Outlines, count: Annotated[int, Span(0, 99)]) -> None:
        """Give the number of rectangles that were drawn."""

    def right(self, problem: Outlines) -> int:
        """By the corners: where one line that goes level meets one that goes upright."""
        level, upright = self._lines(problem)
        level_ends, upright_ends = level[:, 1:] != level[:, :-1], upright[1:] != upright[:-1]
        return int(np.count_nonzero(level_ends & upright_ends)) // 4

    def _lines(self, problem: Outlines) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Between which points of the board lines go level and upright, with a rim around."""
        level = np.zeros((self.board + 1, self.board + 2), bool)
        upright = level.T.copy()
        for left, top, right, bottom in problem.boxes:
            level[[top, bottom], left + 1 : right + 1] = True
            upright[top + 1 : bottom + 1, [left, right]] = True
        return level, upright

    def solution(self, problem: Outlines) -> int:
        return len(problem.boxes)

    def effort(self, state: Asked[Outlines]) -> float:
        """Rectangles, and pairs of them that cross."""
        pairs = permutations(state.problem.boxes, 2)
        return float(len(state.problem.boxes) + sum(_cross(*pair) for pair in pairs))

    def draw(self, problem: Outlines) -> Frame:
        cell, half = SIDE // self.board, STROKE // 2
        canvas = Canvas(SIDE + 2 * MARGIN, SIDE + 2 * MARGIN, SHEET)
        for box in problem.boxes:
            left, top, right, bottom = (MARGIN + cell * line for line in box)
            wide, high = right - left + STROKE, bottom - top + STROKE
            canvas.outline(left - half, top - half, wide, high, STROKE, BLUE)
        return canvas.frame

    def describe(self, problem: Outlines) -> str:
        level, upright = self._lines(problem)
        flat, tall = level[:, 1:] | level[:, :-1], upright[1:] | upright[:-1]
        return "\n".join("".join(map(SIGNS.__getitem__, row)) for row in (flat + 2 * tall).tolist())


def _cross(one: Box, other: Box) -> bool:
    """Whether an upright side of one rectangle crosses a level side of the other."""
    upright = any(other[0] < x < other[2] for x in one[::2])
    return upright and any(one[1] < y < one[3] for y in other[1::2])


PRESETS = levels(RectangleCount, board=(24, 36, 48), fewest=(2, 5, 9), most=(5, 9, 14))
