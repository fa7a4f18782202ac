"""Weight Matching: edges without a common vertex, of the greatest weight."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Below, Pairs, action, levels
from visgym.kit.graphs.generators import connected, edge_count, weighted
from visgym.kit.graphs.graph import WEIGHTED_EDGES, WEIGHTS, Edge, Graph
from visgym.kit.graphs.optimum import GraphOptimum
from visgym.kit.graphs.subsets import (
    greedy_matching_weight,
    heaviest_matching,
    matching_weight,
)

HEAVIEST = 12  # weights go up to


@dataclass(frozen=True, kw_only=True)
class WeightMatching(GraphOptimum):
    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "search"})
    sizes = (4, 12)
    room = (300, 20)
    pictured = WEIGHTS
    written = WEIGHTED_EDGES

    def attempt(self, rng: Random) -> Graph | None:
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


PRESETS = levels(WeightMatching, vertices=(6, 8, 12), density=(0.4, 0.4, 0.3))
