"""Paths and walks along weighted arrows: the heaviest and the cheapest, each found in two ways."""

from __future__ import annotations

from visgym.kit.graphs.graph import Graph, bits

FAR = 10**6  # more than any walk costs

Heaviest = dict[tuple[int, int], tuple[int, tuple[int, ...]]]
"""Weight and vertices of a path by the set of its vertices, as bits, and the last of them."""


def heaviest_path(graph: Graph) -> tuple[int, ...]:
    """A path of the greatest weight; for each set and its last vertex, the best is kept.

    >>> heaviest_path(Graph(3, ((0, 1), (0, 2), (1, 2)), (1, 1, 1), directed=True))
    (0, 1, 2)
    """
    costs, neighbours = graph.costs, graph.neighbours
    fringe: Heaviest = {(1 << v, v): (0, (v,)) for v in range(graph.size)}
    best: tuple[int, tuple[int, ...]] = (0, ())
    while fringe:
        best = max(best, *fringe.values())
        after: Heaviest = {}
        for (seen, last), (weight, path) in fringe.items():
            for ahead in bits(neighbours[last] & ~seen):
                longer = (weight + costs[last, ahead], (*path, ahead))
                place = (seen | 1 << ahead, ahead)
                after[place] = max(after.get(place, longer), longer)
        fringe = after
    return best[1]


def greatest_weight(graph: Graph, known: int = 0, enough: int = FAR) -> int:
    """The greatest weight of a path, by a search that gives up where too little is left.

    Weights up to `known` are of no interest, and the first that is enough will do.

    >>> greatest_weight(Graph(3, ((0, 1), (0, 2), (1, 2)), (1, 1, 1), directed=True))
    2
    """
    leaving: list[list[tuple[int, int]]] = [[] for _ in range(graph.size)]
    entering = [0] * graph.size  # the most that the way into each vertex may weigh
    for weight, (start, end) in sorted(zip(graph.weights, graph.edges, strict=True)):
        leaving[start].append((end, weight))
        entering[end] = weight
    stack = [(1 << v, v, 0, sum(entering) - entering[v]) for v in range(graph.size)]
    while stack and known < enough:
        seen, last, weight, left = stack.pop()
        known = max(known, weight)
        if weight + left > known:
            stack += [
                (seen | 1 << end, end, weight + more, left - entering[end])
                for end, more in leaving[last]
                if not seen >> end & 1
            ]
    return known


def greedy_weight(graph: Graph) -> int:
    """The weight of a path from the heaviest edge on, always by the heaviest edge at its ends."""
    edges = sorted(zip(graph.weights, graph.edges, strict=True), reverse=True)
    total, (first, last) = edges[0]
    seen = {first, last}
    while True:
        fits = [
            (weight, (start, end))
            for weight, (start, end) in edges
            if (start == last and end not in seen) or (end == first and start not in seen)
        ]
        if not fits:
            return total
        weight, (start, end) = fits[0]
        total += weight
        seen |= {start, end}
        first, last = (first, end) if start == last else (start, last)


def cheapest_walk(graph: Graph) -> tuple[int, ...]:
    """A walk through every vertex that costs least: where it is and what it saw, by its cost.

    >>> cheapest_walk(Graph(3, ((0, 1), (0, 2), (1, 0)), (1, 1, 1), directed=True))
    (1, 0, 2)
    """
    costs, neighbours = graph.costs, graph.neighbours
    most = sum(graph.weights) * graph.size
    waiting: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(most + 1)]
    waiting[0] = [(1 << vertex, (vertex,)) for vertex in range(graph.size)]
    done = set()
    for cost, states in enumerate(waiting):
        for seen, walk in states:
            if seen.bit_count() == graph.size:
                return walk
            if (seen, walk[-1]) not in done:
                done.add((seen, walk[-1]))
                for ahead in bits(neighbours[walk[-1]]):
                    step = (seen | 1 << ahead, (*walk, ahead))
                    waiting[cost + costs[walk[-1], ahead]].append(step)
    raise ValueError("No walk visits every vertex.")


def least_cost(graph: Graph) -> int:
    """What a walk through every vertex costs at least: orders of vertices, by the cheapest ways.

    >>> least_cost(Graph(3, ((0, 1), (0, 2), (1, 0)), (1, 1, 1), directed=True))
    2
    """
    everybody, costs = range(graph.size), graph.costs
    far = [[0 if a == b else costs.get((a, b), FAR) for b in everybody] for a in everybody]
    for by in everybody:
        for a in everybody:
            far[a] = [min(far[a][b], far[a][by] + far[by][b]) for b in everybody]
    totals = {(1 << vertex, vertex): 0 for vertex in everybody}
    for _ in everybody[1:]:
        after: dict[tuple[int, int], int] = {}
        for (seen, last), total in totals.items():
            for ahead in everybody:
                if not seen >> ahead & 1:
                    place, cost = (seen | 1 << ahead, ahead), total + far[last][ahead]
                    if cost < after.get(place, FAR):
                        after[place] = cost
        totals = after
    return min(totals.values())
