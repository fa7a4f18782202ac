"""Rectangles with any tilt between points with whole coordinates: found, and planted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from math import gcd
from random import Random
from typing import TypeAlias

from visgym.kit.plots.lattice import Spot, cross, scattered

Rectangle: TypeAlias = tuple[Spot, Spot, Spot, Spot]
"""Two ends of a diagonal, then those of the other one."""

TRIES = 6  # for each point
LEVEL = 0.3  # the chance that the first side that is planted runs along an axis


def rectangles(points: Iterable[Spot]) -> list[Rectangle]:
    """All of them: pairs of diagonals that have one middle and one length."""
    diagonals: dict[tuple[int, int, int], list[tuple[Spot, Spot]]] = defaultdict(list)
    for (a, b), (c, d) in combinations(sorted(points), 2):
        diagonals[a + c, b + d, (c - a) ** 2 + (d - b) ** 2].append(((a, b), (c, d)))
    groups = [each for each in diagonals.values() if len(each) > 1]
    return [(*one, *other) for group in groups for one, other in combinations(group, 2)]


def area(rectangle: Rectangle) -> int:
    """The product of two sides."""
    corner, _, one, other = rectangle
    return abs(cross(corner, one, other))


def is_level(rectangle: Rectangle) -> bool:
    """Whether the sides run along the axes."""
    return len({x for x, _ in rectangle}) == 2


def is_right(one: Spot, corner: Spot, other: Spot) -> bool:
    """Whether two points are seen from a corner under a right angle."""
    (x, y), (a, b), (c, d) = corner, one, other
    return (a - x) * (c - x) + (b - y) * (d - y) == 0


def planted(wanted: int, count: int, size: int, rng: Random) -> set[Spot] | None:
    """So many points with exactly the wanted number of rectangles, None for a draw that fails.

    Each rectangle stands on two points that were there before; others are spread between them.
    """
    half, found = size // 2, 0
    right, high = rng.randint(0, half), rng.randint(0, half)
    level = 0 if rng.random() < LEVEL else 1
    points = {(right + x, high + level * y) for x, y in scattered(2, half, rng)}
    if len(points) < 2:
        return None
    for _ in range(TRIES * count):
        left = count - len(points)
        if found == wanted and left == 0:
            return points
        grows = found < wanted and left >= 2
        added = _opposite(points, size, rng) if grows else set(scattered(1, size, rng))
        if added - points and len(rectangles(points | added)) == found + grows:
            points, found = points | added, found + grows
    return None


def _opposite(points: set[Spot], size: int, rng: Random) -> set[Spot]:
    """The other two corners of a rectangle that has two of the points as a side."""
    one, other = rng.sample(sorted(points), 2)
    across, up = other[0] - one[0], other[1] - one[1]
    shared = gcd(across, up)
    choices = []
    for right, high in ((-up // shared, across // shared), (up // shared, -across // shared)):
        corners = [one, other]
        while all(0 <= x + right <= size and 0 <= y + high <= size for x, y in corners):
            corners = [(x + right, y + high) for x, y in corners]
            choices.append(corners)
    return set(rng.choice(choices)) if choices else set()
