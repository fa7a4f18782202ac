"""How much of each pixel a shape covers, from exact distances and areas in plain arithmetic.

Points are pixels across and down from a corner of the shape's own, and only the pixels of a window
around that corner are looked at, so that a shape far larger than the picture costs no more than it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from visgym.kit.painting import Levels, Window

Floats: TypeAlias = NDArray[np.float64]
Point: TypeAlias = tuple[float, float]

GRID = 1024  # parts of a pixel; computed points are rounded to it, so that last bits do not matter
FLAT = 0.04  # pixels by which a straight piece may miss a curve
UPRIGHT = 1e-6  # pixels across a row below which an edge counts as vertical


def snapped(x: float, y: float) -> Point:
    """A point on the grid."""
    return round(x * GRID) / GRID, round(y * GRID) / GRID


@lru_cache(maxsize=4096)
def placed(points: tuple[Point, ...], reach: float) -> tuple[Window, tuple[Point, ...]]:
    """The box of a shape that reaches beyond points, and the points from its corner."""
    on_grid = [snapped(*point) for point in points]
    across, down = [x for x, _ in on_grid], [y for _, y in on_grid]
    box = box_around(min(across), min(down), max(across), max(down), reach)
    left, top = box[:2]
    return box, tuple((x - left, y - top) for x, y in on_grid)


def box_around(ax: float, ay: float, bx: float, by: float, reach: float) -> Window:
    """The pixels that a shape may touch that reaches beyond two points."""
    left, top = int(min(ax, bx) - reach) - 1, int(min(ay, by) - reach) - 1
    return left, top, int(max(ax, bx) + reach) + 2, int(max(ay, by) + reach) + 2


def sweep_of(start: float, end: float) -> float:
    """The degrees from one angle to another, at most a full turn."""
    return 360 if end - start >= 360 else (end - start) % 360


def levels_of(distance: Floats) -> Levels:
    """The coverage of pixels that lie so far outside of a shape's edge."""
    cover = 0.5 - distance
    np.minimum(np.maximum(cover, 0, out=cover), 1, out=cover)
    cover *= 255
    cover += 0.5
    return cover.astype(np.uint8)


def rounded(width: int, height: int, radius: float) -> Levels:
    """A rectangle with round corners."""
    radius = min(radius, width / 2, height / 2)
    across = np.maximum(np.abs(np.arange(width) + 0.5 - width / 2) - width / 2 + radius, 0)
    down = np.maximum(np.abs(np.arange(height) + 0.5 - height / 2) - height / 2 + radius, 0)
    return levels_of(np.sqrt(down[:, None] ** 2 + across[None, :] ** 2) - radius)


def outlined(width: int, height: int, stroke: int, radius: float, window: Window) -> Levels:
    """The outline of a rectangle with round corners, inside of its edges."""
    left, top, right, bottom = window
    across = np.abs(np.arange(left, right) + 0.5 - width / 2) - width / 2
    down = (np.abs(np.arange(top, bottom) + 0.5 - height / 2) - height / 2)[:, None]
    outer = min(radius, width / 2, height / 2)
    inner = max(outer - stroke, 0)
    hole = _box_levels(across + stroke, down + stroke, inner)
    return _box_levels(across, down, outer) - hole


def _box_levels(across: Floats, down: Floats, radius: float) -> Levels:
    """The coverage of a box, from how far pixels lie outside of its sides."""
    across, down = across + radius, down + radius
    outside = np.sqrt(np.maximum(across, 0) ** 2 + np.maximum(down, 0) ** 2)
    return levels_of(outside + np.minimum(np.maximum(across, down), 0) - radius)


def arc(
    x: float, y: float, radius: float, start: float, end: float, width: float, window: Window
) -> Levels:
    """A stroke with round ends along a circle, counter-clockwise from one angle to another."""
    left, top, right, bottom = window
    across = np.arange(left, right) + 0.5 - x
    down = (np.arange(top, bottom) + 0.5 - y)[:, None]
    distance = np.abs(np.sqrt(across**2 + down**2) - radius)
    if end - start < 360:
        (ax, ay), (bx, by) = _on_circle(radius, start), _on_circle(radius, end)
        after, before = down * ax - across * ay <= 0, down * bx - across * by >= 0
        beside = after & before if end - start <= 180 else after | before
        to_start = (across - ax) ** 2 + (down - ay) ** 2
        to_end = (across - bx) ** 2 + (down - by) ** 2
        distance = np.where(beside, distance, np.sqrt(np.minimum(to_start, to_end)))
    return levels_of(distance - width / 2)


def sector(x: float, y: float, radius: float, start: float, end: float, window: Window) -> Levels:
    """A slice of a disc, counter-clockwise from one angle to another."""
    sweep = min(end - start, 360)
    # a piece of an angle misses its arc by about radius * angle ** 2 / 8
    pieces = math.ceil(math.radians(sweep) * math.sqrt(radius / (8 * FLAT))) + 1
    angles = [start + sweep * piece / pieces for piece in range(pieces + 1)]
    rim = [_on_circle(radius, angle) for angle in angles]
    corners = rim if sweep == 360 else [(0.0, 0.0), *rim]
    return filled(tuple((x + dx, y + dy) for dx, dy in corners), window)


def _on_circle(radius: float, degrees: float) -> Point:
    """The point of a circle around nought at an angle counter-clockwise from the right."""
    angle = math.radians(degrees)
    return snapped(radius * math.cos(angle), -radius * math.sin(angle))


def filled(corners: tuple[Point, ...], window: Window) -> Levels:
    """A polygon, each pixel by the area that lies inside; what it winds around twice is inside."""
    left, top, right, bottom = window
    wide, high = right - left, bottom - top
    ax, ay = np.array(corners).T
    bx, by = np.array((*corners[1:], corners[0])).T
    edges, rows = spans(np.minimum(ay, by), np.maximum(ay, by), top, bottom)
    # where an edge enters and leaves each of its rows
    ax, ay, bx, by = ax[edges], ay[edges], bx[edges], by[edges]
    above = np.minimum(np.maximum(ay, rows), rows + 1)
    below = np.minimum(np.maximum(by, rows), rows + 1)
    slope = (bx - ax) / np.where(by == ay, 1, by - ay)
    enters, leaves = ax + (above - ay) * slope, ax + (below - ay) * slope
    first, last = np.minimum(enters, leaves), np.maximum(enters, leaves)
    # each edge covers what lies to its right; columns hold by how much more than the one before
    crossed, columns = spans(first, np.maximum(last, left) + 1, left, right)
    first, last, drop = first[crossed], last[crossed], (below - above)[crossed]
    more = _right_of(first, last, columns)
    inner = columns[1:] > np.maximum(np.floor(first[1:]), left)  # not the first of their row
    more[1:] -= np.where(inner, more[:-1], 0)
    cells = (rows[crossed] - top) * wide + columns - left
    sums = np.bincount(cells, more * drop, minlength=wide * high).reshape(high, wide)
    area = sums.astype(np.float64, copy=False)  # whole numbers where there is nothing to add
    # in place, since new memory for large shapes costs more than the sums
    np.abs(np.cumsum(area, axis=1, out=area), out=area)
    np.minimum(area, 1, out=area)
    area *= 255
    area += 0.5
    return area.astype(np.uint8)


def _right_of(first: Floats, last: Floats, columns: NDArray[np.int64]) -> Floats:
    """The part of a pixel's row right of an edge that crosses the row between two places."""
    near, far = columns + 1 - first, columns + 1 - last
    run = last - first
    upright = run < UPRIGHT
    area = (_ramp_area(near) - _ramp_area(far)) / np.where(upright, 1, run)
    result: Floats = np.where(upright, np.minimum(np.maximum((near + far) / 2, 0), 1), area)
    return result


def _ramp_area(end: Floats) -> Floats:
    """The area below a ramp that rises from 0 to 1 within a pixel and stays there."""
    inside = np.minimum(np.maximum(end, 0), 1)
    return inside * inside / 2 + np.maximum(end - 1, 0)


def spans(
    first: Floats, last: Floats, low: int, high: int
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """The whole numbers from low to high within some ranges: whose range it is, and the number."""
    begin = np.minimum(np.maximum(np.floor(first), low), high).astype(np.int64)
    counts = np.minimum(np.maximum(np.ceil(last), low), high).astype(np.int64) - begin
    whose = np.repeat(np.arange(len(begin)), counts)
    return whose, np.arange(len(whose)) - (np.cumsum(counts) - counts - begin)[whose]
