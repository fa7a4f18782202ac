"""Ways in trees: there is one between any two vertices, with a length and a set of edges."""

from __future__ import annotations

from collections.abc import Sequence

from visgym.kit.graphs.generators import downward
from visgym.kit.graphs.graph import Graph


def distances(tree: Graph) -> list[list[int]]:
    """How far apart any two vertices are: in edges, or by weights where there are some.

    >>> distances(Graph(3, ((0, 1), (1, 2)), (4, 7)))
    [[0, 4, 11], [4, 0, 7], [11, 7, 0]]
    """
    costs = tree.costs if tree.weights else {}
    found, seen = [[0] * tree.size for _ in range(tree.size)], [0]
    for parent, child in downward(tree, 0):
        step = costs.get((parent, child), 1)
        for other in seen:
            found[child][other] = found[other][child] = found[parent][other] + step
        seen.append(child)
    return found


def ways(tree: Graph) -> list[int]:
    """The edges between any two vertices that differ, as bits in the order of the tree's edges.

    >>> [bin(way) for way in ways(Graph(3, ((0, 1), (1, 2))))]
    ['0b1', '0b11', '0b10']
    """
    number, down = _numbers(tree), [0] * tree.size
    for parent, child in downward(tree, 0):
        down[child] = down[parent] | 1 << number[parent, child]
    return [a ^ b for at, a in enumerate(down) for b in down[at + 1 :]]


def best_way(tree: Graph, gains: Sequence[int]) -> tuple[int, int]:
    """What the best way gains on its edges, and these as bits; an edge may cost something.

    >>> best_way(Graph(4, ((0, 1), (1, 2), (1, 3))), (1, 1, 1))
    (2, 6)
    """
    number, best = _numbers(tree), (0, 0)
    down = [(0, 0)] * tree.size  # the best way from each vertex to those below
    for parent, child in reversed(downward(tree, 0)):
        edge, (gain, way) = number[parent, child], down[child]
        longer = (gain + gains[edge], way | 1 << edge)
        best = max(best, (down[parent][0] + longer[0], down[parent][1] | longer[1]))
        down[parent] = max(down[parent], longer)
    return best


def _numbers(tree: Graph) -> dict[tuple[int, int], int]:
    """The place of each edge in the list of edges, by its ends in both orders."""
    found = {edge: number for number, edge in enumerate(tree.edges)}
    return found | {(b, a): number for (a, b), number in found.items()}
