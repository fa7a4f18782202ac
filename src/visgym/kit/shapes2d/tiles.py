"""How shapes look, each on a tile of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, LINE, PIECES, SHEET, Canvas, Color
from visgym.kit.shapes2d.lattice import SIDE, Motion, Shape, images
from visgym.kit.shapes2d.rasters import raster_moved

Style: TypeAlias = Literal["filled", "outline", "nested", "checked"]
STYLES: tuple[Style, ...] = get_args(Style)

STEP = 18  # pixels of a step of the lattice
ROOM = 12  # pixels between the square of a shape and the rim of its tile
TILE = SIDE * STEP + 2 * ROOM
FILL: Color = PIECES[0]
STROKE, WIDE = 3, 15  # pixels of an outline, and of what parts it from its filling
THIN: tuple[tuple[int, Color], ...] = ((STROKE, INK),)
DOUBLE: tuple[tuple[int, Color], ...] = ((WIDE, SHEET), (STROKE, INK))


def tile(shape: Shape, style: Style, step: int = STEP) -> Frame:
    """A shape in the middle of its tile, with so many pixels to a step of the lattice."""
    canvas = Canvas.on(empty_tile())
    paint(canvas, shape, style, FILL, step)
    return canvas.frame


def tiles(shapes: Iterable[Shape], style: Style, step: int = STEP) -> Iterator[Frame]:
    """Shapes on tiles; of the images of a shape, one is drawn and turned."""
    drawn: dict[Shape, tuple[Frame, Motion]] = {}
    for shape in shapes:
        if shape not in drawn:
            frame = tile(shape, style, step)
            drawn |= {image: (frame, motion) for motion, image in images(shape).items()}
        frame, motion = drawn[shape]
        yield raster_moved(frame, motion)


def paint(canvas: Canvas, shape: Shape, style: Style, color: Color, step: int = STEP) -> None:
    """Draw a shape in the middle of a tile."""
    rim = (TILE - SIDE * step) // 2
    points = [(rim + x * step, rim + y * step) for x, y in shape]
    edges = list(pairwise((*points, points[0])))
    if style != "outline":
        inside = np.logical_xor.reduce([_right_of(*ends) for ends in edges])
        np.copyto(_whole(canvas.pixels), _whole(_pattern(style, color)), where=inside)
    for width, ink in DOUBLE if style == "nested" else THIN:
        for start, end in edges:
            canvas.line(start, end, width, ink)


def _whole(frame: Frame) -> Frame:
    """A view of a picture with one value to a pixel, which is copied many times faster."""
    return frame.view("V3")[:, :, 0]


@cached_layer
def empty_tile() -> Frame:
    canvas = Canvas(TILE, TILE)
    canvas.rect(0, 0, TILE, TILE, SHEET, radius=6)
    canvas.outline(0, 0, TILE, TILE, 2, LINE, radius=6)
    return canvas.frame


@cached_layer
def _right_of(start: tuple[int, int], end: tuple[int, int]) -> NDArray[np.bool_]:
    """The pixels with an edge to their left; those within a shape have an odd number of edges."""
    (ax, ay), (bx, by) = sorted((start, end), key=lambda point: point[1])
    x, y = np.arange(TILE) + 0.5, np.arange(TILE)[:, None] + 0.5
    beyond: NDArray[np.bool_] = (x - ax) * (by - ay) > (y - ay) * (bx - ax)
    return beyond & (ay < y) & (y < by)


@cached_layer
def _pattern(style: Style, color: Color) -> Frame:
    """What a shape is filled with; it looks the same however it is turned."""
    canvas = Canvas(TILE, TILE, color)
    if style == "checked":
        for line in range(ROOM + STEP // 2, TILE - ROOM, STEP):
            canvas.rect(line - 1, 0, 2, TILE, SHEET)
            canvas.rect(0, line - 1, TILE, 2, SHEET)
    return canvas.frame
