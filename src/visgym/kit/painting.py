"""How a shape's coverage becomes paint on pixels: mixed beforehand, kept, and laid down at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer

Color: TypeAlias = tuple[int, int, int]
Levels: TypeAlias = NDArray[np.uint8]
"""How much of each pixel a shape covers, from 0 to 255."""
Window: TypeAlias = tuple[int, int, int, int]
"""The first column and row that are wanted, and those behind the last."""

LONG = 1024  # pixels of the rows that rectangles are cut from
LEVELS = 16 << 20  # bytes of coverage to keep
PAINTS = 48 << 20  # bytes of paint to keep
SPARSE = 8  # pixels of a box for each covered one, from which it is faster to visit these alone


@dataclass(frozen=True, slots=True, eq=False)
class Paint:
    """A shape in a colour: what stays of each channel under it, and what is added."""

    size: tuple[int, ...]
    """Its height and width."""
    keep: NDArray[np.uint16]
    add: NDArray[np.uint16]
    where: NDArray[np.intp] | None
    """The channels of a frame that are meant, where the shape fills little of its box."""

    @property
    def nbytes(self) -> int:
        """The memory that it takes."""
        more = 0 if self.where is None else self.where.nbytes
        return self.keep.nbytes + self.add.nbytes + more

    def lay(self, pixels: NDArray[np.uint8], x: int, y: int) -> None:
        """Paint pixels, with the top left corner of the shape at a point."""
        if self.where is None:
            height, width = self.size
            region = pixels[y : y + height, x : x + width]
            region[:] = self._over(region)
        else:
            channels = pixels.reshape(-1)
            where = self.where + 3 * (y * pixels.shape[1] + x)
            # numbers that need no conversion are stored three times as fast
            channels[where] = self._over(channels.take(where)).astype(np.uint8)

    def _over(self, below: NDArray[np.uint8]) -> NDArray[np.uint16]:
        mixed: NDArray[np.uint16] = np.multiply(below, self.keep)
        mixed += self.add
        mixed //= 255
        return mixed


@cached_layer
def covered(shape: Callable[..., Levels], given: tuple[Hashable, ...]) -> Levels:
    """The coverage of a shape as it was given, kept whatever its colour."""
    levels = shape(*given)
    levels.flags.writeable = False
    return levels


@cached_layer
def painted(
    shape: Callable[..., Levels], given: tuple[Hashable, ...], color: Color, width: int
) -> Paint:
    """A shape as it was given, in a colour, to be laid on frames of a width."""
    levels = covered(shape, given)
    spots = np.flatnonzero(levels != 0)  # much faster than without the comparison
    if len(spots) * SPARSE > levels.size:
        return paint(levels, color)
    rows, columns = np.divmod(spots, levels.shape[1])
    where = 3 * (rows * width + columns)[:, None] + np.arange(3)
    thin = paint(levels[rows, columns][None], color)
    return Paint(levels.shape, thin.keep.reshape(-1), thin.add.reshape(-1), where.reshape(-1))


def paint(levels: Levels, color: Color | Frame) -> Paint:
    """Coverage in a colour, or with what a picture shows there."""
    # each channel has its own, so that pixels are mixed in one run along each row
    cover = np.repeat(levels.astype(np.uint16), 3, axis=1).reshape(*levels.shape, 3)
    return Paint(
        levels.shape, 255 - cover, cover * np.array(color, np.uint16) + np.uint16(127), None
    )


def draw(
    pixels: NDArray[np.uint8],
    shape: Callable[..., Levels],
    given: tuple[Hashable, ...],
    box: Window,
    color: Color,
) -> None:
    """Paint a shape, given from the corner of its box; only what is seen of it is looked at."""
    height, width = pixels.shape[:2]
    x, y, right, bottom = box
    left, top = max(x, 0), max(y, 0)
    window = (left - x, top - y, min(right, width) - x, min(bottom, height) - y)
    if window[0] < window[2] and window[1] < window[3]:
        painted(shape, (*given, window), color, width).lay(pixels, left, top)


def stamp(
    pixels: NDArray[np.uint8],
    shape: Callable[..., Levels],
    given: tuple[Hashable, ...],
    x: int,
    y: int,
    color: Color,
) -> None:
    """Paint a shape that has the same coverage wherever it lies."""
    whole = painted(shape, given, color, pixels.shape[1])
    high, wide = whole.size
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + wide, pixels.shape[1]), min(y + high, pixels.shape[0])
    if right - left == wide and bottom - top == high:
        whole.lay(pixels, x, y)
    elif left < right and top < bottom:
        seen = covered(shape, given)[top - y : bottom - y, left - x : right - x]
        paint(seen, color).lay(pixels, left, top)


def blank(width: int, height: int, color: Color) -> Frame:
    """A new picture of one colour."""
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = row_of(color, width)  # faster than a copy of a whole picture
    return pixels


def row_of(color: Color, width: int) -> Frame:
    """A row of one colour, cut from a longer one."""
    return _long_row(color, -(-width // LONG) * LONG)[:width]


@cached_layer
def _long_row(color: Color, width: int) -> Frame:
    return np.tile(np.array(color, np.uint8), (width, 1))
