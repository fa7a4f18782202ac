"""Sprites of an arcade: shapes drawn once, four times as fine, with a dark outline around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.canvas import Canvas, Color
from visgym.kit.coverage import Point

FINE = 4  # as finely as shapes are drawn before points are made of them
OUTLINE: Color = (34, 28, 44)
BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """Colours of the points that are seen, each point as a pair of pixels."""

    colors: NDArray[np.uint8]
    mask: NDArray[np.bool_]

    @property
    def width(self) -> int:
        """Points across."""
        return len(self.mask[0]) // 2

    @property
    def height(self) -> int:
        """Points down."""
        return len(self.mask)

    @property
    def nbytes(self) -> int:
        """The memory that it takes."""
        return self.colors.nbytes + self.mask.nbytes


class Brush:
    """Draws shapes in points of the sprite, fractions included."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def disc(self, x: float, y: float, radius: float, color: Color) -> None:
        """A filled disc around a centre."""
        self.canvas.disc(x * FINE, y * FINE, radius * FINE, color)

    def box(
        self, x: float, y: float, width: float, height: float, color: Color, radius: float = 0
    ) -> None:
        """A filled rectangle with corners of `radius`."""
        x, y, width, height = (round(each * FINE) for each in (x, y, width, height))
        self.canvas.rect(int(x), int(y), int(width), int(height), color, radius * FINE)

    def line(self, points: Sequence[Point], width: float, color: Color) -> None:
        """A stroke with round ends through points."""
        self.canvas.polyline([(x * FINE, y * FINE) for x, y in points], width * FINE, color)

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        """A filled polygon."""
        self.canvas.polygon([(x * FINE, y * FINE) for x, y in points], color)

    def oval(self, x: float, y: float, across: float, down: float, color: Color) -> None:
        """A filled ellipse around a centre, with its half axes."""
        self.polygon([(x + across * dx, y + down * dy) for dx, dy in _ROUND], color)


_ROUND = (
    (1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924),
    (0.0, 1.0), (-0.383, 0.924), (-0.707, 0.707), (-0.924, 0.383),
    (-1.0, 0.0), (-0.924, -0.383), (-0.707, -0.707), (-0.383, -0.924),
    (0.0, -1.0), (0.383, -0.924), (0.707, -0.707), (0.924, -0.383),
)  # fmt: skip


def sprite(
    width: int,
    height: int,
    paint: Callable[[Brush], None],
    outline: Color | None = OUTLINE,
) -> Sprite:
    """What `paint` draws on so many points; an outline takes one point around the shapes.

    It is asked twice and must draw the same. Keep the sprite by `cached_layer` on the function that
    names it.
    """
    dark, light = (_drawn(width, height, paint, ground) for ground in (BLACK, WHITE))
    # a pixel that is half covered is as much darker on black as it lets through of white
    cover = 255 - (light[..., :1].astype(np.int32) - dark[..., :1])
    weight = _summed(cover)
    colors = _summed(dark.astype(np.int32)) * 255 // np.maximum(weight, 1)
    mask = weight[..., 0] * 2 >= 255 * FINE * FINE
    points = np.minimum(colors, 255).astype(np.uint8)
    if outline is not None:
        rim = _grown(mask) & ~mask
        points[rim] = outline
        mask = mask | rim
    return _paired(points, mask)


def _drawn(width: int, height: int, paint: Callable[[Brush], None], ground: Color) -> Frame:
    canvas = Canvas(width * FINE, height * FINE, ground)
    paint(Brush(canvas))
    return canvas.frame


def _summed(fine: NDArray[np.int32]) -> NDArray[np.int32]:
    """Sums over the fine pixels of each point."""
    height, width, depth = fine.shape
    blocks = fine.reshape(height // FINE, FINE, width // FINE, FINE, depth)
    found: NDArray[np.int32] = blocks.sum(axis=(1, 3), dtype=np.int32)
    return found


def _grown(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The points of a mask and their neighbours across and down."""
    found = mask.copy()
    found[1:] |= mask[:-1]
    found[:-1] |= mask[1:]
    found[:, 1:] |= mask[:, :-1]
    found[:, :-1] |= mask[:, 1:]
    return found


def _paired(points: NDArray[np.uint8], mask: NDArray[np.bool_]) -> Sprite:
    seen = np.repeat(mask, 2, axis=1)[..., None].repeat(3, axis=2)
    return Sprite(np.repeat(points, 2, axis=1), seen)


def mirrored(sprite: Sprite) -> Sprite:
    """A sprite that looks the other way."""
    return Sprite(sprite.colors[:, ::-1].copy(), sprite.mask[:, ::-1].copy())


def flipped(sprite: Sprite) -> Sprite:
    """A sprite upside down."""
    return Sprite(sprite.colors[::-1].copy(), sprite.mask[::-1].copy())


def tinted(sprite: Sprite, color: Color, share: float = 0.6) -> Sprite:
    """A sprite in a flash of a colour, as when it is hit."""
    parts = round(share * 256)
    mixed = sprite.colors.astype(np.int32) * (256 - parts) + np.array(color, np.int32) * parts
    return Sprite((mixed >> 8).astype(np.uint8), sprite.mask)


def opaque(sprite: Sprite) -> Frame:
    """The points of a sprite that covers all of its box, for `Screen.lay`."""
    return sprite.colors


def collage(width: int, height: int, pieces: Iterable[tuple[Sprite, int, int]]) -> Sprite:
    """Sprites laid on one another, each with its top left corner at a point within the whole."""
    colors = np.zeros((height, 2 * width, 3), np.uint8)
    mask = np.zeros((height, 2 * width, 3), np.bool_)
    for piece, x, y in pieces:
        area = slice(y, y + piece.height), slice(2 * x, 2 * (x + piece.width))
        np.copyto(colors[area], piece.colors, where=piece.mask)
        mask[area] |= piece.mask
    return Sprite(colors, mask)
