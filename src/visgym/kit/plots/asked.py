"""What questions about a cloud of points have in common."""

from __future__ import annotations

from dataclasses import dataclass

from visgym.core.task import Frame
from visgym.kit.asking import Question
from visgym.kit.plots import lattice
from visgym.kit.plots.lattice import Spot

MOST_POINTS = 20


@dataclass(frozen=True, slots=True)
class Cloud:
    """Different points with whole coordinates."""

    points: tuple[Spot, ...]


@dataclass(frozen=True, kw_only=True)
class CloudQuestion(Question[Cloud]):
    """One question about points that are all alike."""

    count: int = 6
    """Points."""
    size: int = 8
    """The largest coordinate; the smallest is 0."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "arithmetic"})
    pictured = lattice.PICTURED
    written = lattice.WRITTEN

    def validate(self) -> None:
        if not 3 <= self.count <= min(MOST_POINTS, self.size) or self.size > lattice.LARGEST:
            raise ValueError(
                f"count must be from 3 to {MOST_POINTS} and not above size, which is at most "
                f"{lattice.LARGEST}."
            )

    def draw(self, cloud: Cloud) -> Frame:
        return lattice.drawn(cloud.points, self.size)

    def describe(self, cloud: Cloud) -> str:
        return lattice.told(cloud.points)
