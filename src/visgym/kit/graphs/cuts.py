"""The most that flows from the first vertex of a directed graph to the last, found in two ways."""

from __future__ import annotations

from visgym.kit.graphs.graph import Edge, Graph


def largest_flow(graph: Graph) -> int:
    """Shortest ways with room left, one after the other, which may take back what flows.

    >>> largest_flow(Graph(3, ((0, 1), (0, 2), (1, 2)), (4, 1, 3), directed=True))
    4
    """
    room, sink, flow = dict(graph.costs), graph.size - 1, 0
    while True:
        came_from, fringe = {0: 0}, [0]
        for node in fringe:
            ahead = [v for (u, v), r in room.items() if u == node and r and v not in came_from]
            came_from |= dict.fromkeys(ahead, node)
            fringe += ahead
        if sink not in came_from:
            return flow
        way, node = list[Edge](), sink
        while node:
            way.append((came_from[node], node))
            node = came_from[node]
        most = min(room[step] for step in way)
        flow += most
        for start, end in way:
            room[start, end] -= most
            room[end, start] = room.get((end, start), 0) + most


def narrowest_cut(graph: Graph) -> int:
    """The least weight of the edges from a set of vertices with the first to the others.

    >>> narrowest_cut(Graph(3, ((0, 1), (0, 2), (1, 2)), (4, 1, 3), directed=True))
    4
    """
    edges = [(1 << a, 1 << b, w) for (a, b), w in zip(graph.edges, graph.weights, strict=True)]
    cuts = range(1, 1 << graph.size - 1, 2)
    return min(sum(w for a, b, w in edges if cut & a and not cut & b) for cut in cuts)
