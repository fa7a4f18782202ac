"""Numba kernels that colour what each pixel shows and mix its samples."""

from __future__ import annotations

from math import sqrt

import numpy as np

from visgym.kit.compiled import inline, loop, shared
from visgym.kit.solid.kernels.lighting import UNEVEN, illuminate
from visgym.kit.solid.kernels.raster import SAMPLES
from visgym.kit.solid.kernels.shadows import stale, touches
from visgym.kit.solid.kernels.texturing import at, dye
from visgym.kit.solid.layout import (
    BLUES,
    DISTANCE,
    FIELD,
    FLAT,
    GLOSS,
    GREENS,
    INSTANCE,
    LIGHT,
    LIT,
    LOOKS,
    NORMAL,
    ONE,
    RED,
    REDS,
    SLOPE,
    TEXTURE,
    UNLIT,
    XS,
    Bytes,
    Floats,
    Ids,
    Rgb,
    Surroundings,
)

NEAR = 0.01  # how far apart faces may lie that are shaded as one surface
ALIKE = 0.9999  # the least square of the cosine between their normals


@shared
def shade(
    planes: Floats, looks: Floats, face: int, around: Surroundings, y: float, pad: Floats,
    count: int,
) -> float:  # fmt: skip
    """Write the colours of some points of a face; return their light if it is one for all."""
    texels, table, shadow, nearest, sun, rays = around
    if looks[face, TEXTURE] >= 0.0 or shadow.shape[0] > 1:
        one, xs, distances = planes[face, ONE - FIELD], pad[XS, :count], pad[DISTANCE, :count]
        step, base = one[0], one[1] * y + one[2]
        for i in range(count):
            distances[i] = 1.0 / (step * xs[i] + base)
    if looks[face, TEXTURE] >= 0.0:
        dye(planes, looks, face, texels, table, y, pad, count)
    else:
        pad[REDS, :count] = looks[face, RED]
        pad[GREENS, :count] = looks[face, RED + 1]
        pad[BLUES, :count] = looks[face, RED + 2]
    return illuminate(planes, looks, face, shadow, nearest, sun, rays, y, pad, count)


@inline
def encode(light: float) -> np.int32:
    """Return light 0..1 as a byte; colours have gamma 2."""
    return np.int32(sqrt(min(light, 1.0)) * 255.0 + 0.5)


@inline
def blend(colors: Floats, light: Floats, gloss: Floats) -> None:
    """Turn surface colours into what the eye sees."""
    for i in range(colors.size):
        colors[i] = sqrt(min(colors[i] * colors[i] * light[i] + gloss[i], 1.0))


@inline
def dip(pad: Floats, even: float, count: int, pixels: Bytes, ids: Ids, instance: int) -> None:
    """Write the pixels of a run."""
    reds, greens, blues = pad[REDS, :count], pad[GREENS, :count], pad[BLUES, :count]
    bright = 255.0
    if even == UNEVEN:
        for colors in (reds, greens, blues):
            blend(colors, pad[LIGHT, :count], pad[GLOSS, :count])
    else:
        bright *= sqrt(even)
    for i in range(count):
        pixels[i, 0] = np.int32(min(reds[i] * bright, 255.0) + 0.5)
        pixels[i, 1] = np.int32(min(greens[i] * bright, 255.0) + 0.5)
        pixels[i, 2] = np.int32(min(blues[i] * bright, 255.0) + 0.5)
        ids[i] = instance


@inline
def is_due(owner: Ids, top: int, fresh: int, planes: Floats, changed: Bytes, column: int) -> bool:
    """Return whether a mixed pixel shows a fresh face or one whose shadows may have changed."""
    for s in range(4):
        if owner[s, column] >= fresh:
            return True
    if changed.shape[0] > 1:
        for s in range(4):
            face, x, y = owner[s, column], column + SAMPLES[s], top + 0.125 + 0.25 * s
            if face >= 0 and touches(planes, face, changed, y, x, x):
                return True
    return False


@inline
def normal(planes: Floats, looks: Floats, face: int, x: float, y: float) -> Rgb:
    """Return a direction away from a face at a pixel."""
    k = NORMAL - FIELD
    if looks[face, LIT] == FLAT:
        return planes[face, k, 2], planes[face, k + 1, 2], planes[face, k + 2, 2]
    return (
        at(planes, face, NORMAL, x, y),
        at(planes, face, NORMAL + 1, x, y),
        at(planes, face, NORMAL + 2, x, y),
    )


@inline
def is_joined(planes: Floats, looks: Floats, a: int, b: int, x: float, y: float) -> bool:
    """Return whether two faces look like one surface at a pixel."""
    if a == b or a < 0 or b < 0:
        return a == b
    for k in range(LOOKS):
        if looks[a, k] != looks[b, k] and not SLOPE <= k < TEXTURE and k != LIT:
            return False
    if looks[a, LIT] == UNLIT and looks[b, LIT] == UNLIT and looks[a, TEXTURE] < 0.0:
        return True  # of one colour, and lines have no planes to compare
    near, far = at(planes, a, ONE, x, y), at(planes, b, ONE, x, y)
    if abs(near - far) > NEAR * near:
        return False
    ax, ay, az = normal(planes, looks, a, x, y)
    bx, by, bz = normal(planes, looks, b, x, y)
    dot = max(ax * bx + ay * by + az * bz, 0.0)
    return dot * dot > ALIKE * (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz)


@inline
def behind(background: Bytes, column: int) -> Rgb:
    """Return the light 0..1 of the background."""
    r = background[column, 0] / 255.0
    g = background[column, 1] / 255.0
    b = background[column, 2] / 255.0
    return r * r, g * g, b * b


@inline
def mingle(
    owner: Ids, top: int, column: int, planes: Floats, looks: Floats, around: Surroundings,
    background: Bytes, pad: Floats, pixel: Bytes,
) -> int:  # fmt: skip
    """Write a pixel that shows more than one face; return which instance covers most of it."""
    told, most, instance, red, green, blue = 0, 0, -1, 0.0, 0.0, 0.0
    for s in range(4):
        if told >> s & 1:
            continue
        face, count, x, y = owner[s, column], 0, 0.0, 0.0
        for other in range(s, 4):
            if told >> other & 1:
                continue  # joined with an earlier one already, which this may not be
            if is_joined(planes, looks, face, owner[other, column], column + 0.5, top + 0.5):
                told |= 1 << other
                count, x, y = count + 1, x + SAMPLES[other], y + 0.125 + 0.25 * other
        if face >= 0:
            pad[XS, 0] = column + x / count
            even = shade(planes, looks, face, around, top + y / count, pad, min(count, 1))
            light, gloss = (pad[LIGHT, 0], pad[GLOSS, 0]) if even == UNEVEN else (even, 0.0)
            r = pad[REDS, 0] * pad[REDS, 0] * light + gloss
            g = pad[GREENS, 0] * pad[GREENS, 0] * light + gloss
            b = pad[BLUES, 0] * pad[BLUES, 0] * light + gloss
        else:
            r, g, b = behind(background, column)
        red, green, blue = red + count * r, green + count * g, blue + count * b
        if count > most:
            most, instance = count, int(looks[face, INSTANCE]) if face >= 0 else -1
    pixel[0], pixel[1], pixel[2] = encode(red * 0.25), encode(green * 0.25), encode(blue * 0.25)
    return instance


@inline
def reach(owner: Ids, row: int, column: int, planes: Floats, looks: Floats) -> int:
    """Return where the pixels end that show one surface, the face of the first sample."""
    a, b, c, d = owner[0], owner[1], owner[2], owner[3]
    face = a[column]
    while column < a.size and a[column] == face:
        if b[column] != face or c[column] != face or d[column] != face:
            for other in (b[column], c[column], d[column]):
                if not is_joined(planes, looks, face, other, column + 0.5, row + 0.5):
                    return column
        column += 1
    return column


@loop
def resolve(
    owners: Ids, top: int, planes: Floats, looks: Floats, fresh: int, changed: Bytes,
    around: Surroundings, background: Bytes, pad: Floats, frame: Bytes, ids: Ids,
) -> None:  # fmt: skip
    """Shade in some rows the pixels of faces from `fresh` on, and those where shadows changed."""
    for line in range(owners.shape[0]):
        row, owner = top + line, owners[line]
        column = line - line  # a literal 0 would compile the calls below once more
        while column < owner.shape[1]:
            begin, face = column, owner[0, column]
            end = reach(owner, row, column, planes, looks)
            if begin == end:
                if is_due(owner, row, fresh, planes, changed, column):
                    ids[row, column] = mingle(
                        owner, row, column, planes, looks, around, background[row], pad,
                        frame[row, column],
                    )  # fmt: skip
                column += 1
                continue
            column = end
            if face < fresh:
                if face < 0 or changed.shape[0] == 1:
                    continue
                begin, column = stale(planes, looks, face, changed, row, begin, end)
                if begin == end:
                    continue
                end = column
            count = end - begin
            for i in range(count):
                pad[XS, i] = begin + i + 0.5
            even = shade(planes, looks, face, around, row + 0.5, pad, count)
            instance = int(looks[face, INSTANCE])
            dip(pad, even, count, frame[row, begin:end], ids[row, begin:end], instance)
