"""Numba kernels behind `scene`: place faces on the screen, cover samples, shade pixels.

Only + - * / sqrt floor on float64, without fast-math, so that every CPU gives the same bits.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Texels = NDArray[np.int64]  # red + green * 2**21 + blue * 2**42, so that one product scales all
Rgb = tuple[float, float, float]
Function = TypeVar("Function", bound=Callable[..., object])

# Columns of a vertex. From FIELD on, a face has a plane that gives column / W at any pixel.
X, Y, W, DEPTH, ONE, U, V, NORMAL, SUN, COLUMNS = 0, 1, 2, 3, 4, 5, 6, 7, 10, 13
FIELD = DEPTH
# Columns of a look: colour 0..1, slope of depth from the sun, texture or -1, instance, is lit.
RED, SLOPE, TEXTURE, INSTANCE, LIT, LOOKS = 0, 3, 5, 6, 7, 8

SAMPLES = np.array([0.375, 0.875, 0.125, 0.625])  # x of the four samples, from top to bottom
LANE, SCALE = 2**21 - 1, 1.0 / (4096.0 * 255.0)
UNLIT, SMOOTH, FLAT = 0.0, 1.0, 2.0
TINY, FAR = 1e-30, 1e30
BIAS = 0.7  # shadow texels
STEEPEST = 4.0  # shadow texels of depth per shadow texel
BLOCK = 16  # shadow texels that are told changed together
FADE = 2  # shadow texels on each side of a shadow's border
BLEND_FROM, BLEND_TO = 1.3, 1.7  # texels per sample between one level and the next
PROBES = 3  # most texture samples along a foreshortened pixel


# counting references to arrays would cost more than the arithmetic
LEAN: dict[str, Any] = {"error_model": "numpy", "_nrt": False}


def kernel(function: Function) -> Function:
    """Compile a function when it is first called, and keep the code on disk."""
    return cast(Function, njit(cache=True, error_model="numpy")(function))


def loop(function: Function) -> Function:
    """Compile a function that makes no arrays."""
    return cast(Function, njit(cache=True, **LEAN)(function))


def inline(function: Function) -> Function:
    """Compile a function into the loops that call it."""
    return cast(Function, njit(forceinline=True, **LEAN)(function))


class Shape(NamedTuple):
    """The arrays of a mesh, one normal and one texture position per point."""

    points: Floats
    normals: Floats
    uvs: Floats
    faces: Ints
    two_sided: bool


class View(NamedTuple):
    """World to screen (x, y, w, depth), world to shadow texels (x, y, depth), near plane."""

    screen: Floats
    sun: Floats
    near: float


class Pen(NamedTuple):
    """Half the width of a line in pixels, how far it is drawn to the eye, its look."""

    half: float
    nearer: float
    lift: float
    look: Floats


class Faces(NamedTuple):
    """Faces on the screen: planes of their fields, polygons, corner counts, looks."""

    planes: Floats
    polygons: Floats
    counts: Ints
    looks: Floats


class Surroundings(NamedTuple):
    """What shading reads beside the faces."""

    texels: Texels
    table: Ints  # first texel, width, height, levels
    shadow: Singles  # 1 x 1 for no shadows
    sun: Floats  # direction to it, ambient, diffuse, specular
    rays: Floats  # direction to the eye = rays[0] * x + rays[1] * y + rays[2]


@kernel
def transform(points: Floats, matrix: Floats, out: Floats, first: int, last: int) -> None:
    """Write matrix * (point, 1) into the columns from first to last."""
    for i in range(points.shape[0]):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        for k in range(last - first):
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
    transform(shape.points, model, world, 0, 3)
    transform(world, view.screen, out, 0, 4)
    transform(shape.normals, turn, out, NORMAL, SUN)
    transform(world, view.sun, out, SUN, COLUMNS)
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
    transform(ends, model, world, 0, 3)
    transform(world, view.screen, out, 0, 4)
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
    faces: Faces, first: int, samples: Floats, xs: Floats, depth: Singles, owner: Ids
) -> None:
    """Give each sample (row in its pixel, y, x) to the nearest face over it."""
    rows, height, width = depth.shape
    for t in range(faces.counts.shape[0]):
        polygon, count, plane = faces.polygons[t], faces.counts[t], faces.planes[t, DEPTH - FIELD]
        top, bottom = polygon[0, 1], polygon[0, 1]
        for i in range(1, count):
            top, bottom = min(top, polygon[i, 1]), max(bottom, polygon[i, 1])
        begin = ceil(max(top * rows - 0.5, 0.0))
        end = ceil(min(bottom * rows - 0.5, 1.0 * height * rows))
        for line in range(begin, end):
            y, offset = (line + 0.5) / rows, samples[line % rows]
            left, right = span(polygon, count, y)
            start = ceil(max(left - offset, 0.0))
            stop = ceil(min(right - offset, 1.0 * width))
            if start < stop:
                base = plane[0] * offset + (plane[1] * y + plane[2])
                depths = depth[line % rows, line // rows, start:stop]
                owners = owner[line % rows, line // rows, start:stop]
                fill(plane[0], base, first + t, xs[start:stop], depths, owners)


@inline
def at(planes: Floats, face: int, column: int, x: float, y: float) -> float:
    """Return a vertex column / W of a face at a pixel."""
    k = column - FIELD
    value: float = planes[face, k, 0] * x + planes[face, k, 1] * y + planes[face, k, 2]
    return value


@inline
def bilinear(texels: Texels, first: int, width: int, height: int, u: float, v: float) -> Rgb:
    """Return a colour 0..1 / SCALE between four texels; pictures repeat, borders do not blend."""
    x = min(max(int((u - np.floor(u)) * (64 * width)) - 32, 0), 64 * width - 64)
    y = min(max(int((v - np.floor(v)) * (64 * height)) - 32, 0), 64 * height - 64)
    right, down = x & 63, y & 63
    a = first + (y >> 6) * width + (x >> 6)
    b = a + (1 if right > 0 else 0)
    below = width if down > 0 else 0
    top = texels[a] * (64 - right) + texels[b] * right
    bottom = texels[a + below] * (64 - right) + texels[b + below] * right
    mix = top * (64 - down) + bottom * down
    return float(mix & LANE), float((mix >> 21) & LANE), float(mix >> 42)


@inline
def probe(
    texels: Texels, table: Ints, texture: int, size: float, count: int,
    u: float, v: float, du: float, dv: float,
) -> Rgb:  # fmt: skip
    """Return the mean of some texture samples along (du, dv), each over about `size` texels."""
    first, width = table[texture, 0], table[texture, 1]
    height, levels = table[texture, 2], table[texture, 3]
    while size > BLEND_TO and levels > 1:
        size *= 0.5
        levels -= 1
        first += width * height
        width, height = max(width >> 1, 1), max(height >> 1, 1)
    coarser = first + width * height
    part = (size - BLEND_FROM) / (BLEND_TO - BLEND_FROM) if levels > 1 else 0.0
    red, green, blue, share = 0.0, 0.0, 0.0, 1.0 / count
    for i in range(count):
        step = (i + 0.5) * share - 0.5
        s, t = u + du * step, v + dv * step
        r, g, b = bilinear(texels, first, width, height, s, t)
        if part > 0.0:
            half = max(width >> 1, 1), max(height >> 1, 1)
            r2, g2, b2 = bilinear(texels, coarser, half[0], half[1], s, t)
            r, g, b = r + (r2 - r) * part, g + (g2 - g) * part, b + (b2 - b) * part
        red, green, blue = red + r * share, green + g * share, blue + b * share
    return red, green, blue


@inline
def texture_at(
    planes: Floats, face: int, texels: Texels, table: Ints, texture: int, x: float, y: float
) -> Rgb:
    """Return a face's texture 0..1 / SCALE at a pixel, as wide as the pixel is on the face."""
    distance = 1.0 / at(planes, face, ONE, x, y)
    u, v = at(planes, face, U, x, y) * distance, at(planes, face, V, x, y) * distance
    width, height = table[texture, 1], table[texture, 2]
    one, across, along = ONE - FIELD, U - FIELD, V - FIELD
    ux = (planes[face, across, 0] - u * planes[face, one, 0]) * distance
    vx = (planes[face, along, 0] - v * planes[face, one, 0]) * distance
    uy = (planes[face, across, 1] - u * planes[face, one, 1]) * distance
    vy = (planes[face, along, 1] - v * planes[face, one, 1]) * distance
    wide = ux * ux * (width * width) + vx * vx * (height * height)
    tall = uy * uy * (width * width) + vy * vy * (height * height)
    if max(wide, tall) <= BLEND_FROM * BLEND_FROM:
        return bilinear(texels, table[texture, 0], width, height, u, v)
    longer = sqrt(max(wide, tall))
    count = int(min(longer / max(sqrt(min(wide, tall)), 1.0) + 0.5, 1.0 * PROBES))
    du, dv = (ux, vx) if wide > tall else (uy, vy)
    return probe(texels, table, texture, longer / count, count, u, v, du, dv)


@inline
def is_dark(shadow: Singles, x: int, y: int, z: float) -> float:
    """Return 1.0 if something lies between a shadow texel and the sun."""
    return 1.0 if shadow[y, x] < z else 0.0


@inline
def daylight(
    planes: Floats, looks: Floats, face: int, shadow: Singles, x: float, y: float
) -> float:
    """Return the part of the sun that reaches a face at a pixel."""
    distance = 1.0 / at(planes, face, ONE, x, y)
    sx = at(planes, face, SUN, x, y) * distance - 0.5
    sy = at(planes, face, SUN + 1, x, y) * distance - 0.5
    first, last, side = -FADE, FADE + 1, shadow.shape[0]
    if min(sx, sy) < FADE or max(sx, sy) >= side - last:
        return 1.0
    column, row = int(sx), int(sy)
    right, down = sx - column, sy - row
    gx, gy = looks[face, SLOPE], looks[face, SLOPE + 1]
    z = at(planes, face, SUN + 2, x, y) * distance - BIAS - gx * right - gy * down
    dark = is_dark(shadow, column, row, z)
    for j in (first, last):
        for i in (first, last):
            dark += is_dark(shadow, column + i, row + j, z + gx * i + gy * j)
    if dark == 0.0 or dark == 5.0:
        return 1.0 - dark * 0.2
    dark = 0.0
    for j in range(first, last + 1):
        tall = 1.0 - down if j == first else (down if j == last else 1.0)
        for i in range(first, last + 1):
            wide = 1.0 - right if i == first else (right if i == last else 1.0)
            dark += wide * tall * is_dark(shadow, column + i, row + j, z + gx * i + gy * j)
    return 1.0 - dark / ((2 * FADE + 1) * (2 * FADE + 1))


@inline
def highlight(
    sun: Floats, rays: Floats, nx: float, ny: float, nz: float, x: float, y: float
) -> float:
    """Return how much the sun mirrors in a surface, 0..1."""
    vx = rays[0, 0] * x + rays[1, 0] * y + rays[2, 0]
    vy = rays[0, 1] * x + rays[1, 1] * y + rays[2, 1]
    vz = rays[0, 2] * x + rays[1, 2] * y + rays[2, 2]
    length = sqrt(vx * vx + vy * vy + vz * vz)
    hx, hy, hz = vx + sun[0] * length, vy + sun[1] * length, vz + sun[2] * length
    cosine = max(nx * hx + ny * hy + nz * hz, 0.0)
    shine: float = cosine * cosine / (hx * hx + hy * hy + hz * hz)
    for _ in range(4):
        shine *= shine
    return shine


@inline
def normal_at(planes: Floats, face: int, smooth: bool, x: float, y: float) -> Rgb:
    """Return the unit normal of a face at a pixel."""
    if not smooth:
        k = NORMAL - FIELD
        return planes[face, k, 2], planes[face, k + 1, 2], planes[face, k + 2, 2]
    nx = at(planes, face, NORMAL, x, y)
    ny = at(planes, face, NORMAL + 1, x, y)
    nz = at(planes, face, NORMAL + 2, x, y)
    shrink = 1.0 / max(sqrt(nx * nx + ny * ny + nz * nz), TINY)
    return nx * shrink, ny * shrink, nz * shrink


@inline
def shade(
    planes: Floats, looks: Floats, texels: Texels, table: Ints, shadow: Singles, sun: Floats,
    rays: Floats, face: int, x: float, y: float,
) -> Rgb:  # fmt: skip
    """Return the light 0..1 that a face sends to the eye at a pixel."""
    r, g, b = looks[face, RED], looks[face, RED + 1], looks[face, RED + 2]
    if looks[face, TEXTURE] >= 0.0:
        tr, tg, tb = texture_at(planes, face, texels, table, int(looks[face, TEXTURE]), x, y)
        r, g, b = r * tr * SCALE, g * tg * SCALE, b * tb * SCALE
    r, g, b = r * r, g * g, b * b  # colours have gamma 2
    if looks[face, LIT] == UNLIT:
        return r, g, b
    nx, ny, nz = normal_at(planes, face, looks[face, LIT] == SMOOTH, x, y)
    facing = nx * sun[0] + ny * sun[1] + nz * sun[2]
    direct = max(facing, 0.0)
    if facing > 0.0 and shadow.shape[0] > 1:
        direct *= daylight(planes, looks, face, shadow, x, y)
    # the sky is brighter than the ground, and its light comes more from the sun's side
    light = sun[3] * (1.0 + 0.25 * ny + 0.2 * facing) + sun[4] * direct
    gloss = 0.0
    if sun[5] > 0.0 and direct > 0.0:
        gloss = sun[5] * highlight(sun, rays, nx, ny, nz, x, y)
    return r * light + gloss, g * light + gloss, b * light + gloss


@inline
def is_stale(planes: Floats, looks: Floats, face: int, changed: Bytes, x: float, y: float) -> bool:
    """Return whether a face at a pixel lies where the shadow map has changed."""
    if face < 0 or looks[face, LIT] == UNLIT:
        return False
    distance = 1.0 / at(planes, face, ONE, x, y)
    sx = at(planes, face, SUN, x, y) * distance / BLOCK
    sy = at(planes, face, SUN + 1, x, y) * distance / BLOCK
    if min(sx, sy) < 0.0 or max(sx, sy) >= changed.shape[0]:
        return False
    return bool(changed[int(sy), int(sx)] > 0)


@inline
def behind(background: Bytes, row: int, column: int) -> Rgb:
    """Return the light 0..1 of the background."""
    r = background[row, column, 0] / 255.0
    g = background[row, column, 1] / 255.0
    b = background[row, column, 2] / 255.0
    return r * r, g * g, b * b


@inline
def encode(light: float) -> int:
    """Return the light of four samples as a byte."""
    return int(sqrt(min(light * 0.25, 1.0)) * 255.0 + 0.5)


@inline
def gather(owner: Ids, s: int, row: int, column: int) -> tuple[int, float, float]:
    """Return how many samples share the face of sample s, and their centre; 0 if told before."""
    face, count, x, y = owner[s, row, column], 0, 0.0, 0.0
    for other in range(s):
        if owner[other, row, column] == face:
            return 0, 0.0, 0.0
    for other in range(s, 4):
        if owner[other, row, column] == face:
            count += 1
            x += SAMPLES[other]
            y += 0.125 + 0.25 * other
    if count == 4:
        return 4, column + 0.5, row + 0.5
    return count, column + x / count, row + y / count


@inline
def is_due(
    owner: Ids, row: int, column: int, fresh: int, planes: Floats, looks: Floats, changed: Bytes
) -> bool:
    """Return whether a pixel shows a fresh face or one whose shadows may have changed."""
    for s in range(4):
        if owner[s, row, column] >= fresh:
            return True
    if changed.shape[0] > 1:
        for s in range(4):
            face = owner[s, row, column]
            if is_stale(planes, looks, face, changed, column + 0.5, row + 0.5):
                return True
    return False


@loop
def resolve(
    owner: Ids, faces: Faces, fresh: int, changed: Bytes, around: Surroundings, background: Bytes,
    frame: Bytes, ids: Ids,
) -> None:  # fmt: skip
    """Shade the pixels of faces from `fresh` on, and those where shadows changed."""
    planes, looks = faces.planes, faces.looks
    texels, table, shadow, sun, rays = around
    for row in range(owner.shape[1]):
        for column in range(owner.shape[2]):
            if not is_due(owner, row, column, fresh, planes, looks, changed):
                continue
            seen, most, red, green, blue = 0, 0, 0.0, 0.0, 0.0
            for s in range(4):
                count, x, y = gather(owner, s, row, column)
                if count == 0:
                    continue
                face = owner[s, row, column]
                if face >= 0:
                    r, g, b = shade(planes, looks, texels, table, shadow, sun, rays, face, x, y)
                else:
                    r, g, b = behind(background, row, column)
                red, green, blue = red + count * r, green + count * g, blue + count * b
                if count > most:
                    most = count
                    ids[row, column] = int(looks[face, INSTANCE]) if face >= 0 else -1
                seen += count
                if seen == 4:
                    break
            frame[row, column, 0] = encode(red)
            frame[row, column, 1] = encode(green)
            frame[row, column, 2] = encode(blue)
