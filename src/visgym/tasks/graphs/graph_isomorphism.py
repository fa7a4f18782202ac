"""Graph Isomorphism: say which vertex of one drawing is which of the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Permutation, Question, action, levels, redrawn
from visgym.kit.graphs.drawing import side_by_side
from visgym.kit.graphs.generators import connected, edge_count
from visgym.kit.graphs.graph import EDGES, LINES, Edge, Graph, edge_list
from visgym.kit.graphs.mappings import isomorphism, looks


@dataclass(frozen=True, slots=True)
class Twins:
    first: Graph
    second: Graph


@dataclass(frozen=True, kw_only=True)
class GraphIsomorphism(Question[Twins]):
    vertices: int = 5
    """Vertices of each graph."""
    density: float = 0.4
    """Edges, as a part of all that there could be."""
    alike: int = 1
    """Vertices, at least, that have equally many edges."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "reasoning", "attention"})
    pictured = LINES
    written = EDGES

    def validate(self) -> None:
        if not 4 <= self.vertices <= 12 or not 0.2 <= self.density <= 0.5:
            raise ValueError("vertices must be from 4 to 12 and density from 0.2 to 0.5.")
        if not 1 <= self.alike <= self.vertices // 3:
            raise ValueError("alike must be from 1 to a third of vertices.")

    def generate(self, rng: Random) -> Twins:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Twins | None:
        """Two numberings of a graph, if it does not do to keep the numbers."""
        first = connected(self.vertices, edge_count(self.vertices, self.density), rng)
        degrees = Counter(around.bit_count() for around in first.neighbours)
        names = rng.sample(range(self.vertices), self.vertices)
        edges = sorted(_image(edge, names) for edge in first.edges)
        differ = edges != list(first.edges) and max(degrees.values()) >= self.alike
        return Twins(first, Graph(self.vertices, tuple(edges))) if differ else None

    def rules(self) -> str:
        return (
            "Two drawings show the same graph, but its vertices are numbered and placed in another "
            "way. Match the vertices: two vertices of the first graph are joined by an edge if and "
            "only if their partners in the second graph are."
        )

    @action
    def answer(
        self, twins: Twins, images: Annotated[tuple[int, ...], Permutation("vertices")]
    ) -> None:
        """Give the partners in the second graph of vertices 0, 1, 2, ... of the first."""

    def grade(self, twins: Twins, images: tuple[int, ...]) -> float:
        return float(_hits(twins, images) == len(twins.first.edges))

    def metrics(self, twins: Twins, images: tuple[int, ...] = ()) -> dict[str, float]:
        share = _hits(twins, images) / len(twins.first.edges) if images else 0.0
        return {"edges": share, "published_reward": share**10}

    def solution(self, twins: Twins) -> tuple[int, ...]:
        return isomorphism(twins.first, twins.second)

    def effort(self, state: Asked[Twins]) -> float:
        kinds = Counter(looks(state.problem.first.neighbours)).values()
        return self.vertices + sum(count * count for count in kinds) / self.vertices

    def draw(self, twins: Twins) -> Frame:
        side = 260 + 20 * self.vertices
        return side_by_side((twins.first, twins.second), side, ("First graph", "Second graph"))

    def describe(self, twins: Twins) -> str:
        return f"First graph: {edge_list(twins.first)}\nSecond graph: {edge_list(twins.second)}"


def _image(edge: Edge, images: list[int] | tuple[int, ...]) -> Edge:
    one, other = images[edge[0]], images[edge[1]]
    return (one, other) if one < other else (other, one)


def _hits(twins: Twins, images: tuple[int, ...]) -> int:
    """How many edges of the first graph become edges of the second."""
    return len({_image(edge, images) for edge in twins.first.edges} & set(twins.second.edges))


PRESETS = levels(GraphIsomorphism, vertices=(5, 7, 10), density=(0.4, 0.4, 0.35), alike=(1, 1, 3))
