"""A meadow for trees and tents."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import Canvas
from visgym.kit.grids.pages import Page
from visgym.kit.grids.pieces import GRASS

CELL = 44  # pixels


@lru_cache(maxsize=16)
def meadow(page: Page) -> Frame:
    """The grid without trees and tents."""
    canvas = page.canvas()
    for row in range(page.rows):
        for column in range(page.columns):
            page.fill(canvas, (row, column), GRASS)
    return canvas.frame


@cache
def standing(piece: Callable[[Canvas, float, float], None]) -> Frame:
    """A cell of grass with something on it."""
    canvas = Canvas(CELL, CELL, GRASS)
    piece(canvas, CELL / 2, CELL / 2)
    return canvas.frame
