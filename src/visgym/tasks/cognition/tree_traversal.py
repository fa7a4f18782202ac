"""Tree Traversal: give the three orders of a binary tree."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Question, Span, action, levels, redrawn
from visgym.kit.graphs.binary_trees import (
    Nested,
    height,
    mirrored,
    nested,
    picture,
    rebuilt,
    visited,
)
from visgym.kit.graphs.generators import Children, binary_tree

Number = Annotated[int, Span(1, 99)]
Numbers = tuple[int, ...]
Said = tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    children: Children
    numbers: Numbers


@dataclass(frozen=True, kw_only=True)
class TreeTraversal(Question[Tree]):
    least: int = 5
    """Nodes of the tree, at least."""
    most: int = 6
    """Nodes of the tree, at most."""
    chains: float = 0.0
    """The chance that a node hangs from the one that was added before it."""

    tags = frozenset({"synthetic", "full", "known", "graphs", "ordering"})
    pictured = "An only child hangs to the left or to the right of its parent."
    written = (
        "3: 5, - says that 5 hangs to the left of 3 and nothing to its right; the root is first."
    )

    @property
    def deepest(self) -> int:
        """Levels of a tree, at most, so that it fits its picture."""
        return self.most // 2 + 2

    def validate(self) -> None:
        if not 4 <= self.least <= self.most <= 16 or not 0 <= self.chains <= 0.5:
            raise ValueError("least and most must be from 4 to 16, and chains from 0 to 0.5.")

    def generate(self, rng: Random) -> Tree:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Tree | None:
        """A tree in which some node has two children and some have one only."""
        size = rng.randint(self.least, self.most)
        children = binary_tree(size, rng, self.chains)
        counts = {2 - pair.count(None) for pair in children}
        tree = Tree(children, tuple(rng.sample(range(1, 100), size)))
        fits = counts == {0, 1, 2} and height(self._nested(tree)) <= self.deepest
        return tree if fits else None

    def rules(self) -> str:
        return (
            "Give three orders of a binary tree. Preorder: the root, then its left subtree, then "
            "its right one, each in preorder. Inorder: the left subtree in inorder, the root, the "
            "right subtree in inorder. Postorder: the left subtree, then the right one, each in "
            "postorder, then the root."
        )

    @action
    def answer(self, tree: Tree, preorder: Said, inorder: Said, postorder: Said) -> None:
        """Give the numbers of all nodes in each of the orders."""

    def grade(self, tree: Tree, *orders: Numbers) -> float:
        """Two orders tell a tree; read from the end, postorder is a preorder of the mirror."""
        preorder, inorder, postorder = orders
        right = self._nested(tree)
        from_post = rebuilt(postorder[::-1], inorder[::-1])
        return float(rebuilt(preorder, inorder) == right and from_post == mirrored(right))

    def metrics(self, tree: Tree, *orders: Numbers) -> dict[str, float]:
        pairs = zip(orders, self.solution(tree), strict=False)
        return {"orders": sum(one == other for one, other in pairs) / 3}

    def solution(self, tree: Tree) -> tuple[Numbers, Numbers, Numbers]:
        root = self._nested(tree)
        return visited(root, "preorder"), visited(root, "inorder"), visited(root, "postorder")

    def _nested(self, tree: Tree) -> Nested:
        return nested(tree.children, tree.numbers)

    def effort(self, state: Asked[Tree]) -> float:
        return float(len(state.problem.numbers))

    def draw(self, tree: Tree) -> Frame:
        return picture(tree.children, tree.numbers, 130 + 30 * self.most, 52 + 52 * self.deepest)

    def describe(self, tree: Tree) -> str:
        pairs = zip(tree.numbers, tree.children, strict=True)
        sides = [(number, ["-" if at is None else tree.numbers[at] for at in pair])
                 for number, pair in pairs]  # fmt: skip
        return "\n".join(f"{number}: {left}, {right}" for number, (left, right) in sides)


PRESETS = levels(TreeTraversal, least=(5, 8, 12), most=(6, 9, 13), chains=(0.0, 0.0, 0.3))
