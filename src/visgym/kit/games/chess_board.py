"""The picture of a chess board: own side below, squares named at the rim, the last move marked."""

from __future__ import annotations

import numpy as np

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, MUTED, PAPER, SHEET, Canvas, Color
from visgym.kit.chessmen import SIDE, figure
from visgym.kit.games.places import Box, box

SQUARE, RIM = 60, 28  # pixels
LIGHT: Color = (238, 220, 186)
DARK: Color = (178, 134, 96)
MARKED: tuple[Color, Color] = ((244, 222, 112), (206, 174, 62))
"""Squares that the last move touched, light and dark."""


def picture(men: dict[int, str], side: int, marks: tuple[int, ...]) -> Frame:
    """The men by squares from a8 to h1, seen by White (0) or Black (1)."""
    canvas = Canvas.on(_empty(side))
    for square in {*men, *marks}:
        place = 63 - square if side else square
        shade = (square // SIDE + square) % 2
        tile = _tile(men.get(square, ""), shade, square in marks)
        canvas.paste(tile, RIM + place % SIDE * SQUARE, RIM + place // SIDE * SQUARE)
    return canvas.frame


def place(square: int, side: int) -> Box:
    """Where a square is in the picture."""
    whole, at = SIDE * SQUARE + 2 * RIM, 63 - square if side else square
    corner = RIM + at % SIDE * SQUARE, RIM + at // SIDE * SQUARE
    return box(corner, (SQUARE, SQUARE), (whole, whole))


def as_text(men: dict[int, str]) -> str:
    """Rows from the eighth to the first."""
    rows = [[men.get(row * SIDE + column, ".") for column in range(SIDE)] for row in range(SIDE)]
    lines = [f"{SIDE - number} {' '.join(row)}" for number, row in enumerate(rows)]
    return "\n".join([*lines, "  a b c d e f g h"])


@cached_layer
def _empty(side: int) -> Frame:
    size = SIDE * SQUARE + 2 * RIM
    canvas = Canvas(size, size, PAPER)
    canvas.rect(RIM - 3, RIM - 3, size - 2 * RIM + 6, size - 2 * RIM + 6, INK)
    for place in range(SIDE):
        file, rank = ("abcdefgh"[::-1], "12345678") if side else ("abcdefgh", "87654321")
        middle = RIM + (place + 0.5) * SQUARE
        for edge in (RIM / 2, size - RIM / 2):
            canvas.text(middle, edge, file[place], 16, MUTED, bold=True)
            canvas.text(edge, middle, rank[place], 16, MUTED, bold=True)
        for row in range(SIDE):
            corner = RIM + place * SQUARE, RIM + row * SQUARE
            canvas.rect(*corner, SQUARE, SQUARE, DARK if (place + row) % 2 else LIGHT)
    return canvas.frame


@cached_layer
def _tile(man: str, shade: int, marked: bool) -> Frame:
    """A square, with or without a man."""
    ground = MARKED[shade] if marked else (LIGHT, DARK)[shade]
    if not man:
        return Canvas(SQUARE, SQUARE, ground).frame
    if man.islower():
        return figure(man.upper(), SQUARE, ground)
    return _white(figure(man, SQUARE, SHEET), ground)


def _white(black: Frame, ground: Color) -> Frame:
    """A white man with a dark outline, made of a black one on a white sheet."""
    depth = np.array(SHEET, np.float64) - np.array(INK, np.float64)
    body = ((255.0 - black) / depth).mean(axis=2)
    inner = body.copy()
    for axis in (0, 1):
        for step in (-2, -1, 1, 2):
            inner = np.minimum(inner, np.roll(body, step, axis=axis))
    inner = inner[..., None]
    man = inner * np.array(SHEET) + (1 - inner) * np.array(INK)
    mixed = body[..., None] * man + (1 - body[..., None]) * np.array(ground)
    frame: Frame = np.rint(mixed).astype(np.uint8)
    frame.flags.writeable = False
    return frame
