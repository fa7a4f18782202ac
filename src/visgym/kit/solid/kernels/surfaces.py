"""Numba kernels that paint one column of an upright or level surface, in fixed point.

Only + - * / floor on float64, so that every CPU gives the same bits.
"""

from __future__ import annotations

from math import ceil, floor

from visgym.kit.compiled import inline, loop
from visgym.kit.solid.kernels.texturing import KEPT, LANE, PLACES, WHOLE, bilinear
from visgym.kit.solid.layout import Bytes, Floats, Ints, Singles, Texels

# What an eye is: place, direction, height, pixels per unit at distance 1, area, sky, sky's turn.
EYE_X, EYE_Y, AHEAD_X, AHEAD_Y, EYE_HEIGHT, ZOOM, AREA, SKY, SKY_TURN = range(9)
# Columns of a row of the screen: distance of the floor, one by it, a quarter of what a pixel spans
# of it, light left there; and in whole numbers its texels: first, width, and how many samples.
FAR, NEAR, QUARTER, LEFT = range(4)
LEVEL, WIDTH, SAMPLES = range(3)

SHARP = 1.5  # texels per sample up to which a level is fine enough
TILE, SIDE = 2.0, 256  # metres and texels of a floor's texture
DIM = 0.011  # of light lost a metre
SOFT, GLOOM = 1.7, 0.62  # radii that a shadow on the floor reaches, and how dark it is
FULL = 255.0  # light, so that a colour of 13 bits times light fits into a lane
COLOUR, BITS = (2**13 - 1) * (1 + 2**21 + 2**42), 13
ROWS = 2**16 - 1  # more than a picture has, which tells the compiler that none is negative
BLOCK = 8  # columns that are written together
AHEAD = 4096.0  # textures, which keeps places along them positive


@inline
def fade(distance: float) -> float:
    """Return how much light is left at a distance."""
    left: float = 1.0 / (1.0 + DIM * distance)
    return left


@inline
def wrapped(part: float) -> int:
    """Return a place along a repeating texture in fixed point."""
    return int((part + AHEAD) * WHOLE)


@inline
def lit(mix: int, light: int) -> int:
    """Return a texture's colour times light up to 255."""
    word: int = ((mix >> 5) & COLOUR) * light
    return word


@inline
def part_of(row: int, top: float, bottom: float) -> float:
    """Return how much of a pixel lies between two heights on the screen."""
    share: float = min(row + 1.0, bottom) - max(1.0 * row, top)
    return share


@inline
def column_of(u: float, width: int) -> int:
    """Return a place along a row of texels, in 64ths, of a level with a border."""
    return (((wrapped(u) & (WHOLE - 1)) * width) >> 18) + 32


@inline
def mixed(texels: Texels, start: int, stride: int, right: int, down: int) -> int:
    """Return the mix of four texels, given how far to the right and down it lies in 64ths."""
    a = start & PLACES
    b = (a + stride) & PLACES
    top = (texels[a] << 6) + (texels[a + 1] - texels[a]) * right
    bottom = (texels[b] << 6) + (texels[b + 1] - texels[b]) * right
    mix: int = (((top << 6) + (bottom - top) * down) >> 2) & KEPT
    return mix


@inline
def panel(
    top: float, bottom: float, texture: int, u: float, run: float, v0: float, dv: float,
    light: float, texels: Texels, table: Ints, pixels: Ints,
) -> None:  # fmt: skip
    """Paint rows of an upright surface; `run` and `dv` are how much of it a pixel spans."""
    first, width = table[texture, 0], table[texture, 1]
    height, levels = table[texture, 2], table[texture, 3]
    wide, tall = run * width, dv * height
    twice = wide > 2.0 * max(tall, 0.75)
    size = max(0.5 * wide if twice else wide, tall)
    while size > SHARP and levels > 1:
        size *= 0.5
        levels -= 1
        first += (width + 2) * (height + 2)
        width, height = max(width >> 1, 1), max(height >> 1, 1)
    left = column_of(u - 0.25 * run if twice else u, width)
    right, light = column_of(u + 0.25 * run, width), light * (0.5 * FULL if twice else FULL)
    v, step = int((v0 + 0.5 * dv) * WHOLE), int(dv * WHOLE)
    inner, outer, whole = ceil(top), floor(bottom), int(light + 0.5)
    for row in range(floor(top), ceil(bottom)):
        share = whole
        if row < inner or row >= outer:
            share = int(part_of(row, top, bottom) * light + 0.5)
        down = ((min(max(v + step * row, 0), WHOLE - 1) * height) >> 18) + 32
        start = first + (down >> 6) * (width + 2)
        word = lit(mixed(texels, start + (left >> 6), width + 2, left & 63, down & 63), share)
        if twice:
            mix = mixed(texels, start + (right >> 6), width + 2, right & 63, down & 63)
            word += lit(mix, share)
        pixels[row & ROWS] += word


@inline
def level_ground(
    top: float, bottom: float, first: int, light: float, height: float, eye: Floats,
    dx: float, dy: float, texels: Texels, lines: Floats, levels: Ints, pixels: Ints,
) -> None:  # fmt: skip
    """Paint rows of a floor or a ceiling, which lies so far from the eye, in eyes' heights."""
    x, y = (eye[EYE_X] / TILE + AHEAD) * WHOLE, (eye[EYE_Y] / TILE + AHEAD) * WHOLE
    dx, dy, light = dx * height / TILE * WHOLE, dy * height / TILE * WHOLE, light * FULL
    inner, outer = ceil(top), floor(bottom)
    for row in range(floor(top), ceil(bottom)):
        at = row & ROWS
        far, start, width = lines[at, FAR], first + levels[at, LEVEL], levels[at, WIDTH]
        share = light * lines[at, LEFT]
        if row < inner or row >= outer:
            share *= part_of(row, top, bottom)
        if levels[at, SAMPLES] == 1:
            mix = bilinear(texels, start, width, width, int(x + far * dx), int(y + far * dy))
            pixels[at] += lit(mix, int(share + 0.5))
        else:
            half, near = int(0.5 * share + 0.5), far - lines[at, QUARTER]
            far += lines[at, QUARTER]
            mix = bilinear(texels, start, width, width, int(x + near * dx), int(y + near * dy))
            word = lit(mix, half)
            mix = bilinear(texels, start, width, width, int(x + far * dx), int(y + far * dy))
            pixels[at] += word + lit(mix, half)


@inline
def heaven(
    top: float, bottom: float, u: float, eye: Floats, rows: int, texels: Texels, table: Ints,
    pixels: Ints, weight: float,
) -> None:  # fmt: skip
    """Paint rows of the sky, whose lower edge is the horizon."""
    texture = int(eye[SKY])
    first, width, height = table[texture, 0], table[texture, 1], table[texture, 2]
    at = wrapped(u)
    for row in range(floor(top), ceil(bottom)):
        v = int(min((row + 0.5) / rows * 2.0, 0.99999) * WHOLE)
        share = int(part_of(row, top, bottom) * weight * FULL + 0.5)
        pixels[row] += lit(bilinear(texels, first, width, height, at, v), share)


@inline
def deepen(
    top: float, bottom: float, wall: float, ground: float, lines: Floats, column: int,
    depth: Singles,
) -> None:  # fmt: skip
    """Write the depth of rows: of a wall, and of a level surface by how near it is."""
    for row in range(ceil(top - 0.5), ceil(bottom - 0.5)):
        depth[column, row & ROWS] = -wall - ground * lines[row & ROWS, NEAR]


@inline
def survey(eye: Floats, rows: int, lines: Floats, levels: Ints) -> None:
    """Write how far the floor is in each row, and which texels are fine enough there."""
    for row in range(rows):
        rise = max(abs(row + 0.5 - 0.5 * rows), 0.5)
        far = eye[ZOOM] * eye[EYE_HEIGHT] / rise
        lines[row, FAR], lines[row, LEFT] = far, fade(far)
        lines[row, NEAR], lines[row, QUARTER] = 1.0 / far, 0.25 * far / rise
        across, along = far / eye[ZOOM] * SIDE / TILE, far / rise * SIDE / TILE
        twice = along > 2.4 * max(across, 0.75)
        size, start, width = max(0.5 * along if twice else 0.7 * along, across), 0, SIDE
        while size > SHARP and width > 1:
            size *= 0.5
            start += (width + 2) * (width + 2)
            width = width >> 1
        levels[row, LEVEL], levels[row, WIDTH], levels[row, SAMPLES] = start, width, 1 + twice


@inline
def unpack(pixels: Ints, first: int, frame: Bytes) -> None:
    """Write some columns of pixels into a frame, which is faster than one by one."""
    for row in range(frame.shape[0]):
        for column in range(min(BLOCK, frame.shape[1] - first)):
            word = pixels[column, row]
            frame[row, first + column, 0] = (word & LANE) >> BITS
            frame[row, first + column, 1] = ((word >> 21) & LANE) >> BITS
            frame[row, first + column, 2] = word >> (42 + BITS)


@loop
def darken(eye: Floats, spots: Floats, frame: Bytes, depth: Singles) -> None:
    """Darken the floor around spots, each with its radius."""
    columns, rows = depth.shape
    zoom, tall, middle = eye[ZOOM], eye[EYE_HEIGHT], 0.5 * rows
    for k in range(spots.shape[0]):
        reach = spots[k, 2] * SOFT
        x, y = spots[k, 0] - eye[EYE_X], spots[k, 1] - eye[EYE_Y]
        ahead = x * eye[AHEAD_X] + y * eye[AHEAD_Y]
        right = x * eye[AHEAD_Y] - y * eye[AHEAD_X]
        near = max(ahead - reach, 0.5)
        if ahead + reach <= near:
            continue
        first = int(max(middle + zoom * tall / (ahead + reach), middle))
        last = int(min(middle + zoom * tall / near + 1.0, 1.0 * rows))
        for row in range(first, last):
            fall = (row + 0.5 - middle) / (zoom * tall)
            far = 1.0 / fall
            left = int(max(0.5 * columns + zoom * (right - reach) * fall, 0.0))
            end = int(min(0.5 * columns + zoom * (right + reach) * fall + 1.0, 1.0 * columns))
            for column in range(left, end):
                across = (column + 0.5 - 0.5 * columns) / zoom * far - right
                off = (across * across + (far - ahead) * (far - ahead)) / (reach * reach)
                if off < 1.0 and abs(depth[column, row] + fall) < 1e-5:
                    dark = 1.0 - GLOOM * (1.0 - off) * (1.0 - off)
                    for channel in range(3):
                        frame[row, column, channel] = int(frame[row, column, channel] * dark + 0.5)
