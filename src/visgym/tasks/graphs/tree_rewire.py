"""Tree Rewire: move one edge of a tree so that its longest path becomes short, or long."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal

from visgym.authoring import Asked, Below, Frame, Optimum, action, levels, redrawn
from visgym.kit.graphs.generators import random_tree
from visgym.kit.graphs.graph import EDGES, LINES, Edge, Graph, described
from visgym.kit.graphs.rewiring import best_diameter, best_move, diameter, rewired
from visgym.kit.graphs.tree_pictures import tree_picture
from visgym.kit.scoring import ratio

CHAINS = 0.5  # the chance that a vertex hangs from the one before it, where paths are to be long

Vertex = Annotated[int, Below("vertices")]


@dataclass(frozen=True, slots=True)
class Wiring:
    tree: Graph
    goal: Literal["short", "long"]


@dataclass(frozen=True, kw_only=True)
class TreeRewire(Optimum[Wiring]):
    vertices: int = 6
    """Vertices of the tree."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "planning"})
    pictured = LINES
    written = EDGES

    def validate(self) -> None:
        if not 5 <= self.vertices <= 20:
            raise ValueError("vertices must be from 5 to 20.")

    def generate(self, rng: Random) -> Wiring:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Wiring | None:
        """A tree that some move improves; long ones are drawn for short goals."""
        goal: Literal["short", "long"] = rng.choice(("short", "long"))
        tree = random_tree(self.vertices, rng, chains=CHAINS if goal == "short" else 0)
        return (
            Wiring(tree, goal) if best_diameter(tree, goal == "short") != diameter(tree) else None
        )

    def rules(self) -> str:
        return (
            "A tree is given. Remove one of its edges and add one edge between two vertices so "
            "that a tree remains, that is, all vertices hang together. Count the edges of its "
            "longest path, which visits no vertex twice."
        )

    def question(self, wiring: Wiring) -> str:
        return f"Make the longest path as {wiring.goal} as possible."

    @action
    def answer(
        self, wiring: Wiring, removed: tuple[Vertex, Vertex], added: tuple[Vertex, Vertex]
    ) -> None:
        """Give the edge to remove and the edge to add, each as its two vertices."""

    def worth(self, wiring: Wiring, removed: Edge, added: Edge) -> int | None:
        tree = rewired(wiring.tree, removed, added)
        return None if tree is None else diameter(tree)

    def best(self, wiring: Wiring) -> int:
        return best_diameter(wiring.tree, wiring.goal == "short")

    def _ratio(self, problem: Wiring, *args: Any, **kwargs: Any) -> float:
        worth = self.worth(problem, *args, **kwargs)
        return 0.0 if worth is None else ratio(worth, self.best(problem), problem.goal == "short")

    def solution(self, wiring: Wiring) -> tuple[Edge, Edge]:
        return best_move(wiring.tree, wiring.goal == "short")

    def effort(self, state: Asked[Wiring]) -> float:
        return float(state.problem.tree.size)

    def draw(self, wiring: Wiring) -> Frame:
        return tree_picture(wiring.tree)

    def describe(self, wiring: Wiring) -> str:
        return described(wiring.tree)


PRESETS = levels(TreeRewire, vertices=(6, 9, 13))
