"""Patrol: the shortest round trip along all edges of a tree after new edges were added."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels, redrawn
from visgym.kit.graphs.drawing import GOLD
from visgym.kit.graphs.generators import random_tree
from visgym.kit.graphs.graph import EDGES, LINES, Graph, described
from visgym.kit.graphs.tree_pictures import tree_picture
from visgym.kit.graphs.tree_ways import best_way, ways

CHAINS = 0.8  # the greatest chance that a vertex hangs from the one before it


@dataclass(frozen=True, kw_only=True)
class Patrol(NumberQuestion[Graph]):
    vertices: int = 6
    """Vertices of the tree."""
    added: int = 1
    """New edges."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "planning"})
    pictured = f"{LINES} The trip begins at the yellow vertex."
    written = EDGES

    def validate(self) -> None:
        if not 5 <= self.vertices <= 16 or self.added not in (1, 2):
            raise ValueError("vertices must be from 5 to 16 and added 1 or 2.")

    def generate(self, rng: Random) -> Graph:
        """A tree whose longest way is drawn first, and in which no edge is added for nothing."""
        longest = rng.randint(self.vertices // 2, self.vertices + 1 - 2 * self.added)

        def draw(rng: Random) -> Graph | None:
            tree = random_tree(self.vertices, rng, chains=rng.uniform(0, CHAINS))
            savings = self._savings(tree)
            return tree if savings[0] == longest - 1 and savings[-1] > 0 else None

        return redrawn(draw, rng)

    def rules(self) -> str:
        edges = "One new edge is" if self.added == 1 else "Two new edges are"
        return (
            f"{edges} added to a tree, between any two vertices. Then a round trip begins and ends "
            "at vertex 0. It passes every old edge at least once and every new edge exactly once. "
            "Its length is the number of edges that it passes, an edge that it passes twice "
            "counted twice. What is the shortest length if the new edges are chosen best?"
        )

    @action
    def answer(self, tree: Graph, length: Annotated[int, Span(0, 99)]) -> None:
        """Give the length of the shortest round trip."""

    def right(self, tree: Graph) -> int:
        return self._shortest(tree)

    def _shortest(self, tree: Graph) -> int:
        """All new edges are tried; an edge is passed once where an odd number of them lead past."""
        led = ways(tree)
        if self.added == 2:
            led = [one ^ other for one, other in combinations(led, 2)]
        return 2 * len(tree.edges) - max(each.bit_count() for each in led) + self.added

    def solution(self, tree: Graph) -> int:
        return 2 * len(tree.edges) - sum(self._savings(tree))

    def _savings(self, tree: Graph) -> list[int]:
        """What each new edge saves: it joins the ends of the longest way, on which others lose."""
        gains, found = [1] * len(tree.edges), list[int]()
        for _ in range(self.added):
            gain, way = best_way(tree, gains)
            gains = [-1 if way >> edge & 1 else gain for edge, gain in enumerate(gains)]
            found.append(gain - 1)
        return found

    def effort(self, state: Asked[Graph]) -> float:
        return float(len(ways(state.problem)) ** self.added)

    def draw(self, tree: Graph) -> Frame:
        return tree_picture(tree, marks=((0, GOLD),))

    def describe(self, tree: Graph) -> str:
        return described(tree)


PRESETS = levels(Patrol, vertices=(6, 9, 13), added=(1, 2, 2))
