"""The one drawing surface: anti-aliased shapes and text with one palette and one set of fonts.

Coverage comes from exact distances in plain arithmetic, so pixels are the same on every machine.
Masks are cached; a task draws what does not change once, caches it, and pastes it.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from visgym.core.task import Frame

Color: TypeAlias = tuple[int, int, int]
Mask: TypeAlias = NDArray[np.uint8]
"""How much of each pixel a shape covers, from 0 to 255, once for each channel."""

PAPER: Color = (250, 249, 246)
SHEET: Color = (255, 255, 255)
INK: Color = (38, 42, 51)
MUTED: Color = (122, 128, 140)
LINE: Color = (214, 216, 222)
WALL: Color = (142, 148, 158)
FLOOR: Color = (255, 255, 255)
BLUE: Color = (45, 107, 216)
RED: Color = (222, 60, 54)
GREEN: Color = (55, 158, 92)
YELLOW: Color = (244, 190, 60)
WOOD: Color = (226, 190, 128)

PIECES: tuple[Color, ...] = (
    (78, 121, 197),
    (238, 138, 60),
    (92, 171, 104),
    (214, 87, 98),
    (149, 113, 189),
    (233, 196, 84),
    (86, 178, 190),
    (226, 133, 180),
    (158, 118, 92),
    (154, 184, 82),
    (110, 122, 143),
    (196, 160, 214),
)
"""Fills for pieces that must be told apart."""

LONG = 1024  # pixels of the rows that rectangles are cut from

_FONTS = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}


def ink_on(fill: Color) -> Color:
    """The colour in which text reads best on a fill."""
    red, green, blue = fill
    return INK if 3 * red + 6 * green + blue > 1600 else SHEET


def text_width(text: str, size: int, bold: bool = False) -> int:
    """The pixels that a line of text takes."""
    return _written(text, size, bold)[0].shape[1] if text else 0


class Canvas:
    """A picture in the making."""

    def __init__(self, width: int, height: int, background: Color = PAPER) -> None:
        self.pixels: NDArray[np.uint8] = _blank(width, height, background).copy()

    @classmethod
    def on(cls, frame: Frame) -> Canvas:
        """A canvas to draw on top of a finished picture."""
        canvas = cls(0, 0)
        canvas.pixels = frame.copy()
        return canvas

    @property
    def frame(self) -> Frame:
        """The finished picture; the canvas must not be drawn on any more."""
        self.pixels.flags.writeable = False
        return self.pixels

    def rect(
        self, x: int, y: int, width: int, height: int, color: Color, radius: float = 0
    ) -> None:
        """A filled rectangle with corners of `radius`."""
        if radius <= 0:
            region = self.pixels[max(y, 0) : y + height, max(x, 0) : x + width]
            region[:] = _row(color, region.shape[1])  # a colour alone would be 60 times slower
        else:
            self._stamp(_rounded(width, height, float(radius)), x, y, color)

    def disc(self, x: float, y: float, radius: float, color: Color) -> None:
        """A filled disc around a centre."""
        self.line((x, y), (x, y), 2 * radius, color)

    def line(
        self, start: tuple[float, float], end: tuple[float, float], width: float, color: Color
    ) -> None:
        """A stroke with round ends."""
        left = int(min(start[0], end[0]) - width / 2) - 1
        top = int(min(start[1], end[1]) - width / 2) - 1
        local = (start[0] - left, start[1] - top, end[0] - left, end[1] - top)
        self._stamp(_stroke(*local, float(width)), left, top, color)

    def text(
        self, x: float, y: float, text: str, size: int, color: Color = INK, bold: bool = False
    ) -> None:
        """A line of text centred on a point; digits and capitals are centred by their height."""
        mask, rise = _written(text, size, bold)
        self._stamp(mask, round(x - mask.shape[1] / 2), round(y - rise), color)

    def paste(self, frame: Frame, x: int, y: int) -> None:
        """A finished picture with its top left corner at a point."""
        self.pixels[y : y + frame.shape[0], x : x + frame.shape[1]] = frame

    def _stamp(self, mask: Mask, x: int, y: int, color: Color) -> None:
        height, width = self.pixels.shape[:2]
        left, top = max(x, 0), max(y, 0)
        right, bottom = min(x + mask.shape[1], width), min(y + mask.shape[0], height)
        if left >= right or top >= bottom:
            return
        alpha = mask[top - y : bottom - y, left - x : right - x]
        region = self.pixels[top:bottom, left:right]
        mixed = np.multiply(region, 255 - alpha, dtype=np.uint16)
        mixed += np.multiply(_row(color, right - left), alpha, dtype=np.uint16)
        mixed += 127
        mixed //= 255
        region[:] = mixed


@lru_cache(maxsize=64)
def _blank(width: int, height: int, color: Color) -> Frame:
    return np.tile(np.array(color, np.uint8), (height, width, 1))


def _row(color: Color, width: int) -> Frame:
    """A row of one colour, cut from a longer one."""
    return _long_row(color, -(-width // LONG) * LONG)[:width]


@lru_cache(maxsize=256)
def _long_row(color: Color, width: int) -> Frame:
    return np.tile(np.array(color, np.uint8), (width, 1))


@lru_cache(maxsize=512)
def _rounded(width: int, height: int, radius: float) -> Mask:
    radius = min(radius, width / 2, height / 2)
    across = np.maximum(np.abs(np.arange(width) + 0.5 - width / 2) - width / 2 + radius, 0)
    down = np.maximum(np.abs(np.arange(height) + 0.5 - height / 2) - height / 2 + radius, 0)
    distance = np.sqrt(down[:, None] ** 2 + across[None, :] ** 2) - radius
    return _coverage(distance)


@lru_cache(maxsize=512)
def _stroke(ax: float, ay: float, bx: float, by: float, width: float) -> Mask:
    columns = np.arange(int(max(ax, bx) + width / 2) + 2) + 0.5 - ax
    rows = np.arange(int(max(ay, by) + width / 2) + 2)[:, None] + 0.5 - ay
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = np.clip((columns * dx + rows * dy) / length, 0, 1) if length else np.zeros(1)
    distance = np.sqrt((columns - along * dx) ** 2 + (rows - along * dy) ** 2) - width / 2
    return _coverage(distance)


def _coverage(distance: NDArray[np.float64]) -> Mask:
    """How much of each pixel lies inside a shape."""
    return _thrice(np.floor(np.clip(0.5 - distance, 0, 1) * 255 + 0.5).astype(np.uint8))


def _thrice(levels: NDArray[np.uint8]) -> Mask:
    """Levels for each channel, so that pixels are mixed in one run along each row."""
    return np.repeat(levels, 3, axis=1).reshape(*levels.shape, 3)


@lru_cache(maxsize=2048)
def _written(text: str, size: int, bold: bool) -> tuple[Mask, float]:
    """The coverage of a line of text and how far its middle lies below its top."""
    font = _font(size, bold)
    _left, top, _right, _bottom = font.getbbox(text)
    image = font.getmask(text, mode="L")
    levels = np.asarray(image, np.uint8).reshape(image.size[1], image.size[0])
    _, capital_top, _, capital_bottom = font.getbbox("0")
    return _thrice(levels), (capital_top + capital_bottom) / 2 - top


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    path = files("visgym.data") / "fonts" / _FONTS[bold]
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
