"""Graphs as values: vertices are 0, 1, 2, ..., edges are pairs of them, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Edge: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Graph:
    """Vertices 0 to size - 1 and edges between them, with a weight each where there are weights.

    >>> roads = Graph(3, ((0, 1), (2, 1)), (4, 7))
    >>> roads.neighbours
    [2, 5, 2]
    >>> roads.costs[1, 2]
    7
    """

    size: int
    edges: tuple[Edge, ...]
    weights: tuple[int, ...] = ()
    """One for each edge, or none at all."""
    directed: bool = False
    """Whether an edge leads from its first vertex to its second alone."""

    @property
    def neighbours(self) -> list[int]:
        """For each vertex, those that an edge leads to, as bits of a number."""
        found = [0] * self.size
        for start, end in self.edges:
            found[start] |= 1 << end
            if not self.directed:
                found[end] |= 1 << start
        return found

    @property
    def costs(self) -> dict[Edge, int]:
        """The weight of each edge by its ends, in both orders where it leads both ways."""
        found = dict(zip(self.edges, self.weights, strict=True))
        if not self.directed:
            found |= {(end, start): weight for (start, end), weight in found.items()}
        return found

    @property
    def touching(self) -> list[int]:
        """For each vertex, those on the other end of its edges, as bits, whatever the direction."""
        found = [0] * self.size
        for start, end in self.edges:
            found[start] |= 1 << end
            found[end] |= 1 << start
        return found


def bits(mask: int) -> Iterator[int]:
    """The vertices that a number stands for, the smallest first.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def reached(neighbours: Sequence[int], start: int) -> int:
    """The vertices that can be reached from one, itself included, as bits of a number.

    >>> bin(reached([0b10, 0b100, 0, 0b1], 0))
    '0b111'
    """
    found = fringe = 1 << start
    while fringe:
        ahead = 0
        for vertex in bits(fringe):
            ahead |= neighbours[vertex]
        fringe = ahead & ~found
        found |= ahead
    return found


def is_connected(graph: Graph) -> bool:
    """Whether all vertices hang together, whatever the direction of edges."""
    return reached(graph.touching, 0) == (1 << graph.size) - 1


def edge_list(graph: Graph) -> str:
    """All edges in text, each with its weight, as `describe` tells them.

    >>> edge_list(Graph(3, ((0, 1), (2, 1)), (4, 7)))
    '0-1 (4), 2-1 (7)'
    >>> edge_list(Graph(3, ((0, 1), (2, 1)), directed=True))
    '0->1, 2->1'
    """
    line = "->" if graph.directed else "-"
    pairs = [f"{start}{line}{end}" for start, end in graph.edges]
    if graph.weights:
        pairs = [f"{pair} ({w})" for pair, w in zip(pairs, graph.weights, strict=True)]
    return ", ".join(pairs)


def described(graph: Graph, *more: str) -> str:
    """A graph in text: its vertices, its edges, then what else is to be told.

    >>> print(described(Graph(3, ((0, 1), (2, 1)), (4, 7)), "Root: 0"))
    Vertices: 0 to 2
    Edges: 0-1 (4), 2-1 (7)
    Root: 0
    """
    head = (f"Vertices: 0 to {graph.size - 1}", f"Edges: {edge_list(graph)}")
    return "\n".join((*head, *more))


LINES = "Vertices are numbered discs, edges the lines between them."
WEIGHTS = "The blue number on an edge is its weight."
"""How pictures show edges and weights."""
EDGES = "0-1 is an edge between 0 and 1."
WEIGHTED_EDGES = "0-1 (4) is an edge between 0 and 1 of weight 4."
WEIGHTED_ARROWS = "0->1 (4) is an edge from 0 to 1 of weight 4."
"""How texts give edges."""
