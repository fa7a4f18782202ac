"""How a graph is drawn, before a pixel is touched: ways of edges, arrow heads, places of labels."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from visgym.kit.coverage import GRID, Floats
from visgym.kit.graphs.graph import Graph
from visgym.kit.graphs.labels import HIDDEN, LabelSpots, settled
from visgym.kit.graphs.layouts import CLEAR, RADIUS, Area, Layout, Places
from visgym.kit.lettering import text_width

HEAD, WING = 11.0, 5.0  # pixels: the length of an arrow head, half its width
NECK = 0.8  # of a head's length; where the edge ends inside of it
BEND = 12.0  # pixels by which the middle of an edge is bent away from the one that runs back
DETOURS = (20.0, -20.0, 34.0, -34.0, 50.0, -50.0, 70.0, -70.0)  # bends around vertices
PIECES = 6  # straight ones that make a bent edge
FONT = 15  # pixels: the size of weights and badges
PLATE = 18  # pixels: the height of what they stand on
PAD = 4  # pixels left and right of them
RIM = 16  # pixels around a graph with badges
ALONG = (0.5, 0.43, 0.57, 0.36, 0.64, 0.3, 0.7, 0.25, 0.75)
"""Where a weight may stand on its edge."""
AROUND = (
    (0.85, -0.85), (-0.85, -0.85), (0.85, 0.85), (-0.85, 0.85), (1, 0), (-1, 0), (0, -1), (0, 1),
    (1, -0.5), (-1, -0.5), (0.5, -1), (-0.5, -1), (1, 0.5), (-1, 0.5), (0.5, 1), (-0.5, 1),
)  # fmt: skip
"""Where a badge may stand beside its vertex, in units of its distance."""
TRIES = 20  # layouts that are drawn until one leaves every label legible


@dataclass(frozen=True, slots=True, eq=False)
class Sketch:
    """Everything that is drawn of a graph."""

    places: Places
    pieces: Floats
    """Ends of the straight pieces of edges."""
    owners: NDArray[np.intp]
    """The edge that each piece belongs to."""
    heads: Floats
    """Tip and middle of the base of each arrow head."""
    plates: tuple[tuple[float, float], ...]
    """The middle of each edge's weight."""
    badges: tuple[tuple[float, float], ...]
    """The middle of each vertex's badge."""
    faults: int
    """Labels on edges that are not theirs; `HIDDEN` for each that is worse."""


def arranged(
    graph: Graph,
    area: Area,
    layout: Layout,
    badges: tuple[str, ...] = (),
    arrows: tuple[bool, ...] = (),
) -> Sketch:
    """A sketch without faults, or the one with the fewest out of some; the graph alone decides it.

    >>> from visgym.kit.graphs.layouts import circle
    >>> arranged(Graph(2, ((0, 1),), (5,)), (0, 0, 152, 152), circle).plates
    ((76.0, 76.0),)
    """
    rng = Random(zlib.crc32(repr((graph, badges)).encode()))
    if badges:  # they need a rim to stand on
        left, top, width, height = area
        area = (left + RIM, top + RIM, width - 2 * RIM, height - 2 * RIM)
    best, tried = None, set[Places]()
    for _ in range(TRIES):
        places = layout(graph, area, rng)
        if places not in tried:  # some layouts leave little to chance
            tried.add(places)
            found = sketched(graph, places, badges, arrows)
            best = found if best is None or found.faults < best.faults else best
        if best and not best.faults:
            break
    assert best is not None
    return best


def sketched(
    graph: Graph, places: Places, badges: tuple[str, ...] = (), arrows: tuple[bool, ...] = ()
) -> Sketch:
    """A graph with its vertices at places; `arrows` says which edges have a head, if not all."""
    vertices = np.array(places, np.float64)
    ends = np.array(graph.edges, np.intp).reshape(-1, 2)
    bends, touched = _bends(graph, vertices, ends)
    headed = np.array(arrows or (graph.directed,) * len(ends), bool)
    curves = _Curves(vertices[ends[:, 0]], vertices[ends[:, 1]], bends)
    last, heads = np.ones(len(ends)), np.zeros((0, 4))
    if headed.any():
        rims = curves.rim(np.array([[RADIUS], [RADIUS + HEAD], [RADIUS + NECK * HEAD]]))
        last = np.where(headed, rims[2], last)
        heads = np.hstack(tuple(curves.at(rims[:2])))[headed]
    pieces, owners = curves.pieces(last)
    if bends.any():
        touched = int(_beside(vertices, ends, pieces, owners).sum())
    plates, lost = _plates(graph, curves, pieces, owners, vertices, headed)
    marks, worse = _badges(badges, pieces, vertices)
    faults = HIDDEN * touched + lost + worse
    return Sketch(places, pieces, owners, heads, plates, marks, faults)


def plate_width(text: str) -> int:
    """The pixels that a weight or a badge takes."""
    return text_width(text, FONT, True) + 2 * PAD


class _Curves:
    """Edges as curves from a start to an end, bent by some pixels to their left."""

    def __init__(self, start: Floats, end: Floats, bends: Floats) -> None:
        way = end - start
        length = np.sqrt((way * way).sum(axis=1))
        aside = way[:, ::-1] * (2 * bends / length)[:, None] * (1, -1)
        self.start, self.end, self.bends = start, end, bends
        self.control = (start + end) / 2 + aside
        out = end - self.control
        self.speed = 2 * np.sqrt((out * out).sum(axis=1))  # pixels for each unit of the way, last

    def at(self, part: Floats) -> Floats:
        """The points at some part of the way of each."""
        t = part[..., None]
        found = (1 - t) * (1 - t) * self.start + 2 * t * (1 - t) * self.control + t * t * self.end
        snapped: Floats = np.rint(found * GRID) / GRID
        return snapped

    def rim(self, radii: Floats) -> Floats:
        """The parts of the way at which each is so far from its end."""
        part = 1 - radii / self.speed
        left = self.at(part) - self.end
        found: Floats = part + (np.sqrt((left * left).sum(axis=-1)) - radii) / self.speed
        return found

    def pieces(self, last: Floats) -> tuple[Floats, NDArray[np.intp]]:
        """Straight pieces up to some part of the way, and whose each is."""
        whole = np.hstack((self.start, self.at(last)))
        bent = np.flatnonzero(self.bends)
        if not len(bent):
            return whole, np.arange(len(whole))
        steps = self.at(np.arange(PIECES + 1)[:, None] / PIECES * last)[:, bent]
        parts = np.concatenate((steps[:-1], steps[1:]), axis=2)
        straight = np.flatnonzero(self.bends == 0)
        owners = np.concatenate((straight, np.tile(bent, PIECES)))
        return np.vstack((whole[straight], parts.reshape(-1, 4))), owners


def _bends(graph: Graph, vertices: Floats, ends: NDArray[np.intp]) -> tuple[Floats, int]:
    """How far each edge is bent: away from one that runs back, or around vertices in its way.

    The number is that of vertices in the way of straight edges.
    """
    there = set(graph.edges)
    found = np.array([BEND if (b, a) in there else 0.0 for a, b in graph.edges])
    start, end = vertices[ends[:, 0]], vertices[ends[:, 1]]
    near = _beside(vertices, ends, np.hstack((start, end)), np.arange(len(ends)))
    touched = int(near.sum())
    if not touched:
        return found, 0
    for edge in np.flatnonzero(near.any(axis=1) & (found == 0)).tolist():
        one = slice(edge, edge + 1)
        for bend in DETOURS:
            curve = _Curves(start[one], end[one], np.array([bend]))
            pieces, owners = curve.pieces(np.ones(1))
            if not _beside(vertices, ends[one], pieces, owners).any():
                found[edge] = bend
                break
    return found, touched


def _beside(
    vertices: Floats, ends: NDArray[np.intp], pieces: Floats, owners: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """For each piece, the vertices that it passes too near, its own two left out."""
    dx, dy = (pieces[:, 2] - pieces[:, 0])[:, None], (pieces[:, 3] - pieces[:, 1])[:, None]
    x, y = vertices[:, 0] - pieces[:, :1], vertices[:, 1] - pieces[:, 1:2]
    part = np.clip((x * dx + y * dy) / (dx * dx + dy * dy), 0, 1)
    x, y = x - part * dx, y - part * dy
    near: NDArray[np.bool_] = x * x + y * y < (RADIUS + CLEAR - 1) ** 2
    rows = np.arange(len(pieces))
    near[rows, ends[owners, 0]] = near[rows, ends[owners, 1]] = False
    return near


def _plates(
    graph: Graph,
    curves: _Curves,
    pieces: Floats,
    owners: NDArray[np.intp],
    vertices: Floats,
    headed: NDArray[np.bool_],
) -> tuple[tuple[tuple[float, float], ...], int]:
    """Where weights stand, each on its own edge, and the faults that are left."""
    if not graph.weights:
        return (), 0
    count = len(graph.weights)
    widths = [plate_width(str(weight)) for weight in graph.weights]
    halves = np.array([(wide / 2, PLATE / 2) for wide in widths])
    centres = np.rint(curves.at(np.array(ALONG)[:, None]).transpose(1, 0, 2))
    reach = np.full((count, len(vertices)), RADIUS + 3.0)
    rows, ends = np.arange(count), np.array(graph.edges, np.intp)
    reach[rows, ends[:, 1]] += np.where(headed, HEAD, 3.0)
    reach[rows, ends[:, 0]] += 3.0
    ways = owners != rows[:, None]
    taken, faults = settled(LabelSpots(centres, halves, ways, reach), pieces, vertices)
    return tuple((float(x), float(y)) for x, y in centres[rows, taken].tolist()), faults


def _badges(
    badges: Sequence[str], pieces: Floats, vertices: Floats
) -> tuple[tuple[tuple[float, float], ...], int]:
    """Where badges stand, each beside its own vertex, and the faults that are left."""
    if not badges:
        return (), 0
    count = len(badges)
    halves = np.array([(plate_width(badge) / 2, PLATE / 2) for badge in badges])
    aside = np.array(AROUND)[None] * (RADIUS + 1 + halves[:, None])
    centres = np.rint(vertices[:, None] + aside)
    reach = np.full((count, count), RADIUS + 2.0)
    np.fill_diagonal(reach, 0.0)
    ways = np.ones((count, len(pieces)), bool)
    taken, faults = settled(LabelSpots(centres, halves, ways, reach), pieces, vertices)
    return tuple((float(x), float(y)) for x, y in centres[range(count), taken].tolist()), faults
