"""Equidistant Triads: count sets of three vertices of a tree that are equally far apart."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels, redrawn
from visgym.kit.graphs.generators import random_tree
from visgym.kit.graphs.graph import EDGES, LINES, Graph, described
from visgym.kit.graphs.tree_counts import triads_by_centre, triads_by_trying
from visgym.kit.graphs.tree_pictures import tree_picture

HUBS = 0.3  # the chance that a vertex hangs from the busiest one, without which counts are small


@dataclass(frozen=True, kw_only=True)
class EquidistantTriads(NumberQuestion[Graph]):
    vertices: int = 7
    """Vertices of the tree."""
    least: int = 2
    """Triads to be counted, at least."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "counting"})
    pictured = LINES
    written = EDGES

    def validate(self) -> None:
        if not 5 <= self.vertices <= 20 or not 0 <= self.least <= self.vertices - 5:
            raise ValueError("vertices must be from 5 to 20, least up to 5 fewer.")

    def generate(self, rng: Random) -> Graph:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Graph | None:
        tree = random_tree(self.vertices, rng, hubs=HUBS)
        return tree if triads_by_centre(tree) >= self.least else None

    def rules(self) -> str:
        return (
            "The distance of two vertices of a tree is the number of edges on the way between "
            "them. Count the sets of three vertices of which any two have the same distance. The "
            "order within a set does not matter."
        )

    @action
    def answer(self, tree: Graph, count: Annotated[int, Span(0, 9999)]) -> None:
        """Give the number of such sets."""

    def right(self, tree: Graph) -> int:
        return triads_by_trying(tree)

    def solution(self, tree: Graph) -> int:
        return triads_by_centre(tree)

    def effort(self, state: Asked[Graph]) -> float:
        return float(triads_by_centre(state.problem))

    def draw(self, tree: Graph) -> Frame:
        return tree_picture(tree)

    def describe(self, tree: Graph) -> str:
        return described(tree)


PRESETS = levels(EquidistantTriads, vertices=(7, 10, 15), least=(2, 4, 8))
