"""Smallest Circle: the centre and the radius of the smallest circle around points.

The published task asks for three decimals; here two are enough, and its reward is a metric.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, hypot
from random import Random
from typing import Annotated, Literal

from visgym.authoring import Asked, Span, action, levels, redrawn
from visgym.kit.plots import lattice
from visgym.kit.plots.asked import Cloud, CloudQuestion
from visgym.kit.plots.circles import Circle, held_by_two, radius_by_threes, smallest_around
from visgym.kit.plots.lattice import hull

SLACK, STRICT = 0.01, 0.001  # by which a circle may miss a point, here and as published
ENOUGH = 0.995  # of the smallest radius to the given one


@dataclass(frozen=True, kw_only=True)
class SmallestCircle(CloudQuestion):
    held_by: Literal["two", "three", "any"] = "two"
    """The points that hold the circle: two at the ends of a diameter, or three."""

    def generate(self, rng: Random) -> Cloud:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Cloud | None:
        points = lattice.without_three_in_line(self.count, self.size, rng)
        if points is None or self.held_by not in ("any", "two" if held_by_two(points) else "three"):
            return None
        return Cloud(points)

    def rules(self) -> str:
        return (
            "Points with whole coordinates are given; no three of them lie on a line. Find the "
            "smallest circle that has every point inside of it or on its rim, and answer with the "
            f"coordinates of its centre and its radius. No point may lie more than {SLACK} outside "
            "of your circle. A radius that is up to 0.5 % too large counts as right, a larger one "
            "counts the less the larger it is."
        )

    @action
    def answer(
        self,
        cloud: Cloud,
        x: Annotated[float, Span(0, "size")],
        y: Annotated[float, Span(0, "size")],
        r: Annotated[float, Span(0, "size")],
    ) -> None:
        """Give the centre (x, y) and the radius r of the circle."""

    def grade(self, cloud: Cloud, x: float, y: float, r: float) -> float:
        ratio = _ratio(cloud, (x, y, r), SLACK)
        return 1.0 if ratio >= ENOUGH else ratio**10

    def metrics(self, cloud: Cloud, x: float = 0, y: float = 0, r: float = 0) -> dict[str, float]:
        ratio, strict = (_ratio(cloud, (x, y, r), slack) for slack in (SLACK, STRICT))
        return {
            "valid": float(ratio > 0),
            "ratio": ratio,
            "optimal": float(ratio >= ENOUGH),
            "published_reward": strict**10,
        }

    def solution(self, cloud: Cloud) -> Circle:
        return smallest_around(cloud.points)

    def effort(self, state: Asked[Cloud]) -> float:
        """Circles that corners of the hull may hold."""
        corners = len(hull(state.problem.points))
        return float(comb(corners, 2) + (self.held_by != "two") * comb(corners, 3))


def _ratio(cloud: Cloud, circle: Circle, slack: float) -> float:
    """The smallest radius to that of a circle, 0 if the circle misses a point."""
    x, y, r = circle
    if any(hypot(each[0] - x, each[1] - y) > r + slack for each in cloud.points):
        return 0.0
    return min(radius_by_threes(cloud.points) / r, 1.0)


PRESETS = levels(
    SmallestCircle, count=(5, 8, 14), size=(10, 20, 40), held_by=("two", "three", "any")
)
