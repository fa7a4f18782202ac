"""Round photos that turn: whole numbers only, so the pixels are the same on every machine."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit import pictures
from visgym.kit.canvas import Color

FINENESS = 2  # source pixels across one pixel of the disc, even; the nearest one is taken
_ONE = 1 << 16  # the fixed-point unit of sines and cosines


def turned_disc(folder: str, key: str, side: int, degrees: int, background: Color) -> Frame:
    """The largest disc in the middle of a photo, turned clockwise, in a square of even side."""
    shape = _shape(side)
    reach = (side + 2) * FINENESS - 1  # a rim for edges; odd, so that one pixel is the centre
    photo = pictures.fitted_words(folder, key, reach, reach)
    angle = math.radians(degrees % 360)
    cosine, sine = round(math.cos(angle) * _ONE), round(math.sin(angle) * _ONE)
    centre = _ONE + (reach // 2 << 17)
    # the way along a row and the way down a column add up, so that no pixel needs a product
    across = shape.steps * cosine + (shape.steps * sine + centre)[:, None]
    along = (shape.steps * cosine + centre)[:, None] - shape.steps * sine
    across >>= 17
    along >>= 17
    along *= reach
    along += across
    words = photo.take(along.reshape(-1), mode="wrap")  # the corners lie outside
    words[shape.outside] = np.array([*background, 0], np.uint8).view(np.uint32)[0]
    square = words.view(np.uint8).reshape(-1, 4)
    edge = square[shape.edge, :3] * shape.cover
    edge += np.array(background, np.uint16) * (255 - shape.cover)
    square[shape.edge, :3] = (edge + 127) // 255
    frame = np.empty((side * side, 3), np.uint8)
    for channel in range(3):  # much faster than all three at once
        frame[:, channel] = square[:, channel]
    frame.flags.writeable = False
    return frame.reshape(side, side, 3)


@dataclass(frozen=True)
class _Shape:
    """The pixels of a disc in a square."""

    steps: NDArray[np.int32]
    """Half source pixels from the centre, for each row or column."""
    outside: NDArray[np.intp]
    edge: NDArray[np.intp]
    cover: NDArray[np.uint16]
    """How much of each pixel at the edge is inside, from 0 to 255."""


@lru_cache(maxsize=8)
def _shape(side: int) -> _Shape:
    half = 2 * np.arange(side) + 1 - side  # half pixels from the centre
    right, down = (each.ravel() for each in np.meshgrid(half, half))
    room = side / 2 - np.sqrt(right * right + down * down) / 2
    cover = np.floor(np.clip(room + 0.5, 0, 1) * 255 + 0.5).astype(np.uint16)
    edge = np.flatnonzero((cover > 0) & (cover < 255))
    steps = half.astype(np.int32) * np.int32(FINENESS)
    return _Shape(steps, np.flatnonzero(cover == 0), edge, cover[edge, None])
