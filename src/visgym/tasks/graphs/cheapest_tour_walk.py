"""Cheapest Tour Walk: walk along arrows through every vertex for as little as possible.

The published name says Hamiltonian path; its rules let a walk come back to a vertex, as here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Annotated

from visgym.authoring import Below, action, levels
from visgym.kit.graphs.generators import connected_directed, edge_count, weighted
from visgym.kit.graphs.graph import WEIGHTED_ARROWS, WEIGHTS, Graph, reached
from visgym.kit.graphs.optimum import GraphOptimum
from visgym.kit.graphs.paths import cheapest_walk, least_cost


@dataclass(frozen=True, kw_only=True)
class CheapestTourWalk(GraphOptimum):
    vertices: int = 5
    """Vertices of the graph."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "planning"})
    densities = (0.25, 0.4)
    room = (240, 40)
    pictured = WEIGHTS
    written = WEIGHTED_ARROWS
    fewest = True

    def attempt(self, rng: Random) -> Graph | None:
        """A graph where of any two vertices one leads to the other, so that a walk sees all."""
        edges = edge_count(self.vertices, self.density, directed=True)
        graph = connected_directed(self.vertices, edges, rng)
        ahead = [reached(graph.neighbours, vertex) for vertex in range(self.vertices)]
        for vertex, there in enumerate(ahead):
            back = sum(1 << other for other, seen in enumerate(ahead) if seen >> vertex & 1)
            if (there | back).bit_count() < self.vertices:
                return None
        return weighted(graph, 1, 9, rng)

    def rules(self) -> str:
        return (
            "A graph has weighted edges that lead one way. A walk goes from vertex to vertex along "
            "edges, in their direction, and may come to a vertex or use an edge more than once; it "
            "pays the weight of an edge each time. Find a walk that visits every vertex at least "
            "once and pays as little as possible in all. It may start and end anywhere."
        )

    @action
    def answer(self, graph: Graph, walk: tuple[Annotated[int, Below("vertices")], ...]) -> None:
        """Give the vertices of the walk in their order."""

    def worth(self, graph: Graph, walk: tuple[int, ...]) -> int | None:
        costs, steps = graph.costs, list(pairwise(walk))
        if len(set(walk)) < graph.size or not all(step in costs for step in steps):
            return None
        return sum(costs[step] for step in steps)

    def best(self, graph: Graph) -> int:
        return least_cost(graph)

    def solution(self, graph: Graph) -> tuple[int, ...]:
        return cheapest_walk(graph)


PRESETS = levels(CheapestTourWalk, vertices=(5, 7, 9), density=(0.4, 0.35, 0.3))
