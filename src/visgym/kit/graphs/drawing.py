"""Pictures of graphs: discs with numbers over edges, weights and badges that nothing covers.

A task draws a graph, and the picture follows from the graph alone:

>>> from visgym.kit.graphs.graph import Graph
>>> roads = Graph(3, ((0, 1), (1, 2), (2, 1)), (4, 12, 7), directed=True)
>>> picture(roads, 300, 240).shape
(240, 300, 3)
>>> picture(roads, 300, 240, shuffled_circle, marks=((0, GOLD),), badges=("3", "5", "8")).shape
(240, 300, 3)

Two graphs may stand side by side, each under its name, or share a canvas in some other way:

>>> side_by_side((roads, roads), 300, ("One", "Other")).shape
(330, 600, 3)
>>> canvas = Canvas(300, 600)
>>> for top in (0, 300):
...     put(canvas, arranged(roads, (0, top, 300, 300), spread), roads)
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from visgym.core.task import Frame
from visgym.kit.caches import cached_frame
from visgym.kit.canvas import BLUE, INK, LINE, PAPER, SHEET, YELLOW, Canvas, Color
from visgym.kit.graphs.graph import Graph
from visgym.kit.graphs.inking import ink
from visgym.kit.graphs.layouts import RADIUS, Layout, shuffled_circle, spread
from visgym.kit.graphs.sketching import FONT, PLATE, WING, Sketch, arranged, plate_width
from visgym.kit.painting import Paint

__all__ = ["GOLD", "arranged", "picture", "put", "shuffled_circle", "side_by_side", "spread"]

GOLD: Color = (250, 214, 110)
"""The fill of a vertex that is marked: a root, a start, a source."""
SLATE: Color = (96, 102, 115)
"""The colour of edges."""
NUMBER = 17  # pixels: the size of a vertex's number
STROKE = 1.5  # pixels: the width of an edge
TITLE = 30  # pixels over two graphs for their names

Marks = tuple[tuple[int, Color], ...]
"""Vertices with a fill of their own."""


@cached_frame
def picture(
    graph: Graph,
    width: int,
    height: int,
    layout: Layout = spread,
    *,
    names: tuple[str, ...] = (),
    marks: Marks = (),
    badges: tuple[str, ...] = (),
    arrows: tuple[bool, ...] = (),
) -> Frame:
    """A graph in a picture of its own.

    `names` stand in the vertices instead of their numbers, `badges` beside them; `arrows` says
    which edges have a head where some have none.
    """
    canvas = Canvas(width, height)
    sketch = arranged(graph, (0, 0, width, height), layout, badges, arrows)
    put(canvas, sketch, graph, names, marks, badges)
    return canvas.frame


@cached_frame
def side_by_side(
    graphs: tuple[Graph, Graph],
    side: int,
    names: tuple[str, str],
    layouts: tuple[Layout, Layout] = (spread, spread),
) -> Frame:
    """Two graphs in squares beside each other, each under a name."""
    canvas = Canvas(2 * side, side + TITLE)
    for number, (graph, layout) in enumerate(zip(graphs, layouts, strict=True)):
        left = number * side
        canvas.text(left + side / 2, TITLE - FONT / 2, names[number], FONT, INK, bold=True)
        put(canvas, arranged(graph, (left, TITLE, side, side), layout), graph)
    canvas.rect(side - 1, 0, 2, side + TITLE, LINE)
    return canvas.frame


def put(
    canvas: Canvas,
    sketch: Sketch,
    graph: Graph,
    names: tuple[str, ...] = (),
    marks: Marks = (),
    badges: tuple[str, ...] = (),
) -> None:
    """Draw a sketched graph on a canvas that is blank there."""
    pixels = canvas.pixels
    ink(pixels, sketch.pieces, sketch.heads, WING, STROKE, SLATE, PAPER)
    fills = dict(marks)
    for vertex, (x, y) in enumerate(sketch.places):
        name = names[vertex] if names else str(vertex)
        _disc(name, fills.get(vertex, SHEET)).lay(pixels, x - RADIUS - 1, y - RADIUS - 1)
    for weight, place in zip(graph.weights, sketch.plates, strict=True):
        _lay(canvas, _plate(str(weight), PAPER, BLUE), *place)
    for badge, place in zip(badges, sketch.badges, strict=True):
        _lay(canvas, _plate(badge, YELLOW, INK), *place)


def _lay(canvas: Canvas, tile: Frame, x: float, y: float) -> None:
    canvas.paste(tile, int(x) - tile.shape[1] // 2, int(y) - tile.shape[0] // 2)


@lru_cache(maxsize=512)
def _plate(text: str, fill: Color, color: Color) -> Frame:
    """A weight or a badge."""
    width = plate_width(text)
    canvas = Canvas(width, PLATE, fill)
    canvas.text(width / 2, PLATE / 2, text, FONT, color, bold=True)
    return canvas.frame


@lru_cache(maxsize=512)
def _disc(name: str, fill: Color) -> Paint:
    """A vertex with its name, as one shape to lay down."""
    side = 2 * RADIUS + 2
    canvas = Canvas(side, side, INK)  # what is seen through the rim of the disc is laid on top
    middle = side / 2
    canvas.disc(middle, middle, RADIUS - 2, fill)
    canvas.text(middle, middle, name, NUMBER, INK, bold=True)
    rim = Canvas(side, side, (0, 0, 0))
    rim.disc(middle, middle, RADIUS, (255, 255, 255))
    levels = np.ascontiguousarray(rim.frame[:, :, 0])
    cover = np.repeat(levels.astype(np.uint16), 3, axis=1).reshape(side, side, 3)
    add = cover * canvas.frame.astype(np.uint16) + np.uint16(127)
    return Paint((side, side), 255 - cover, add, None)
