"""The coverage of lines with round ends and joints: straight, bent, dashed, with an arrow head.

All pieces of a line are one coverage, each pixel by the piece nearest to it, so joints do not show.
Only pixels near a piece are looked at, row by row where it is steep and else column by column.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from visgym.kit.coverage import FLAT, Floats, Point, filled, levels_of, snapped, spans
from visgym.kit.painting import Levels, Window

SHAFT = 0.85  # of a head's length; where the shaft ends inside of it
HALF = 0.4  # of a head's length; half its width


def head_length(width: float) -> float:
    """The length of the head that suits a stroke."""
    return 3 * width + 5


def toward(start: Point, end: Point, distance: float) -> Point:
    """The point at a distance from one point in the direction of another."""
    length = _length(start, end) or 1.0
    part = distance / length
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def bent(start: Point, end: Point, by: float) -> Point:
    """The control point of a curve whose middle lies so many pixels to the left of the way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = 2 * by / (_length(start, end) or 1.0)
    return (start[0] + end[0]) / 2 + dy * part, (start[1] + end[1]) / 2 - dx * part


def path(points: tuple[Point, ...], width: float, head: float, window: Window) -> Levels:
    """A line through points, with a head of a length at its end if that is not 0."""
    triangle: tuple[Point, ...] = ()
    if head > 0:
        points, triangle = _headed(points, head)
    levels = stroked(tuple(zip(points, points[1:] or points, strict=False)), width, window)
    if triangle:
        _add_head(levels, triangle, window)
    return levels


def curve(
    start: Point, control: Point, end: Point, width: float, head: float, window: Window
) -> Levels:
    """A line that leaves its start toward a control point and reaches its end from there."""
    (ax, ay), (bx, by), (cx, cy) = start, control, end
    bulge = _length((ax + cx, ay + cy), (2 * bx, 2 * by))
    # a piece misses the curve by bulge / 4 / pieces ** 2
    pieces = min(math.ceil(math.sqrt(bulge / (4 * FLAT))) + 1, 512)
    points = []
    for piece in range(pieces + 1):
        t = piece / pieces
        near, middle, far = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        points.append(
            snapped(near * ax + middle * bx + far * cx, near * ay + middle * by + far * cy)
        )
    return path(tuple(points), width, head, window)


def dashes(
    start: Point, end: Point, width: float, dash: float, gap: float, window: Window
) -> Levels:
    """A broken line that begins and ends with a dash; dash and gap are as they are seen."""
    length = _length(start, end)
    count = max(round((length + width + gap) / (dash + gap)), 1)
    period = (length + width + gap) / count
    stretch = max(period - gap - width, 0)  # round ends make a dash longer
    step = (length - stretch) / (count - 1) if count > 1 else 0
    begins = [step * number for number in range(count)]
    stretch = stretch if count > 1 else length
    pieces = [(toward(start, end, at), toward(start, end, at + stretch)) for at in begins]
    return stroked(tuple((snapped(*a), snapped(*b)) for a, b in pieces), width, window)


def stroked(pieces: tuple[tuple[Point, Point], ...], width: float, window: Window) -> Levels:
    """Straight pieces with round ends."""
    left, top, right, bottom = window
    levels = np.zeros((bottom - top, right - left), np.uint8)
    ends = np.array(pieces, np.float64).reshape(-1, 4)
    steep = np.abs(ends[:, 3] - ends[:, 1]) >= np.abs(ends[:, 2] - ends[:, 0])
    for lie, pick in ((False, steep), (True, ~steep)):
        if pick.any():
            rows, columns, found = _near(ends[pick], width, window, lie)
            place = (rows - top) * (right - left) + (columns - left)
            if len(pieces) == 1:
                levels.reshape(-1)[place] = found
            else:
                np.maximum.at(levels.reshape(-1), place.reshape(-1), found.reshape(-1))
    return levels


def _near(
    ends: Floats, width: float, window: Window, lie: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64], Levels]:
    """Rows, columns and coverage of pixels near pieces that all stand, or all lie."""
    left, top, right, bottom = window
    if lie:  # as if mirrored at the diagonal
        columns, rows, levels = _near(
            ends[:, (1, 0, 3, 2)], width, (top, left, bottom, right), lie=False
        )
        return rows, columns, levels
    low, far = np.minimum(ends[:, 1], ends[:, 3]), np.maximum(ends[:, 1], ends[:, 3])
    reach = width / 2 + 0.5
    whose, rows = spans(low - reach, far + reach, top, bottom)
    ax, ay, bx, by = ends[whose].T
    dx, dy = bx - ax, by - ay
    on_line = np.minimum(np.maximum(rows + 0.5, low[whose]), far[whose])
    middle = ax + (on_line - ay) * (dx / np.where(dy == 0, 1, dy))
    beside = 1.42 * reach  # a row crosses a line at 45 degrees for so much longer than at 90
    near = min(int(2 * beside) + 3, right - left)
    first = np.minimum(np.maximum(np.floor(middle - beside - 0.5), left), right - near)
    columns, rows = first.astype(np.int64)[:, None] + np.arange(near), rows[:, None]
    across, down = columns + 0.5 - ax[:, None], rows + 0.5 - ay[:, None]
    dx, dy = dx[:, None], dy[:, None]
    length = dx * dx + dy * dy
    along = (across * dx + down * dy) / np.where(length == 0, 1, length)
    np.minimum(np.maximum(along, 0, out=along), 1, out=along)
    distance = np.sqrt((across - along * dx) ** 2 + (down - along * dy) ** 2) - width / 2
    return rows, columns, levels_of(distance)


def _add_head(levels: Levels, corners: tuple[Point, ...], window: Window) -> None:
    """Add a polygon to the coverage of a window, which is looked at no further than needed."""
    (ax, bx, cx), (ay, by, cy) = zip(*corners, strict=True)
    left, top = max(int(min(ax, bx, cx)), window[0]), max(int(min(ay, by, cy)), window[1])
    right, bottom = (
        min(int(max(ax, bx, cx)) + 1, window[2]),
        min(int(max(ay, by, cy)) + 1, window[3]),
    )
    if left < right and top < bottom:
        part = levels[top - window[1] : bottom - window[1], left - window[0] : right - window[0]]
        np.maximum(part, filled(corners, (left, top, right, bottom)), out=part)


def _headed(points: tuple[Point, ...], head: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """A line cut short and the corners of a head from there to its end."""
    tip = points[-1]
    reach = max(_length(point, tip) for point in points)
    if not reach:
        return points, ()
    head = min(head, reach)
    base, _ = _cut(points, head)
    x, y = base
    dx, dy = (tip[0] - x) * HALF, (tip[1] - y) * HALF
    triangle = (tip, snapped(x + dy, y - dx), snapped(x - dy, y + dx))
    neck, index = _cut(points, head * SHAFT)
    return ((*points[: index + 1], neck) if head < reach else ()), triangle


def _cut(points: tuple[Point, ...], distance: float) -> tuple[Point, int]:
    """The last point of a line at a distance from its end, and the number of the one before."""
    tip = points[-1]
    index = max(number for number, point in enumerate(points) if _length(point, tip) >= distance)
    if index == len(points) - 1:
        return tip, index
    begin, end = _length(points[index], tip), _length(points[index + 1], tip)
    part = (begin - distance) / (begin - end)
    (ax, ay), (bx, by) = points[index], points[index + 1]
    return snapped(ax + (bx - ax) * part, ay + (by - ay) * part), index


def _length(start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return math.sqrt(dx * dx + dy * dy)
