"""Min Arborescence: the cheapest arrows that lead from a root to every vertex."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Optimum, Pairs, action, levels, redrawn
from visgym.kit.graphs.drawing import GOLD, picture
from visgym.kit.graphs.generators import connected_directed, edge_count, weighted
from visgym.kit.graphs.graph import WEIGHTED_ARROWS, WEIGHTS, Edge, Graph, described, reached
from visgym.kit.graphs.spanning import (
    arborescence,
    cheapest_entering,
    circle_of,
    least_from_root,
)


@dataclass(frozen=True, slots=True)
class Rooted:
    graph: Graph
    root: int


@dataclass(frozen=True, kw_only=True)
class MinArborescence(Optimum[Rooted]):
    vertices: int = 5
    """Vertices of the graph."""
    density: float = 0.35
    """Edges, as a part of all that there could be."""
    circle: bool = False
    """Whether the cheapest edges into each vertex go round in a circle somewhere."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "search"})
    pictured = f"{WEIGHTS} The root is yellow."
    written = WEIGHTED_ARROWS
    fewest = True

    def validate(self) -> None:
        if not 5 <= self.vertices <= 10 or not 0.25 <= self.density <= 0.35:
            raise ValueError("vertices must be from 5 to 10 and density from 0.25 to 0.35.")

    def generate(self, rng: Random) -> Rooted:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Rooted | None:
        """A graph whose cheapest edges make a circle, or do not, as wanted."""
        root = rng.randrange(self.vertices)
        edges = edge_count(self.vertices, self.density, directed=True)
        graph = weighted(connected_directed(self.vertices, edges, rng, root), 1, 15, rng)
        has_circle = bool(circle_of(cheapest_entering(graph.costs, root)))
        return Rooted(graph, root) if has_circle == self.circle else None

    def rules(self) -> str:
        return (
            "A graph has weighted edges that lead one way, and one vertex is the root. Choose "
            "edges so that every vertex can be reached from the root along chosen edges, exactly "
            "one chosen edge leads to every vertex but the root, and none to the root. The sum of "
            "their weights is to be as small as possible."
        )

    @action
    def answer(
        self, rooted: Rooted, edges: Annotated[tuple[Edge, ...], Pairs(Below("vertices"))]
    ) -> None:
        """Give the chosen edges, each as the vertex it leaves and the vertex it leads to."""

    def worth(self, rooted: Rooted, edges: tuple[Edge, ...]) -> int | None:
        graph, costs = rooted.graph, rooted.graph.costs
        chosen = Graph(graph.size, edges, directed=True)
        ends = sorted(end for _, end in edges)
        if ends != [vertex for vertex in range(graph.size) if vertex != rooted.root]:
            return None
        whole = reached(chosen.neighbours, rooted.root).bit_count() == graph.size
        return sum(costs[edge] for edge in edges) if whole and costs.keys() >= set(edges) else None

    def best(self, rooted: Rooted) -> int:
        return least_from_root(rooted.graph, rooted.root)

    def solution(self, rooted: Rooted) -> tuple[Edge, ...]:
        return tuple(sorted(arborescence(rooted.graph.costs, rooted.root)))

    def effort(self, state: Asked[Rooted]) -> float:
        return float(len(state.problem.graph.edges))

    def draw(self, rooted: Rooted) -> Frame:
        side = 240 + 40 * self.vertices
        return picture(rooted.graph, side, side, marks=((rooted.root, GOLD),))

    def describe(self, rooted: Rooted) -> str:
        return described(rooted.graph, f"Root: {rooted.root}")


PRESETS = levels(
    MinArborescence, vertices=(5, 7, 9), density=(0.35, 0.3, 0.3), circle=(False, True, True)
)
