"""Cliques and matchings: the largest and the heaviest, each found in two ways."""

from __future__ import annotations

from collections.abc import Iterator

from visgym.kit.graphs.graph import Edge, Graph, bits


def cliques(neighbours: list[int], clique: int = 0, left: int = -1, done: int = 0) -> Iterator[int]:
    """All cliques that cannot grow, as bits, by Bron and Kerbosch with a pivot.

    >>> [list(bits(clique)) for clique in cliques([0b110, 0b101, 0b1011, 0b100])]
    [[0, 1, 2], [2, 3]]
    """
    if left < 0:
        left = (1 << len(neighbours)) - 1
    if not left and not done:
        yield clique
    if left:
        pivot = max(bits(left | done), key=lambda v: (neighbours[v] & left).bit_count())
        for vertex in bits(left & ~neighbours[pivot]):
            around = neighbours[vertex]
            yield from cliques(neighbours, clique | 1 << vertex, left & around, done & around)
            left &= ~(1 << vertex)
            done |= 1 << vertex


def largest_clique(neighbours: list[int]) -> int:
    """The size of the largest clique: of each set, with or without its first vertex.

    >>> largest_clique([0b110, 0b101, 0b1011, 0b100])
    3
    """
    sizes = {0: 0}

    def largest(among: int) -> int:
        if among not in sizes:
            first, rest = (among & -among).bit_length() - 1, among & (among - 1)
            sizes[among] = max(largest(rest), 1 + largest(rest & neighbours[first]))
        return sizes[among]

    return largest((1 << len(neighbours)) - 1)


def heaviest_matching(graph: Graph) -> tuple[Edge, ...]:
    """Edges without a common vertex; of each set, the first vertex stays alone or has a partner.

    >>> heaviest_matching(Graph(4, ((0, 1), (1, 2), (2, 3)), (3, 5, 3)))
    ((2, 3), (0, 1))
    """
    neighbours, costs = graph.neighbours, graph.costs
    found: dict[int, tuple[int, tuple[Edge, ...]]] = {0: (0, ())}

    def heaviest(among: int) -> tuple[int, tuple[Edge, ...]]:
        if among not in found:
            first, rest = (among & -among).bit_length() - 1, among & (among - 1)
            choices = [heaviest(rest)]
            for other in bits(rest & neighbours[first]):
                total, edges = heaviest(rest ^ 1 << other)
                choices.append((total + costs[first, other], (*edges, (first, other))))
            found[among] = max(choices)
        return found[among]

    return heaviest((1 << graph.size) - 1)[1]


def matching_weight(graph: Graph) -> int:
    """The greatest weight of edges without a common vertex, from the heaviest edge down.

    >>> matching_weight(Graph(4, ((0, 1), (1, 2), (2, 3)), (3, 5, 3)))
    6
    """
    edges, most, stack = by_weight(graph), 0, [(0, 0, 0)]
    while stack:
        number, taken, total = stack.pop()
        most = max(most, total)
        while number < len(edges) and taken & edges[number][1]:
            number += 1
        pairs = (graph.size - taken.bit_count()) // 2
        if total + sum(weight for weight, _ in edges[number : number + pairs]) > most:
            weight, ends = edges[number]
            stack.append((number + 1, taken, total))
            stack.append((number + 1, taken | ends, total + weight))
    return most


def greedy_matching_weight(graph: Graph) -> int:
    """What it weighs to take the heaviest edge that fits, again and again.

    >>> greedy_matching_weight(Graph(4, ((0, 1), (1, 2), (2, 3)), (3, 5, 3)))
    5
    """
    taken = total = 0
    for weight, ends in by_weight(graph):
        if not taken & ends:
            taken, total = taken | ends, total + weight
    return total


def by_weight(graph: Graph) -> list[tuple[int, int]]:
    """Weight and ends, as bits, of all edges, the heaviest first."""
    pairs = zip(graph.weights, graph.edges, strict=True)
    return sorted(((weight, 1 << a | 1 << b) for weight, (a, b) in pairs), reverse=True)
