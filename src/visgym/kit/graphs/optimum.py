"""Questions for the best of something in a graph, which is all that is given."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from visgym.core.task import Frame
from visgym.kit.asking import Asked
from visgym.kit.graphs.drawing import picture
from visgym.kit.graphs.graph import EDGES, LINES, Graph, described
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.scoring import Optimum


@dataclass(frozen=True, kw_only=True)
class GraphOptimum(Optimum[Graph]):
    """A question for the best of something in a graph.

    An author writes `attempt` in place of `generate`, beside what `Optimum` asks for.
    """

    vertices: int = 6
    """Vertices of the graph."""
    density: float = 0.4
    """Edges, as a part of all that there could be."""

    sizes: ClassVar[tuple[int, int]] = (4, 10)
    """The fewest and the most vertices."""
    densities: ClassVar[tuple[float, float]] = (0.25, 0.5)
    """The least and the greatest density."""
    room: ClassVar[tuple[int, int]] = (280, 20)
    """Pixels of a side of the picture, and more for each vertex."""
    pictured = LINES
    written = EDGES

    def validate(self) -> None:
        (few, many), (thin, thick) = self.sizes, self.densities
        if not few <= self.vertices <= many or not thin <= self.density <= thick:
            raise ValueError(
                f"vertices must be from {few} to {many} and density from {thin} to {thick}."
            )

    @abstractmethod
    def attempt(self, rng: Random) -> Graph | None:
        """A graph to ask about, or None if the one that was drawn does not suit."""

    def generate(self, rng: Random) -> Graph:
        return redrawn(self.attempt, rng)

    def effort(self, state: Asked[Graph]) -> float:
        return float(len(state.problem.edges))

    def draw(self, graph: Graph) -> Frame:
        side = self.room[0] + self.room[1] * self.vertices
        return picture(graph, side, side)

    def describe(self, graph: Graph) -> str:
        return described(graph)
