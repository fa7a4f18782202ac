"""Things in front of a drawn place: those whose parts of the picture meet are drawn together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from visgym.kit.solid.crowds import gather, room
from visgym.kit.solid.kernels import raster, shading
from visgym.kit.solid.kernels.faces import tell_seen
from visgym.kit.solid.layout import LINES, PADS, Bytes, Floats, Singles, Surroundings, Viewport
from visgym.kit.solid.meshes import Texture
from visgym.kit.solid.texels import in_a_row
from visgym.kit.solid.values import Instance

SUN = np.array([-0.426, 0.853, -0.301, 0.62, 0.5, 0.0])
"""The direction to the sun, of length 1, what the sky gives, what the sun gives, and no gloss."""
NEAR = 0.05  # metres before the eye where sight begins
PULL = (1.5 / 400, 0.0)  # how far lines along edges are drawn to the eye, about a pixel
MARGIN = 2  # pixels around corners, for lines along edges
BAND = 64  # rows of pixels that are drawn together, few enough for a fast cache
NOWHERE, NO_SHADOW = np.zeros((3, 4)), np.full((1, 1), np.inf, np.float32)
NO_RAYS, UNCHANGED = np.zeros((3, 3)), np.zeros((1, 1), np.uint8)

Box = tuple[int, int, int, int]
"""Left, right, top and bottom, in pixels."""


def stand(
    frame: Bytes, depth: Singles, eye: Floats, tall: float, things: Sequence[Instance]
) -> None:
    """Draw things into a frame; `depth` is that of its pixels, column by column.

    The eye is a place, the direction ahead, and pixels per metre at one metre; it looks level.
    """
    rows, columns = frame.shape[:2]
    screen = _screen(eye, tall, rows, columns)
    # of all things, so that textures are put in a row once for a place
    textures = tuple(dict.fromkeys(each for thing in things for each in thing.mesh.textures))
    spots = _spots(things, screen)
    boxes = []
    for n in np.nonzero(_is_ahead(spots, columns))[0].tolist():
        box = _box(spots[n], rows, columns)
        if box and not _is_hidden(spots[n], box, depth):
            boxes.append((box, things[n]))
    for box, group in _groups(boxes):
        _put(group, textures, screen, box, frame, depth)


def _screen(eye: Floats, tall: float, rows: int, columns: int) -> Floats:
    """World to column, row and distance, and depth; north is -z."""
    x, y, east, north, zoom = (float(part) for part in eye)
    ahead = np.array([east, 0.0, -north, north * -y - east * x])
    right = np.array([north, 0.0, east, east * y - north * x])
    up = np.array([0.0, 1.0, 0.0, -tall])
    across, down = right * zoom + ahead * (columns / 2), ahead * (rows / 2) - up * zoom
    return np.stack([across, down, ahead, np.array([0.0, 0.0, 0.0, -1.0])])


def _spots(things: Sequence[Instance], screen: Floats) -> Floats:
    """The corners of boxes around things: column and row, times how far ahead, and how far."""
    corners = np.stack([thing.mesh.corners for thing in things])
    puts = np.stack([thing.transform[:3] for thing in things])[:, None]
    points = sum((corners[..., k, None] * puts[..., k] for k in range(3)), puts[..., 3])
    spots: Floats = sum((points[..., k, None] * screen[:3, k] for k in range(3)), screen[:3, 3])
    return spots


def _is_ahead(spots: Floats, columns: int) -> NDArray[np.bool_]:
    """Which things are neither behind the eye nor beyond a side of the picture."""
    across, ahead = spots[..., 0], spots[..., 2]
    inside: NDArray[np.bool_] = (
        (ahead.max(axis=1) > NEAR)
        & (across.max(axis=1) > 0)
        & ((columns * ahead - across).max(axis=1) > 0)
    )
    return inside


def _box(spots: Floats, rows: int, columns: int) -> Box | None:
    """The part of the picture in which a thing lies, None if in none."""
    ahead = spots[:, 2]
    if ahead.max() <= NEAR:
        return None
    if ahead.min() <= NEAR:
        spots = _cut(spots)
        ahead = spots[:, 2]
    xs, ys = spots[:, 0] / ahead, spots[:, 1] / ahead
    left, top = max(int(xs.min()) - MARGIN, 0), max(int(ys.min()) - MARGIN, 0)
    right, bottom = min(int(xs.max()) + MARGIN + 1, columns), min(int(ys.max()) + MARGIN + 1, rows)
    return (left, right, top, bottom) if left < right and top < bottom else None


def _cut(spots: Floats) -> Floats:
    """The corners before the eye, and where lines from them to the others leave sight."""
    seen, lost = spots[spots[:, 2] > NEAR], spots[spots[:, 2] <= NEAR]
    part = (seen[:, None, 2] - NEAR) / (seen[:, None, 2] - lost[None, :, 2])
    rim = seen[:, None] + part[..., None] * (lost[None] - seen[:, None])
    return np.concatenate([seen, rim.reshape(-1, 3)])


def _is_hidden(spots: Floats, box: Box, depth: Singles) -> bool:
    """Whether all of a thing is behind walls."""
    left, right, top, bottom = box
    nearest = -1.0 / max(float(spots[:, 2].min()), NEAR)
    return bool(depth[left:right, top:bottom].max() < nearest)


def _groups(boxes: list[tuple[Box, Instance]]) -> Iterator[tuple[Box, list[Instance]]]:
    """Things whose columns meet, and the box around all of them."""
    whole, group = (0, 0, 0, 0), list[Instance]()
    for box, thing in sorted(boxes, key=lambda each: each[0]):
        if group and box[0] < whole[1]:
            low, high = min(whole[2], box[2]), max(whole[3], box[3])
            whole = whole[0], max(whole[1], box[1]), low, high
            group.append(thing)
            continue
        if group:
            yield whole, group
        whole, group = box, [thing]
    if group:
        yield whole, group


def _put(
    things: list[Instance],
    textures: tuple[Texture, ...],
    screen: Floats,
    box: Box,
    frame: Bytes,
    depth: Singles,
) -> None:
    """Draw things into their part of a frame."""
    left, right, top, bottom = box
    high, width = bottom - top, right - left
    moved = screen.copy()
    moved[0] -= screen[2] * left
    moved[1] -= screen[2] * top
    view = Viewport(moved, NOWHERE, NEAR, high, width, LINES)
    crowd = gather(things, view, PULL, textures, room(0), 0)
    around = Surroundings(*in_a_row(textures), NO_SHADOW, NO_SHADOW, SUN, NO_RAYS)
    part = np.ascontiguousarray(frame[top:bottom, left:right])
    drawn, ids = part.copy(), np.empty((high, width), np.int32)
    xs, sides, pad = np.arange(float(width)), np.empty((4, 4)), np.empty((PADS, width))
    owner = np.empty((BAND * LINES, width), np.int32)
    for first in range(0, high, BAND):
        last = min(first + BAND, high)
        behind = depth[left:right, top + first : top + last].T.repeat(LINES, axis=0)
        owners = owner[: len(behind)]
        owners.fill(-1)
        line = first * LINES
        raster.cover(crowd.faces, 0, crowd.used, raster.SAMPLES, xs, sides, line, behind, owners)
        tell_seen(owners, crowd.faces, 0, crowd.vertices, crowd.looks)
        shading.resolve(
            owners.reshape(-1, LINES, width), first, crowd.faces.planes, crowd.faces.looks, 0,
            UNCHANGED, around, part, pad, drawn, ids,
        )  # fmt: skip
    frame[top:bottom, left:right] = drawn
