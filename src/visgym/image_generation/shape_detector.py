"""Coloured circles, squares and triangles on a plain ground, found by counting pixels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from visgym.core.task import Frame
from visgym.image_generation.geneval import DetectedObject

SIDE = 256  # pixels to which the longer side of a picture is reduced
FAR = 60  # of 441, by which a colour must differ from the ground
FEWEST = 0.002  # share of the pixels that make an object
COLORS: dict[str, tuple[int, int, int]] = {
    "red": (220, 40, 40), "orange": (245, 140, 30), "yellow": (245, 215, 50),
    "green": (50, 160, 70), "blue": (40, 90, 210), "purple": (130, 60, 170),
    "pink": (245, 150, 190), "brown": (125, 80, 45), "black": (20, 20, 20),
    "white": (250, 250, 250),
}  # fmt: skip
Mask = NDArray[np.bool_]


def detect(frame: Frame) -> dict[str, list[DetectedObject]]:
    """The shapes of a picture by class, from left to right."""
    image = Image.fromarray(frame)
    scale = max(1.0, max(image.size) / SIDE)
    image = image.resize(
        (round(image.width / scale), round(image.height / scale)), Image.Resampling.BOX
    )
    pixels = np.asarray(image, np.int64)
    names, nearest = list(COLORS), _nearest(pixels)
    shown = np.sqrt(((pixels - _ground(pixels)) ** 2).sum(axis=2)) > FAR
    found: dict[str, list[DetectedObject]] = {}
    for number, name in enumerate(names):
        for part in _parts(shown & (nearest == number)):
            shape = _shape(part)
            rows, columns = np.nonzero(part)
            if not shape:
                continue
            box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
            place = tuple(float(each * scale) for each in box)
            found.setdefault(shape, []).append(
                DetectedObject((place[0], place[1], place[2], place[3]), 1.0, name)
            )
    return {shape: sorted(each, key=lambda one: one.box) for shape, each in found.items()}


def _nearest(pixels: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of the nearest named colour at each pixel."""
    known = np.array(list(COLORS.values()), np.int64)
    apart = ((pixels[:, :, None, :] - known) ** 2).sum(axis=3)
    return np.asarray(apart.argmin(axis=2), np.int64)


def _ground(pixels: NDArray[np.int64]) -> NDArray[np.float64]:
    """The colour of the ground: the median of what lies on the border."""
    edges = (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1])
    return np.asarray(np.median(np.concatenate(edges), axis=0))


def _parts(mask: Mask) -> Iterator[Mask]:
    """The connected parts of a mask that are large enough."""
    left = mask.copy()
    least = FEWEST * mask.size
    while left.any():
        part = _connected(left)
        left &= ~part
        if part.sum() >= least:
            yield part


def _connected(mask: Mask) -> Mask:
    """The part of a mask around its first pixel, grown along rows and columns."""
    rows, columns = np.nonzero(mask)
    part = np.zeros_like(mask)
    waiting = [(int(rows[0]), int(columns[0]))]
    while waiting:
        row, column = waiting.pop()
        if part[row, column]:
            continue
        first = last = column
        while first > 0 and mask[row, first - 1]:
            first -= 1
        while last + 1 < mask.shape[1] and mask[row, last + 1]:
            last += 1
        part[row, first : last + 1] = True
        for beside in (row - 1, row + 1):
            if 0 <= beside < mask.shape[0]:
                fresh = mask[beside, first : last + 1] & ~part[beside, first : last + 1]
                starts = np.flatnonzero(fresh & ~np.r_[False, fresh[:-1]])
                waiting += [(beside, first + int(at)) for at in starts]
    return part


def _shape(part: Mask) -> str:
    """What a part is, by how much of its box it fills and where its middle lies; empty if none."""
    rows, columns = np.nonzero(part)
    height, width = np.ptp(rows) + 1, np.ptp(columns) + 1
    filled = part.sum() / (height * width)
    low = abs(rows.mean() - (rows.min() + rows.max()) / 2) / height
    is_even = 0.8 < width / height < 1.25
    if filled > 0.92 and is_even:
        return "square"
    if 0.7 < filled < 0.88 and is_even and low < 0.05:
        return "circle"
    return "triangle" if 0.4 < filled < 0.62 and low > 0.08 else ""
