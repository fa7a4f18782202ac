"""Convex Hull: twice the area of the smallest convex polygon around points."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, permutations
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Span, action, closeness, levels, redrawn
from visgym.kit.plots import lattice
from visgym.kit.plots.asked import Cloud, CloudQuestion
from visgym.kit.plots.lattice import cross, hull

DRAWS = 400  # of points before knobs are refused; the levels need a few


@dataclass(frozen=True, kw_only=True)
class ConvexHull(CloudQuestion):
    fewest_corners: int = 3
    """Corners of the hull, at least."""
    most_corners: int = 4
    """Corners of the hull, at most."""

    def validate(self) -> None:
        super().validate()
        if not 3 <= self.fewest_corners <= self.most_corners <= self.count - 2:
            raise ValueError("The hull has from 3 corners to two fewer than there are points.")

    @property
    def largest(self) -> int:
        """Twice the area of the whole plot."""
        return 2 * self.size**2

    def generate(self, rng: Random) -> Cloud:
        return redrawn(self._drawn, rng, tries=DRAWS)

    def _drawn(self, rng: Random) -> Cloud | None:
        points = lattice.without_three_in_line(self.count, self.size, rng)
        if points is None or not self.fewest_corners <= len(hull(points)) <= self.most_corners:
            return None
        return Cloud(points)

    def rules(self) -> str:
        return (
            "Points with whole coordinates are given; no three of them lie on a line. Their convex "
            "hull is the smallest convex polygon that has every point inside of it or on its rim. "
            "Find its area, and answer with twice that area, which is a whole number."
        )

    @action
    def answer(self, cloud: Cloud, twice_area: Annotated[int, Span(0, "largest")]) -> None:
        """Give twice the area of the convex hull."""

    def grade(self, cloud: Cloud, twice_area: int) -> float:
        return float(twice_area == _by_edges(cloud))

    def metrics(self, cloud: Cloud, twice_area: int = 0) -> dict[str, float]:
        return {"published_reward": closeness(twice_area, _by_edges(cloud)) ** 5}

    def solution(self, cloud: Cloud) -> int:
        """By triangles from one corner of the hull."""
        first, *others = hull(cloud.points)
        return sum(cross(first, *pair) for pair in pairwise(others))

    def effort(self, state: Asked[Cloud]) -> float:
        """Points to look at, and corners to reckon with."""
        return float(self.count + len(hull(state.problem.points)))


def _by_edges(cloud: Cloud) -> int:
    """Twice the area, from pairs of points that have no other on their right: the edges."""
    edges = [
        pair
        for pair in permutations(cloud.points, 2)
        if all(cross(*pair, other) >= 0 for other in cloud.points)
    ]
    return sum(cross((0, 0), *edge) for edge in edges)


PRESETS = levels(
    ConvexHull,
    count=(6, 9, 14),
    size=(8, 12, 20),
    fewest_corners=(3, 5, 6),
    most_corners=(4, 6, 9),
)
