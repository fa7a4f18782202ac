"""Layouts of trees: tidy from the top down, around a middle, and binary with left and right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from visgym.kit.coverage import snapped
from visgym.kit.graphs.generators import Children, downward
from visgym.kit.graphs.graph import Graph, bits
from visgym.kit.graphs.layouts import MARGIN, Area, Layout, Places

STEP = 110  # pixels at most from a level to the next
APART = 96  # pixels at most between neighbours on a level


def tidy(graph: Graph, area: Area, rng: Random) -> Places:
    """A tree from the top down, as narrow as can be, hung from its middle.

    >>> tidy(Graph(3, ((0, 1), (0, 2))), (0, 0, 200, 200), Random(0))
    ((100, 45), (52, 155), (148, 155))
    """
    return rooted_at(middle_of(graph))(graph, area, rng)


def rooted_at(root: int) -> Layout:
    """A tidy layout of trees that hang from a vertex."""

    def layout(graph: Graph, area: Area, rng: Random) -> Places:
        children: list[list[int | None]] = [[] for _ in range(graph.size)]
        for parent, child in downward(graph, root):
            children[parent].append(child)
        return _fitted(*_spaced(children, root), area)

    return layout


def binary(children: Children, area: Area) -> Places:
    """A binary tree from its root 0 down; left and right children slant to their side.

    >>> binary(((None, 1), (None, None)), (0, 0, 200, 200))
    ((76, 45), (124, 155))
    """
    return _fitted(*_spaced(children, 0), area)


def radial(graph: Graph, area: Area, rng: Random) -> Places:
    """A tree around its middle, leaves on the rim, each subtree in a sector of its own."""
    left, top, width, height = area
    root = middle_of(graph)
    pairs = downward(graph, root)
    leaves, tall = [0] * graph.size, [0] * graph.size
    for parent, child in reversed(pairs):
        leaves[child] = leaves[child] or 1
        leaves[parent] += leaves[child]
        tall[parent] = max(tall[parent], tall[child] + 1)
    begins, found = [0] * graph.size, [(0, 0)] * graph.size
    found[root] = (left + width // 2, top + height // 2)
    turn = rng.randrange(360)
    given = list(begins)
    for parent, child in pairs:
        begins[child] = given[child] = given[parent]
        given[parent] += leaves[child]
        angle = 2 * math.pi * ((begins[child] + leaves[child] / 2) / leaves[root] + turn / 360)
        part = (tall[root] - tall[child]) / tall[root] / 2
        x, y = snapped(part * math.sin(angle), -part * math.cos(angle))
        found[child] = (
            round(found[root][0] + x * (width - 2 * MARGIN)),
            round(found[root][1] + y * (height - 2 * MARGIN)),
        )
    return tuple(found)


def middle_of(tree: Graph) -> int:
    """The vertex, or the smaller of two, from which the farthest is nearest.

    >>> middle_of(Graph(5, ((0, 1), (1, 2), (2, 3), (3, 4))))
    2
    """
    neighbours, left = list(tree.touching), (1 << tree.size) - 1
    while left.bit_count() > 2:
        leaves = [v for v in bits(left) if (neighbours[v] & left).bit_count() == 1]
        for leaf in leaves:
            left ^= 1 << leaf
    return next(bits(left))


def _spaced(
    children: Sequence[Sequence[int | None]], root: int
) -> tuple[list[float], list[int], float]:
    """How far across and down each vertex lies, and the shortest way across between two.

    Subtrees are moved together until they almost touch, parents stand over the middle; a place
    that is left empty beside an only child makes it slant.
    """
    size = len(children)
    across, depth = [0.0] * size, [0] * size
    order = [root]
    for vertex in order:
        kids = [child for child in children[vertex] if child is not None]
        for child in kids:
            depth[child] = depth[vertex] + 1
        order += kids
    rims: list[tuple[list[float], list[float]]] = [([], [])] * size
    for vertex in reversed(order):
        rims[vertex] = _joined(vertex, children[vertex], rims, across)
    for vertex in order:
        for place in children[vertex]:
            if place is not None:
                across[place] += across[vertex]
    return across, depth, 1.0


def _joined(
    vertex: int,
    children: Sequence[int | None],
    rims: Sequence[tuple[list[float], list[float]]],
    across: list[float],
) -> tuple[list[float], list[float]]:
    """Place children beside one another below a vertex; the left and right rim of all, by level."""
    left: list[float] = []
    right: list[float] = []
    spots: list[float] = []
    for child in children:
        if child is None:
            spots.append(spots[-1] + 1 if spots else 0.0)
            continue
        near, far = rims[child]
        gaps = [r + 1 - n for r, n in zip(right, near, strict=False)]
        spot = max([*gaps, spots[-1] + 1 if spots else 0.0])
        spots.append(spot)
        left += [spot + rim for rim in near[len(left) :]]
        right[: len(far)] = [spot + rim for rim in far]
    middle = (spots[0] + spots[-1]) / 2 if spots else 0.0
    for child, spot in zip(children, spots, strict=True):
        if child is not None:
            across[child] = spot - middle
    return [0.0, *(rim - middle for rim in left)], [0.0, *(rim - middle for rim in right)]


def _fitted(across: list[float], depth: list[int], unit: float, area: Area) -> Places:
    """Levels and units as pixels, in the middle of the area."""
    left, top, width, height = area
    low, high, deepest = min(across), max(across), max(depth)
    wide = min((width - 2 * MARGIN) / max(high - low, unit), APART)
    step = min((height - 2 * MARGIN) // max(deepest, 1), STEP)
    begin = left + (width - wide * (high - low)) / 2
    above = top + (height - step * deepest) // 2
    return tuple(
        (round(snapped(begin + wide * (x - low), 0)[0]), above + step * level)
        for x, level in zip(across, depth, strict=True)
    )
