"""Longest Path: a way along arrows, never twice through a vertex, of the greatest weight."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Optimum, action, levels, redrawn
from visgym.kit.graphs.drawing import picture
from visgym.kit.graphs.generators import connected_directed, edge_count, weighted
from visgym.kit.graphs.graph import WEIGHTED_ARROWS, WEIGHTS, Graph, bits, described

Heaviest = dict[tuple[int, int], tuple[int, tuple[int, ...]]]
"""Weight and vertices of a path by the set of its vertices, as bits, and the last of them."""


@dataclass(frozen=True, kw_only=True)
class LongestPath(Optimum[Graph]):
    vertices: int = 6
    """Vertices of the graph; weights go up to as many."""
    density: float = 0.3
    """Edges, as a part of all that there could be."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "planning"})
    pictured = WEIGHTS
    written = WEIGHTED_ARROWS

    def validate(self) -> None:
        if not 4 <= self.vertices <= 11 or not 0.1 <= self.density <= 0.4:
            raise ValueError("vertices must be from 4 to 11 and density from 0.1 to 0.4.")

    def generate(self, rng: Random) -> Graph:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Graph | None:
        """A graph where it does not pay to begin with the heaviest edge and to go on like that."""
        edges = edge_count(self.vertices, self.density, directed=True)
        graph = weighted(connected_directed(self.vertices, edges, rng), 1, self.vertices, rng)
        greedy = _greedy(graph)
        return graph if _heaviest(graph, greedy, greedy + 1) > greedy else None

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
        return _heaviest(graph)

    def solution(self, graph: Graph) -> tuple[int, ...]:
        """For each set of vertices and a last one of them, the heaviest path through that set."""
        costs, neighbours = graph.costs, graph.neighbours
        fringe: Heaviest = {(1 << v, v): (0, (v,)) for v in range(graph.size)}
        best: tuple[int, tuple[int, ...]] = (0, ())
        while fringe:
            best = max(best, *fringe.values())
            after: Heaviest = {}
            for (seen, last), (weight, path) in fringe.items():
                for ahead in bits(neighbours[last] & ~seen):
                    longer = (weight + costs[last, ahead], (*path, ahead))
                    place = (seen | 1 << ahead, ahead)
                    after[place] = max(after.get(place, longer), longer)
            fringe = after
        return best[1]

    def effort(self, state: Asked[Graph]) -> float:
        return float(len(state.problem.edges))

    def draw(self, graph: Graph) -> Frame:
        side = 240 + 40 * self.vertices
        return picture(graph, side, side)

    def describe(self, graph: Graph) -> str:
        return described(graph)


def _greedy(graph: Graph) -> int:
    """The weight of a path from the heaviest edge on, by the heaviest edge at either end."""
    edges = sorted(zip(graph.weights, graph.edges, strict=True), reverse=True)
    total, (first, last) = edges[0]
    seen = {first, last}
    while True:
        fits = [
            (weight, (start, end))
            for weight, (start, end) in edges
            if (start == last and end not in seen) or (end == first and start not in seen)
        ]
        if not fits:
            return total
        weight, (start, end) = fits[0]
        total += weight
        seen |= {start, end}
        first, last = (first, end) if start == last else (start, last)


def _heaviest(graph: Graph, known: int = 0, enough: int | None = None) -> int:
    """The greatest weight of a path, by a search that gives up where no more than known is left.

    It ends with the first path that weighs enough.
    """
    leaving: list[list[tuple[int, int]]] = [[] for _ in range(graph.size)]
    entering = [0] * graph.size  # the most that the way into each vertex may weigh
    for (start, end), weight in sorted(graph.costs.items(), key=lambda item: item[1]):
        leaving[start].append((end, weight))
        entering[end] = weight
    total = sum(entering)
    stack = [(1 << v, v, 0, total - entering[v]) for v in range(graph.size)]
    while stack:
        seen, last, weight, left = stack.pop()
        if weight > known:
            known = weight
            if enough is not None and known >= enough:
                break
        if weight + left > known:
            stack += [
                (seen | 1 << end, end, weight + more, left - entering[end])
                for end, more in leaving[last]
                if not seen >> end & 1
            ]
    return known


PRESETS = levels(LongestPath, vertices=(6, 8, 10))
