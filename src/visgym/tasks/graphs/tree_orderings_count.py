"""Tree Orderings Count: count the numberings of a tree that grow along every arrow.

The published task shows signs < and >, where the side of a slanted edge is hard to tell; arrows are
clear. Four vertices would leave a hundred problems, so levels begin with five. There is no modulus.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels, redrawn
from visgym.kit.graphs.generators import random_tree
from visgym.kit.graphs.graph import Graph, described
from visgym.kit.graphs.tree_counts import orders_by_rank, orders_by_sets
from visgym.kit.graphs.tree_pictures import tree_picture


@dataclass(frozen=True, kw_only=True)
class TreeOrderingsCount(NumberQuestion[Graph]):
    vertices: int = 5
    """Vertices of the tree."""
    least: int = 2
    """Numberings to be counted, at least."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "counting", "ordering"})
    pictured = "An arrow leads from the vertex with the smaller value to that with the larger one."
    written = "0->1 says that vertex 0 has a smaller value than vertex 1."

    def validate(self) -> None:
        if not 4 <= self.vertices <= 9 or not 1 <= self.least <= self.vertices:
            raise ValueError("vertices must be from 4 to 9, least from 1 to as many.")

    def generate(self, rng: Random) -> Graph:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Graph | None:
        edges = [rng.choice((edge, edge[::-1])) for edge in random_tree(self.vertices, rng).edges]
        tree = Graph(self.vertices, tuple(sorted(edges)), directed=True)
        return tree if orders_by_rank(tree) >= self.least else None

    def rules(self) -> str:
        return (
            f"Every vertex of a tree gets one of the values 0 to {self.vertices - 1}, each vertex "
            "another one. For every edge it is told which end has the smaller value. Count the "
            "ways to give the values so that all edges are right. The numbers in the vertices are "
            "their names and not values."
        )

    @action
    def answer(self, tree: Graph, count: Annotated[int, Span(0, 999999)]) -> None:
        """Give the number of ways."""

    def right(self, tree: Graph) -> int:
        return orders_by_sets(tree)

    def solution(self, tree: Graph) -> int:
        return orders_by_rank(tree)

    def effort(self, state: Asked[Graph]) -> float:
        return log2(1 + orders_by_rank(state.problem))

    def draw(self, tree: Graph) -> Frame:
        return tree_picture(tree)

    def describe(self, tree: Graph) -> str:
        return described(tree)


PRESETS = levels(TreeOrderingsCount, vertices=(5, 6, 8), least=(2, 3, 6))
