"""Tree Embeddings: count the ways to lay a tree into a graph with as many vertices."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Question, Span, action, closeness, levels, redrawn
from visgym.kit.graphs.drawing import side_by_side, spread
from visgym.kit.graphs.generators import connected, edge_count, random_tree
from visgym.kit.graphs.graph import EDGES, LINES, Graph, edge_list
from visgym.kit.graphs.mappings import embeddings, sieved_embeddings
from visgym.kit.graphs.trees import tidy

MORE = 2  # edges that may be added, since else most counts of five vertices are equal


@dataclass(frozen=True, slots=True)
class Pattern:
    graph: Graph
    tree: Graph


@dataclass(frozen=True, kw_only=True)
class TreeEmbeddings(Question[Pattern]):
    vertices: int = 5
    """Vertices of the graph, and of the tree."""
    density: float = 0.45
    """Edges of the graph at least, as a part of all that there could be."""
    most: int = 60
    """Ways to be counted, at most."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "counting"})
    pictured = LINES
    written = EDGES

    def validate(self) -> None:
        if not 4 <= self.vertices <= 9 or not 0.3 <= self.density <= 0.6:
            raise ValueError("vertices must be from 4 to 9 and density from 0.3 to 0.6.")
        if not 20 <= self.most <= 9999:
            raise ValueError("most must be from 20 to 9999.")

    def generate(self, rng: Random) -> Pattern:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Pattern | None:
        edges = edge_count(self.vertices, self.density) + rng.randint(0, MORE)
        graph, tree = connected(self.vertices, edges, rng), random_tree(self.vertices, rng)
        fits = 2 <= sieved_embeddings(graph, tree) <= self.most
        return Pattern(graph, tree) if fits else None

    def rules(self) -> str:
        return (
            "A graph and a tree have equally many vertices. Count the ways to give every vertex of "
            "the tree a vertex of the graph of its own, so that two vertices of the tree that are "
            "joined by an edge always get two vertices of the graph that are joined by an edge."
        )

    @action
    def answer(self, pattern: Pattern, count: Annotated[int, Span(0, 99999)]) -> None:
        """Give the number of ways."""

    def grade(self, pattern: Pattern, count: int) -> float:
        return float(count == embeddings(pattern.graph, pattern.tree))

    def metrics(self, pattern: Pattern, count: int = 0) -> dict[str, float]:
        near = closeness(count, embeddings(pattern.graph, pattern.tree))
        return {"closeness": near, "published_reward": near**10}

    def solution(self, pattern: Pattern) -> int:
        return sieved_embeddings(pattern.graph, pattern.tree)

    def effort(self, state: Asked[Pattern]) -> float:
        return self.vertices * log2(1 + sieved_embeddings(state.problem.graph, state.problem.tree))

    def draw(self, pattern: Pattern) -> Frame:
        side = 260 + 20 * self.vertices
        both = (pattern.graph, pattern.tree)
        return side_by_side(both, side, ("Graph", "Tree"), (spread, tidy))

    def describe(self, pattern: Pattern) -> str:
        return f"Graph: {edge_list(pattern.graph)}\nTree: {edge_list(pattern.tree)}"


PRESETS = levels(TreeEmbeddings, vertices=(5, 6, 8), density=(0.45, 0.5, 0.5), most=(60, 200, 2000))
