"""Walks that use every edge once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from visgym.kit.graphs.graph import Edge


def balanced(fixed: Sequence[Edge], loose: Sequence[Edge]) -> list[Edge]:
    """All edges with a direction, so that as many enter each vertex as leave it.

    Loose edges are turned along ways from vertices that too many leave to those that too many
    enter.

    >>> balanced([(0, 1)], [(0, 2), (1, 2)])
    [(0, 1), (1, 2), (2, 0)]
    """
    edges = list(loose)
    surplus = Counter(start for start, _ in (*fixed, *edges))
    surplus.subtract(end for _, end in (*fixed, *edges))
    while any(surplus.values()):
        begin = next(vertex for vertex, count in surplus.items() if count > 0)
        came_from, fringe = {begin: begin}, [begin]
        for vertex in fringe:
            ahead = [end for start, end in edges if start == vertex and end not in came_from]
            came_from |= dict.fromkeys(ahead, vertex)
            fringe += ahead
        end = next(vertex for vertex in fringe if surplus[vertex] < 0)
        surplus[begin] -= 2
        surplus[end] += 2
        while end != begin:
            edges.remove((came_from[end], end))
            edges.append((end, came_from[end]))
            end = came_from[end]
    return [*fixed, *edges]


def circuit(edges: Sequence[Edge]) -> tuple[int, ...]:
    """A closed walk along directed edges, each used once, by Hierholzer.

    >>> circuit([(0, 1), (1, 2), (2, 0)])
    (0, 1, 2, 0)
    """
    ahead: dict[int, list[int]] = {}
    for start, end in edges:
        ahead.setdefault(start, []).append(end)
    trail, walk = [edges[0][0]], list[int]()
    while trail:  # where a walk is stuck, it is a part of the circuit
        if ahead[trail[-1]]:
            trail.append(ahead[trail[-1]].pop())
        else:
            walk.append(trail.pop())
    return tuple(reversed(walk))
