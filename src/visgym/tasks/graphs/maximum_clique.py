"""Maximum Clique: the most vertices that are all joined to one another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Subset, action, levels
from visgym.kit.graphs.drawing import picture
from visgym.kit.graphs.generators import edge_count
from visgym.kit.graphs.graph import Edge, Graph, bits, is_connected
from visgym.kit.graphs.layouts import circle
from visgym.kit.graphs.optimum import GraphOptimum
from visgym.kit.graphs.subsets import cliques, largest_clique


@dataclass(frozen=True, kw_only=True)
class MaximumClique(GraphOptimum):
    vertices: int = 7
    """Vertices of the graph."""
    density: float = 0.5
    """Edges, as a part of all that there could be."""
    clique: int = 3
    """The size of the largest clique, or one less than that."""
    aside: bool = False
    """Whether no vertex with the most edges is in a largest clique."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "search", "attention"})
    sizes = (6, 16)
    densities = (0.4, 0.6)
    room = (320, 20)

    def validate(self) -> None:
        super().validate()
        if not 3 <= self.clique <= min(self.vertices // 2, 6):
            raise ValueError("clique must be from 3 to 6, and at most half of vertices.")

    def attempt(self, rng: Random) -> Graph | None:
        """A clique among edges that spare it, if these do not make a larger one."""
        everybody = range(self.vertices)
        members = set(rng.sample(everybody, self.clique + rng.randrange(2)))
        inside, others = list[Edge](), list[Edge]()
        for pair in combinations(everybody, 2):
            (inside if members.issuperset(pair) else others).append(pair)
        rng.shuffle(others)
        if self.aside:  # pairs that touch the clique come later
            others.sort(key=lambda pair: rng.random() + rng.random() * (not members & set(pair)))
            others.reverse()
        count = edge_count(self.vertices, self.density) - len(inside)
        graph = Graph(self.vertices, tuple(sorted([*inside, *others[: max(count, 0)]])))
        return graph if is_connected(graph) and self._suits(graph) else None

    def _suits(self, graph: Graph) -> bool:
        neighbours = graph.neighbours
        found = list(cliques(neighbours))
        size = max(clique.bit_count() for clique in found)
        largest = [clique for clique in found if clique.bit_count() == size]
        most = max(around.bit_count() for around in neighbours)
        busiest = sum(1 << v for v, around in enumerate(neighbours) if around.bit_count() == most)
        apart = not any(clique & busiest for clique in largest)
        return self.clique <= size <= self.clique + 1 and (apart or not self.aside)

    def rules(self) -> str:
        return (
            "A clique is a set of vertices of a graph, any two of which are joined by an edge. "
            "Find a clique with as many vertices as possible."
        )

    @action
    def answer(
        self, graph: Graph, vertices: Annotated[tuple[int, ...], Subset(Below("vertices"))]
    ) -> None:
        """Give the vertices of the clique."""

    def worth(self, graph: Graph, vertices: tuple[int, ...]) -> int | None:
        joined = {frozenset(edge) for edge in graph.edges}
        pairs = combinations(vertices, 2)
        return len(vertices) if all(frozenset(pair) in joined for pair in pairs) else None

    def best(self, graph: Graph) -> int:
        return largest_clique(graph.neighbours)

    def solution(self, graph: Graph) -> tuple[int, ...]:
        return tuple(bits(max(cliques(graph.neighbours), key=int.bit_count)))

    def effort(self, state: Asked[Graph]) -> float:
        return float(len(list(cliques(state.problem.neighbours))))

    def draw(self, graph: Graph) -> Frame:
        side = self.room[0] + self.room[1] * self.vertices
        return picture(graph, side, side, circle)


PRESETS = levels(
    MaximumClique,
    vertices=(7, 10, 14),
    density=(0.5, 0.5, 0.45),
    clique=(3, 4, 5),
    aside=(False, False, True),
)
