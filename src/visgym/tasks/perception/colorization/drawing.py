"""How Colorization looks: a colour wheel with the choice on it, and the photo with its spot."""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit import pictures
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, MUTED, PAPER, SHEET, Canvas
from visgym.kit.grid import Cell

WIDTH, HEIGHT, MARGIN = 448, 336, 20  # pixels of the photo and around it
PANEL, WHEEL = 304, 236  # pixels across the left panel and the wheel in it
CENTRE = (MARGIN + PANEL / 2, MARGIN + 150.0)  # of the wheel
READING = MARGIN + 316  # the line under the wheel
SPOT, LINE = 26, 2  # radius of the recoloured spot and width of the line around it in pixels
RING = SPOT * 3 // 2  # radius in pixels of the grey ring, as 30 is to 20 where it was published
PLAIN = (128, 128, 128)

Surroundings = Literal["ring", "grey", "photo"]
"""What is grey around the spot."""

Spot = tuple[str, str, Cell]
"""Folder and key of a photo, and row and column of the centre of the spot in it."""


def fitted_photo(data: str, key: str) -> Frame:
    return pictures.fitted(data, key, WIDTH, HEIGHT)


def draw(
    spot: Spot, value: int, hue: int, saturation: int, surroundings: Surroundings = "ring"
) -> Frame:
    """The picture with a choice of hue and saturation; the wheel has the spot's `value`."""
    canvas = _framed_spot(spot, surroundings)
    left, top = round(CENTRE[0] - WHEEL / 2), round(CENTRE[1] - WHEEL / 2)
    canvas.paste(_wheel_at(value), left, top)
    angle = math.radians(hue)
    right, down = round(math.cos(angle), 6), round(math.sin(angle), 6)
    x, y = CENTRE
    rim = (x + right * WHEEL / 2, y + down * WHEEL / 2)
    for width, stroke in ((4, SHEET), (1.5, INK)):
        canvas.line(CENTRE, rim, width, stroke)
    reach = saturation / 255 * WHEEL / 2
    color = pictures.rgb(hue, saturation, value)
    for radius, fill in ((9.5, INK), (8, SHEET), (6, color)):
        canvas.disc(x + right * reach, y + down * reach, radius, fill)
    canvas.text(x - 74, READING, f"Hue {hue}°", 17)
    canvas.text(x + 52, READING, f"Saturation {saturation}", 17)
    _recolor(canvas, spot, hue, saturation)
    return canvas.frame


def _recolor(canvas: Canvas, spot: Spot, hue: int, saturation: int) -> None:
    """Paint the spot: the chosen colour in the brightness of each pixel."""
    row, column = spot[2]
    top, left = MARGIN + row - SPOT, 2 * MARGIN + PANEL + column - SPOT
    box = canvas.pixels[top : top + 2 * SPOT + 1, left : left + 2 * SPOT + 1]
    cover, values = _cover(), _values(spot)
    for channel, level in enumerate(pictures.rgb(hue, saturation, 255)):
        painted = (values * np.uint32(level) * cover + 255 * 127) // 255
        box[:, :, channel] = (painted + box[:, :, channel] * (255 - cover)) // 255


@cache
def _cover() -> NDArray[np.uint32]:
    """How much of each pixel lies in the spot, from 0 to 255."""
    off = np.arange(-SPOT, SPOT + 1)
    inside = SPOT - np.sqrt(off[:, None] ** 2 + off[None, :] ** 2)
    cover = np.floor(np.clip(inside + 0.5, 0, 1) * 255 + 0.5)
    return np.asarray(cover, np.uint32)


def _values(spot: Spot) -> NDArray[np.uint32]:
    """The brightness of each pixel in the square around the spot: all that is left of it."""
    data, key, (row, column) = spot
    photo = fitted_photo(data, key)
    box = photo[row - SPOT : row + SPOT + 1, column - SPOT : column + SPOT + 1]
    return np.asarray(box.max(axis=2), np.uint32)


def _framed_spot(spot: Spot, surroundings: Surroundings) -> Canvas:
    """A canvas on the photo with its spot framed; episodes with one photo share the photo."""
    data, key, (row, column) = spot
    left = 2 * MARGIN + PANEL
    canvas = Canvas.on(_sheet())
    shown = _grey_photo(data, key) if surroundings == "grey" else fitted_photo(data, key)
    canvas.paste(shown, left, MARGIN)
    x, y = left + column + 0.5, MARGIN + row + 0.5
    if surroundings == "ring":
        canvas.disc(x, y, RING, PLAIN)
    canvas.disc(x, y, SPOT + LINE, INK)
    return canvas


@cached_layer
def _grey_photo(data: str, key: str) -> Frame:
    """A photo in shades of grey, each the largest of the three channels, like the spot."""
    value = fitted_photo(data, key).max(axis=2)
    grey = np.repeat(value[:, :, None], 3, axis=2)
    grey.flags.writeable = False
    return grey


@cached_layer
def _wheel_at(value: int) -> Frame:
    """Every hue and saturation at one value, on its rim."""
    left, top = round(CENTRE[0] - WHEEL / 2), round(CENTRE[1] - WHEEL / 2)
    rim = _sheet()[top : top + WHEEL, left : left + WHEEL]
    pure, cover = _wheel()
    colors = (pure * np.uint16(value) + 127) // 255
    return ((colors * cover + rim * (255 - cover) + 127) // 255).astype(np.uint8)


@cached_layer
def _sheet() -> Frame:
    """The picture without the photo and the wheel: the rim with the angles of a few hues."""
    canvas = Canvas(3 * MARGIN + PANEL + WIDTH, HEIGHT + 2 * MARGIN, PAPER)
    (x, y), radius = CENTRE, WHEEL / 2
    canvas.disc(x, y, radius + 2, INK)
    for degrees, right, down in ((0, 1, 0), (90, 0, 1), (180, -1, 0), (270, 0, -1)):
        away = radius + (20 if right else 15)
        canvas.text(x + right * away, y + down * away, f"{degrees}°", 13, MUTED)
    return canvas.frame


@cache
def _wheel() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """The colours of the wheel at full value, and how much of each pixel and channel is in it."""
    off = np.arange(WHEEL) + 0.5 - WHEEL / 2
    right, down = off[None, :], off[:, None]
    distance = np.sqrt(right * right + down * down)
    saturation = np.minimum(distance / (WHEEL / 2), 1)
    sixths = np.round(np.arctan2(down, right) * (3 / math.pi), 6) % 6  # sixths of a turn
    levels = []
    for shift in (5, 3, 1):  # red, green and blue rise and fall around the wheel
        along = (shift + sixths) % 6
        missing = saturation * np.clip(np.minimum(along, 4 - along), 0, 1)
        levels.append(np.floor(255 * (1 - missing) + 0.5))
    cover = np.floor(np.clip(WHEEL / 2 - distance + 0.5, 0, 1) * 255 + 0.5)
    return np.stack(levels, axis=2).astype(np.uint16), np.stack([cover] * 3, 2).astype(np.uint16)
