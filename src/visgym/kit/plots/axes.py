"""A coordinate system on the canvas, whose range and size never depend on what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from visgym.core.task import Frame
from visgym.kit.canvas import INK, LINE, MUTED, SHEET, Canvas, Color, text_width
from visgym.kit.coverage import Point
from visgym.kit.plots.labels import Box, Segment

NUMBERS = 13  # pixels of the font
BESIDE = 8  # pixels between a number and the sheet, and between two numbers
EDGE = 14  # pixels around all of it
FAINT: Color = (233, 234, 238)  # lines that have no number
STEPS = (1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class Plot:
    """A sheet with numbered lines; `x` and `y` are its first and last numbers."""

    x: tuple[int, int]
    y: tuple[int, int]
    unit: tuple[int, int]
    """Pixels of 1 across and upward."""
    border: int = 24
    """Pixels of the sheet beyond the first and the last line."""

    @cached_property
    def box(self) -> Box:
        """The sheet in pixels: left, top, right and bottom."""
        left = EDGE + BESIDE + max(text_width(str(end), NUMBERS) for end in self.y)
        wide, high = (
            (last - first) * unit + 2 * self.border + 1
            for (first, last), unit in zip((self.x, self.y), self.unit, strict=True)
        )
        return left, EDGE, left + wide, EDGE + high

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        right, bottom = map(int, self.box[2:])
        return right + EDGE, bottom + 2 * BESIDE + NUMBERS

    def pixel(self, x: float, y: float) -> Point:
        """Where a point of the plot lies in the picture."""
        left, top = self.box[:2]
        return (
            left + self.border + 0.5 + (x - self.x[0]) * self.unit[0],
            top + self.border + 0.5 + (self.y[1] - y) * self.unit[1],
        )

    def value(self, across: float, down: float) -> Point:
        """Which point of the plot lies at a pixel."""
        left, top = self.pixel(self.x[0], self.y[1])
        return self.x[0] + (across - left) / self.unit[0], self.y[1] - (down - top) / self.unit[1]

    def canvas(self) -> Canvas:
        """The empty plot to draw on."""
        return Canvas.on(_empty(self))

    def dots(
        self, canvas: Canvas, points: Sequence[Point], radius: float, color: Color = INK
    ) -> None:
        """Equal dots at points."""
        for x, y in points:
            canvas.disc(*self.pixel(x, y), radius, color)

    def polygon(
        self, canvas: Canvas, corners: Sequence[Point], fill: Color, edge: Color | None = None
    ) -> None:
        """A filled polygon, with an outline if that has a colour."""
        pixels = [self.pixel(x, y) for x, y in corners]
        canvas.polygon(pixels, fill)
        if edge is not None:
            canvas.polyline(pixels, 2, edge, closed=True)

    def clipped(self, slope: float, rise: float) -> Segment | None:
        """The part of y = slope * x + rise between the outer lines, in pixels, None if none is."""
        (first, last), (low, high) = self.x, self.y
        ends: list[Point] = [(x, slope * x + rise) for x in (first, last)]
        if slope:
            ends += [((y - rise) / slope, y) for y in (low, high)]
        inside = sorted((x, y) for x, y in ends if first <= x <= last and low <= y <= high)
        if not inside or inside[0] == inside[-1]:
            return None
        return self.pixel(*inside[0]), self.pixel(*inside[-1])


@lru_cache(maxsize=64)
def _empty(plot: Plot) -> Frame:
    """Sheet, lines and numbers."""
    canvas = Canvas(*plot.size)
    left, top, right, bottom = map(int, plot.box)
    canvas.rect(left, top, right - left, bottom - top, SHEET)
    across = step(plot.unit[0], max(text_width(str(end), NUMBERS) for end in plot.x))
    upward = step(plot.unit[1], NUMBERS)
    for color, each in product((FAINT, LINE, MUTED), range(plot.x[0], plot.x[1] + 1)):
        if color == _shade(each, across, plot.unit[0]):
            canvas.rect(int(plot.pixel(each, 0)[0]), top, 1, bottom - top, color)
    for color, each in product((FAINT, LINE, MUTED), range(plot.y[0], plot.y[1] + 1)):
        if color == _shade(each, upward, plot.unit[1]):
            canvas.rect(left, int(plot.pixel(0, each)[1]), right - left, 1, color)
    canvas.outline(left, top, right - left, bottom - top, 1, LINE)
    for each in numbered(plot.x, across):
        canvas.text(plot.pixel(each, 0)[0], bottom + BESIDE + NUMBERS / 2, str(each), NUMBERS)
    for each in numbered(plot.y, upward):
        canvas.text(left - BESIDE, plot.pixel(0, each)[1], str(each), NUMBERS, align="right")
    canvas.text(right + 6, bottom + BESIDE + NUMBERS / 2, "x", NUMBERS, MUTED, bold=True)
    canvas.text(left - BESIDE, top + 4, "y", NUMBERS, MUTED, bold=True, align="right")
    return canvas.frame


def step(unit: int, widest: int) -> int:
    """How many lines it is from one number to the next, so that numbers of a width stay apart."""
    return next(each for each in STEPS if each * unit >= widest + BESIDE)


def numbered(span: tuple[int, int], every: int) -> range:
    """The lines that have a number."""
    return range(-(-span[0] // every) * every, span[1] + 1, every)


def _shade(each: int, every: int, unit: int) -> Color | None:
    """The colour of a line: the axes are dark, and lines that would be too many are left out."""
    if each == 0:
        return MUTED
    if each % every == 0:
        return LINE
    return FAINT if unit >= 8 else None
