"""Numba kernels that read textures, as wide as a pixel is on the face."""

from __future__ import annotations

from math import sqrt

import numpy as np

from visgym.kit.compiled import inline
from visgym.kit.solid.layout import (
    BLUES,
    DISTANCE,
    FIELD,
    GREENS,
    ONE,
    RED,
    REDS,
    TEXTURE,
    TINY,
    US,
    VS,
    XS,
    Floats,
    Ints,
    Texels,
    U,
    V,
)

WHOLE = 2**24  # a texture's side in fixed point
CLAMP = 4.0  # more sides than a pixel spans where its level still matters
LANE, PLACES = 2**21 - 1, 2**40 - 1
KEPT = (2**18 - 1) * (1 + 2**21 + 2**42)  # leaves room for sums
SCALE = 1.0 / (1024.0 * 255.0)
BLEND_FROM, BLEND_TO = 1.35, 1.65  # texels per sample between one level and the next
PROBES = 3  # most texture samples along a foreshortened pixel
STRETCH = 8  # pixels of a row that share a level


@inline
def at(planes: Floats, face: int, column: int, x: float, y: float) -> float:
    """Return a vertex column / W of a face at a pixel."""
    k = column - FIELD
    value: float = planes[face, k, 0] * x + (planes[face, k, 1] * y + planes[face, k, 2])
    return value


@inline
def unroll(plane: Floats, y: float, xs: Floats, distances: Floats, out: Floats) -> None:
    """Write where points lie along one side of a texture that repeats."""
    step, base = plane[0], plane[1] * y + plane[2]
    for i in range(xs.size):
        u = (step * xs[i] + base) * distances[i]
        out[i] = (u - np.floor(u)) * WHOLE


@inline
def bilinear(texels: Texels, first: int, width: int, height: int, u: int, v: int) -> int:
    """Return the mix of four texels of a level that has a border one texel wide."""
    x = (((u & (WHOLE - 1)) * width) >> 18) + 32
    y = (((v & (WHOLE - 1)) * height) >> 18) + 32
    # the masks tell the compiler that no index is negative
    a = (first + (y >> 6) * (width + 2) + (x >> 6)) & PLACES
    b = (a + width + 2) & PLACES
    right, down = x & 63, y & 63
    top = (texels[a] << 6) + (texels[a + 1] - texels[a]) * right
    bottom = (texels[b] << 6) + (texels[b + 1] - texels[b]) * right
    mix: int = (((top << 6) + (bottom - top) * down) >> 2) & KEPT
    return mix


@inline
def probe(
    texels: Texels, first: int, width: int, height: int, count: int,
    u: int, v: int, du: int, dv: int,
) -> int:  # fmt: skip
    """Return the sum of some texture samples, (du, dv) from each other."""
    total: int = bilinear(texels, first, width, height, u, v)
    for _ in range(1, count):
        u, v = u + du, v + dv
        total += bilinear(texels, first, width, height, u, v)
    return total


@inline
def footprint(
    planes: Floats, face: int, width: int, height: int, x: float, y: float
) -> tuple[float, int, float, float]:
    """Return the texels per sample around a pixel, how many samples, and from where to where."""
    distance = 1.0 / max(at(planes, face, ONE, x, y), TINY)  # beyond the horizon all is far
    u, v = at(planes, face, U, x, y) * distance, at(planes, face, V, x, y) * distance
    one, across, along = ONE - FIELD, U - FIELD, V - FIELD
    ux = (planes[face, across, 0] - u * planes[face, one, 0]) * distance
    vx = (planes[face, along, 0] - v * planes[face, one, 0]) * distance
    uy = (planes[face, across, 1] - u * planes[face, one, 1]) * distance
    vy = (planes[face, along, 1] - v * planes[face, one, 1]) * distance
    wide = sqrt(ux * ux * (width * width) + vx * vx * (height * height))
    tall = sqrt(uy * uy * (width * width) + vy * vy * (height * height))
    longer, shorter = max(wide, tall), min(wide, tall)
    if longer <= BLEND_FROM:
        return longer, 1, 0.0, 0.0
    count = int(min(longer / max(shorter, 1.0) + 0.5, 1.0 * PROBES))
    du, dv = (ux, vx) if wide > tall else (uy, vy)
    return longer / count, count, min(max(du, -CLAMP), CLAMP), min(max(dv, -CLAMP), CLAMP)


@inline
def sample(
    planes: Floats, looks: Floats, face: int, texels: Texels, table: Ints, y: float, pad: Floats,
) -> None:  # fmt: skip
    """Write the colours of textured points that share a level."""
    texture = int(looks[face, TEXTURE])
    first, width = table[texture, 0], table[texture, 1]
    height, levels = table[texture, 2], table[texture, 3]
    x = np.floor(pad[XS, 0] / STRETCH) * STRETCH + STRETCH / 2
    size, count, du, dv = footprint(planes, face, width, height, x, y)
    while size > BLEND_TO and levels > 1:
        size *= 0.5
        levels -= 1
        first += (width + 2) * (height + 2)
        width, height = max(width >> 1, 1), max(height >> 1, 1)
    part = (size - BLEND_FROM) / (BLEND_TO - BLEND_FROM) if levels > 1 else 0.0
    coarser, w, h = first + (width + 2) * (height + 2), max(width >> 1, 1), max(height >> 1, 1)
    share = 1.0 / count
    step_u, step_v = int(du * share * WHOLE), int(dv * share * WHOLE)
    back_u, back_v = (step_u * (count - 1)) >> 1, (step_v * (count - 1)) >> 1
    scale = SCALE * share
    tint = looks[face, RED] * scale, looks[face, RED + 1] * scale, looks[face, RED + 2] * scale
    for i in range(pad.shape[1]):
        u, v = int(pad[US, i]) - back_u, int(pad[VS, i]) - back_v
        mix = probe(texels, first, width, height, count, u, v, step_u, step_v)
        red, green, blue = float(mix & LANE), float((mix >> 21) & LANE), float(mix >> 42)
        if part > 0.0:
            mix = probe(texels, coarser, w, h, count, u, v, step_u, step_v)
            red += (float(mix & LANE) - red) * part
            green += (float((mix >> 21) & LANE) - green) * part
            blue += (float(mix >> 42) - blue) * part
        pad[REDS, i], pad[GREENS, i], pad[BLUES, i] = red * tint[0], green * tint[1], blue * tint[2]


@inline
def dye(
    planes: Floats, looks: Floats, face: int, texels: Texels, table: Ints, y: float, pad: Floats,
    count: int,
) -> None:  # fmt: skip
    """Write the colours of the first points of a textured face."""
    xs, distances = pad[XS, :count], pad[DISTANCE, :count]
    unroll(planes[face, U - FIELD], y, xs, distances, pad[US, :count])
    unroll(planes[face, V - FIELD], y, xs, distances, pad[VS, :count])
    begin = 0
    while begin < count:
        end = min(count, begin + STRETCH - int(xs[begin]) % STRETCH)
        sample(planes, looks, face, texels, table, y, pad[:, begin:end])
        begin = end
