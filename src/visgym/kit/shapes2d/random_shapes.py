"""Shapes drawn by lot: plain to see, without symmetry, and others that are nearly the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from random import Random

from visgym.kit.rejection_sampling import redrawn
from visgym.kit.shapes2d.lattice import SIDE, Corner, Shape, normal, spans, twice_area
from visgym.kit.shapes2d.rasters import asymmetry, difference

UNLIKE, MISS_UNLIKE = 0.55, 0.4  # asymmetry of a shape, and of a near miss
MISS = 0.03  # the share of the square by which a near miss differs
STOUT = 0.35  # the share of the square that a shape fills
POINTS: list[Corner] = list(product(range(SIDE + 1), range(SIDE + 1)))
FEWEST, MOST = 5, 10  # corners


def asymmetric(corners: int, rng: Random) -> Shape:
    """A shape whose eight images are told apart at a glance."""

    def drawn(rng: Random) -> Shape | None:
        grown = _grown(corners, rng)
        if grown is None or twice_area(grown) < 2 * STOUT * SIDE**2 or asymmetry(grown) < UNLIKE:
            return None
        return grown

    return redrawn(drawn, rng)


def near_miss(shape: Shape, rng: Random, corners: int = 1, step: int = 2) -> Shape | None:
    """Another shape with so many corners shifted; None for a bad draw."""
    missed = shifted(shape, rng, corners, step)
    if missed is None or not spans(missed):
        return None
    differs = difference(missed, shape) >= MISS and asymmetry(missed) >= MISS_UNLIKE
    return missed if differs else None


def shifted(shape: Shape, rng: Random, corners: int = 1, step: int = 2) -> Shape | None:
    """The shape with so many corners moved by up to `step` each way; None for a bad draw."""
    points = list(shape)
    for place in rng.sample(range(len(points)), corners):
        x, y = points[place]
        point = _near(x, step, rng), _near(y, step, rng)
        points[place] = point
        if point == (x, y) or not _is_clear_at(points, place):
            return None
    return normal(points)


def near_misses(shape: Shape, count: int, rng: Random, corners: int = 1) -> list[Shape]:
    """Different near misses of a shape, none of them an image of another."""
    found: list[Shape] = []

    def drawn(rng: Random) -> Shape | None:
        missed = near_miss(shape, rng, corners)
        if missed is None or any(difference(missed, each) < MISS for each in found):
            return None
        return missed

    for _ in range(count):
        found.append(redrawn(drawn, rng))
    return found


def is_plain(points: Sequence[Corner]) -> bool:
    """Whether all corners and edges of a polygon keep clear of each other."""
    return all(_is_clear_at(points, place) for place in range(len(points)))


def _grown(corners: int, rng: Random) -> Shape | None:
    """A polygon through all sides of the square, with corners pulled out of its edges."""
    along = [rng.randint(0, SIDE) for _ in range(4)]
    ring = [(along[0], 0), (SIDE, along[1]), (along[2], SIDE), (0, along[3])]
    points = list(dict.fromkeys(ring))  # two sides may share a corner
    if len(points) < 3 or not is_plain(points):
        return None
    for _ in range(12 * corners):  # more seldom help
        if len(points) == corners:
            return normal(points) if spans(points) else None
        place, point = int(rng.random() * len(points)), rng.choice(POINTS)
        longer = [*points[:place], point, *points[place:]]
        if point not in points and _is_clear_at(longer, place):
            points = longer
    return None


def _near(number: int, step: int, rng: Random) -> int:
    return rng.randint(max(number - step, 0), min(number + step, SIDE))


def _is_clear_at(points: Sequence[Corner], place: int) -> bool:
    """Whether the corner at a place, and both edges that meet there, keep clear of all else."""
    corner, others = points[place], [*points[place + 1 :], *points[:place]]
    after, before = others[0], others[-1]
    if not _is_bent(before, corner, after):
        return False
    if not _is_bent(others[-2], before, corner) or not _is_bent(corner, after, others[1]):
        return False
    for end, rest in ((before, others[:-1]), (after, others[1:])):
        if not all(_keeps_off(point, corner, end) for point in rest):
            return False
    for one, other in pairwise(others):
        if not _keeps_off(corner, one, other):
            return False
        if before != other and _cross(corner, before, one, other):
            return False
        if after != one and _cross(corner, after, one, other):
            return False
    return True


def _is_bent(before: Corner, corner: Corner, after: Corner) -> bool:
    """Whether an angle is from 30 to 150 degrees."""
    ax, ay = before[0] - corner[0], before[1] - corner[1]
    bx, by = after[0] - corner[0], after[1] - corner[1]
    dot: int = ax * bx + ay * by
    return 4 * dot * dot <= 3 * (ax * ax + ay * ay) * (bx * bx + by * by)


def _keeps_off(point: Corner, start: Corner, end: Corner) -> bool:
    """Whether a point is at least a step of the lattice away from an edge, or nearly so."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    along, length = px * ex + py * ey, ex * ex + ey * ey
    if along <= 0:
        return px * px + py * py >= 1
    if along >= length:
        return (px - ex) ** 2 + (py - ey) ** 2 >= 1
    aside: int = px * ey - py * ex
    return 5 * aside * aside >= 4 * length  # 0.9 steps


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Whether two edges cross that touch at no end."""
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Corner, b: Corner, point: Corner) -> bool:
    return (b[0] - a[0]) * (point[1] - a[1]) > (b[1] - a[1]) * (point[0] - a[0])
