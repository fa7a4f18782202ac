"""Numba kernels that read textures, as wide as a pixel is on the face."""

from __future__ import annotations

from math import sqrt

import numpy as np

from visgym.kit.compiled import inline
from visgym.kit.layout import FIELD, ONE, Floats, Ints, Rgb, Texels, U, V

LANE, SCALE = 2**21 - 1, 1.0 / (4096.0 * 255.0)
BLEND_FROM, BLEND_TO = 1.3, 1.7  # texels per sample between one level and the next
PROBES = 3  # most texture samples along a foreshortened pixel


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
