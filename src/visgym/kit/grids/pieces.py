"""Things that stand in the cells of clue grids."""

from __future__ import annotations

from math import cos, pi, sin

from visgym.kit.canvas import GREEN, INK, RED, WOOD, Canvas, Color

GRASS: Color = (214, 235, 214)


def pitch(canvas: Canvas, x: float, y: float) -> None:
    """A tent around a point."""
    canvas.polygon(((x, y - 14), (x + 15, y + 13), (x - 15, y + 13)), RED)
    canvas.polygon(((x, y - 1), (x + 6, y + 13), (x - 6, y + 13)), GREEN)


def plant(canvas: Canvas, x: float, y: float) -> None:
    """A tree around a point."""
    canvas.rect(round(x - 3), round(y), 6, 15, WOOD)
    canvas.disc(x, y - 4, 11, GREEN)


def star(canvas: Canvas, x: float, y: float, radius: float = 14, color: Color = INK) -> None:
    """A star of five points around a point."""
    turns = [-pi / 2 + step * pi / 5 for step in range(10)]
    lengths = [radius, 0.4 * radius] * 5
    points = zip(turns, lengths, strict=True)
    canvas.polygon([(x + r * cos(turn), y + r * sin(turn)) for turn, r in points], color)
