"""The smallest circle around points, found in two ways."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import hypot, sqrt

from visgym.kit.coverage import Point
from visgym.kit.plots.lattice import Spot, cross

Circle = tuple[float, float, float]
"""The centre across and up, and the radius."""

CLOSE = 1e-9  # by which a point may miss a circle that goes through it


def smallest_around(points: Sequence[Point]) -> Circle:
    """By Welzl's way: a point outside of the circle so far lies on the rim of the next one.

    >>> smallest_around([(0, 0), (4, 0), (2, 1)])
    (2.0, 0.0, 2.0)
    """
    return _around(points, ())


def radius_by_threes(points: Sequence[Spot]) -> float:
    """The radius of that circle: the largest that any three points need."""
    return sqrt(max(_square(*three) for three in combinations(points, 3)))


def held_by_two(points: Sequence[Spot]) -> bool:
    """Whether it has two points at the ends of a diameter: no angle over these is acute."""
    return any(
        all((x - a) * (x - c) + (y - b) * (y - d) <= 0 for x, y in points)
        for (a, b), (c, d) in combinations(points, 2)
    )


def _square(one: Spot, two: Spot, three: Spot) -> float:
    """The square of the radius of the smallest circle around three points, by their distances."""
    pairs = combinations((one, two, three), 2)
    short, middle, long = sorted((c - a) ** 2 + (d - b) ** 2 for (a, b), (c, d) in pairs)
    if short + middle <= long:
        return long / 4
    return short * middle * long / (4 * cross(one, two, three) ** 2)


def _around(points: Sequence[Point], rim: tuple[Point, ...]) -> Circle:
    circle = _through(rim)
    for number, point in enumerate(points if len(rim) < 3 else ()):
        if hypot(point[0] - circle[0], point[1] - circle[1]) > circle[2] + CLOSE:
            circle = _around(points[:number], (*rim, point))
    return circle


def _through(rim: tuple[Point, ...]) -> Circle:
    """The smallest circle that goes through up to three points, no circle for none."""
    if len(rim) == 3:
        return _circumcircle(*rim)
    if not rim:
        return 0.0, 0.0, -1.0
    (a, b), (c, d) = rim[0], rim[-1]
    return (a + c) / 2, (b + d) / 2, hypot(c - a, d - b) / 2


def _circumcircle(one: Point, two: Point, three: Point) -> Circle:
    (a, b), (c, d) = (two[0] - one[0], two[1] - one[1]), (three[0] - one[0], three[1] - one[1])
    twice = 2 * (a * d - b * c)
    x = (d * (a * a + b * b) - b * (c * c + d * d)) / twice
    y = (a * (c * c + d * d) - c * (a * a + b * b)) / twice
    return one[0] + x, one[1] + y, hypot(x, y)
