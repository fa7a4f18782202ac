"""Vertices of one graph mapped to those of another, so that edges become edges."""

from __future__ import annotations

import numpy as np

from visgym.kit.graphs.generators import downward
from visgym.kit.graphs.graph import Graph, bits


def isomorphism(first: Graph, second: Graph) -> tuple[int, ...]:
    """The partner of each vertex: a search among those that look alike from near and from far.

    >>> isomorphism(Graph(3, ((0, 1), (1, 2))), Graph(3, ((0, 1), (0, 2))))
    (2, 0, 1)
    """
    ours, theirs = first.neighbours, second.neighbours
    kinds, other_kinds = looks(ours), looks(theirs)
    growing: list[tuple[int, ...]] = [()]
    while len(growing[-1]) < first.size:
        images = growing.pop()
        vertex = len(images)
        for place in range(first.size):
            fits = place not in images and kinds[vertex] == other_kinds[place]
            if fits and all(
                ours[vertex] >> other & 1 == theirs[place] >> image & 1
                for other, image in enumerate(images)
            ):
                growing.append((*images, place))
    return growing[-1]


def looks(neighbours: list[int]) -> list[int]:
    """What each vertex looks like: its degree, those of its neighbours, theirs, and so on.

    >>> looks([0b10, 0b101, 0b1010, 0b100])
    [0, 1, 1, 0]
    """
    kinds = [around.bit_count() for around in neighbours]
    for _ in neighbours:
        seen = [
            (kinds[vertex], *sorted(kinds[other] for other in bits(around)))
            for vertex, around in enumerate(neighbours)
        ]
        order = {look: number for number, look in enumerate(sorted(set(seen)))}
        kinds = [order[look] for look in seen]
    return kinds


def embeddings(graph: Graph, tree: Graph) -> int:
    """Ways to lay a tree on a graph of its size, found vertex by vertex.

    >>> embeddings(Graph(3, ((0, 1), (0, 2), (1, 2))), Graph(3, ((0, 1), (1, 2))))
    6
    """
    neighbours, pairs = graph.neighbours, downward(tree, 0)
    order = [0, *(child for _, child in pairs)]
    hangs_from = [0, *(order.index(parent) for parent, _ in pairs)]
    stack: list[tuple[tuple[int, ...], int]] = [((v,), 1 << v) for v in range(graph.size)]
    count = 0
    while stack:
        images, used = stack.pop()
        free = neighbours[images[hangs_from[len(images)]]] & ~used
        if len(images) == graph.size - 1:
            count += free.bit_count()
        else:
            stack += [((*images, place), used | 1 << place) for place in bits(free)]
    return count


def sieved_embeddings(graph: Graph, tree: Graph) -> int:
    """The same count: ways that may use a vertex twice, without each set of vertices in turn.

    >>> sieved_embeddings(Graph(3, ((0, 1), (0, 2), (1, 2))), Graph(3, ((0, 1), (1, 2))))
    6
    """
    everybody = np.arange(graph.size)
    joined = np.array(graph.neighbours)[:, None] >> everybody & 1
    allowed = np.arange(1 << graph.size)[:, None] >> everybody & 1
    ways = [allowed.copy() for _ in everybody]  # of a subtree, by set and by its root's place
    for parent, child in reversed(downward(tree, 0)):
        ways[parent] *= ways[child] @ joined
    signs = 1 - 2 * ((graph.size - allowed.sum(axis=1)) % 2)
    return int((signs * ways[0].sum(axis=1)).sum())
