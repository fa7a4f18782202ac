"""How shapes look, each on a tile of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, LINE, PIECES, SHEET, Canvas, Color
from visgym.kit.coverage import box_around
from visgym.kit.painting import Levels
from visgym.kit.shapes2d.lattice import SIDE, Motion, Shape, images
from visgym.kit.shapes2d.rasters import raster_moved
from visgym.kit.strokes import stroked

Style: TypeAlias = Literal["filled", "outline", "nested", "checked"]
Edge: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""From one pixel to another."""
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
        np.copyto(_whole(canvas.pixels), _whole(_pattern(style, color)), where=_inside(edges))
    for width, ink in DOUBLE if style == "nested" else THIN:
        _stroke(canvas, edges, width, ink)


def _stroke(canvas: Canvas, edges: Sequence[Edge], width: int, ink: Color) -> None:
    """Draw all edges at once, which is faster than one by one."""
    levels = np.zeros((TILE, TILE), np.uint8)
    for (ax, ay), (bx, by) in edges:
        cover, (left, top) = _edge(bx - ax, by - ay, width)
        high, wide = cover.shape
        region = levels[ay + top : ay + top + high, ax + left : ax + left + wide]
        np.maximum(region, cover, out=region)
    pixels, (keep, add) = _whole(canvas.pixels), _mixing(ink)
    # what is covered wholly needs no mixing
    np.copyto(pixels, np.array(ink, np.uint8).view("V3"), where=levels == 255)
    spots = np.flatnonzero((levels != 0) & (levels != 255))
    over, flat = levels.reshape(-1).take(spots), pixels.reshape(-1)
    mixed = flat.take(spots).view(np.uint8) * keep.take(over).view(np.uint16)
    mixed += add.take(over).view(np.uint16)
    mixed //= 255
    flat[spots] = mixed.astype(np.uint8).view("V3")


@cache
def _mixing(ink: Color) -> tuple[NDArray[np.void], NDArray[np.void]]:
    """What stays of a pixel's channels under so much ink, and what is added."""
    over = np.arange(256, dtype=np.uint16)[:, None]
    keep, add = 255 - over + np.zeros(3, np.uint16), over * np.array(ink, np.uint16) + 127
    return keep.astype(np.uint16).view("V6")[:, 0], add.astype(np.uint16).view("V6")[:, 0]


@lru_cache(maxsize=1024)
def _edge(across: int, down: int, width: int) -> tuple[Levels, tuple[int, int]]:
    """The coverage of an edge, and where its corner lies from the start."""
    left, top, right, bottom = box_around(0, 0, across, down, width / 2)
    ends = ((0.0 - left, 0.0 - top), (float(across - left), float(down - top)))
    return stroked((ends,), width, (0, 0, right - left, bottom - top)), (left, top)


def _inside(edges: Sequence[Edge]) -> NDArray[np.bool_]:
    """The pixels within a shape, which have an odd number of edges to their left."""
    odd = np.zeros((TILE, TILE), np.bool_)
    for edge in edges:
        (ax, ay), (bx, by) = sorted(edge, key=itemgetter(1))
        if ay < by:
            left, right = min(ax, bx), max(ax, bx)
            odd[ay:by, left:right] ^= _right_of(bx - ax, by - ay)
            odd[ay:by, right:] ^= True
    return odd


@lru_cache(maxsize=1024)
def _right_of(across: int, down: int) -> NDArray[np.bool_]:
    """The pixels of an edge's box with the edge to their left."""
    x, y = np.arange(min(across, 0), max(across, 0)) + 0.5, np.arange(down)[:, None] + 0.5
    return x * down > y * across


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
def _pattern(style: Style, color: Color) -> Frame:
    """What a shape is filled with; it looks the same however it is turned."""
    canvas = Canvas(TILE, TILE, color)
    if style == "checked":
        for line in range(ROOM + STEP // 2, TILE - ROOM, STEP):
            canvas.rect(line - 1, 0, 2, TILE, SHEET)
            canvas.rect(0, line - 1, TILE, 2, SHEET)
    return canvas.frame
