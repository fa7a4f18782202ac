"""The screen of an arcade: 320x224 points, drawn at once in pairs of pixels, and doubled at last.

Pixels of a row lie in memory as pairs, so that doubling copies whole rows. Whatever is drawn on a
screen is made once as such pairs: sprites, backdrops and layers that scroll.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.arcade.sprites import Sprite
from visgym.kit.canvas import Canvas, Color
from visgym.kit.painting import blank

WIDTH, HEIGHT = 320, 224  # points of the screen, two pixels each way
SMALL = (160, 112)  # pixels of an earlier frame
MOST_EARLIER = 4  # frames that fit below the picture
STRIP, MARGIN, LABEL = 132, 4, 16  # pixels
NIGHT: Color = (24, 26, 34)
SLOT: Color = (38, 41, 52)
PALE: Color = (206, 210, 220)


_EVEN = (np.arange(0, 2 * WIDTH, 4)[:, None] * 3 + np.arange(3)).reshape(-1)
"""The channels of every other point of a row, each point being a pair of pixels."""
_ODD = _EVEN + 6


class Screen:
    """One frame in the making, in points from the top left corner."""

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        self.pixels = pixels

    @classmethod
    def of(cls, color: Color) -> Screen:
        """A screen of one colour."""
        return cls(blank(2 * WIDTH, HEIGHT, color))

    @classmethod
    def on(cls, backdrop: Frame) -> Screen:
        """A screen that shows a finished backdrop."""
        return cls(backdrop.copy())

    @property
    def backdrop(self) -> Frame:
        """What is drawn so far, to be kept and drawn upon by `on`."""
        self.pixels.flags.writeable = False
        return self.pixels

    def rect(self, x: int, y: int, width: int, height: int, color: Color) -> None:
        """A filled rectangle; what lies outside of the screen is cut off."""
        left, right = max(x, 0), min(x + width, WIDTH)
        top, bottom = max(y, 0), min(y + height, HEIGHT)
        if left < right and top < bottom:
            self.pixels[top:bottom, 2 * left : 2 * right] = blank(2 * (right - left), 1, color)

    def blit(self, sprite: Sprite, x: int, y: int) -> None:
        """A sprite with its top left corner at a point; what lies outside is cut off."""
        height, pairs = sprite.mask.shape[:2]
        left, right = max(2 * x, 0), min(2 * x + pairs, 2 * WIDTH)
        top, bottom = max(y, 0), min(y + height, HEIGHT)
        if left < right and top < bottom:
            cut = slice(top - y, bottom - y), slice(left - 2 * x, right - 2 * x)
            region = self.pixels[top:bottom, left:right]
            np.copyto(region, sprite.colors[cut], where=sprite.mask[cut])

    def scroll(self, layer: Sprite, offset: int, y: int = 0) -> None:
        """A layer that goes on for ever, shown from `offset` points on; hills behind a street."""
        width = layer.width
        x = -(offset % width)
        while x < WIDTH:
            self.blit(layer, x, y)
            x += width

    def lay(self, strip: Frame, offset: int, y: int = 0) -> None:
        """An opaque strip such as a sky, shown from `offset` points on, at least as wide."""
        rows = strip[:, 2 * offset : 2 * (offset + WIDTH)]
        self.pixels[y : y + len(rows)] = rows

    def doubled(self, below: int = 0) -> Canvas:
        """A canvas of 640x448 pixels with this screen on it, and some rows of night below."""
        canvas = Canvas(0, 0)
        canvas.pixels = np.empty((2 * HEIGHT + below, 2 * WIDTH, 3), np.uint8)
        pairs = canvas.pixels[: 2 * HEIGHT].reshape(HEIGHT, 2, 6 * WIDTH)
        rows = self.pixels.reshape(HEIGHT, 6 * WIDTH)
        pairs[:, 0] = rows
        pairs[:, 1] = rows
        if below:
            canvas.rect(0, 2 * HEIGHT, 2 * WIDTH, below, NIGHT)
        return canvas

    def small(self) -> Frame:
        """The frame at a quarter of its size."""
        halves = (self.pixels >> 1).reshape(HEIGHT, 6 * WIDTH)
        rows = halves[::2] + halves[1::2]
        rows >>= 1
        found = rows.take(_EVEN, axis=1) + rows.take(_ODD, axis=1)
        found = found.reshape(SMALL[1], SMALL[0], 3)
        found.flags.writeable = False
        return found


def show_earlier(canvas: Canvas, earlier: Sequence[tuple[Frame, int]], slots: int) -> None:
    """Put small frames below the picture, oldest first, each with how many ticks ago it was."""
    width, height = SMALL
    top = 2 * HEIGHT + LABEL
    left = (2 * WIDTH - slots * width) // 2
    for slot in range(slots):
        at = slot - (slots - len(earlier))
        x = left + slot * width
        if at < 0:
            canvas.rect(x + MARGIN, top, width - 2 * MARGIN, height, SLOT)
            continue
        frame, ago = earlier[at]
        canvas.paste(frame[:, MARGIN : width - MARGIN], x + MARGIN, top)
        told = f"{ago} tick{'s' if ago > 1 else ''} ago"
        canvas.text(x + width / 2, top - LABEL / 2, told, 12, PALE)
