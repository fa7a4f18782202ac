"""Round photos that turn: whole numbers only, so the pixels are the same on every machine."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit import pictures
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color

FINENESS = 2  # source pixels across one pixel of the disc, even; the nearest one is taken
_ONE = 1 << 16  # the fixed-point unit of sines and cosines


def turned_disc(folder: str, key: str, side: int, degrees: int, background: Color) -> Frame:
    """The largest disc in the middle of a photo, turned clockwise, in a square of even side."""
    shape = _shape(side)
    reach = (side + 2) * FINENESS - 1  # a rim for edges; odd, so that one pixel is the centre
    photo = _packed(folder, key, reach)
    angle = math.radians(degrees % 360)
    cosine, sine = round(math.cos(angle) * _ONE), round(math.sin(angle) * _ONE)
    across = (shape.right * cosine + shape.down * sine + _ONE) >> 17
    along = (shape.down * cosine - shape.right * sine + _ONE) >> 17
    colors = photo.take((along + reach // 2) * reach + (across + reach // 2))
    words = np.full(side * side, np.array([*background, 0], np.uint8).view(np.uint32)[0])
    words[shape.inside] = colors
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
    """The pixels of a disc in a square, and how far each lies from the centre."""

    inside: NDArray[np.bool_]
    right: NDArray[np.int32]
    """Half source pixels to the right of the centre, for each pixel inside."""
    down: NDArray[np.int32]
    edge: NDArray[np.intp]
    cover: NDArray[np.uint16]
    """How much of each pixel at the edge is inside, from 0 to 255."""


@lru_cache(maxsize=8)
def _shape(side: int) -> _Shape:
    half = 2 * np.arange(side) + 1 - side  # half pixels from the centre
    right, down = (each.ravel() for each in np.meshgrid(half, half))
    room = side / 2 - np.sqrt(right * right + down * down) / 2
    cover = np.floor(np.clip(room + 0.5, 0, 1) * 255 + 0.5).astype(np.uint16)
    inside = cover > 0
    edge = np.flatnonzero(inside & (cover < 255))
    scale = np.int32(FINENESS)
    return _Shape(
        inside,
        right[inside].astype(np.int32) * scale,
        down[inside].astype(np.int32) * scale,
        edge,
        cover[edge, None],
    )


@cached_layer
def _packed(folder: str, key: str, side: int) -> NDArray[np.uint32]:
    """The middle square of a photo, one number per pixel."""
    square = np.zeros((side, side, 4), np.uint8)
    square[:, :, :3] = pictures.fitted(folder, key, side, side)
    return square.reshape(-1, 4).view(np.uint32)[:, 0]
