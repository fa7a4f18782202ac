"""Trees that hold a graph together: the cheapest from a root, and how many are lightest."""

from __future__ import annotations

from itertools import groupby

from visgym.kit.graphs.graph import Edge, Graph

FAR = 10**6  # more than any tree costs


def cheapest_entering(costs: dict[Edge, int], root: int) -> dict[int, int]:
    """For each vertex but the root, where the cheapest edge to it comes from.

    >>> cheapest_entering({(0, 1): 5, (2, 1): 3, (1, 2): 4}, 0)
    {1: 2, 2: 1}
    """
    found: dict[int, tuple[int, int]] = {}
    for (start, end), weight in costs.items():
        if end not in (root, start):
            found[end] = min(found.get(end, (FAR, 0)), (weight, start))
    return {end: start for end, (_, start) in found.items()}


def arborescence(costs: dict[Edge, int], root: int) -> set[Edge]:
    """The cheapest edges that lead from a root to all, by Chu, Liu and Edmonds.

    >>> sorted(arborescence({(0, 1): 5, (2, 1): 3, (1, 2): 4}, 0))
    [(0, 1), (1, 2)]
    """
    cheapest = cheapest_entering(costs, root)
    circle = circle_of(cheapest)
    if not circle:
        return {(start, end) for end, start in cheapest.items()}
    name = min(circle)  # stands for the circle from now on
    fewer: dict[Edge, int] = {}
    stands_for: dict[Edge, Edge] = {}
    for (start, end), weight in costs.items():
        if start in circle and end in circle:
            continue
        saved = costs[cheapest[end], end] if end in circle else 0
        edge = (name if start in circle else start, name if end in circle else end)
        if weight - saved < fewer.get(edge, FAR):
            fewer[edge], stands_for[edge] = weight - saved, (start, end)
    chosen = {stands_for[edge] for edge in arborescence(fewer, root)}
    entered = next(end for _, end in chosen if end in circle)
    return chosen | {(cheapest[vertex], vertex) for vertex in circle if vertex != entered}


def circle_of(comes_from: dict[int, int]) -> set[int]:
    """The vertices of a circle of steps back, if there is one.

    >>> circle_of({1: 2, 2: 1, 3: 1}), circle_of({1: 0, 2: 1})
    ({1, 2}, set())
    """
    for start in comes_from:
        vertex, seen = start, list[int]()
        while vertex in comes_from and vertex not in seen:
            seen.append(vertex)
            vertex = comes_from[vertex]
        if vertex in seen:
            return set(seen[seen.index(vertex) :])
    return set()


def least_from_root(graph: Graph, root: int) -> int:
    """What edges from a root to all cost at least: the cheapest tree on each set, one by one more.

    >>> least_from_root(Graph(3, ((0, 1), (1, 2), (2, 1)), (5, 4, 3), directed=True), 0)
    9
    """
    into: list[list[tuple[int, int]]] = [[] for _ in range(graph.size)]
    for (start, end), weight in graph.costs.items():
        into[end].append((1 << start, weight))
    totals = {1 << root: 0}
    for _ in range(graph.size - 1):
        after: dict[int, int] = {}
        for there, total in totals.items():
            for vertex, ways in enumerate(into):
                costs = [weight for start, weight in ways if start & there]
                if costs and not there >> vertex & 1:
                    more, cost = there | 1 << vertex, total + min(costs)
                    after[more] = min(after.get(more, FAR), cost)
        totals = after
    return min(totals.values())


def lightest_trees(graph: Graph) -> int:
    """How many spanning trees are lightest; equal edges join groups, by Kirchhoff's determinant.

    >>> lightest_trees(Graph(3, ((0, 1), (0, 2), (1, 2)), (1, 2, 2)))
    2
    """
    group, total = list(range(graph.size)), 1
    edges = sorted(zip(graph.weights, graph.edges, strict=True))
    for _, same in groupby(edges, key=lambda edge: edge[0]):
        joins = [(group[a], group[b]) for _, (a, b) in same if group[a] != group[b]]
        merged = {name: name for name in group}
        for a, b in joins:
            old, new = merged[a], merged[b]
            merged = {name: new if to == old else to for name, to in merged.items()}
        for name in set(merged.values()):
            members = [each for each, to in merged.items() if to == name]
            total *= _trees(members, [join for join in joins if join[0] in members])
        group = [merged[name] for name in group]
    return total


def _trees(members: list[int], joins: list[Edge]) -> int:
    """The number of trees that join all members, as a determinant in whole numbers."""
    place = {name: number for number, name in enumerate(members)}
    rows = [[0] * len(members) for _ in members]
    for one, other in joins:
        a, b = place[one], place[other]
        rows[a][a] += 1
        rows[b][b] += 1
        rows[a][b] -= 1
        rows[b][a] -= 1
    before = last = 1
    for step in range(len(members) - 1):  # by Bareiss; such a matrix needs no rows swapped
        last = rows[step][step]
        for row in rows[step + 1 :]:
            for column in range(step + 1, len(members)):
                row[column] = (row[column] * last - row[step] * rows[step][column]) // before
        before = last
    return last


def lightest_forests(graph: Graph) -> int:
    """How many spanning trees are lightest; edges are taken or left, and groupings kept apart.

    >>> lightest_forests(Graph(3, ((0, 1), (0, 2), (1, 2)), (1, 2, 2)))
    2
    """
    forests = {tuple(range(graph.size)): (0, 1)}  # the weight of the lightest, and their number
    for weight, (a, b) in zip(graph.weights, graph.edges, strict=True):
        for group, (before, count) in list(forests.items()):
            low, high = min(group[a], group[b]), max(group[a], group[b])
            if low != high:  # a group is called after its first member
                joined = tuple([low if name == high else name for name in group])
                total = before + weight
                lightest, others = forests.get(joined, (total, 0))
                if total <= lightest:
                    forests[joined] = (total, count + (others if total == lightest else 0))
    return forests[(0,) * graph.size][1]
