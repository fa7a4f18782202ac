"""Coloured solids on a board with chess-style coordinates: their names, and flat pictures of them.

Column a is on the left and row 1 at the bottom; cells are numbers, row by row from the top left.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, GREEN, RED, YELLOW, Canvas, Color

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
GeomLayer: TypeAlias = tuple[Callable[[Floats, Floats], Mask], float]
"""Where a part of an icon is, and its brightness."""

COLORS: dict[str, Color] = {
    "red": RED,
    "green": GREEN,
    "blue": BLUE,
    "yellow": YELLOW,
    "purple": (134, 72, 178),
    "orange": (240, 128, 40),
    "cyan": (64, 190, 210),
    "pink": (238, 134, 182),
    "brown": (134, 88, 56),
    "white": (244, 244, 246),
    "grey": (138, 142, 150),
    "black": (46, 48, 56),
}
SHAPES = ("cube", "pyramid", "sphere", "cylinder", "cone", "prism")
FLAT_NAMES = {"square": "cube", "circle": "sphere", "triangle": "pyramid", "hexagon": "cylinder"}
"""What solids are called when they are seen from above."""
_OWN = re.compile(r"([a-z]{2,20}):([0-9a-f]{6})")
FINENESS = 4  # samples across a pixel of an icon


@dataclass(frozen=True, slots=True, order=True)
class Geom:
    """A solid, known by its colour and shape."""

    color: str
    shape: str

    def __str__(self) -> str:
        return f"{color_name(self.color)} {self.shape}"


def color_name(color: str) -> str:
    """What a colour is called: `teal` where it is `teal:008080`."""
    return color.partition(":")[0]


def rgb(color: str) -> Color:
    """The red, green and blue of a colour that has a name, or that says its own."""
    if color in COLORS:
        return COLORS[color]
    red, green, blue = bytes.fromhex(color.partition(":")[2])
    return red, green, blue


def assortment(colors: tuple[str, ...], shapes: tuple[str, ...]) -> list[Geom]:
    """A geom of each colour in each shape, or `ValueError` where one is unknown."""
    new = [each for each in colors if each not in COLORS and not _OWN.fullmatch(each)]
    if unknown := [*new, *({*shapes} - {*SHAPES})]:
        known = "colors are names, or name:rrggbb such as teal:008080"
        raise ValueError(f"{known}; {', '.join(sorted(unknown))} is unknown.")
    if len(set(map(color_name, colors))) < len(set(colors)):
        raise ValueError("two colors have one name; name them apart.")
    return [Geom(color, s) for color in dict.fromkeys(colors) for s in dict.fromkeys(shapes)]


def tile_name(cell: int, side: int) -> str:
    """The coordinate of a cell, such as `a1` at the bottom left."""
    return f"{string.ascii_lowercase[cell % side]}{side - cell // side}"


def tile_names(side: int) -> tuple[str, ...]:
    """The coordinates of all cells, in the order of cells."""
    return tuple(tile_name(cell, side) for cell in range(side * side))


def listed(geoms: tuple[Geom, ...], cells: tuple[int, ...], side: int) -> str:
    """The geoms in the order of their coordinates, one to a line."""
    named = sorted(zip((tile_name(cell, side) for cell in cells), geoms, strict=True))
    return "\n".join(f"{tile} {geom}" for tile, geom in named)


def symbols(shapes: tuple[str, ...]) -> str:
    """How the board from above shows each shape."""
    signs = {
        "cube": "a square",
        "sphere": "a disc",
        "pyramid": "a triangle",
        "cylinder": "an upright tube",
        "cone": "a pointed cone",
        "prism": "a lying bar with a triangle at its end",
    }
    shown = [f"a {shape} is {signs[shape]}" for shape in shapes]
    return f"Seen from above, {', '.join(shown)}."


# Flat pictures


@cached_layer
def icon(geom: Geom, size: int, background: Color) -> Frame:
    """A solid as a flat symbol in the middle of a square."""
    fine = (np.arange(size * FINENESS) + 0.5) / (size * FINENESS) * 2.8 - 1.4
    x, y = fine[None, :], -fine[:, None]
    pixels = np.tile(np.array(background, np.int64), (size, size, 1))
    color = np.array(rgb(geom.color), np.int64)
    for inside, light in _ICONS[geom.shape]:
        cover = inside(x, y).reshape(size, FINENESS, size, FINENESS).sum(axis=(1, 3))[..., None]
        paint = np.minimum(color * round(light * 256) // 256, 255)
        whole = FINENESS * FINENESS
        pixels = (pixels * (whole - cover) + paint * cover + whole // 2) // whole
    canvas = Canvas(size, size)
    canvas.paste(pixels.astype(np.uint8), 0, 0)
    return canvas.frame


def _polygon(*corners: tuple[float, float]) -> Callable[[Floats, Floats], Mask]:
    """A convex area, its corners given counter-clockwise."""

    def inside(x: Floats, y: Floats) -> Mask:
        found = np.ones(np.broadcast_shapes(x.shape, y.shape), np.bool_)
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            found &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
        return found

    return inside


def _oval(middle: float, across: float, down: float) -> Callable[[Floats, Floats], Mask]:
    """An ellipse around a point above or below the centre."""

    def inside(x: Floats, y: Floats) -> Mask:
        return (x / across) ** 2 + ((y - middle) / down) ** 2 <= 1

    return inside


def _square(half: float) -> Callable[[Floats, Floats], Mask]:
    return _polygon((-half, -half), (half, -half), (half, half), (-half, half))


DARK, SHADE, PLAIN, LIGHT = 0.62, 0.78, 1.0, 1.22
_BODY = _polygon((-0.6, -0.62), (0.6, -0.62), (0.6, 0.62), (-0.6, 0.62))

_ICONS: dict[str, list[GeomLayer]] = {
    "cube": [(_square(0.82), DARK), (_square(0.74), PLAIN)],
    "sphere": [(_oval(0, 0.92, 0.92), DARK), (_oval(0, 0.84, 0.84), PLAIN)],
    "pyramid": [
        (_polygon((-1.04, -0.82), (1.04, -0.82), (0.0, 1.0)), DARK),
        (_polygon((-0.9, -0.74), (0.9, -0.74), (0.0, 0.84)), PLAIN),
    ],
    "cylinder": [
        (_oval(-0.62, 0.68, 0.36), DARK),
        (_polygon((-0.68, -0.62), (0.68, -0.62), (0.68, 0.62), (-0.68, 0.62)), DARK),
        (_oval(0.62, 0.68, 0.36), DARK),
        (_oval(-0.62, 0.6, 0.28), PLAIN),
        (_BODY, PLAIN),
        (_oval(0.62, 0.6, 0.28), LIGHT),
    ],
    "cone": [
        (_oval(-0.5, 0.72, 0.46), DARK),
        (_polygon((-0.72, -0.5), (0.72, -0.5), (0.0, 1.06)), DARK),
        (_oval(-0.5, 0.63, 0.38), PLAIN),
        (_polygon((-0.63, -0.48), (0.63, -0.48), (0.0, 0.88)), PLAIN),
        (_oval(-0.5, 0.63, 0.38), LIGHT),
    ],
    "prism": [
        (_polygon((-1.08, -0.78), (0.3, -0.78), (1.12, -0.3), (0.44, 0.92), (-0.4, 0.5)), DARK),
        (_polygon((0.22, -0.66), (1.0, -0.24), (0.4, 0.8), (-0.36, 0.4)), SHADE),
        (_polygon((-0.96, -0.7), (0.2, -0.7), (-0.38, 0.38)), PLAIN),
    ],
}
