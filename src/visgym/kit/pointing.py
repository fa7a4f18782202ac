"""Pointing at pictures: dots on them, and pixels inside of masks."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.canvas import SHEET, Canvas, Color

DOT = 5.0  # pixels

Mark = tuple[float, float]  # across and down the whole picture, each from 0 to 1
Mask = NDArray[np.bool_]
Pixel = tuple[int, int]  # column, row


def pixel_at(mark: Mark, width: int, height: int) -> Pixel:
    """The pixel of a picture at which a mark points."""
    return round(mark[0] * (width - 1)), round(mark[1] * (height - 1))


def mark_at(pixel: Pixel, width: int, height: int) -> Mark:
    """The mark that points at a pixel of a picture."""
    column, row = pixel
    return round(column / (width - 1), 4), round(row / (height - 1), 4)


def is_in(mark: Mark, mask: Mask) -> bool:
    """Whether a mark points into a mask of the picture."""
    height, width = mask.shape
    column, row = pixel_at(mark, width, height)
    return bool(mask[row, column])


@dataclass(frozen=True, eq=False)
class Region:
    """The pixels of one thing: a mask of a part of the picture, and where that part lies."""

    mask: Mask
    left: int
    top: int
    size: tuple[int, int]
    """Rows and columns of the whole picture."""

    def holds(self, mark: Mark) -> bool:
        """Whether a mark points at the thing."""
        column, row = pixel_at(mark, self.size[1], self.size[0])
        down, across = row - self.top, column - self.left
        height, width = self.mask.shape
        return 0 <= down < height and 0 <= across < width and bool(self.mask[down, across])

    def mark(self) -> Mark:
        """The mark in the middle of the thing."""
        column, row = middle(self.mask)
        return mark_at((column + self.left, row + self.top), self.size[1], self.size[0])


def with_dots(frame: Frame, marks: tuple[Mark, ...], color: Color) -> Canvas:
    """A canvas on a picture with a dot at each mark."""
    canvas = Canvas.on(frame)
    height, width = frame.shape[:2]
    for mark in marks:
        column, row = pixel_at(mark, width, height)
        canvas.disc(column + 0.5, row + 0.5, DOT + 1.5, SHEET)
        canvas.disc(column + 0.5, row + 0.5, DOT, color)
    return canvas


def middle(mask: Mask) -> Pixel:
    """The pixel of a mask that is nearest to its centre of mass."""
    rows, columns = _pixels(mask)
    count, across, down = len(rows), int(columns.sum()), int(rows.sum())
    # whole numbers, so that the choice is the same everywhere
    distance = (columns * count - across) ** 2 + (rows * count - down) ** 2
    nearest = int(distance.argmin())
    return int(columns[nearest]), int(rows[nearest])


def any_pixel(mask: Mask, rng: Random) -> Pixel:
    """A random pixel of a mask."""
    rows, columns = _pixels(mask)
    index = rng.randrange(len(rows))
    return int(columns[index]), int(rows[index])


def _pixels(mask: Mask) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and columns of a mask's pixels."""
    places = np.flatnonzero(mask)  # several times as fast as nonzero with two numbers for each
    rows = places // mask.shape[1]
    return rows, places - rows * mask.shape[1]
