"""The layout of directed graphs without cycles: layers from left to right."""

from __future__ import annotations

from random import Random

from visgym.kit.graphs.graph import Graph
from visgym.kit.graphs.layouts import MARGIN, Area, Places

SWEEPS = 2  # times that layers are sorted, there and back
STAGGER = 24  # pixels up or down by which a layer may be moved, so that long edges find a way


def layered(graph: Graph, area: Area, rng: Random) -> Places:
    """Every edge leads to the right; vertices of a layer are sorted by where their edges come from.

    >>> layered(Graph(2, ((0, 1),), directed=True), (0, 0, 200, 100), Random(0))[0][0]
    26
    """
    left, top, width, height = area
    layers = _sorted_layers(graph, rng)
    step = (width - 2 * MARGIN) / max(len(layers) - 1, 1)
    found = [(0, 0)] * graph.size
    for number, layer in enumerate(layers):
        room = (height - 2 * MARGIN) / len(layer)
        most = min(STAGGER, int(room / 2))
        above = MARGIN + room / 2 + (rng.randint(-most, most) if len(layers) > 2 else 0)
        for place, vertex in enumerate(layer):
            found[vertex] = (
                round(left + MARGIN + step * number),
                round(top + above + room * place),
            )
    return tuple(found)


def layers_of(graph: Graph) -> list[list[int]]:
    """The vertices by the length of the longest way to them.

    >>> layers_of(Graph(4, ((0, 1), (0, 3), (1, 3), (2, 3)), directed=True))
    [[0, 2], [1], [3]]
    """
    depth = [0] * graph.size
    for _ in range(graph.size):
        for start, end in graph.edges:
            depth[end] = max(depth[end], depth[start] + 1)
    deepest = min(max(depth), graph.size - 1)
    return [[v for v in range(graph.size) if depth[v] == level] for level in range(deepest + 1)]


def _sorted_layers(graph: Graph, rng: Random) -> list[list[int]]:
    """Layers in an order with few crossings, from a random one."""
    layers = layers_of(graph)
    for layer in layers:
        rng.shuffle(layer)
    before: list[list[int]] = [[] for _ in range(graph.size)]
    after: list[list[int]] = [[] for _ in range(graph.size)]
    for start, end in graph.edges:
        before[end].append(start)
        after[start].append(end)
    height: dict[int, float] = {}
    for layer in layers:
        height |= {vertex: (place + 0.5) / len(layer) for place, vertex in enumerate(layer)}
    for _ in range(SWEEPS):
        for order, ties in ((layers[1:], before), (layers[-2::-1], after)):
            for layer in order:
                _sort_by_ties(layer, ties, height)
    return layers


def _sort_by_ties(layer: list[int], ties: list[list[int]], height: dict[int, float]) -> None:
    """Sort a layer by the mean height of what its vertices are tied to."""
    mean = {v: sum(height[t] for t in ties[v]) / len(ties[v]) for v in layer if ties[v]}
    layer.sort(key=lambda vertex: mean.get(vertex, height[vertex]))
    height |= {vertex: (place + 0.5) / len(layer) for place, vertex in enumerate(layer)}
