"""Things in front of a drawn place, the farthest first, each in the part that it covers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from visgym.kit.solid import drawing
from visgym.kit.solid.crowds import room
from visgym.kit.solid.layout import LINES, Bytes, Floats, Singles, Viewport
from visgym.kit.solid.meshes import frozen
from visgym.kit.solid.projection import World
from visgym.kit.solid.values import Instance

SUN = frozen(np.array([-0.426, 0.853, -0.301, 0.62, 0.5, 0.0]))
"""The direction to the sun, of length 1, what the sky gives, what the sun gives, and no gloss."""
NEAR = 0.05  # metres before the eye where sight begins
PULL = (1.5 / 400, 0.0)  # how far lines along edges are drawn to the eye, about a pixel
MARGIN = 2  # pixels around corners, for lines along edges
NOWHERE, NO_SHADOW = frozen(np.zeros((3, 4))), frozen(np.full((1, 1), np.inf, np.float32))

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


def stand(
    frame: Bytes, depth: Singles, eye: Floats, tall: float, things: Sequence[Instance]
) -> None:
    """Draw things into a frame; `depth` is that of its pixels, column by column.

    The eye is a place, the direction ahead, and pixels per metre at one metre; it looks level.
    """
    rows, columns = frame.shape[:2]
    screen = _screen(eye, tall, rows, columns)
    spots = sorted((-float(_ahead(thing, screen)), n) for n, thing in enumerate(things))
    for _, n in spots:
        if box := _box(things[n], screen, rows, columns):
            _put(things[n], screen, box, frame, depth)


def _screen(eye: Floats, tall: float, rows: int, columns: int) -> Floats:
    """World to column, row and distance, and depth; north is -z."""
    x, y, east, north, zoom = (float(part) for part in eye)
    ahead = np.array([east, 0.0, -north, north * -y - east * x])
    right = np.array([north, 0.0, east, east * y - north * x])
    up = np.array([0.0, 1.0, 0.0, -tall])
    across, down = right * zoom + ahead * (columns / 2), ahead * (rows / 2) - up * zoom
    return np.stack([across, down, ahead, np.array([0.0, 0.0, 0.0, -1.0])])


def _ahead(thing: Instance, screen: Floats) -> float:
    """How far ahead the middle of a thing is."""
    put = thing.transform[:3, 3]
    return float((put * screen[2, :3]).sum() + screen[2, 3])


def _box(thing: Instance, screen: Floats, rows: int, columns: int) -> Box | None:
    """The part of the picture in which a thing lies, None if in none."""
    corners, put = thing.mesh.corners, thing.transform
    points = sum((corners[:, k, None] * put[:3, k] for k in range(3)), put[:3, 3])
    spots = sum((points[:, k, None] * screen[:3, k] for k in range(3)), screen[:3, 3])
    ahead = spots[:, 2]
    if ahead.max() <= NEAR:
        return None
    if ahead.min() <= NEAR:
        return 0, 0, columns, rows  # so near that its corners tell nothing
    xs, ys = spots[:, 0] / ahead, spots[:, 1] / ahead
    left, top = max(int(xs.min()) - MARGIN, 0), max(int(ys.min()) - MARGIN, 0)
    right, bottom = min(int(xs.max()) + MARGIN + 1, columns), min(int(ys.max()) + MARGIN + 1, rows)
    return (left, top, right, bottom) if left < right and top < bottom else None


def _put(thing: Instance, screen: Floats, box: Box, frame: Bytes, depth: Singles) -> None:
    """Draw one thing into its part of a frame."""
    left, top, right, bottom = box
    behind = depth[left:right, top:bottom]
    if behind.min() < _nearest(thing, screen) and behind.max() < _nearest(thing, screen):
        return  # all of it is behind walls
    size = bottom - top, right - left
    moved = screen.copy()
    moved[0] -= screen[2] * left
    moved[1] -= screen[2] * top
    view = Viewport(moved, NOWHERE, NEAR, *size, LINES)
    part = np.ascontiguousarray(frame[top:bottom, left:right])
    world = World(view, view, SUN, np.zeros((3, 3)), PULL, part, 1)
    trace = drawing.DrawnScene(
        world, room(0), np.repeat(behind.T, LINES, axis=0),
        np.full((size[0] * LINES, size[1]), -1, np.int32), NO_SHADOW,
    )  # fmt: skip
    drawn = part.copy()
    drawing.draw(trace, [thing], drawn, np.full(size, -1, np.int32), keep=False)
    frame[top:bottom, left:right] = drawn


def _nearest(thing: Instance, screen: Floats) -> float:
    """The depth of the nearest corner of the box around a thing."""
    corners, put = thing.mesh.corners, thing.transform
    points = sum((corners[:, k, None] * put[:3, k] for k in range(3)), put[:3, 3])
    ahead = float((points * screen[2, :3]).sum(axis=1).min() + screen[2, 3])
    return -1.0 / max(ahead, NEAR)
