"""Longest Path: a way along arrows, never twice through a vertex, of the greatest weight."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Annotated

from visgym.authoring import Below, action, levels
from visgym.kit.graphs.generators import connected_directed, edge_count, weighted
from visgym.kit.graphs.graph import WEIGHTED_ARROWS, WEIGHTS, Graph
from visgym.kit.graphs.optimum import GraphOptimum
from visgym.kit.graphs.paths import greatest_weight, greedy_weight, heaviest_path


@dataclass(frozen=True, kw_only=True)
class LongestPath(GraphOptimum):
    density: float = 0.3
    """Edges, as a part of all that there could be."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "planning"})
    densities = (0.1, 0.4)
    room = (240, 40)
    pictured = WEIGHTS
    written = WEIGHTED_ARROWS

    def attempt(self, rng: Random) -> Graph | None:
        """A graph where it does not pay to begin with the heaviest edge and to go on like that."""
        edges = edge_count(self.vertices, self.density, directed=True)
        graph = weighted(connected_directed(self.vertices, edges, rng), 1, self.vertices, rng)
        greedy = greedy_weight(graph)
        return graph if greatest_weight(graph, greedy, greedy + 1) > greedy else None

    def rules(self) -> str:
        return (
            "A graph has weighted edges that lead one way. A path goes from vertex to vertex along "
            "edges, in their direction, and visits no vertex twice. Its weight is the sum of the "
            "weights of its edges. Find a path of the greatest weight, between any two vertices."
        )

    @action
    def answer(self, graph: Graph, path: tuple[Annotated[int, Below("vertices")], ...]) -> None:
        """Give the vertices of the path in their order."""

    def worth(self, graph: Graph, path: tuple[int, ...]) -> int | None:
        costs = graph.costs
        if len(set(path)) < len(path) or len(path) < 2:
            return None
        if not all(edge in costs for edge in pairwise(path)):
            return None
        return sum(costs[edge] for edge in pairwise(path))

    def best(self, graph: Graph) -> int:
        return greatest_weight(graph)

    def solution(self, graph: Graph) -> tuple[int, ...]:
        return heaviest_path(graph)


PRESETS = levels(LongestPath, vertices=(6, 8, 10))
