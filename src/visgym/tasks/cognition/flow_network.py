"""Flow Network: the most that can flow from a source to a sink."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels, redrawn
from visgym.kit.graphs.cuts import largest_flow, narrowest_cut
from visgym.kit.graphs.drawing import GOLD, picture
from visgym.kit.graphs.generators import layered_network, weighted
from visgym.kit.graphs.graph import Graph
from visgym.kit.graphs.layered import layered


@dataclass(frozen=True, kw_only=True)
class FlowNetwork(NumberQuestion[Graph]):
    nodes: int = 5
    """Nodes of the network, source and sink included."""
    edges: int = 7
    """Edges of the network, at most."""
    layers: int = 2
    """Layers of nodes between source and sink."""
    widest: int = 10
    """Capacities go up to so much."""
    inner: bool = False
    """Whether neither the edges of the source nor those of the sink set the limit alone."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "reasoning"})
    pictured = "The source is S, the sink T; the blue number on an edge is its capacity."
    written = "S is the source, T the sink; S->1 (4) is an edge from S to 1 of capacity 4."

    def validate(self) -> None:
        if not 4 <= self.nodes <= 12 or not self.nodes <= self.edges <= 2 * self.nodes:
            raise ValueError("nodes must be from 4 to 12, edges from as many to twice as many.")
        if not 2 <= self.layers <= min(self.nodes - 2, 8) or not 3 <= self.widest <= 99:
            raise ValueError("layers must be from 2 to 8 and leave two nodes, widest from 3 to 99.")

    def generate(self, rng: Random) -> Graph:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Graph | None:
        network = layered_network(self.nodes, self.edges, self.layers, rng)
        if len(network.edges) > self.edges:
            return None
        graph = weighted(network, 1, self.widest, rng)
        flow, costs = largest_flow(graph), graph.costs
        leaving = sum(capacity for (start, _), capacity in costs.items() if start == 0)
        entering = sum(capacity for (_, end), capacity in costs.items() if end == self.nodes - 1)
        return graph if flow < min(leaving, entering) or not self.inner else None

    def rules(self) -> str:
        return (
            "A network of edges that lead one way carries something from its source to its sink. "
            "On an edge at most as much flows as its capacity, and as much leaves every other node "
            "as comes to it. Find how much can flow from the source to the sink at most."
        )

    @action
    def answer(self, graph: Graph, flow: Annotated[int, Span(0, 999)]) -> None:
        """Give the greatest flow."""

    def right(self, graph: Graph) -> int:
        return narrowest_cut(graph)

    def solution(self, graph: Graph) -> int:
        return largest_flow(graph)

    def effort(self, state: Asked[Graph]) -> float:
        return float(len(state.problem.edges))

    def draw(self, graph: Graph) -> Frame:
        width, height = 240 + 120 * self.layers, 240 + 24 * self.nodes
        marks = ((0, GOLD), (self.nodes - 1, GOLD))
        return picture(graph, width, height, layered, names=_names(graph), marks=marks)

    def describe(self, graph: Graph) -> str:
        names = _names(graph)
        pairs = zip(graph.edges, graph.weights, strict=True)
        return ", ".join(f"{names[a]}->{names[b]} ({capacity})" for (a, b), capacity in pairs)


def _names(graph: Graph) -> tuple[str, ...]:
    return ("S", *map(str, range(1, graph.size - 1)), "T")


PRESETS = levels(
    FlowNetwork,
    nodes=(5, 7, 10),
    edges=(7, 11, 18),
    layers=(2, 3, 4),
    widest=(10, 15, 20),
    inner=(False, True, True),
)
