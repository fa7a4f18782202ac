"""Tree Two Groups: part the vertices of a tree in two, so that each group lies far apart."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Optimum, Subset, action, levels
from visgym.kit.graphs.generators import random_tree, weighted
from visgym.kit.graphs.graph import LINES, Graph, described
from visgym.kit.graphs.tree_choices import farthest_groups, two_groups, within_groups
from visgym.kit.graphs.tree_pictures import tree_picture

LONGEST = 9  # lengths go up to


@dataclass(frozen=True, slots=True)
class Parting:
    tree: Graph
    count: int
    """Vertices to be chosen."""


@dataclass(frozen=True, kw_only=True)
class TreeTwoGroups(Optimum[Parting]):
    vertices: int = 6
    """Vertices of the tree."""
    least: int = 2
    """Vertices to be chosen, at least."""
    most: int = 2
    """Vertices to be chosen, at most."""

    power = 2
    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "search"})
    pictured = f"{LINES} The blue number on an edge is its length."
    written = "0-1 (4) is an edge between 0 and 1 of length 4."

    def validate(self) -> None:
        if not 5 <= self.vertices <= 14 or not 2 <= self.least <= self.most <= self.vertices // 2:
            raise ValueError(
                "vertices must be from 5 to 14, least and most from 2 to half as many."
            )

    def generate(self, rng: Random) -> Parting:
        tree = weighted(random_tree(self.vertices, rng, chains=0.2), 1, LONGEST, rng)
        return Parting(tree, rng.randint(self.least, self.most))

    def rules(self) -> str:
        return (
            "The edges of a tree have lengths. The distance of two vertices is the sum of the "
            "lengths on the way between them. Choose some vertices. Add the distances of all pairs "
            "of chosen vertices to the distances of all pairs of vertices that were not chosen. "
            "Make this sum as great as possible."
        )

    def question(self, parting: Parting) -> str:
        return f"Choose exactly {parting.count} vertices."

    @action
    def answer(
        self, parting: Parting, vertices: Annotated[tuple[int, ...], Subset(Below("vertices"))]
    ) -> None:
        """Give the numbers of the chosen vertices."""

    def worth(self, parting: Parting, vertices: tuple[int, ...]) -> int | None:
        fits = len(set(vertices)) == len(vertices) == parting.count
        return within_groups(parting.tree, vertices) if fits else None

    def best(self, parting: Parting) -> int:
        return farthest_groups(parting.tree, parting.count)

    def solution(self, parting: Parting) -> tuple[int, ...]:
        return two_groups(parting.tree, parting.count)

    def effort(self, state: Asked[Parting]) -> float:
        return float(comb(state.problem.tree.size, state.problem.count))

    def draw(self, parting: Parting) -> Frame:
        return tree_picture(parting.tree)

    def describe(self, parting: Parting) -> str:
        return described(parting.tree)


PRESETS = levels(TreeTwoGroups, vertices=(6, 9, 13), least=(2, 3, 5), most=(2, 4, 6))
