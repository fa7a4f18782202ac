"""The one drawing surface: anti-aliased shapes and text with one palette and one set of fonts.

Coverage comes from exact distances and areas in plain arithmetic, so pixels are the same on every
machine. Masks are cached; a task draws what does not change once, caches it, and pastes it.

Points are pixels across and down from the top left corner. Pixels meet at whole numbers, so an
upright or level stroke is crisp if its width is even, or if it runs along halves. Degrees run
counter-clockwise from the right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from visgym.core.frame_size import check_frame_size
from visgym.core.task import Frame
from visgym.kit import coverage, strokes
from visgym.kit.coverage import Point, box_around, placed, sweep_of
from visgym.kit.lettering import letters, rise, wrapped
from visgym.kit.lettering import text_width as text_width
from visgym.kit.painting import Color as Color
from visgym.kit.painting import blank, draw, row_of, stamp
from visgym.kit.strokes import bent as bent
from visgym.kit.strokes import head_length as head_length
from visgym.kit.strokes import toward as toward

Align: TypeAlias = Literal["left", "center", "right"]

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

_SHIFT: dict[Align, float] = {"left": 0, "center": 0.5, "right": 1}


def ink_on(fill: Color) -> Color:
    """The colour in which text reads best on a fill."""
    red, green, blue = fill
    return INK if 3 * red + 6 * green + blue > 1600 else SHEET


class Canvas:
    """A picture in the making."""

    def __init__(self, width: int, height: int, background: Color = PAPER) -> None:
        check_frame_size(width, height)
        self.pixels: NDArray[np.uint8] = blank(width, height, background)

    @classmethod
    def on(cls, frame: Frame) -> Canvas:
        """A canvas to draw on top of a finished picture."""
        canvas = cls(0, 0)
        canvas.pixels = frame.copy()
        return canvas

    @classmethod
    def below(cls, top: Frame, frame: Frame) -> Canvas:
        """A canvas on two finished pictures of one width, one under the other."""
        canvas = cls(0, 0)
        canvas.pixels = np.concatenate((top, frame))
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
            down, across = slice(max(y, 0), max(y + height, 0)), slice(max(x, 0), max(x + width, 0))
            region = self.pixels[down, across]
            region[:] = row_of(color, region.shape[1])  # a colour alone would be 60 times slower
        else:
            stamp(self.pixels, coverage.rounded, (width, height, float(radius)), x, y, color)

    def outline(
        self, x: int, y: int, width: int, height: int, stroke: int, color: Color, radius: float = 0
    ) -> None:
        """The outline of the rectangle that `rect` would fill, within its edges."""
        if radius > 0:
            given = (width, height, stroke, float(radius))
            draw(self.pixels, coverage.outlined, given, (x, y, x + width, y + height), color)
            return
        stroke = min(stroke, (width + 1) // 2, (height + 1) // 2)
        for inner in (y, y + height - stroke):
            self.rect(x, inner, width, stroke, color)
        for inner in (x, x + width - stroke):
            self.rect(inner, y + stroke, stroke, height - 2 * stroke, color)

    def disc(self, x: float, y: float, radius: float, color: Color) -> None:
        """A filled disc around a centre."""
        self.line((x, y), (x, y), 2 * radius, color)

    def ring(self, x: float, y: float, radius: float, width: float, color: Color) -> None:
        """The outline of a circle; the radius reaches to the middle of the stroke."""
        self.arc(x, y, radius, 0, 360, width, color)

    def arc(
        self,
        x: float,
        y: float,
        radius: float,
        start: float,
        end: float,
        width: float,
        color: Color,
    ) -> None:
        """A part of a ring with round ends, counter-clockwise from one angle to another."""
        box, (local,) = placed(((x, y),), radius + width / 2)
        if sweep := sweep_of(start, end):
            given = (*local, radius, start, start + sweep, width)
            draw(self.pixels, coverage.arc, given, box, color)

    def sector(
        self, x: float, y: float, radius: float, start: float, end: float, color: Color
    ) -> None:
        """A slice of a disc, counter-clockwise from one angle to another."""
        box, (local,) = placed(((x, y),), radius)
        if sweep := sweep_of(start, end):
            draw(self.pixels, coverage.sector, (*local, radius, start, start + sweep), box, color)

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        """A filled polygon of any form; what it winds around more than once is filled too."""
        box, local = placed(tuple(points), 0)
        draw(self.pixels, coverage.filled, (local,), box, color)

    def line(self, start: Point, end: Point, width: float, color: Color) -> None:
        """A stroke with round ends."""
        box = box_around(start[0], start[1], end[0], end[1], width / 2)
        left, top = box[:2]
        local = ((start[0] - left, start[1] - top), (end[0] - left, end[1] - top))
        draw(self.pixels, strokes.stroked, ((local,), float(width)), box, color)

    def polyline(
        self,
        points: Sequence[Point],
        width: float,
        color: Color,
        closed: bool = False,
        head: float = 0,
    ) -> None:
        """A stroke through points, closed if it is the outline of a polygon, or with a head."""
        box, local = placed(tuple(points), max(width / 2, head / 2))
        local = (*local, local[0]) if closed else local
        draw(self.pixels, strokes.path, (local, width, head), box, color)

    def dashed(
        self, start: Point, end: Point, width: float, color: Color, dash: float = 8, gap: float = 6
    ) -> None:
        """A broken stroke that begins and ends with a dash; dashes are made to fit."""
        box, local = placed((start, end), width / 2)
        draw(self.pixels, strokes.dashes, (*local, width, dash, gap), box, color)

    def arrow(
        self, start: Point, end: Point, width: float, color: Color, head: float | None = None
    ) -> None:
        """A stroke with a filled head, `head` pixels long, whose tip is the end."""
        length = strokes.head_length(width) if head is None else head
        self.polyline((start, end), width, color, head=length)

    def curve(
        self,
        start: Point,
        control: Point,
        end: Point,
        width: float,
        color: Color,
        head: float = 0,
    ) -> None:
        """A bent stroke, drawn toward `control` on its way, with a head if that is not 0."""
        box, local = placed((start, control, end), max(width / 2, head / 2))
        draw(self.pixels, strokes.curve, (*local, width, head), box, color)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        color: Color = INK,
        bold: bool = False,
        align: Align = "center",
    ) -> None:
        """A line of text beside or around a point; digits and capitals are centred by height."""
        if not text.strip():
            return
        width = text_width(text, size, bold)
        left, top = x - width * _SHIFT[align], y - rise(text, size, bold)
        # halves to the same side, so that neighbours in a row stand on one line
        down = round(top) if align == "center" else math.floor(top + 0.5)
        stamp(self.pixels, letters, (text, size, bold), round(left), down, color)

    def paragraph(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        width: float,
        color: Color = INK,
        bold: bool = False,
        align: Align = "left",
        spacing: float = 1.4,
    ) -> int:
        """Text below a point, in lines that fit a width; the height that they take."""
        lines, step = wrapped(text, size, width, bold), round(size * spacing)
        for number, line in enumerate(lines):
            middle = math.floor(y + (number + 0.5) * step) + 0.25  # never rounded from a half
            self.text(x, middle, line, size, color, bold, align)
        return step * len(lines)

    def paste(self, frame: Frame, x: int, y: int) -> None:
        """A finished picture with its top left corner at a point."""
        self.pixels[y : y + frame.shape[0], x : x + frame.shape[1]] = frame
