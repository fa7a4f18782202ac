"""Numba kernels that draw upright walls, floors and ceilings column by column, for an upright eye.

A place is made of convex areas that share openings. The ray of a column passes from area to area,
so that nothing is drawn twice. Only + - * / sqrt floor on float64, so that every CPU gives the same
bits.
"""

from __future__ import annotations

from math import sqrt

from visgym.kit.compiled import inline, loop, shared
from visgym.kit.solid.kernels.surfaces import (
    AHEAD_X,
    AHEAD_Y,
    AREA,
    BLOCK,
    EYE_HEIGHT,
    EYE_X,
    EYE_Y,
    SKY_TURN,
    ZOOM,
    deepen,
    fade,
    heaven,
    level_ground,
    panel,
    survey,
    unpack,
)
from visgym.kit.solid.layout import Bytes, Floats, Ints, Singles, Texels

# Columns of an area: first piece of its rim, their number, height, has a ceiling, textures of floor
# and ceiling with their light.
FIRST, COUNT, HEIGHT, ROOFED, GROUND, CEILING, GROUND_LIGHT, CEILING_LIGHT = range(8)
# Columns of a piece of a rim: both ends, the area beyond or -1, texture, metres along the side at
# its begin, light, first picture on it, their number.
X0, Y0, X1, Y1, BEYOND, TEXTURE, ALONG, LIGHT, PICTURE, PICTURES = range(10)
# Columns of a picture on a wall: metres along the piece from and to, lower and upper edge, texture.
FROM, TO, LOW, HIGH, PRINT = range(5)

MOST_AREAS = 80  # that one ray passes
NEAREST, TINY = 1e-6, 1e-9


@shared
def hit(eye: Floats, pieces: Floats, areas: Floats, area: int, across: float, out: Floats) -> int:
    """Return the piece through which a ray leaves an area; write its distance and place there."""
    dx = eye[AHEAD_X] + across * eye[AHEAD_Y]
    dy = eye[AHEAD_Y] - across * eye[AHEAD_X]
    first, best, least = int(areas[area, FIRST]), -1, 1e30
    for j in range(first, first + int(areas[area, COUNT])):
        ax, ay = pieces[j, X0] - eye[EYE_X], pieces[j, Y0] - eye[EYE_Y]
        ex, ey = pieces[j, X1] - pieces[j, X0], pieces[j, Y1] - pieces[j, Y0]
        outward = dx * ey - dy * ex
        if outward <= 0.0:
            continue
        distance, part = (ax * ey - ay * ex) / outward, (ax * dy - ay * dx) / outward
        # between two pieces a ray may slip by, so the one that it misses least will do
        missed = max(-part, part - 1.0, 0.0) * 1e6 + max(distance, 0.0)
        if missed < least:
            best, least = j, missed
            out[0], out[1] = max(distance, NEAREST), min(max(part, 0.0), 1.0)
    return best


@inline
def length(pieces: Floats, piece: int) -> float:
    """Return the length of a piece."""
    x, y = pieces[piece, X1] - pieces[piece, X0], pieces[piece, Y1] - pieces[piece, Y0]
    return sqrt(x * x + y * y)


@shared
def signature(
    eye: Floats, areas: Floats, pieces: Floats, pictures: Floats, across: float, out: Floats
) -> int:
    """Return a number that tells which pieces and pictures a ray passes."""
    area, told = int(eye[AREA]), 0
    for _ in range(MOST_AREAS):
        piece = hit(eye, pieces, areas, area, across, out)
        if piece < 0:
            break
        told = (told * 1009 + piece + 1) % 1000000007
        if pieces[piece, BEYOND] < 0.0:
            along = out[1] * length(pieces, piece)
            for k in range(int(pieces[piece, PICTURES])):
                picture = int(pieces[piece, PICTURE]) + k
                if pictures[picture, FROM] <= along < pictures[picture, TO]:
                    told = (told * 1009 + 7 * k + 500) % 1000000007
            break
        area = int(pieces[piece, BEYOND])
    return told


@inline
def lintel(areas: Floats, beyond: int, high: float) -> float:
    """Return down to which height a wall stands over an opening to another area."""
    if areas[beyond, ROOFED] > 0.0 and areas[beyond, HEIGHT] < high:
        lower: float = areas[beyond, HEIGHT]
        return lower
    return high


@inline
def facade(
    top: float, bottom: float, piece: int, distance: float, along: float, run: float, high: float,
    middle: float, weight: float, eye: Floats, pieces: Floats, pictures: Floats, texels: Texels,
    table: Ints, pixels: Ints,
) -> None:  # fmt: skip
    """Paint rows of a wall, and the picture that hangs there."""
    rise, tall = distance / eye[ZOOM], eye[EYE_HEIGHT]
    light, foot = pieces[piece, LIGHT] * fade(distance) * weight, tall + rise * middle
    upper, lower = bottom, bottom
    for k in range(int(pieces[piece, PICTURES])):
        picture = pictures[int(pieces[piece, PICTURE]) + k]
        if picture[FROM] <= along < picture[TO]:
            wide, big = picture[TO] - picture[FROM], picture[HIGH] - picture[LOW]
            upper = min(max(middle - (picture[HIGH] - tall) / rise, top), bottom)
            lower = min(max(middle - (picture[LOW] - tall) / rise, upper), bottom)
            panel(
                upper, lower, int(picture[PRINT]), (picture[TO] - along) / wide, run / wide,
                (picture[HIGH] - foot) / big, rise / big, light, texels, table, pixels,
            )  # fmt: skip
    for part in range(2):
        panel(
            top if part == 0 else lower, upper if part == 0 else bottom,
            int(pieces[piece, TEXTURE]), (pieces[piece, ALONG] + along) / high, run / high,
            1.0 - foot / high, rise / high, light, texels, table, pixels,
        )  # fmt: skip


@inline
def spread(
    eye: Floats, pieces: Floats, areas: Floats, area: int, across: float, spot: Floats
) -> float:
    """Return how many metres of a wall the pixel spans whose ray was met at a spot."""
    distance, part = spot[0], spot[1]
    piece = hit(eye, pieces, areas, area, across + 1.0 / eye[ZOOM], spot)
    run, rise = abs(spot[1] - part) * length(pieces, piece), distance / eye[ZOOM]
    spot[0], spot[1] = distance, part
    # where the next column sees another piece, nothing can be told
    seen: float = run if rise < run < 40.0 * rise else rise
    return seen


@shared
def over_and_under(
    eye: Floats, areas: Floats, area: int, beyond: int, distance: float, across: float,
    weight: float, sky: float, texels: Texels, table: Ints, lines: Floats, levels: Ints,
    window: Floats, column: int, pixels: Ints, depth: Singles,
) -> None:  # fmt: skip
    """Paint the ceiling or the sky and the floor of an area up to its rim; narrow the window."""
    rows, zoom, tall, high = depth.shape[1], eye[ZOOM], eye[EYE_HEIGHT], areas[area, HEIGHT]
    top, bottom, middle = window[0], window[1], 0.5 * rows
    dx, dy = eye[AHEAD_X] + across * eye[AHEAD_Y], eye[AHEAD_Y] - across * eye[AHEAD_X]
    edge = min(max(middle - zoom * (high - tall) / distance, top), bottom)
    if areas[area, ROOFED] > 0.0:
        first, light = table[int(areas[area, CEILING]), 0], areas[area, CEILING_LIGHT] * weight
        over = (high - tall) / tall
        level_ground(
            top, edge, first, light, over, eye, dx, dy, texels, lines, levels, pixels
        )  # fmt: skip
        deepen(top, edge, 0.0, 1.0 / over, lines, column, depth)
        window[0] = edge
    elif beyond < 0 or areas[beyond, ROOFED] > 0.0:
        heaven(top, edge, sky, eye, rows, texels, table, pixels, weight)
        deepen(top, edge, 0.0, 0.0, lines, column, depth)
        window[0] = edge
    edge = min(max(middle + zoom * tall / distance, window[0]), bottom)
    first, light = table[int(areas[area, GROUND]), 0], areas[area, GROUND_LIGHT] * weight
    level_ground(
        edge, bottom, first, light, 1.0, eye, dx, dy, texels, lines, levels, pixels
    )  # fmt: skip
    deepen(edge, bottom, 0.0, 1.0, lines, column, depth)
    window[1] = edge


@shared
def upright(
    eye: Floats, areas: Floats, pieces: Floats, pictures: Floats, texels: Texels, table: Ints,
    lines: Floats, levels: Ints, across: float, weight: float, sky: float, spot: Floats,
    window: Floats, column: int, pixels: Ints, depth: Singles,
) -> None:  # fmt: skip
    """Add what one ray meets to a column of pixels, by some weight."""
    middle, area = 0.5 * depth.shape[1], int(eye[AREA])
    window[0], window[1] = 0.0, 1.0 * depth.shape[1]
    for _ in range(MOST_AREAS):
        piece = hit(eye, pieces, areas, area, across, spot)
        if piece < 0 or window[1] - window[0] < TINY:
            break
        distance, beyond, high = spot[0], int(pieces[piece, BEYOND]), areas[area, HEIGHT]
        over_and_under(
            eye, areas, area, beyond, distance, across, weight, sky, texels, table, lines,
            levels, window, column, pixels, depth,
        )  # fmt: skip
        top, edge = window[0], window[1]
        if beyond >= 0:
            low = middle - eye[ZOOM] * (lintel(areas, beyond, high) - eye[EYE_HEIGHT]) / distance
            edge = min(max(low, top), edge)
            if areas[area, ROOFED] == 0.0 and areas[beyond, ROOFED] == 0.0:
                edge = top
        if edge > top:
            along = spot[1] * length(pieces, piece)
            run = spread(eye, pieces, areas, area, across, spot)
            facade(
                top, edge, piece, distance, along, run, high, middle, weight, eye, pieces,
                pictures, texels, table, pixels,
            )  # fmt: skip
            deepen(top, edge, 1.0 / distance, 0.0, lines, column, depth)
            window[0] = edge
        if beyond < 0:
            break
        area = beyond


@loop
def draw_columns(
    eye: Floats, areas: Floats, pieces: Floats, pictures: Floats, texels: Texels, table: Ints,
    skies: Floats, lines: Floats, levels: Ints, pixels: Ints, frame: Bytes, depth: Singles,
) -> None:  # fmt: skip
    """Draw a place into a frame and its depth, column by column.

    `skies` has the place of each column in the sky; `lines`, `levels` and `pixels` are to work in.
    """
    columns, rows = depth.shape
    spot, window = lines[rows], lines[rows + 1]
    survey(eye, rows, lines, levels)
    before = signature(eye, areas, pieces, pictures, -0.5 * columns / eye[ZOOM], spot)
    for column in range(columns):
        left, pad = (column - 0.5 * columns) / eye[ZOOM], pixels[column % BLOCK]
        told = signature(eye, areas, pieces, pictures, left + 1.0 / eye[ZOOM], spot)
        count = 1 if told == before else 4
        before, sky = told, skies[column] + eye[SKY_TURN]
        for row in range(rows):
            pad[row] = 0
        for ray in range(count):
            across = left + (ray + 0.5) / count / eye[ZOOM]
            upright(
                eye, areas, pieces, pictures, texels, table, lines, levels, across, 1.0 / count,
                sky, spot, window, column, pad, depth,
            )  # fmt: skip
        if column % BLOCK == BLOCK - 1 or column == columns - 1:
            unpack(pixels, column - column % BLOCK, frame)
