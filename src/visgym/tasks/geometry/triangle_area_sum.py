"""Triangle Area Sum: twice the area of all triangles between points, added up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from itertools import combinations
from math import comb
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Span, action, closeness, levels, redrawn
from visgym.kit.plots import lattice
from visgym.kit.plots.asked import Cloud, CloudQuestion
from visgym.kit.plots.lattice import Spot, cross


@dataclass(frozen=True, kw_only=True)
class TriangleAreaSum(CloudQuestion):
    @property
    def largest(self) -> int:
        """No triangle has more than half the area of the plot."""
        return comb(self.count, 3) * self.size**2

    def generate(self, rng: Random) -> Cloud:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Cloud | None:
        cloud = Cloud(lattice.scattered(self.count, self.size, rng))
        return cloud if _sum(cloud) else None

    def rules(self) -> str:
        return (
            "Points with whole coordinates are given. Every three of them are the corners of a "
            "triangle; its area is 0 if they lie on a line. Add up the areas of all these "
            "triangles, and answer with twice the sum, which is a whole number."
        )

    @action
    def answer(self, cloud: Cloud, twice_sum: Annotated[int, Span(0, "largest")]) -> None:
        """Give twice the sum of the areas of all triangles."""

    def grade(self, cloud: Cloud, twice_sum: int) -> float:
        return float(twice_sum == _sum(cloud))

    def metrics(self, cloud: Cloud, twice_sum: int = 0) -> dict[str, float]:
        return {"published_reward": closeness(twice_sum, _sum(cloud)) ** 10}

    def solution(self, cloud: Cloud) -> int:
        """Around each point, those on its right by angle; sums of those before make triangles."""
        total, points = 0, sorted(cloud.points)
        for number, origin in enumerate(points):
            across = up = 0  # of the points before, added up
            for x, y in _by_angle(origin, points[number + 1 :]):
                dx, dy = x - origin[0], y - origin[1]
                total += across * dy - up * dx
                across, up = across + dx, up + dy
        return total

    def effort(self, state: Asked[Cloud]) -> float:
        """Triangles that are not flat."""
        return float(sum(cross(*three) != 0 for three in combinations(state.problem.points, 3)))


def _by_angle(origin: Spot, points: list[Spot]) -> list[Spot]:
    """Points on one side of another, counter-clockwise around it."""

    def turn(one: Spot, other: Spot) -> int:
        return cross(origin, other, one)

    return sorted(points, key=cmp_to_key(turn))


def _sum(cloud: Cloud) -> int:
    return sum(abs(cross(*three)) for three in combinations(cloud.points, 3))


PRESETS = levels(TriangleAreaSum, count=(4, 5, 7), size=(6, 8, 10))
