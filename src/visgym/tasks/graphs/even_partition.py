"""Even Partition: split a tree into connected groups of one size."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Grid, Question, action, levels
from visgym.kit.graphs.generators import downward, random_tree
from visgym.kit.graphs.graph import EDGES, LINES, Graph, described, reached
from visgym.kit.graphs.tree_pictures import tree_picture

Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True)
class EvenPartition(Question[Graph]):
    groups: int = 3
    """Groups to be made."""
    size: int = 3
    """Vertices of a group."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "planning"})
    pictured = LINES
    written = EDGES

    @property
    def vertices(self) -> int:
        return self.groups * self.size

    def validate(self) -> None:
        if not 2 <= self.groups <= 6 or not 2 <= self.size <= 6 or self.vertices > 30:
            raise ValueError("groups and size must be from 2 to 6, for 30 vertices at most.")

    def generate(self, rng: Random) -> Graph:
        """Groups that are trees, joined like the vertices of another tree by any of their own."""
        names, size = rng.sample(range(self.vertices), self.vertices), self.size
        edges = [(at * size + a, at * size + b) for at in range(self.groups)
                 for a, b in random_tree(size, rng).edges]  # fmt: skip
        edges += [(a * size + rng.randrange(size), b * size + rng.randrange(size))
                  for a, b in random_tree(self.groups, rng, chains=0.2).edges]  # fmt: skip
        named = [tuple(sorted((names[a], names[b]))) for a, b in edges]
        return Graph(self.vertices, tuple(sorted((a, b) for a, b in named)))

    def rules(self) -> str:
        return (
            f"Split the vertices of a tree into {self.groups} groups of {self.size} vertices each. "
            "Every vertex belongs to one group. Between any two vertices of a group there is a way "
            "along edges that visits vertices of this group alone."
        )

    @action
    def answer(
        self, tree: Graph, groups: Annotated[Groups, Grid("groups", "size", Below("vertices"))]
    ) -> None:
        """Give the vertices of every group, a row for each group, in any order."""

    def grade(self, tree: Graph, groups: Groups) -> float:
        once = sorted(vertex for group in groups for vertex in group) == list(range(tree.size))
        even = all(len(group) == self.size for group in groups)
        return float(once and even and self._connected(tree, groups) == self.groups)

    def metrics(self, tree: Graph, groups: Groups = ()) -> dict[str, float]:
        share = self._connected(tree, groups) / self.groups
        return {"connected": share, "published_reward": share**5}

    def _connected(self, tree: Graph, groups: Groups) -> int:
        """How many groups hang together."""
        count = 0
        for group in groups:
            inside = sum(1 << vertex for vertex in set(group))
            joined = [around & inside for around in tree.neighbours]
            count += reached(joined, group[0]) == inside
        return count

    def solution(self, tree: Graph) -> Groups:
        """Cut off whatever hangs from a vertex and has as many vertices as a group."""
        held = [[vertex] for vertex in range(tree.size)]
        for parent, child in reversed(downward(tree, 0)):
            if len(held[child]) < self.size:
                held[parent] += held[child]
        return tuple(tuple(sorted(group)) for group in held if len(group) == self.size)

    def effort(self, state: Asked[Graph]) -> float:
        return float(state.problem.size)

    def draw(self, tree: Graph) -> Frame:
        return tree_picture(tree)

    def describe(self, tree: Graph) -> str:
        return described(tree)


PRESETS = levels(EvenPartition, groups=(3, 4, 5), size=(3, 4, 5))
