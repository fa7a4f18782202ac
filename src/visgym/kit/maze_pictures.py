"""Mazes from above: the player a blue disc, the target a red square."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, FLOOR, MUTED, RED, WALL, Canvas
from visgym.kit.grid import Cell

CELL = 36  # pixels
RIM, RIM_TEXT = 28, 14  # pixels


def from_above(
    floor: frozenset[Cell], agent: Cell, target: Cell, height: int, width: int
) -> Canvas:
    """A canvas with the maze, which has so many rows and columns."""
    canvas = Canvas.on(plan(floor, height, width))
    row, column = target
    canvas.rect(column * CELL + 3, row * CELL + 3, CELL - 6, CELL - 6, RED, radius=4)
    row, column = agent
    canvas.disc((column + 0.5) * CELL, (row + 0.5) * CELL, CELL * 0.3, BLUE)
    return canvas


@cached_layer
def plan(floor: frozenset[Cell], height: int, width: int) -> Frame:
    """The maze without agent and target."""
    colors = np.full((height, width, 3), WALL, np.uint8)
    colors[tuple(zip(*floor, strict=True))] = FLOOR
    return colors.repeat(CELL, axis=1).repeat(CELL, axis=0)  # whole rows are copied in the end


def numbered(picture: Frame) -> Frame:
    """A picture of cells with the numbers of rows and columns at its rim."""
    height, width, _ = picture.shape
    canvas = Canvas.on(_rim(height // CELL, width // CELL))
    canvas.paste(picture, RIM, RIM)
    return canvas.frame


@lru_cache(maxsize=16)
def _rim(rows: int, columns: int) -> Frame:
    canvas = Canvas(columns * CELL + 2 * RIM, rows * CELL + 2 * RIM)
    for column in range(columns):
        canvas.text(RIM + (column + 0.5) * CELL, RIM / 2, str(column), RIM_TEXT, MUTED)
    for row in range(rows):
        canvas.text(RIM / 2, RIM + (row + 0.5) * CELL, str(row), RIM_TEXT, MUTED)
    return canvas.frame


def as_rows(floor: frozenset[Cell], agent: Cell, target: Cell, height: int, width: int) -> str:
    """The maze in signs, one row a line."""
    glyphs = dict.fromkeys(floor, " ") | {target: "T", agent: "A"}
    rows = [[glyphs.get((r, c), "#") for c in range(width)] for r in range(height)]
    return "\n".join("".join(row) for row in rows)
