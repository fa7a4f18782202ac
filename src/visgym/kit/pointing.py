"""Pointing at pictures: a picture under a caption, dots on it, and pixels inside of masks."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, PAPER, SHEET, Canvas, Color
from visgym.kit.lettering import wrapped

STRIP = 40  # pixels above the picture
MARGIN = 10  # pixels beside a caption
BOLD = 16  # the size of a caption that fits one line
DOT = 5.0  # pixels

Mark = tuple[float, float]  # across and down the whole picture, each from 0 to 1
Mask = NDArray[np.bool_]
Pixel = tuple[int, int]  # column, row


def captioned(frame: Frame, caption: str) -> Canvas:
    """A canvas on a picture with a caption above it; only the caption is kept, and the picture by
    whoever made it."""
    return Canvas.below(_strip(caption, frame.shape[1]), frame)


@cached_layer
def _strip(caption: str, width: int) -> Frame:
    canvas = Canvas(width, STRIP, PAPER)
    size, lines = _set(caption, width)
    for number, line in enumerate(lines):
        middle = STRIP / 2 + (number - (len(lines) - 1) / 2) * (size + 2)
        canvas.text(width / 2, middle, line, size, INK, bold=size == BOLD)
    return canvas.frame


def _set(caption: str, width: int) -> tuple[int, list[str]]:
    """The size and the lines in which a caption fits its strip; beyond three lines it is cut."""
    caption = " ".join(caption.split())
    for size, rows in ((BOLD, 1), (14, 1), (12, 2), (10, 3)):
        lines = wrapped(caption, size, width - 2 * MARGIN, size == BOLD)
        if len(lines) <= rows:
            return size, lines
    return size, [*lines[: rows - 1], f"{lines[rows - 1][:-1]}…"]


def pixel_at(mark: Mark, width: int, height: int) -> Pixel:
    """The pixel of a picture under its caption at which a mark points; the row may be negative."""
    return round(mark[0] * (width - 1)), round(mark[1] * (height + STRIP - 1)) - STRIP


def mark_at(pixel: Pixel, width: int, height: int) -> Mark:
    """The mark that points at a pixel of a picture under its caption."""
    column, row = pixel
    return round(column / (width - 1), 4), round((row + STRIP) / (height + STRIP - 1), 4)


def is_in(mark: Mark, mask: Mask) -> bool:
    """Whether a mark points into a mask of the picture under its caption."""
    height, width = mask.shape
    column, row = pixel_at(mark, width, height)
    return row >= 0 and bool(mask[row, column])


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


def with_dots(frame: Frame, caption: str, marks: tuple[Mark, ...], color: Color) -> Frame:
    """A picture with a caption above it and a dot at each mark."""
    canvas = captioned(frame, caption)
    height, width = frame.shape[:2]
    for mark in marks:
        column, row = pixel_at(mark, width, height)
        canvas.disc(column + 0.5, row + STRIP + 0.5, DOT + 1.5, SHEET)
        canvas.disc(column + 0.5, row + STRIP + 0.5, DOT, color)
    return canvas.frame


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
