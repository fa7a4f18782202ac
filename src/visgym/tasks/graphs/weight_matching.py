"""Weight Matching: edges without a common vertex, of the greatest weight."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Optimum, Pairs, action, levels, redrawn
from visgym.kit.graphs.drawing import picture
from visgym.kit.graphs.generators import connected, edge_count, weighted
from visgym.kit.graphs.graph import WEIGHTED_EDGES, WEIGHTS, Edge, Graph, described
from visgym.kit.graphs.subsets import (
    greedy_matching_weight,
    heaviest_matching,
    matching_weight,
)

HEAVIEST = 12  # weights go up to


@dataclass(frozen=True, kw_only=True)
class WeightMatching(Optimum[Graph]):
    vertices: int = 6
    """Vertices of the graph."""
    density: float = 0.4
    """Edges, as a part of all that there could be."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "search"})
    pictured = WEIGHTS
    written = WEIGHTED_EDGES

    def validate(self) -> None:
        if not 4 <= self.vertices <= 12 or not 0.25 <= self.density <= 0.5:
            raise ValueError("vertices must be from 4 to 12 and density from 0.25 to 0.5.")

    def generate(self, rng: Random) -> Graph:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Graph | None:
        """A graph where it does not pay to take the heaviest edge again and again."""
        edges = edge_count(self.vertices, self.density)
        graph = weighted(connected(self.vertices, edges, rng), 1, HEAVIEST, rng)
        return graph if matching_weight(graph) > greedy_matching_weight(graph) else None

    def rules(self) -> str:
        return (
            "A graph has weighted edges. Choose edges so that no vertex is an end of two of them "
            "and the sum of their weights is as great as possible. Vertices may be left out."
        )

    @action
    def answer(
        self, graph: Graph, edges: Annotated[tuple[Edge, ...], Pairs(Below("vertices"))]
    ) -> None:
        """Give the chosen edges, each as its two vertices."""

    def worth(self, graph: Graph, edges: tuple[Edge, ...]) -> int | None:
        costs, ends = graph.costs, [vertex for edge in edges for vertex in edge]
        if len(set(ends)) < len(ends) or not all(edge in costs for edge in edges):
            return None
        return sum(costs[edge] for edge in edges)

    def best(self, graph: Graph) -> int:
        return matching_weight(graph)

    def solution(self, graph: Graph) -> tuple[Edge, ...]:
        return heaviest_matching(graph)

    def effort(self, state: Asked[Graph]) -> float:
        return float(len(state.problem.edges))

    def draw(self, graph: Graph) -> Frame:
        side = 300 + 20 * self.vertices
        return picture(graph, side, side)

    def describe(self, graph: Graph) -> str:
        return described(graph)


PRESETS = levels(WeightMatching, vertices=(6, 8, 12), density=(0.4, 0.4, 0.3))
