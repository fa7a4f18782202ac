"""Points with whole coordinates from 0 on: how they are drawn, told and scattered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import TypeAlias

from visgym.core.task import Frame
from visgym.kit.canvas import INK, YELLOW, Canvas, text_width
from visgym.kit.coverage import Point
from visgym.kit.plots.axes import Plot
from visgym.kit.plots.labels import PointLabels, Segment, Size

Spot: TypeAlias = tuple[int, int]

PICTURED = "Each dot is a point. x is read at the bottom of the plot, y at its left side."
"""How to read a plot."""
WRITTEN = "Each point is written as (x, y)."
"""How to read `told`."""
NUMBERED = (
    "Each dot is a point, with its number beside it; numbers count from 0. x is read at the bottom "
    "of the plot, y at its left side."
)
"""How to read a plot of numbered points."""
LISTED = "Each line has the number of a point, then the point as (x, y)."
"""How to read `listed`."""

LARGEST = 40  # coordinate that still can be read
SHEET = 600  # pixels that a sheet takes if its units can be of a good size
UNITS = (15, 48)  # pixels of the smallest and the largest unit
NAMES, BADGES = 15, 13  # pixels of the fonts
PILL = (10, 18)  # pixels by which a badge is wider than its text, and its height


@lru_cache(maxsize=64)
def plot(size: int) -> Plot:
    """The plot of coordinates from 0 to `size`."""
    unit = min(max(SHEET // size, UNITS[0]), UNITS[1])
    return Plot((0, size), (0, size), (unit, unit))


def radius(size: int) -> float:
    """Of the dots on the plot of a size."""
    return min(max(plot(size).unit[0] / 5, 4.5), 7)


def drawn(points: Sequence[Spot], size: int) -> Frame:
    """Equal dots on the plot."""
    sheet = plot(size)
    canvas = sheet.canvas()
    sheet.dots(canvas, points, radius(size))
    return canvas.frame


def numbered(
    points: Sequence[Spot], size: int, badges: Sequence[str] = (), diagonal: bool = False
) -> Frame:
    """Dots with their numbers beside them, from 0 on, and perhaps a badge and the line y = x."""
    sheet = plot(size)
    canvas = sheet.canvas()
    line = (sheet.pixel(0, 0), sheet.pixel(size, size))
    if diagonal:
        canvas.dashed(*line, 2, INK)
    dots = [sheet.pixel(x, y) for x, y in points]
    texts = [str(number) for number in range(len(points))]
    search = label_search(sheet, dots, texts, badges, radius(size), (line,) if diagonal else ())
    sheet.dots(canvas, points, radius(size))
    for number, (left, top, right, bottom) in enumerate(search.places()):
        middle = (top + bottom) / 2
        canvas.text(left, middle, texts[number], NAMES, bold=True, align="left")
        if badges:
            _badge(canvas, right, middle, badges[number])
    return canvas.frame


def label_search(
    sheet: Plot,
    dots: Sequence[Point],
    texts: Sequence[str],
    badges: Sequence[str],
    radius: float,
    lines: Sequence[Segment],
) -> PointLabels:
    """The search for places of texts that may have a badge behind them."""
    sizes = [_size(text, badge) for text, badge in zip(texts, badges or texts, strict=True)]
    if not badges:
        sizes = [(text_width(text, NAMES, bold=True), NAMES - 2) for text in texts]
    return PointLabels(dots, sizes, radius, sheet.box, lines)


def _size(text: str, badge: str) -> Size:
    return text_width(text, NAMES, bold=True) + 4 + _pill(badge), PILL[1]


def _pill(badge: str) -> int:
    return max(text_width(badge, BADGES) + PILL[0], PILL[1])


def _badge(canvas: Canvas, right: float, middle: float, badge: str) -> None:
    """A text in a pill that ends at a point."""
    wide, high = _pill(badge), PILL[1]
    canvas.rect(int(right) - wide, int(middle - high / 2), wide, high, YELLOW, radius=high / 2)
    canvas.text(right - wide / 2, middle, badge, BADGES)


def told(points: Sequence[Spot]) -> str:
    """The points in text."""
    return ", ".join(f"({x}, {y})" for x, y in points)


def listed(points: Sequence[Spot]) -> str:
    """The points in text, on lines with their numbers."""
    return "\n".join(f"{number}: ({x}, {y})" for number, (x, y) in enumerate(points))


def cross(origin: Spot, one: Spot, other: Spot) -> int:
    """Twice the area of a triangle; positive if it is named counter-clockwise, 0 if it is flat."""
    return (one[0] - origin[0]) * (other[1] - origin[1]) - (one[1] - origin[1]) * (
        other[0] - origin[0]
    )


def hull(points: Iterable[Spot]) -> list[Spot]:
    """The corners of the convex hull counter-clockwise, by one chain below and one above."""
    corners: list[Spot] = []
    rightward = sorted(points)
    for ordered in (rightward, rightward[::-1]):
        chain: list[Spot] = []
        for point in ordered:
            while len(chain) > 1 and cross(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        corners += chain[:-1]
    return corners


def scattered(count: int, size: int, rng: Random) -> tuple[Spot, ...]:
    """Different points."""
    return tuple(divmod(each, size + 1) for each in rng.sample(range((size + 1) ** 2), count))


def without_three_in_line(count: int, size: int, rng: Random) -> tuple[Spot, ...] | None:
    """Different points of which no three lie on a line, None if a draw comes to no end."""
    points: list[Spot] = []
    for spot in scattered(min(4 * count, (size + 1) ** 2), size, rng):
        if all(cross(*pair, spot) for pair in combinations(points, 2)):
            points.append(spot)
        if len(points) == count:
            return tuple(points)
    return None
