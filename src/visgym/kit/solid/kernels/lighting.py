"""Numba kernels that light points of a face that lie in one row of the screen."""

from __future__ import annotations

from math import sqrt

from visgym.kit.compiled import inline
from visgym.kit.solid.kernels.shadows import daylight
from visgym.kit.solid.layout import (
    ACROSS,
    ALONG,
    DAY,
    DEEP,
    DISTANCE,
    FACING,
    FIELD,
    FLAT,
    GLOSS,
    LIGHT,
    LIT,
    NORMAL,
    NX,
    NY,
    NZ,
    SLOPE,
    SUN,
    TINY,
    UNLIT,
    XS,
    Floats,
    Singles,
)

UNEVEN = -1.0


@inline
def project(plane: Floats, y: float, xs: Floats, distances: Floats, out: Floats) -> None:
    """Write a vertex column of a face at some points."""
    step, base = plane[0], plane[1] * y + plane[2]
    for i in range(xs.size):
        out[i] = (step * xs[i] + base) * distances[i]


@inline
def cloud(
    planes: Floats, looks: Floats, face: int, shadow: Singles, nearest: Singles,
    y: float, pad: Floats, count: int,
) -> None:  # fmt: skip
    """Write the part of the sun that reaches each point."""
    k, xs, distances = SUN - FIELD, pad[XS, :count], pad[DISTANCE, :count]
    project(planes[face, k], y, xs, distances, pad[ACROSS])
    project(planes[face, k + 1], y, xs, distances, pad[ALONG])
    project(planes[face, k + 2], y, xs, distances, pad[DEEP])
    gx, gy = looks[face, SLOPE], looks[face, SLOPE + 1]
    for i in range(count):
        if pad[FACING, i] > 0.0:
            column, row = pad[ACROSS, i] - 0.5, pad[ALONG, i] - 0.5
            pad[DAY, i] = daylight(shadow, nearest, gx, gy, column, row, pad[DEEP, i])


@inline
def bend(planes: Floats, face: int, y: float, pad: Floats, count: int) -> None:
    """Write the unit normal at each point of a rounded face."""
    k = NORMAL - FIELD
    ax, ay, az = planes[face, k, 0], planes[face, k + 1, 0], planes[face, k + 2, 0]
    bx = planes[face, k, 1] * y + planes[face, k, 2]
    by = planes[face, k + 1, 1] * y + planes[face, k + 1, 2]
    bz = planes[face, k + 2, 1] * y + planes[face, k + 2, 2]
    xs, nx, ny, nz = pad[XS, :count], pad[NX, :count], pad[NY, :count], pad[NZ, :count]
    for i in range(count):
        right, up, back = ax * xs[i] + bx, ay * xs[i] + by, az * xs[i] + bz
        shrink = 1.0 / max(sqrt(right * right + up * up + back * back), TINY)
        nx[i], ny[i], nz[i] = right * shrink, up * shrink, back * shrink


@inline
def gleam(sun: Floats, rays: Floats, y: float, pad: Floats, count: int) -> None:
    """Write how much the sun mirrors in each point."""
    bx = rays[1, 0] * y + rays[2, 0]
    by = rays[1, 1] * y + rays[2, 1]
    bz = rays[1, 2] * y + rays[2, 2]
    xs, nx, ny, nz = pad[XS, :count], pad[NX, :count], pad[NY, :count], pad[NZ, :count]
    gloss, specular = pad[GLOSS, :count], sun[5]
    # read before the loop, for the compiler cannot know that they stay
    ax, ay, az, sx, sy, sz = rays[0, 0], rays[0, 1], rays[0, 2], sun[0], sun[1], sun[2]
    for i in range(count):
        vx, vy, vz = ax * xs[i] + bx, ay * xs[i] + by, az * xs[i] + bz
        length = sqrt(vx * vx + vy * vy + vz * vz)
        hx, hy, hz = vx + sx * length, vy + sy * length, vz + sz * length
        cosine = max(nx[i] * hx + ny[i] * hy + nz[i] * hz, 0.0)
        shine = cosine * cosine / (hx * hx + hy * hy + hz * hz)
        shine *= shine
        shine *= shine
        shine *= shine
        gloss[i] = specular * (shine * shine)


@inline
def illuminate(
    planes: Floats, looks: Floats, face: int, shadow: Singles, nearest: Singles, sun: Floats,
    rays: Floats, y: float, pad: Floats, count: int,
) -> float:  # fmt: skip
    """Return the light of a face if it is everywhere the same, else write it for each point."""
    lit, k = looks[face, LIT], NORMAL - FIELD
    if lit == UNLIT:
        return 1.0
    x, up, z = planes[face, k, 2], planes[face, k + 1, 2], planes[face, k + 2, 2]
    toward = x * sun[0] + up * sun[1] + z * sun[2]
    if lit == FLAT and (toward <= 0.0 or (shadow.shape[0] == 1 and sun[5] == 0.0)):
        # the sky is brighter than the ground, and its light comes more from the sun's side
        even: float = sun[3] * (1.0 + 0.25 * up + 0.2 * toward) + sun[4] * max(toward, 0.0)
        return even
    if lit == FLAT:
        pad[NX, :count], pad[NY, :count], pad[NZ, :count] = x, up, z
    else:
        bend(planes, face, y, pad, count)
    pad[DAY, :count], pad[GLOSS, :count] = 1.0, 0.0
    nx, ny, nz, facing = pad[NX, :count], pad[NY, :count], pad[NZ, :count], pad[FACING, :count]
    sx, sy, sz, ambient, diffuse = sun[0], sun[1], sun[2], sun[3], sun[4]
    for i in range(count):
        facing[i] = nx[i] * sx + ny[i] * sy + nz[i] * sz
    if shadow.shape[0] > 1:
        cloud(planes, looks, face, shadow, nearest, y, pad, count)
    if sun[5] > 0.0:
        gleam(sun, rays, y, pad, count)
    days, gloss, light = pad[DAY, :count], pad[GLOSS, :count], pad[LIGHT, :count]
    for i in range(count):
        direct = max(facing[i], 0.0) * days[i]
        gloss[i] *= days[i] if facing[i] > 0.0 else 0.0
        light[i] = ambient * (1.0 + 0.25 * ny[i] + 0.2 * facing[i]) + diffuse * direct
    return UNEVEN
