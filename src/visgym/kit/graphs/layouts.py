"""Where the vertices of a graph lie: on a circle, spread so that edges are short, or in two rows.

A layout is a function of a graph, the area of a picture and random numbers. It gives whole pixels,
from whole numbers alone or rounded from far fewer digits than machines differ in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from visgym.kit.coverage import snapped
from visgym.kit.graphs.graph import Graph

Places: TypeAlias = tuple[tuple[int, int], ...]
"""The pixel across and down of each vertex."""
Area: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height of a part of a picture, in pixels."""
Layout: TypeAlias = Callable[[Graph, Area, Random], Places]

RADIUS = 16  # pixels of a vertex
CLEAR = 6  # pixels between an edge and the disc of a vertex that is not its own
MARGIN = RADIUS + 10  # pixels from the middle of a vertex to the rim of its area
SPACE = 84  # pixels between vertices, so that an arrow and its weight have room between them
VARIANTS = 12  # sets of places that are kept for each number of vertices
SETS = 10  # drawn for each variant, of which one is kept
DRAWS = 12  # of a place, of which the one farthest from others is kept
BLOCKED = 10_000  # pixels that a way counts more if it is blocked
SWAPS = 40  # at most, of vertices that are to have shorter edges


def circle(graph: Graph, area: Area, rng: Random) -> Places:
    """Vertices clockwise on a circle, 0 at the top; no edge can pass another vertex there.

    >>> circle(Graph(4, ()), (0, 0, 200, 200), Random(0))
    ((100, 26), (174, 100), (100, 174), (26, 100))
    """
    return _on_circle(graph.size, area)


def shuffled_circle(graph: Graph, area: Area, rng: Random) -> Places:
    """Vertices on a circle, in an order that makes edges short."""
    places = _on_circle(graph.size, area)
    return _assigned(graph, places, _distances(places), rng)


def spread(graph: Graph, area: Area, rng: Random) -> Places:
    """Vertices all over the area, so that edges are short and pass no other vertex."""
    places, costs = _scattered(graph.size, area, rng.randrange(VARIANTS))
    return _assigned(graph, places, costs, rng)


def two_rows(graph: Graph, area: Area, rng: Random) -> Places:
    """The vertices of a bipartite graph, one side left and the other right, in their order."""
    left, top, width, height = area
    sides = two_sides(graph)
    found = {}
    for side, across in zip(sides, (left + MARGIN, left + width - MARGIN), strict=True):
        for number, vertex in enumerate(side):
            down = MARGIN + (height - 2 * MARGIN) * (2 * number + 1) // (2 * len(side))
            found[vertex] = (across, top + down)
    return tuple(found[vertex] for vertex in range(graph.size))


def two_sides(graph: Graph) -> tuple[list[int], list[int]]:
    """The sides of a bipartite graph: the vertices at an even and at an odd distance from 0."""
    side = {0: 0}
    fringe = [0]
    neighbours = graph.touching
    for vertex in fringe:
        for other in range(graph.size):
            if neighbours[vertex] >> other & 1 and other not in side:
                side[other] = 1 - side[vertex]
                fringe.append(other)
    found = [side.get(vertex, 0) for vertex in range(graph.size)]
    return [v for v, s in enumerate(found) if s == 0], [v for v, s in enumerate(found) if s == 1]


@lru_cache(maxsize=256)
def _on_circle(size: int, area: Area) -> Places:
    left, top, width, height = area
    across, down = (width - 2 * MARGIN) / 2, (height - 2 * MARGIN) / 2
    found = []
    for vertex in range(size):
        angle = 2 * math.pi * vertex / size
        x, y = snapped(across * math.sin(angle), -down * math.cos(angle))
        found.append((round(left + width / 2 + x), round(top + height / 2 + y)))
    return tuple(found)


@lru_cache(maxsize=256)
def _distances(places: Places) -> NDArray[np.int64]:
    """The pixels between any two places, in whole numbers, which compare exactly."""
    points = np.array(places, np.int64)
    way = points[None] - points[:, None]
    found: NDArray[np.int64] = np.sqrt((way * way).sum(axis=2)).astype(np.int64)
    return found


@lru_cache(maxsize=1024)
def _scattered(size: int, area: Area, variant: int) -> tuple[Places, NDArray[np.int64]]:
    """Places far apart, and what an edge between any two costs: much, if a third lies between.

    Of some draws that is the one with the fewest such pairs.
    """
    rng = Random(variant)
    draws = [_apart(size, area, rng) for _ in range(SETS)]
    ways = [_blocked_ways(draw) for draw in draws]
    best = min(range(SETS), key=lambda number: int(ways[number].sum()))
    return draws[best], _distances(draws[best]) + BLOCKED * ways[best]


def _apart(size: int, area: Area, rng: Random) -> Places:
    """Places drawn one by one, each the farthest from the others out of some, then spread out."""
    found: list[tuple[int, int]] = []
    for _ in range(size):
        drawn = [(rng.randrange(area[2]), rng.randrange(area[3])) for _ in range(DRAWS)]
        found.append(max(drawn, key=lambda place: _nearest(place, found)))
    across = _filling([x for x, _ in found], area[0], area[2])
    return tuple(zip(across, _filling([y for _, y in found], area[1], area[3]), strict=True))


def _filling(numbers: list[int], start: int, length: int) -> list[int]:
    """Numbers moved and stretched, so that they reach from margin to margin."""
    low, high = min(numbers), max(numbers)
    room = length - 2 * MARGIN
    return [start + MARGIN + (number - low) * room // max(high - low, 1) for number in numbers]


def _nearest(place: tuple[int, int], others: Sequence[tuple[int, int]]) -> int:
    """The square of the distance to the nearest other place."""
    x, y = place
    return min(((x - a) * (x - a) + (y - b) * (y - b) for a, b in others), default=0)


def _blocked_ways(places: Places) -> NDArray[np.bool_]:
    """Which two places have a third so near to the line between them that it would be touched."""
    points = np.array(places, np.int64)
    way = points[None] - points[:, None]  # from the first index to the second
    dx, dy = way[:, :, 0], way[:, :, 1]
    length = dx * dx + dy * dy
    # for places a, b and c: how far c lies along the way from a to b, and beside it
    along = dx[:, :, None] * dx[:, None] + dy[:, :, None] * dy[:, None]
    beside = dx[:, :, None] * dy[:, None] - dy[:, :, None] * dx[:, None]
    between = (along > 0) & (along < length[:, :, None])
    near = beside * beside < (RADIUS + CLEAR) ** 2 * length[:, :, None]
    short = length < SPACE * SPACE
    found: NDArray[np.bool_] = (between & near).any(axis=2) | short
    return found & ~np.eye(len(points), dtype=bool)


def _assigned(graph: Graph, places: Places, costs: NDArray[np.int64], rng: Random) -> Places:
    """Places given to vertices at random, then swapped as long as that makes edges cheaper."""
    size = graph.size
    order = rng.sample(range(size), size)
    far = costs[np.ix_(order, order)]
    tied = np.zeros((size, size), np.int64)
    for start, end in graph.edges:
        tied[start, end] = tied[end, start] = 1
    for _ in range(SWAPS):
        cost = tied @ far  # of the edges of one vertex at the place of another
        now = np.diagonal(cost)
        gain = now[:, None] + now[None] - cost - cost.T - 2 * tied * far
        best = int(gain.argmax())
        one, other = divmod(best, size)
        if gain[one, other] <= 0:
            break
        far[[one, other]] = far[[other, one]]
        far[:, [one, other]] = far[:, [other, one]]
        order[one], order[other] = order[other], order[one]
    return tuple(places[place] for place in order)
