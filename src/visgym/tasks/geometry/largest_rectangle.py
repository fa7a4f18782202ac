"""Largest Rectangle: four of the points that are the corners of the largest rectangle."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Optimum, Subset, action, levels, redrawn
from visgym.kit.plots import lattice
from visgym.kit.plots.lattice import Spot, cross
from visgym.kit.plots.rectangles import area, is_level, is_right, planted, rectangles


@dataclass(frozen=True, slots=True)
class Corners:
    points: tuple[Spot, ...]


@dataclass(frozen=True, kw_only=True)
class LargestRectangle(Optimum[Corners]):
    count: int = 8
    """Points."""
    size: int = 9
    """The largest coordinate; the smallest is 0."""
    rectangles: int = 2
    """Choices of four points that make a rectangle."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "search"})
    pictured = lattice.NUMBERED
    written = lattice.LISTED

    def validate(self) -> None:
        if not 6 <= self.size <= 20 or not 5 <= self.count <= 20:
            raise ValueError("size must be from 6 to 20 and count from 5 to 20.")
        if not 1 <= self.rectangles <= (self.count - 2) // 2:
            raise ValueError("Two points for each rectangle and two more must be there.")

    def generate(self, rng: Random) -> Corners:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Corners | None:
        points = planted(self.rectangles, self.count, self.size, rng)
        found = rectangles(points or ())
        if points is None or len(found) != self.rectangles:
            return None
        level = [area(each) for each in found if is_level(each)]
        if max(map(area, found)) <= max(level, default=0):
            return None
        return Corners(tuple(rng.sample(sorted(points), self.count)))

    def rules(self) -> str:
        return (
            "Numbered points with whole coordinates are given. Choose four of them that are the "
            "corners of a rectangle with the greatest possible area. The sides of the rectangle "
            "may be tilted. Answer with the numbers of the four points. A smaller rectangle counts "
            "the less the smaller it is."
        )

    @action
    def answer(
        self,
        corners: Corners,
        indices: Annotated[tuple[int, ...], Subset(Below("count"), least=4, most=4)],
    ) -> None:
        """Give the numbers of the four corners, in any order."""

    def worth(self, corners: Corners, indices: tuple[int, ...]) -> int | None:
        first, *others = (corners.points[index] for index in indices)
        for second, third, fourth in permutations(others):
            ring = (first, second, third, fourth)
            if all(is_right(ring[k - 1], ring[k], ring[k + 1]) for k in range(3)):
                return abs(cross(first, second, fourth))
        return None

    def best(self, corners: Corners) -> int:
        """Over all right angles to which a fourth point belongs."""
        known, areas = set(corners.points), [0]
        for corner in corners.points:
            for one, other in combinations(known - {corner}, 2):
                far = (one[0] + other[0] - corner[0], one[1] + other[1] - corner[1])
                if far in known and is_right(one, corner, other):
                    areas.append(abs(cross(corner, one, other)))
        return max(areas)

    def solution(self, corners: Corners) -> tuple[int, ...]:
        """The largest of all pairs of diagonals that are as long and have the same middle."""
        best = max(rectangles(corners.points), key=area)
        return tuple(sorted(corners.points.index(point) for point in best))

    def effort(self, state: Asked[Corners]) -> float:
        """Pairs of points, each of which may be a side."""
        return float(self.count * (self.count - 1) // 2 + self.rectangles)

    def draw(self, corners: Corners) -> Frame:
        return lattice.numbered(corners.points, self.size)

    def describe(self, corners: Corners) -> str:
        return lattice.listed(corners.points)


PRESETS = levels(LargestRectangle, count=(8, 12, 18), size=(9, 12, 15), rectangles=(2, 4, 8))
