"""Numba kernels that read the shadow map, and tell where it has changed."""

from __future__ import annotations

from visgym.kit.compiled import inline, loop
from visgym.kit.solid.kernels.texturing import PLACES, at
from visgym.kit.solid.layout import BLOCK, FAR, LIT, ONE, SUN, UNLIT, Bytes, Floats, Singles

BIAS = 0.7  # shadow texels
FADE = 2  # shadow texels on each side of a shadow's border
CELL = 4  # shadow texels, more than FADE
STRIDE = 8  # pixels that are told changed together


@inline
def is_dark(line: Singles, column: int, z: float) -> float:
    """Return 1.0 if something lies between a texel of a line of the shadow map and the sun."""
    # the mask tells the compiler that no index is negative
    return 1.0 if line[column & PLACES] < z else 0.0


@loop
def nearest_cells(shadow: Singles, line: Singles, near: Singles, out: Singles) -> None:
    """Write the least depth in and around each cell of the shadow map."""
    # the caller's room: `line` is as long as the cells are wide, `near` has FAR around them
    side, cells = shadow.shape[0], out.shape[0]
    for cell in range(cells):
        for column in range(line.size):
            line[column] = FAR
        for row in range(cell * CELL, min((cell + 1) * CELL, side)):
            for column in range(side):
                line[column] = min(line[column], shadow[row, column])
        for column in range(cells * CELL):
            into = column // CELL + 1
            near[cell + 1, into] = min(near[cell + 1, into], line[column])
    for row in range(cells):
        for column in range(cells):
            least = near[row, column]
            for across in range(3):
                for down in range(3):
                    least = min(least, near[row + down, column + across])
            out[row, column] = least


@inline
def daylight(
    shadow: Singles, nearest: Singles, gx: float, gy: float, x: float, y: float, z: float
) -> float:
    """Return the part of the sun that reaches a place in the shadow map; depth slopes by g."""
    first, last, side = -FADE, FADE + 1, shadow.shape[0]
    if min(x, y) < FADE or max(x, y) >= side - last:
        return 1.0
    column, row = int(x), int(y)
    right, down = x - column, y - row
    z -= BIAS + gx * right + gy * down
    if nearest[row // CELL & PLACES, column // CELL & PLACES] >= z + last * (abs(gx) + abs(gy)):
        return 1.0  # nothing around is nearer to the sun
    dark = is_dark(shadow[row & PLACES], column, z)
    for j in (first, last):
        line, level = shadow[(row + j) & PLACES], z + gy * j
        for i in (first, last):
            dark += is_dark(line, column + i, level + gx * i)
    if dark == 0.0 or dark == 5.0:
        return 1.0 - dark * 0.2
    dark = 0.0
    for j in range(first, last + 1):
        line, level = shadow[(row + j) & PLACES], z + gy * j
        across = (1.0 - right) * is_dark(line, column + first, level + gx * first)
        across += right * is_dark(line, column + last, level + gx * last)
        for i in range(first + 1, last):
            across += is_dark(line, column + i, level + gx * i)
        dark += across * (1.0 - down if j == first else (down if j == last else 1.0))
    return 1.0 - dark / ((2 * FADE + 1) * (2 * FADE + 1))


@loop
def touch(polygons: Floats, first: int, last: int, changed: Bytes) -> None:
    """Mark the blocks of the shadow map around some faces as changed."""
    left, top, right, bottom = FAR, FAR, -FAR, -FAR
    for face in range(first, last):
        for corner in range(3):
            x, y = polygons[face, corner, 0] / BLOCK, polygons[face, corner, 1] / BLOCK
            left, right = min(left, x), max(right, x)
            top, bottom = min(top, y), max(bottom, y)
    if first == last:
        return
    # one block more on each side for soft borders and for slanted pixels
    end = 1.0 * changed.shape[0]
    for row in range(int(max(top - 1.0, 0.0)), int(min(max(bottom + 2.0, 0.0), end))):
        for column in range(int(max(left - 1.0, 0.0)), int(min(max(right + 2.0, 0.0), end))):
            changed[row, column] = 1


@inline
def touches(planes: Floats, face: int, changed: Bytes, y: float, left: float, right: float) -> bool:
    """Return whether a face between two places of a row lies where the shadow map has changed."""
    near, far = at(planes, face, ONE, left, y) * BLOCK, at(planes, face, ONE, right, y) * BLOCK
    x, end_x = at(planes, face, SUN, left, y) / near, at(planes, face, SUN, right, y) / far
    z, end_z = at(planes, face, SUN + 1, left, y) / near, at(planes, face, SUN + 1, right, y) / far
    last = changed.shape[0] - 1.0
    if max(x, end_x) < 0.0 or max(z, end_z) < 0.0 or min(x, end_x) > last or min(z, end_z) > last:
        return False
    first_column, last_column = int(max(min(x, end_x), 0.0)), int(min(max(x, end_x), last))
    first_row, last_row = int(max(min(z, end_z), 0.0)), int(min(max(z, end_z), last))
    for row in range(first_row, last_row + 1):
        for column in range(first_column, last_column + 1):
            if changed[row, column] > 0:
                return True
    return False


@inline
def stale(
    planes: Floats, looks: Floats, face: int, changed: Bytes, row: int, begin: int, end: int
) -> tuple[int, int]:
    """Return the first part of a run where shadows may have changed; it is empty at the end."""
    if looks[face, LIT] == UNLIT:
        return end, end
    first = end
    for left in range(begin, end, STRIDE):
        right = min(left + STRIDE, end)
        if touches(planes, face, changed, row + 0.5, left + 0.5, right - 0.5):
            first = min(first, left)
        elif first < end:
            return first, left
    return first, end
