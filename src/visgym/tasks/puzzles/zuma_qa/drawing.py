"""The track with its marbles, the frog, and the ray or the sectors that a question is about."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, SHEET, Canvas, Color
from visgym.kit.coverage import Point
from visgym.kit.hues import NAMED
from visgym.tasks.puzzles.zuma_qa.world import (
    COLORS,
    DIAMETER,
    GAP,
    REACH,
    outline,
    places,
)

MIDDLE = REACH + 34  # pixels from the edge of the picture to the frog
SIDE = 2 * MIDDLE
SAND: Color = (232, 221, 199)
BANK: Color = (205, 190, 160)
WAY: Color = (92, 98, 112)
FROG: Color = (126, 150, 104)
FROG_SHADE: Color = (98, 120, 80)
NUMBERS = 20  # pixels
SPRITE = DIAMETER + 2  # pixels
CLEAR = 42  # pixels around the frog


def picture(track: str, marbles: str, loaded: str, degrees: int | None, sectors: int) -> Frame:
    """What there is, with the way of the next shot, or the sectors."""
    canvas = Canvas.on(ground(track, sectors))
    if degrees is not None:
        for start, end in _edges(math.radians(degrees)):
            canvas.line(start, end, 2, WAY)
    for (x, y), sign in zip(places(track), marbles, strict=False):
        if sign != GAP:
            _put(canvas, x, y, sign)
    _put(canvas, 0, 0, loaded)
    return canvas.frame


def _edges(angle: float) -> Iterator[tuple[Point, Point]]:
    """The lines on both sides of a shot, from the frog to where the picture ends."""
    x, y = math.cos(angle), -math.sin(angle)
    far = MIDDLE / max(abs(x), abs(y))
    for off in (-DIAMETER / 2, DIAMETER / 2):
        left, top = MIDDLE + off * y, MIDDLE - off * x
        yield (left + CLEAR * x, top + CLEAR * y), (left + far * x, top + far * y)


def _put(canvas: Canvas, x: int, y: int, sign: str) -> None:
    left, top = x + MIDDLE - SPRITE // 2, y + MIDDLE - SPRITE // 2
    region = canvas.pixels[top : top + SPRITE, left : left + SPRITE]
    # with one value to a pixel, it is copied many times faster
    np.copyto(_whole(region), _whole(_marble(sign)), where=_disc())


def _whole(frame: Frame) -> Frame:
    """A view of a picture with one value to a pixel."""
    return frame.view("V3")[:, :, 0]


@cached_layer
def ground(track: str, sectors: int) -> Frame:
    """The empty track and the frog, perhaps with lines between sectors."""
    canvas = Canvas(SIDE, SIDE)
    way = [(MIDDLE + x, MIDDLE + y) for x, y in outline(track)[::40]]
    for width, color in ((DIAMETER + 12, BANK), (DIAMETER + 7, SAND)):
        canvas.polyline(way, width, color)
    for number in range(sectors):
        angle = math.tau * number / sectors
        canvas.line(_at(angle, CLEAR), _at(angle, MIDDLE - 4), 2, INK)
        canvas.text(*_at(angle + math.pi / sectors, MIDDLE - 14), str(number + 1), NUMBERS)
    canvas.paste(_frog(), MIDDLE - 32, MIDDLE - 32)
    return canvas.frame


def _at(angle: float, far: float) -> tuple[float, float]:
    return MIDDLE + far * math.cos(angle), MIDDLE - far * math.sin(angle)


@cached_layer
def _marble(sign: str) -> Frame:
    """A marble on the sand of the track."""
    canvas, middle = Canvas(SPRITE, SPRITE, SAND), SPRITE / 2
    body = NAMED[COLORS[sign]]
    rim = tuple(round(0.72 * part) for part in body)
    gleam = tuple(round(0.45 * part + 0.55 * 255) for part in body)
    canvas.disc(middle, middle, DIAMETER / 2, (rim[0], rim[1], rim[2]))
    canvas.disc(middle - 0.7, middle - 0.7, DIAMETER / 2 - 1.8, body)
    canvas.disc(middle - 4, middle - 4, 3.2, (gleam[0], gleam[1], gleam[2]))
    return canvas.frame


@cached_layer
def _disc() -> NDArray[np.bool_]:
    """The pixels of a sprite that are its marble's."""
    canvas = Canvas(SPRITE, SPRITE, (0, 0, 0))
    canvas.disc(SPRITE / 2, SPRITE / 2, DIAMETER / 2, SHEET)
    return canvas.pixels[:, :, 0] > 96


@cached_layer
def _frog() -> Frame:
    """A frog from above, with room for the marble in its mouth."""
    canvas = Canvas(64, 64)
    for x, y in ((14, 14), (50, 14), (12, 50), (52, 50)):
        canvas.line((32, 32), (x, y), 12, FROG_SHADE)
    canvas.disc(32, 32, 24, FROG_SHADE)
    canvas.disc(32, 32, 21.5, FROG)
    for x in (22, 42):
        canvas.disc(x, 12, 6, SHEET)
        canvas.disc(x, 11, 3, INK)
    canvas.disc(32, 32, DIAMETER / 2 + 2.5, SAND)
    return canvas.frame


def in_words(track: str, marbles: str, loaded: str, degrees: int | None) -> str:
    """The marbles chain by chain."""
    lines, chain = [f"The frog shoots a {COLORS[loaded]} marble next."], list[str]()
    for (x, y), sign in zip(places(track), f"{marbles}{GAP}", strict=False):
        if sign != GAP:
            chain.append(f"{COLORS[sign]} ({x}, {-y})")
        elif chain:
            lines.append(", ".join(chain))
            chain = []
    if chain:
        lines.append(", ".join(chain))
    if degrees is not None:
        lines.append(f"The shot goes {degrees} degrees counter-clockwise from the right.")
    return "\n".join(lines)
