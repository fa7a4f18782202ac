"""Numba kernels that place faces on the screen and give them the samples they cover.

Only + - * / sqrt floor on float64, so that every CPU gives the same bits.
"""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np

from visgym.kit.solid.compiled import inline, kernel, loop
from visgym.kit.solid.layout import (
    COLUMNS,
    DEPTH,
    FAR,
    FIELD,
    FLAT,
    LIT,
    LOOKS,
    NORMAL,
    ONE,
    SLOPE,
    SUN,
    TINY,
    Faces,
    Floats,
    Ids,
    Pen,
    Shape,
    Singles,
    U,
    V,
    View,
    W,
    X,
    Y,
)

SAMPLES = np.array([0.375, 0.875, 0.125, 0.625])  # x of the four samples, from top to bottom
STEEPEST = 4.0  # shadow texels of depth per shadow texel


@kernel
def transform(points: Floats, matrix: Floats, out: Floats, first: int) -> None:
    """Write matrix * (point, 1) into the columns from the first on."""
    for i in range(points.shape[0]):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        for k in range(matrix.shape[0]):
            out[i, first + k] = (
                matrix[k, 0] * x + matrix[k, 1] * y + matrix[k, 2] * z + matrix[k, 3]
            )


@kernel
def stage(shape: Shape, model: Floats, view: View) -> tuple[Floats, bool]:
    """Return the columns of every vertex, and whether the model keeps left and right."""
    turn = np.empty((3, 4))  # cofactors carry normals under any scaling
    for i in range(3):
        turn[i, 3] = 0.0
        a, b = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            c, d = (j + 1) % 3, (j + 2) % 3
            turn[i, j] = model[a, c] * model[b, d] - model[a, d] * model[b, c]
    upright = model[0, 0] * turn[0, 0] + model[0, 1] * turn[0, 1] + model[0, 2] * turn[0, 2] > 0.0
    count = shape.points.shape[0]
    world, out = np.empty((count, 3)), np.empty((count, COLUMNS))
    zero = count - count  # literal columns would compile the same loop again
    transform(shape.points, model[:3], world, zero)
    transform(world, view.screen, out, zero)
    transform(shape.normals, turn, out, zero + NORMAL)
    transform(world, view.sun, out, zero + SUN)
    for i in range(count):
        out[i, ONE], out[i, U], out[i, V] = 1.0, shape.uvs[i, 0], shape.uvs[i, 1]
        x, y, z = out[i, NORMAL], out[i, NORMAL + 1], out[i, NORMAL + 2]
        length = sqrt(x * x + y * y + z * z)
        for k in range(NORMAL, SUN):
            out[i, k] /= max(length, TINY) if upright else -max(length, TINY)
    return out, upright


@kernel
def clip(corners: Floats, near: float, out: Floats) -> int:
    """Write the polygon of a face in front of the near plane; return how many corners it has."""
    count = 0
    for i in range(3):
        j = (i + 1) % 3
        inside, next_inside = corners[i, W] >= near, corners[j, W] >= near
        if inside:
            out[count, 0] = corners[i, X] / corners[i, W]
            out[count, 1] = corners[i, Y] / corners[i, W]
            count += 1
        if inside != next_inside:
            # always from the visible end, so that neighbours compute the same bits
            a, b = (i, j) if inside else (j, i)
            part = (corners[a, W] - near) / (corners[a, W] - corners[b, W])
            for k in range(2):
                out[count, k] = (corners[a, k] + (corners[b, k] - corners[a, k]) * part) / near
            count += 1
    return count


@kernel
def slope(corners: Floats, look: Floats) -> None:
    """Write how depth from the sun grows along the shadow map over a face."""
    x, y, z = SUN, SUN + 1, SUN + 2
    ax, ay = corners[1, x] - corners[0, x], corners[1, y] - corners[0, y]
    bx, by = corners[2, x] - corners[0, x], corners[2, y] - corners[0, y]
    az, bz = corners[1, z] - corners[0, z], corners[2, z] - corners[0, z]
    area = ax * by - ay * bx
    if area != 0.0:
        look[SLOPE] = min(max((az * by - bz * ay) / area, -STEEPEST), STEEPEST)
        look[SLOPE + 1] = min(max((bz * ax - az * bx) / area, -STEEPEST), STEEPEST)


@kernel
def is_flat(corners: Floats) -> bool:
    """Return whether the three normals of a face are the same."""
    for k in range(NORMAL, SUN):
        if corners[0, k] != corners[1, k] or corners[0, k] != corners[2, k]:
            return False
    return True


@kernel
def place(shape: Shape, looks: Floats, model: Floats, view: View, faces: Faces, used: int) -> int:
    """Append the faces of one instance that may be seen; return how many are used by now."""
    vertices, upright = stage(shape, model, view)
    corners, inverse = np.empty((3, COLUMNS)), np.empty((3, 3))
    for f in range(shape.faces.shape[0]):
        for i in range(3):
            for k in range(COLUMNS):
                corners[i, k] = vertices[shape.faces[f, i], k]
        area = 0.0
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            for j in range(3):
                c, d = (j + 1) % 3, (j + 2) % 3
                inverse[i, j] = corners[a, c] * corners[b, d] - corners[a, d] * corners[b, c]
        for j in range(3):
            area += corners[0, j] * inverse[0, j]
        # y points down on the screen, so an upright front face has a negative area
        front = (area < 0.0) == upright
        if area == 0.0 or not (front or shape.two_sided):
            continue
        faces.counts[used] = clip(corners, view.near, faces.polygons[used])
        if faces.counts[used] == 0:
            continue
        for k in range(COLUMNS - FIELD):
            side = -area if NORMAL <= k + FIELD < SUN and not front else area
            for j in range(3):
                total = (
                    corners[0, k + FIELD] * inverse[0, j] + corners[1, k + FIELD] * inverse[1, j]
                )
                faces.planes[used, k, j] = (total + corners[2, k + FIELD] * inverse[2, j]) / side
        for k in range(LOOKS):
            faces.looks[used, k] = looks[f, k]
        slope(corners, faces.looks[used])
        if is_flat(corners):
            faces.looks[used, LIT] = FLAT
            for k in range(NORMAL, SUN):
                faces.planes[used, k - FIELD, 2] = corners[0, k] if front else -corners[0, k]
        used += 1
    return used


@kernel
def outline(ends: Floats, model: Floats, view: View, pen: Pen, faces: Faces, used: int) -> int:
    """Append a dark bar between every two points; return how many faces are used by now."""
    world, out = np.empty(ends.shape), np.empty((ends.shape[0], 4))
    zero = used - used
    transform(ends, model[:3], world, zero)
    transform(world, view.screen, out, zero)
    for line in range(ends.shape[0] // 2):
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
        corner, depth = faces.polygons[used], faces.planes[used, DEPTH - FIELD]
        corner[0, 0], corner[0, 1] = ax - dx - dy, ay - dy + dx
        corner[1, 0], corner[1, 1] = ax - dx + dy, ay - dy - dx
        corner[2, 0], corner[2, 1] = bx + dx + dy, by + dy - dx
        corner[3, 0], corner[3, 1] = bx + dx - dy, by + dy + dx
        rise = (bz - az) / (length * pen.half) * (1.0 + pen.nearer)
        depth[0], depth[1] = rise * dx, rise * dy
        depth[2] = az * (1.0 + pen.nearer) - pen.lift - depth[0] * ax - depth[1] * ay
        faces.counts[used] = 4
        for k in range(LOOKS):
            faces.looks[used, k] = pen.look[k]
        used += 1
    return used


@inline
def span(polygon: Floats, count: int, y: float) -> tuple[float, float]:
    """Return where a horizontal line enters and leaves a convex polygon."""
    left, right = FAR, -FAR
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        # from top to bottom, so that both faces at an edge compute the same bits
        a, b = (i, j) if polygon[i, 1] < polygon[j, 1] else (j, i)
        if polygon[a, 1] <= y < polygon[b, 1]:
            steep = (polygon[b, 0] - polygon[a, 0]) / (polygon[b, 1] - polygon[a, 1])
            x = polygon[a, 0] + (y - polygon[a, 1]) * steep
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
    faces: Faces, first: int, samples: Floats, xs: Floats, top: int, depth: Singles, owner: Ids
) -> None:
    """Give each sample (y from the top, row in its pixel, x) to the nearest face over it."""
    height, rows, width = depth.shape
    for t in range(faces.counts.shape[0]):
        polygon, count, plane = faces.polygons[t], faces.counts[t], faces.planes[t, DEPTH - FIELD]
        high, low = polygon[0, 1], polygon[0, 1]
        for i in range(1, count):
            high, low = min(high, polygon[i, 1]), max(low, polygon[i, 1])
        begin = ceil(max(high * rows - 0.5, 1.0 * top * rows))
        end = ceil(min(low * rows - 0.5, 1.0 * (top + height) * rows))
        for line in range(begin, end):
            y, offset = (line + 0.5) / rows, samples[line % rows]
            left, right = span(polygon, count, y)
            start = ceil(max(left - offset, 0.0))
            stop = ceil(min(right - offset, 1.0 * width))
            if start < stop:
                base = plane[0] * offset + (plane[1] * y + plane[2])
                depths = depth[line // rows - top, line % rows, start:stop]
                owners = owner[line // rows - top, line % rows, start:stop]
                fill(plane[0], base, first + t, xs[start:stop], depths, owners)
