"""Binary trees: their orders, the trees that orders tell, and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from visgym.core.task import Frame
from visgym.kit.canvas import INK, MUTED, SHEET, Canvas
from visgym.kit.graphs.drawing import put
from visgym.kit.graphs.generators import Children
from visgym.kit.graphs.graph import Graph
from visgym.kit.graphs.sketching import sketched
from visgym.kit.graphs.trees import binary

Nested: TypeAlias = "tuple[()] | tuple[int, Nested, Nested]"
"""A tree as its root, what hangs left and what hangs right; nothing where there is none."""
Order: TypeAlias = Literal["preorder", "inorder", "postorder"]
PLACES: dict[Order, int] = {"preorder": 0, "inorder": 1, "postorder": 2}
"""Where the root stands between its subtrees."""
MARGIN = 24  # pixels around the skeleton of a tree
LEVEL = 52  # pixels from a level of it to the next
NODE = 9  # pixels: the radius of a vertex without a name


def visited(tree: Nested, order: Order) -> tuple[int, ...]:
    """The vertices of a tree in an order.

    >>> visited((5, (3, (), ()), (7, (), ())), "postorder")
    (3, 7, 5)
    """
    if not tree:
        return ()
    root, left, right = tree
    parts = [visited(left, order), visited(right, order)]
    parts.insert(PLACES[order], (root,))
    return parts[0] + parts[1] + parts[2]


def rebuilt(preorder: Sequence[int], inorder: Sequence[int]) -> Nested | None:
    """The tree that has these orders; None if no tree has.

    >>> rebuilt((5, 3, 7), (3, 5, 7)), rebuilt((5, 3, 7), (7, 3, 6))
    ((5, (3, (), ()), (7, (), ())), None)
    """
    if not preorder and not inorder:
        return ()
    if len(preorder) != len(inorder) or preorder[0] not in inorder:
        return None
    at = inorder.index(preorder[0])
    left = rebuilt(preorder[1 : at + 1], inorder[:at])
    right = rebuilt(preorder[at + 1 :], inorder[at + 1 :])
    return None if left is None or right is None else (preorder[0], left, right)


def mirrored(tree: Nested) -> Nested:
    """A tree with left and right exchanged; its postorder is the reverse of the first's preorder.

    >>> mirrored((5, (3, (), ()), ()))
    (5, (), (3, (), ()))
    """
    return (tree[0], mirrored(tree[2]), mirrored(tree[1])) if tree else ()


def nested(children: Children, numbers: Sequence[int], vertex: int | None = 0) -> Nested:
    """A tree by the children of its vertices, with a number for each.

    >>> nested(((1, None), (None, None)), (5, 3))
    (5, (3, (), ()), ())
    """
    if vertex is None:
        return ()
    left, right = children[vertex]
    return numbers[vertex], nested(children, numbers, left), nested(children, numbers, right)


def height(tree: Nested) -> int:
    """The levels of a tree.

    >>> height((5, (3, (), ()), ()))
    2
    """
    return 1 + max(height(tree[1]), height(tree[2])) if tree else 0


def picture(children: Children, numbers: Sequence[int], across: int, down: int) -> Frame:
    """A binary tree from its root down, left children on the left, with a number in each disc."""
    pairs = [(v, child) for v, sides in enumerate(children) for child in sides if child is not None]
    graph = Graph(len(children), tuple(pairs))
    canvas = Canvas(across, down)
    sketch = sketched(graph, binary(children, (0, 0, across, down)))
    put(canvas, sketch, graph, tuple(map(str, numbers)))
    return canvas.frame


@lru_cache(maxsize=8)
def skeleton(levels: int, wide: int, foot: int) -> Frame:
    """A full binary tree without names over a foot; its leaves have so many pixels each.

    >>> skeleton(3, 40, 60).shape
    (240, 208, 3)
    """
    leaves = 1 << levels - 1
    canvas = Canvas(2 * MARGIN + leaves * wide, MARGIN + levels * LEVEL + foot)

    def place(number: int) -> tuple[float, float]:
        level = number.bit_length() - 1
        across = (number - (1 << level) + 0.5) * (leaves >> level) * wide
        return MARGIN + across, MARGIN + NODE + level * LEVEL

    for number in range(2, 2 * leaves):
        canvas.line(place(number // 2), place(number), 2, MUTED)
    for number in range(leaves, 2 * leaves):
        x, y = place(number)
        canvas.line((x, y), (x, y + LEVEL - NODE), 2, MUTED)
    for number in range(1, 2 * leaves):
        canvas.disc(*place(number), NODE, INK)
        canvas.disc(*place(number), NODE - 2, SHEET)
    return canvas.frame
