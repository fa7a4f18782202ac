"""Spanning Tree Count: count the cheapest ways to hold a graph together.

Counts are small, so that there is no modulus as in the published task.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels, redrawn
from visgym.kit.graphs.drawing import picture
from visgym.kit.graphs.generators import connected, weighted
from visgym.kit.graphs.graph import WEIGHTED_EDGES, WEIGHTS, Graph, described
from visgym.kit.graphs.spanning import lightest_forests, lightest_trees

HEAVIEST = 3  # weights go up to, so that many are equal


@dataclass(frozen=True, kw_only=True)
class SpanningTreeCount(NumberQuestion[Graph]):
    vertices: int = 5
    """Vertices of the graph."""
    edges: int = 7
    """Edges of the graph."""
    least: int = 2
    """Trees to be counted, at least."""
    most: int = 12
    """Trees to be counted, at most."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "counting"})
    pictured = WEIGHTS
    written = WEIGHTED_EDGES

    def validate(self) -> None:
        if not 4 <= self.vertices <= 10 or not self.vertices <= self.edges <= 2 * self.vertices:
            raise ValueError("vertices must be from 4 to 10, edges from as many to twice as many.")
        if self.edges > self.vertices * (self.vertices - 1) // 2:
            raise ValueError("There cannot be so many edges between so few vertices.")
        if not 2 <= self.least <= self.most <= 9999 or self.most < 2 * self.least:
            raise ValueError("least must be 2 or more, and most twice as many or more.")

    def generate(self, rng: Random) -> Graph:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Graph | None:
        graph = weighted(connected(self.vertices, self.edges, rng), 1, HEAVIEST, rng)
        return graph if self.least <= lightest_trees(graph) <= self.most else None

    def rules(self) -> str:
        return (
            "A graph has weighted edges. A spanning tree is a set of edges that joins all "
            "vertices, directly or through others, without a circle. Its weight is the sum of the "
            "weights of its edges. Count the spanning trees that have the smallest weight of all."
        )

    @action
    def answer(self, graph: Graph, count: Annotated[int, Span(0, 99999)]) -> None:
        """Give the number of spanning trees of the smallest weight."""

    def right(self, graph: Graph) -> int:
        return lightest_forests(graph)

    def solution(self, graph: Graph) -> int:
        return lightest_trees(graph)

    def effort(self, state: Asked[Graph]) -> float:
        return self.edges * log2(1 + lightest_trees(state.problem))

    def draw(self, graph: Graph) -> Frame:
        side = 320 + 20 * self.vertices
        return picture(graph, side, side)

    def describe(self, graph: Graph) -> str:
        return described(graph)


PRESETS = levels(
    SpanningTreeCount, vertices=(5, 7, 9), edges=(7, 11, 16), least=(2, 4, 10), most=(12, 40, 300)
)
