"""Masks in the forms of COCO: polygons, run lengths as numbers, and run lengths as text."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from visgym.core.task import Frame
from visgym.kit.canvas import LINE

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Runs:
    """A mask as its size and the lengths of its runs, off and on in turn, column by column."""

    height: int
    width: int
    counts: tuple[int, ...]


Outline: TypeAlias = "Runs | tuple[array[float], ...]"
"""A mask as runs or as polygons, each x, y, x, y... packed, for datasets have many corners."""


def read_outline(data: object, height: int, width: int) -> Outline:
    """The outline in a `segmentation` field; ValueError for anything else."""
    if isinstance(data, dict):
        rows, columns = data["size"]
        counts = data["counts"]
        numbers = _unpack(counts) if isinstance(counts, str | bytes) else list(counts)
        runs = Runs(int(rows), int(columns), tuple(int(number) for number in numbers))
        filled = min(runs.counts, default=-1) >= 0 and sum(runs.counts) == height * width
        if (runs.height, runs.width) != (height, width) or not filled:
            raise ValueError("the runs of a mask do not fill its picture")
        return runs
    if not isinstance(data, list) or not data:
        raise ValueError("a mask is neither polygons nor runs")
    polygons = tuple(array("d", polygon) for polygon in data)
    if any(len(polygon) < 6 or len(polygon) % 2 for polygon in polygons):
        raise ValueError("a polygon has fewer than three corners")
    return polygons


def _unpack(text: str | bytes) -> list[int]:
    """The run lengths in COCO's text: five bits a character, differences from the third on."""
    data = text.encode() if isinstance(text, str) else text
    counts: list[int] = []
    value = shift = 0
    for byte in data:
        bits = byte - 48
        if not 0 <= bits < 64:
            raise ValueError("the text of a mask has a character that does not belong there")
        value |= (bits & 31) << shift
        shift += 5
        if not bits & 32:
            value -= (1 << shift) if bits & 16 else 0
            counts.append(value + counts[-2] if len(counts) > 2 else value)
            value = shift = 0
    return counts


def paint(outline: Outline, height: int, width: int) -> Mask:
    """The pixels inside an outline."""
    if isinstance(outline, Runs):
        values = np.arange(len(outline.counts)) % 2 == 1
        return np.repeat(values, outline.counts).reshape(width, height).T
    mask = np.zeros((height, width), np.bool_)
    for polygon in outline:
        mask |= _filled(polygon, height, width)
    return mask


def _filled(polygon: Sequence[float], height: int, width: int) -> Mask:
    """The pixels whose middle an odd number of edges separates from the left border."""
    crossings = np.zeros((height, width + 1), np.int64)
    corners = list(zip(polygon[::2], polygon[1::2], strict=True))
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        top, bottom = sorted((math.ceil(ay - 0.5), math.ceil(by - 0.5)))
        rows = np.arange(max(top, 0), min(bottom, height))
        if len(rows):
            x = ax + (rows + 0.5 - ay) * ((bx - ax) / (by - ay))
            columns = np.clip(np.ceil(x - 0.5), 0, width).astype(np.int64)
            np.add.at(crossings, (rows, columns), 1)
    return np.asarray(crossings.cumsum(axis=1)[:, :width] % 2 == 1)


# Pictures of any size on a canvas of one size


def fit(frame: Frame, height: int, width: int) -> Frame:
    """A picture as large as it fits, centred on a plain canvas."""
    top, left, rows, columns = placed(frame.shape[0], frame.shape[1], height, width)
    canvas = np.tile(np.array(LINE, np.uint8), (height, width, 1))
    small = Image.fromarray(frame).resize((columns, rows), Image.Resampling.LANCZOS)
    canvas[top : top + rows, left : left + columns] = np.asarray(small)
    canvas.flags.writeable = False
    return canvas


def fit_mask(mask: Mask, height: int, width: int) -> Mask:
    """A mask where `fit` puts its picture."""
    top, left, rows, columns = placed(mask.shape[0], mask.shape[1], height, width)
    down = (np.arange(rows) * 2 + 1) * mask.shape[0] // (2 * rows)
    across = (np.arange(columns) * 2 + 1) * mask.shape[1] // (2 * columns)
    canvas = np.zeros((height, width), np.bool_)
    canvas[top : top + rows, left : left + columns] = mask[down[:, None], across[None, :]]
    return canvas


def placed(rows: int, columns: int, height: int, width: int) -> tuple[int, int, int, int]:
    """Top, left, rows and columns of a picture that is fitted into a canvas."""
    if rows * width > columns * height:
        down, across = height, max(columns * height // rows, 1)
    else:
        down, across = max(rows * width // columns, 1), width
    return (height - down) // 2, (width - across) // 2, down, across
