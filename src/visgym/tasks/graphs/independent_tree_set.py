"""Independent Tree Set: vertices of a tree, no two of them joined, of the greatest weight."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Optimum, Subset, action, levels, redrawn
from visgym.kit.graphs.generators import random_tree
from visgym.kit.graphs.graph import EDGES, LINES, Graph, described
from visgym.kit.graphs.tree_choices import greedy_apart, heaviest_apart, weight_apart
from visgym.kit.graphs.tree_pictures import tree_picture

HEAVIEST = 9  # weights go up to


@dataclass(frozen=True, slots=True)
class Weighted:
    tree: Graph
    weights: tuple[int, ...]
    """One for each vertex."""


@dataclass(frozen=True, kw_only=True)
class IndependentTreeSet(Optimum[Weighted]):
    vertices: int = 6
    """Vertices of the tree."""
    tricky: bool = False
    """Whether it does not pay to take the heaviest vertex that fits again and again."""

    power = 3
    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "planning"})
    pictured = f"{LINES} The number on yellow beside a vertex is its weight."
    written = f"{EDGES} Weights are listed from vertex 0 on."

    def validate(self) -> None:
        if not 4 <= self.vertices <= 20:
            raise ValueError("vertices must be from 4 to 20.")

    def generate(self, rng: Random) -> Weighted:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Weighted | None:
        tree = random_tree(self.vertices, rng, hubs=0.1, chains=0.1)
        weights = tuple(rng.randint(1, HEAVIEST) for _ in range(self.vertices))
        if self.tricky and greedy_apart(tree, weights) == weight_apart(tree, weights):
            return None
        return Weighted(tree, weights)

    def rules(self) -> str:
        return (
            "Every vertex of a tree has a weight. Choose vertices so that no two of them are "
            "joined by an edge and the sum of their weights is as great as possible."
        )

    @action
    def answer(
        self, weighted: Weighted, vertices: Annotated[tuple[int, ...], Subset(Below("vertices"))]
    ) -> None:
        """Give the numbers of the chosen vertices."""

    def worth(self, weighted: Weighted, vertices: tuple[int, ...]) -> int | None:
        chosen = set(vertices)
        if any(chosen.issuperset(edge) for edge in weighted.tree.edges):
            return None
        return sum(weighted.weights[vertex] for vertex in chosen)

    def best(self, weighted: Weighted) -> int:
        return weight_apart(weighted.tree, weighted.weights)

    def solution(self, weighted: Weighted) -> tuple[int, ...]:
        return heaviest_apart(weighted.tree, weighted.weights)

    def effort(self, state: Asked[Weighted]) -> float:
        return float(state.problem.tree.size)

    def draw(self, weighted: Weighted) -> Frame:
        return tree_picture(weighted.tree, badges=tuple(map(str, weighted.weights)))

    def describe(self, weighted: Weighted) -> str:
        weights = ", ".join(map(str, weighted.weights))
        return described(weighted.tree, f"Weights: {weights}")


PRESETS = levels(IndependentTreeSet, vertices=(6, 10, 16), tricky=(False, True, True))
