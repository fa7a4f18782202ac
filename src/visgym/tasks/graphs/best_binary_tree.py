"""Best Binary Tree: hang a row of nodes up as a binary tree that scores the most.

Of four nodes one of two trees is the best almost always, so levels begin with five.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Optimum, Permutation, action, levels, redrawn
from visgym.kit.graphs.binary_trees import Nested, rebuilt
from visgym.kit.tables.rows import LISTED, NUMBERED, Row, as_list

MOST = 10  # values go up to


@dataclass(frozen=True, slots=True)
class Nodes:
    values: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class BestBinaryTree(Optimum[Nodes]):
    nodes: int = 5
    """Nodes of the tree."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "arithmetic", "search"})
    pictured = f"Every card is a node and shows its value. {NUMBERED}"
    written = f"The values of the nodes are given. {LISTED}"

    def validate(self) -> None:
        if not 3 <= self.nodes <= 10:
            raise ValueError("nodes must be from 3 to 10.")

    def generate(self, rng: Random) -> Nodes:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Nodes | None:
        """Nodes that do not score the most in a chain."""
        nodes = Nodes(tuple(rng.randint(1, MOST) for _ in range(self.nodes)))
        chain, best = tuple(range(self.nodes)), self.solution(nodes)
        scores = [self.worth(nodes, order) for order in (chain, chain[::-1], best)]
        return nodes if scores[2] not in scores[:2] else None

    def rules(self) -> str:
        return (
            "Nodes stand in a row, numbered from 0 at the left. Make a binary tree of all of them "
            "whose inorder is this row: left of a node in the row stands what hangs on its left "
            "side. A leaf scores its value. Any other node scores what its left subtree scores, "
            "times what its right subtree scores, plus its own value; where one of the two is "
            "missing, it counts as 1. The tree scores what its root scores. Make this as great as "
            "possible. The preorder of a tree is its root, then the preorder of its left subtree, "
            "then that of its right one."
        )

    @action
    def answer(
        self, nodes: Nodes, preorder: Annotated[tuple[int, ...], Permutation("nodes")]
    ) -> None:
        """Give the numbers of the nodes in the preorder of the tree."""

    def worth(self, nodes: Nodes, preorder: tuple[int, ...]) -> int | None:
        tree = rebuilt(preorder, range(self.nodes))
        return None if tree is None else _score(tree, nodes.values)

    def best(self, nodes: Nodes) -> int:
        """The greatest score of all trees."""

        @cache
        def scores(low: int, high: int) -> frozenset[int]:
            if high - low < 2:
                return frozenset(nodes.values[low:high] or (1,))
            return frozenset(
                left * right + nodes.values[root]
                for root in range(low, high)
                for left in scores(low, root)
                for right in scores(root + 1, high)
            )

        return max(scores(0, self.nodes))

    def solution(self, nodes: Nodes) -> tuple[int, ...]:
        """The best tree of each part of the row, from the best ones of shorter parts."""
        found: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for width in range(self.nodes + 1):
            for low in range(self.nodes + 1 - width):
                trees: list[tuple[int, tuple[int, ...]]] = [] if width else [(1, ())]
                for root in range(low, low + width):
                    left, right = found[low, root], found[root + 1, low + width]
                    score = left[0] * right[0] * (width > 1) + nodes.values[root]
                    trees.append((score, (root, *left[1], *right[1])))
                found[low, low + width] = max(trees)
        return found[0, self.nodes][1]

    def effort(self, state: Asked[Nodes]) -> float:
        return float(len(state.problem.values))

    def draw(self, nodes: Nodes) -> Frame:
        return Row(self.nodes, first=0).cards(nodes.values)

    def describe(self, nodes: Nodes) -> str:
        return as_list(nodes.values)


def _score(tree: Nested, values: tuple[int, ...]) -> int:
    if not tree:
        return 1
    root, left, right = tree
    below = _score(left, values) * _score(right, values) if left or right else 0
    return below + values[root]


PRESETS = levels(BestBinaryTree, nodes=(5, 6, 9))
