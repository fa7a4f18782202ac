"""The most that flows from the first vertex of a directed graph to the last, found in two ways."""

from __future__ import annotations

from visgym.kit.flows import largest
from visgym.kit.graphs.graph import Graph


def largest_flow(graph: Graph) -> int:
    """Shortest ways with room left, one after the other, which may take back what flows.

    >>> largest_flow(Graph(3, ((0, 1), (0, 2), (1, 2)), (4, 1, 3), directed=True))
    4
    """
    arcs = [(start, end, room) for (start, end), room in graph.costs.items()]
    return largest(arcs, 0, graph.size - 1)


def narrowest_cut(graph: Graph) -> int:
    """The least weight of the edges from a set of vertices with the first to the others.

    >>> narrowest_cut(Graph(3, ((0, 1), (0, 2), (1, 2)), (4, 1, 3), directed=True))
    4
    """
    edges = [(1 << a, 1 << b, w) for (a, b), w in zip(graph.edges, graph.weights, strict=True)]
    cuts = range(1, 1 << graph.size - 1, 2)
    return min(sum(w for a, b, w in edges if cut & a and not cut & b) for cut in cuts)
