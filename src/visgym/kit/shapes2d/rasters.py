"""Shapes as arrays of points, which are turned and mirrored without looking at corners."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from visgym.kit.shapes2d.lattice import MOTIONS, SIDE, Corner, Motion, Shape

FINE = 4  # points along a step of the lattice
IN, ON = 1, 2  # of a point; on the edge is neither in nor out, or mirror images would differ

Raster: TypeAlias = NDArray[np.uint8]

_TURNED: dict[Motion, Callable[[Raster], Raster]] = {
    "stay": lambda raster: raster,
    "clockwise": lambda raster: raster.swapaxes(0, 1)[:, ::-1],
    "half": lambda raster: raster[::-1, ::-1],
    "counter": lambda raster: raster.swapaxes(0, 1)[::-1],
    "left_right": lambda raster: raster[:, ::-1],
    "top_bottom": lambda raster: raster[::-1],
    "diagonal": lambda raster: raster.swapaxes(0, 1),
    "antidiagonal": lambda raster: raster[::-1, ::-1].swapaxes(0, 1),
}

_ODD = np.arange(1, 2 * FINE * SIDE, 2)  # in halves of a point, so that none is level with a corner


@lru_cache(maxsize=256)
def raster(shape: Shape) -> Raster:
    """Where the points of the square lie, row by row."""
    edges = pairwise((*shape, shape[0]))
    crossed: Raster = np.bitwise_xor.reduce([_beside(*ends) for ends in edges])
    crossed[crossed > ON] = ON  # a point on an edge may have others to its left
    crossed.flags.writeable = False
    return crossed


@lru_cache(maxsize=(SIDE + 1) ** 4)
def _beside(start: Corner, end: Corner) -> Raster:
    """Which points lie on an edge, and which have it to their left."""
    (ax, ay), (bx, by) = ((2 * FINE * x, 2 * FINE * y) for x, y in (start, end))
    x, y = _ODD, _ODD[:, None]
    side = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * (1 if by < ay else -1)
    level = (y > min(ay, by)) & (y < max(ay, by))
    return np.where(level, IN * (side > 0) + ON * (side == 0), 0).astype(np.uint8)


def raster_moved(given: Raster, *motions: Motion) -> Raster:
    """An array of points, or a picture, after some motions, one after the other."""
    for motion in motions:
        given = _TURNED[motion](given)
    return given


def same(one: Raster, other: Raster) -> bool:
    """Whether two arrays show the same."""
    return bool((one == other).all())


def orbit(given: Raster) -> set[bytes]:
    """All that motions make of an array, each as its bytes."""
    return {raster_moved(given, motion).tobytes() for motion in MOTIONS}


def difference(one: Shape, other: Shape) -> float:
    """The share of the square by which two shapes differ, in the motion that makes it least."""
    return _least(raster(one), raster(other), MOTIONS)


def asymmetry(shape: Shape) -> float:
    """What differs between a shape and the most similar of its images, as a part of its area."""
    own = raster(shape)
    return _least(own, own, MOTIONS[1:]) * own.size / max(int(np.count_nonzero(own)), 1)


def _least(turning: Raster, fixed: Raster, motions: Iterable[Motion]) -> float:
    found = min(int(np.count_nonzero(raster_moved(turning, each) != fixed)) for each in motions)
    return found / fixed.size
