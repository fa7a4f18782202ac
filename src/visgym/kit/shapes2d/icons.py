"""Icons: a shape with a small triangle laid on it, each in a colour of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeAlias

import numpy as np

from visgym.core.task import Frame
from visgym.kit.canvas import PIECES, Canvas
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.shapes2d.lattice import MOTIONS, Motion, Shape, in_words, moved, normal, twice_area
from visgym.kit.shapes2d.random_shapes import MISS, POINTS, asymmetric, is_plain, near_miss, shifted
from visgym.kit.shapes2d.rasters import Raster, raster, raster_moved
from visgym.kit.shapes2d.tiles import Style, empty_tile, paint

Icon: TypeAlias = tuple[Shape, Shape]
FILLS = (PIECES[0], PIECES[1])
LEAST, LARGEST = 4, 12  # twice the area of a triangle
SEEN = 0.04  # the share of the square that a triangle takes from its shape, or adds


def icon(corners: int, rng: Random) -> Icon:
    """A shape of so many corners without symmetry, and a triangle partly on it."""
    shape = asymmetric(corners, rng)
    below = raster(shape)

    def drawn(rng: Random) -> Shape | None:
        points = normal(rng.sample(POINTS, 3))
        if not LEAST <= twice_area(points) <= LARGEST or not is_plain(points):
            return None
        return points if np.count_nonzero(raster(points)[below == 1]) >= SEEN * below.size else None

    return shape, redrawn(drawn, rng)


def icon_moved(given: Icon, *motions: Motion) -> Icon:
    """An icon after some motions, one after the other."""
    return moved(given[0], *motions), moved(given[1], *motions)


def icon_raster(given: Icon) -> Raster:
    """Whether each point of the square shows the triangle, the shape or nothing."""
    below, above = map(raster, given)
    return np.where(above, above + 2, below)


def icon_misses(given: Icon, count: int, rng: Random) -> list[Icon]:
    """Different icons with one corner elsewhere, none of them an image of another."""
    found = [given]

    def drawn(rng: Random) -> Icon | None:
        shape, triangle = given
        if rng.random() < 0.5:
            missed = near_miss(shape, rng)
            candidate = None if missed is None else (missed, triangle)
        else:
            other = shifted(triangle, rng)
            candidate = None if other is None else (shape, other)
        if candidate is None or any(_difference(candidate, each) < MISS for each in found):
            return None
        return candidate

    for _ in range(count):
        found.append(redrawn(drawn, rng))
    return found[1:]


def icon_tiles(icons: Iterable[Icon], style: Style) -> Iterator[Frame]:
    """Icons on tiles of their own; of the images of an icon, one is drawn and turned."""
    drawn: dict[Icon, tuple[Frame, Motion]] = {}
    for each in icons:
        if each not in drawn:
            canvas = Canvas.on(empty_tile())
            paint(canvas, each[0], style, FILLS[0])
            paint(canvas, each[1], "outline" if style == "outline" else "filled", FILLS[1])
            frame = canvas.frame
            drawn |= {icon_moved(each, motion): (frame, motion) for motion in MOTIONS}
        yield raster_moved(*drawn[each])


def icon_in_words(given: Icon) -> str:
    """The corners of both parts."""
    return f"{in_words(given[0])}; triangle {in_words(given[1])}"


def _difference(one: Icon, other: Icon) -> float:
    """The share of the square by which two icons differ, in the motion that makes it least."""
    turning, fixed = icon_raster(one), icon_raster(other)
    least = min(int((raster_moved(turning, each) != fixed).sum()) for each in MOTIONS)
    return least / fixed.size
