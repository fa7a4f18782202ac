"""Counts in trees: orders along arrows and equal distances, each found in two ways."""

from __future__ import annotations

from itertools import accumulate, combinations
from math import comb

from visgym.kit.graphs.generators import downward
from visgym.kit.graphs.graph import Graph, bits
from visgym.kit.graphs.tree_ways import distances


def orders_by_rank(tree: Graph) -> int:
    """The ways to number vertices so that each arrow leads to the larger number.

    Below each vertex, ways are kept apart by how many of the others there have a smaller number.

    >>> orders_by_rank(Graph(3, ((0, 1), (0, 2)), directed=True))
    2
    """
    arrows, ranks = set(tree.edges), [[1] for _ in range(tree.size)]
    for parent, child in reversed(downward(tree, 0)):
        upper, lower = ranks[parent], ranks[child]
        sums = [0, *accumulate(lower)]  # ways in which the child has so many below it, or fewer
        size, more = len(upper), len(lower)
        joined = [0] * (size + more)
        for rank, count in enumerate(upper):
            for before in range(more + 1):  # vertices of the child that get smaller numbers
                fits = sums[-1] - sums[before] if (parent, child) in arrows else sums[before]
                mixed = comb(rank + before, before) * comb(
                    size + more - rank - before - 1, more - before
                )
                joined[rank + before] += count * fits * mixed
        ranks[parent] = joined
    return sum(ranks[0])


def orders_by_sets(tree: Graph) -> int:
    """The same number, from the sets of vertices that may have the smallest numbers.

    >>> orders_by_sets(Graph(3, ((0, 1), (0, 2)), directed=True))
    2
    """
    before = [0] * tree.size
    for start, end in tree.edges:
        before[end] |= 1 << start
    counts = {0: 1}
    for _ in range(tree.size):
        after: dict[int, int] = {}
        for done, count in counts.items():
            for vertex in bits((1 << tree.size) - 1 & ~done):
                if not before[vertex] & ~done:
                    more = done | 1 << vertex
                    after[more] = after.get(more, 0) + count
        counts = after
    return counts[(1 << tree.size) - 1]


def triads_by_centre(tree: Graph) -> int:
    """Three vertices equally far apart lie equally far from a vertex, on three of its branches.

    >>> triads_by_centre(Graph(4, ((0, 1), (0, 2), (0, 3))))
    1
    """
    far, neighbours, total = distances(tree), tree.neighbours, 0
    for centre in range(tree.size):
        if neighbours[centre].bit_count() < 3:
            continue
        for depth in range(1, max(far[centre]) + 1):
            one = two = three = 0  # sums of products of so many branches
            ring = [vertex for vertex, way in enumerate(far[centre]) if way == depth]
            for branch in bits(neighbours[centre]):
                count = sum(far[branch][vertex] == depth - 1 for vertex in ring)
                three, two, one = three + two * count, two + one * count, one + count
            total += three
    return total


def triads_by_trying(tree: Graph) -> int:
    """The same number, from all sets of three vertices.

    >>> triads_by_trying(Graph(4, ((0, 1), (0, 2), (0, 3))))
    1
    """
    far = distances(tree)
    triples = combinations(range(tree.size), 3)
    return sum(far[a][b] == far[a][c] == far[b][c] for a, b, c in triples)
