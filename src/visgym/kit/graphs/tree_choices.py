"""Choices of vertices in trees: far from one another, or in two groups, each found in two ways."""

from __future__ import annotations

from collections.abc import Sequence

from visgym.kit.graphs.generators import downward
from visgym.kit.graphs.graph import Graph
from visgym.kit.graphs.tree_ways import distances

Chosen = tuple[int, ...]


def heaviest_apart(tree: Graph, weights: Sequence[int]) -> Chosen:
    """Vertices of the greatest weight, no two joined: below each, the best with it and without.

    >>> heaviest_apart(Graph(3, ((0, 1), (1, 2))), (2, 3, 2))
    (0, 2)
    """
    taken: list[tuple[int, Chosen]] = [(weight, (v,)) for v, weight in enumerate(weights)]
    free: list[tuple[int, Chosen]] = [(0, ())] * tree.size
    for parent, child in reversed(downward(tree, 0)):
        best = max(taken[child], free[child])
        taken[parent] = _both(taken[parent], free[child])
        free[parent] = _both(free[parent], best)
    return tuple(sorted(max(taken[0], free[0])[1]))


def _both(one: tuple[int, Chosen], other: tuple[int, Chosen]) -> tuple[int, Chosen]:
    return one[0] + other[0], one[1] + other[1]


def weight_apart(tree: Graph, weights: Sequence[int]) -> int:
    """What vertices weigh at most, no two of them joined, from what edges can carry.

    From the leaves up each edge takes all that its ends have left. What is taken so is what a
    vertex at each edge weighs at least, and the others are apart.

    >>> weight_apart(Graph(3, ((0, 1), (1, 2))), (2, 3, 2))
    4
    """
    left, carried = list(weights), 0
    for parent, child in reversed(downward(tree, 0)):
        load = min(left[parent], left[child])
        left[parent] -= load
        left[child] -= load
        carried += load
    return sum(weights) - carried


def greedy_apart(tree: Graph, weights: Sequence[int]) -> int:
    """What it weighs to take the heaviest vertex that fits, again and again.

    >>> greedy_apart(Graph(3, ((0, 1), (1, 2))), (2, 3, 2))
    3
    """
    neighbours, closed, total = tree.neighbours, 0, 0
    for vertex in sorted(range(tree.size), key=lambda v: -weights[v]):
        if not closed >> vertex & 1:
            closed |= neighbours[vertex] | 1 << vertex
            total += weights[vertex]
    return total


def within_groups(tree: Graph, chosen: Chosen) -> int:
    """The sum of the distances between any two chosen and between any two others.

    >>> within_groups(Graph(4, ((0, 1), (1, 2), (2, 3)), (1, 5, 1)), (0, 1))
    2
    """
    far, total = distances(tree), 0
    others = tuple(vertex for vertex in range(tree.size) if vertex not in chosen)
    for group in (chosen, others):
        total += sum(far[a][b] for at, a in enumerate(group) for b in group[:at])
    return total


def two_groups(tree: Graph, count: int) -> Chosen:
    """So many vertices that `within_groups` is greatest: an edge counts all ways that pass it.

    Below each vertex, the best is kept for each number of chosen ones.

    >>> two_groups(Graph(4, ((0, 1), (1, 2), (2, 3)), (1, 5, 1)), 2)
    (1, 3)
    """
    costs, others = tree.costs, tree.size - count
    below: list[list[tuple[int, Chosen]]] = [[(0, ()), (0, (v,))] for v in range(tree.size)]
    for parent, child in reversed(downward(tree, 0)):
        size = len(below[child]) - 1
        for inside, (total, chosen) in enumerate(below[child]):
            outside = size - inside
            passes = inside * (count - inside) + outside * (others - outside)
            below[child][inside] = (total + costs[parent, child] * passes, chosen)
        joined: list[list[tuple[int, Chosen]]] = [[] for _ in range(len(below[parent]) + size)]
        for one, kept in enumerate(below[parent]):
            for other, more in enumerate(below[child]):
                joined[one + other].append(_both(kept, more))
        below[parent] = [max(each) for each in joined]
    return tuple(sorted(below[0][count][1]))


def farthest_groups(tree: Graph, count: int) -> int:
    """The greatest `within_groups` of so many vertices: all are tried, one vertex after the other.

    >>> farthest_groups(Graph(4, ((0, 1), (1, 2), (2, 3)), (1, 5, 1)), 2)
    12
    """
    far, size = distances(tree), tree.size
    sums = [sum(row) for row in far]
    between = [(0, 0, [0] * size)]  # the next vertex, ways to the other group, and to the chosen
    for left in range(count, 0, -1):
        between = [
            (vertex + 1, cross + sums[vertex] - 2 * near[vertex],
             near if left == 1 else [a + b for a, b in zip(near, far[vertex], strict=True)])
            for first, cross, near in between
            for vertex in range(first, size - left + 1)
        ]  # fmt: skip
    return sum(sums) // 2 - min(cross for _, cross, _ in between)
