"""Numba kernels that give each sample of the screen to the nearest face over it.

Only + - * / on float64, so that every CPU gives the same bits.
"""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np

from visgym.kit.compiled import inline, loop
from visgym.kit.solid.kernels.faces import is_on_screen
from visgym.kit.solid.layout import (
    DEPTH,
    FAR,
    LOOKS,
    TINY,
    Faces,
    Floats,
    Ids,
    Pen,
    Singles,
    Viewport,
    W,
    X,
    Y,
)

SAMPLES = np.array([0.375, 0.875, 0.125, 0.625])  # x of the four samples, from top to bottom


@inline
def trace(polygon: Floats, count: int, sides: Floats) -> None:
    """Write where each side of a polygon begins and ends, and how far it leans to the right."""
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        # from top to bottom, so that both faces at an edge compute the same bits
        a, b = (i, j) if polygon[i, 1] < polygon[j, 1] else (j, i)
        sides[i, 0], sides[i, 1], sides[i, 2] = polygon[a, 1], polygon[b, 1], polygon[a, 0]
        sides[i, 3] = (polygon[b, 0] - polygon[a, 0]) / (polygon[b, 1] - polygon[a, 1])


@inline
def span(sides: Floats, count: int, y: float) -> tuple[float, float]:
    """Return where a horizontal line enters and leaves a convex polygon."""
    left, right = FAR, -FAR
    for i in range(count):
        if sides[i, 0] <= y < sides[i, 1]:
            x = sides[i, 2] + (y - sides[i, 0]) * sides[i, 3]
            left, right = min(left, x), max(right, x)
    return left, right


@inline
def fill(step: float, base: float, face: int, xs: Floats, depths: Singles, owners: Ids) -> None:
    """Give a row of samples to a face where it is nearer."""
    for i in range(xs.size):
        z = np.float32(step * xs[i] + base)
        nearer = z < depths[i]
        depths[i] = z if nearer else depths[i]
        owners[i] = face if nearer else owners[i]


@loop
def cover(
    faces: Faces, first: int, last: int, samples: Floats, xs: Floats, sides: Floats,
    top: int, depth: Singles, owner: Ids,
) -> None:  # fmt: skip
    """Give each sample of the lines from `top` on to the nearest face over it."""
    rows, width = samples.size, depth.shape[1]
    for face in range(first, last):
        begin, end = max(faces.spans[face, 0], top), min(faces.spans[face, 1], top + depth.shape[0])
        if begin >= end:
            continue
        polygon, count, plane = faces.polygons[face], faces.counts[face], faces.depths[face]
        trace(polygon, count, sides)
        for line in range(begin, end):
            y, offset = (line + 0.5) / rows, samples[line % rows]
            left, right = span(sides, count, y)
            start = ceil(max(left - offset, 0.0))
            stop = ceil(min(right - offset, 1.0 * width))
            if start < stop:
                base = plane[0] * offset + (plane[1] * y + plane[2])
                depths, owners = depth[line - top, start:stop], owner[line - top, start:stop]
                fill(plane[0], base, face, xs[start:stop], depths, owners)


@loop
def outline(out: Floats, view: Viewport, pen: Pen, faces: Faces, used: int) -> int:
    """Append a dark bar between every two vertices; return how many faces are used by now."""
    for line in range(out.shape[0] // 2):
        a, b = 2 * line, 2 * line + 1
        if out[a, W] < out[b, W]:
            a, b = b, a
        if out[a, W] < view.near:
            continue
        if out[b, W] < view.near:
            part = (out[a, W] - view.near) / (out[a, W] - out[b, W])
            for k in range(4):
                out[b, k] = out[a, k] + (out[b, k] - out[a, k]) * part
        ax, ay, az = out[a, X] / out[a, W], out[a, Y] / out[a, W], out[a, DEPTH] / out[a, W]
        bx, by, bz = out[b, X] / out[b, W], out[b, Y] / out[b, W], out[b, DEPTH] / out[b, W]
        length = max(sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)), TINY)
        dx, dy = (bx - ax) / length * pen.half, (by - ay) / length * pen.half
        corner, depth = faces.polygons[used], faces.depths[used]
        corner[0, 0], corner[0, 1] = ax - dx - dy, ay - dy + dx
        corner[1, 0], corner[1, 1] = ax - dx + dy, ay - dy - dx
        corner[2, 0], corner[2, 1] = bx + dx + dy, by + dy - dx
        corner[3, 0], corner[3, 1] = bx + dx - dy, by + dy + dx
        if not is_on_screen(corner, 4, view, faces.spans[used]):
            continue
        rise = (bz - az) / (length * pen.half) * (1.0 + pen.nearer)
        depth[0], depth[1] = rise * dx, rise * dy
        depth[2] = az * (1.0 + pen.nearer) - pen.lift - depth[0] * ax - depth[1] * ay
        for k in range(LOOKS):
            faces.looks[used, k] = pen.look[k]
        faces.planes[used] = 0.0
        faces.counts[used], faces.told[used] = 4, True
        used += 1
    return used
