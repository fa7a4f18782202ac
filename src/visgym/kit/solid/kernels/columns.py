"""Numba kernels that draw upright walls, floors and ceilings column by column, for an upright eye.

A place is made of convex areas that share openings. The ray of a column passes from area to area,
so that nothing is drawn twice. Only + - * / sqrt floor on float64, so that every CPU gives the same
bits.
"""

from __future__ import annotations

from math import ceil, floor, sqrt

from visgym.kit.compiled import inline, loop, shared
from visgym.kit.solid.kernels.texturing import KEPT, LANE, PLACES, WHOLE, bilinear
from visgym.kit.solid.layout import Bytes, Floats, Ints, Singles, Texels

# Columns of an area: first piece of its rim, their number, height, has a ceiling, textures of floor
# and ceiling with their light.
FIRST, COUNT, HEIGHT, ROOFED, GROUND, CEILING, GROUND_LIGHT, CEILING_LIGHT = range(8)
# Columns of a piece of a rim: both ends, the area beyond or -1, texture, metres along the side at
# its begin, light, first picture on it, their number.
X0, Y0, X1, Y1, BEYOND, TEXTURE, ALONG, LIGHT, PICTURE, PICTURES = range(10)
# Columns of a picture on a wall: metres along the piece from and to, lower and upper edge, texture.
FROM, TO, LOW, HIGH, PRINT = range(5)
# What an eye is: place, direction, height, pixels per unit at distance 1, area, sky, sky's turn.
EYE_X, EYE_Y, AHEAD_X, AHEAD_Y, EYE_HEIGHT, ZOOM, AREA, SKY, SKY_TURN = range(9)

MOST_AREAS = 80  # that one ray passes
NEAREST, TINY = 1e-6, 1e-9
SHARP = 1.5  # texels per sample up to which a level is fine enough
TILE, SIDE = 2.0, 256  # metres and texels of a floor's texture
DIM = 0.011  # of light lost a metre
SOFT, GLOOM = 1.7, 0.62  # radii that a shadow on the floor reaches, and how dark it is
FULL = 255.0  # light, so that a colour of 13 bits times light fits into a lane
COLOUR, BITS = (2**13 - 1) * (1 + 2**21 + 2**42), 13
ROWS = 2**16 - 1  # more than a picture has, which tells the compiler that none is negative
BLOCK = 8  # columns that are written together
AHEAD = 4096.0  # textures, which keeps places along them positive
# Columns of a row of the screen: distance of the floor, one by it, a quarter of what a pixel spans
# of it, light left there; and in whole numbers its texels: first, width, and how many samples.
FAR, NEAR, QUARTER, LEFT = range(4)
LEVEL, WIDTH, SAMPLES = range(3)


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
    return run if rise < run < 40.0 * rise else rise


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
