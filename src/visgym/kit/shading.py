"""Numba kernels that light the faces and mix the samples of each pixel."""

from __future__ import annotations

from math import sqrt

from visgym.kit.compiled import inline, loop
from visgym.kit.layout import (
    BLOCK,
    FIELD,
    INSTANCE,
    LIT,
    NORMAL,
    ONE,
    RED,
    SLOPE,
    SMOOTH,
    SUN,
    TEXTURE,
    TINY,
    UNLIT,
    Bytes,
    Faces,
    Floats,
    Ids,
    Ints,
    Rgb,
    Singles,
    Surroundings,
    Texels,
)
from visgym.kit.raster import SAMPLES
from visgym.kit.texturing import SCALE, at, texture_at

BIAS = 0.7  # shadow texels
FADE = 2  # shadow texels on each side of a shadow's border


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
