"""Lines across a plot, each with a badge where it reaches the rim; badges never overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from visgym.kit.canvas import Canvas, Color, ink_on
from visgym.kit.coverage import Point
from visgym.kit.plots.axes import Plot
from visgym.kit.plots.labels import Segment

Side: TypeAlias = Literal["left", "right", "top", "bottom"]

RADIUS = 11  # pixels of a badge
BORDER = 40  # pixels of a sheet that has room for badges beyond its lines
APART = 2 * RADIUS + 3  # pixels from badge to badge
STROKE = 3  # pixels
NAMES = 13  # pixels of the font
NEAR = 6.0  # pixels; a badge no farther from where its line wants it needs no other place


@dataclass(frozen=True, slots=True)
class Exit:
    """Where a line reaches the rim."""

    line: int
    point: Point
    side: Side

    @property
    def along(self) -> float:
        """How far along its side."""
        return self.point[self.side in ("left", "right")]


def draw_lines(
    plot: Plot,
    canvas: Canvas,
    segments: Sequence[Segment],
    names: Sequence[str],
    fills: Sequence[Color],
) -> None:
    """Lines with their names in badges at the rim."""
    badges = places(plot, segments)
    for segment, (exit, badge), fill in zip(segments, badges, fills, strict=True):
        canvas.line(*segment, STROKE, fill)
        canvas.line(exit, badge, STROKE - 1, fill)
    for (_, (x, y)), name, fill in zip(badges, names, fills, strict=True):
        canvas.disc(x, y, RADIUS, fill)
        canvas.text(x, y, name, NAMES, ink_on(fill), bold=True)


def places(plot: Plot, segments: Sequence[Segment]) -> list[tuple[Point, Point]]:
    """For each line the end that has a badge, and the middle of the badge."""
    ends = [[_exit(plot, line, point) for point in pair] for line, pair in enumerate(segments)]
    chosen: list[Exit] = []
    for pair in ends:
        chosen.append(min(pair, key=lambda exit: _worst(plot, [*chosen, exit])))
    while (worst := _worst(plot, chosen)) > NEAR:
        swaps = [
            [*chosen[:line], other, *chosen[line + 1 :]]
            for line, pair in enumerate(ends)
            for other in pair
            if other is not chosen[line]
        ]
        best = min(swaps, key=lambda exits: _worst(plot, exits))
        if _worst(plot, best) >= worst:
            break
        chosen = best
    badges = _badges(plot, chosen)
    return [(exit.point, badges[exit.line]) for exit in chosen]


def _exit(plot: Plot, line: int, point: Point) -> Exit:
    left, bottom = plot.pixel(plot.x[0], plot.y[0])
    right, top = plot.pixel(plot.x[1], plot.y[1])
    far: dict[Side, float] = {
        "left": point[0] - left,
        "right": right - point[0],
        "top": point[1] - top,
        "bottom": bottom - point[1],
    }
    return Exit(line, point, min(far, key=lambda side: abs(far[side])))


def _worst(plot: Plot, exits: Sequence[Exit]) -> float:
    """How far the badge is moved that is moved farthest along its side."""
    badges, worst = _badges(plot, exits), 0.0
    for exit in exits:
        badge = badges[exit.line]
        worst = max(worst, abs(badge[exit.side in ("left", "right")] - exit.along))
    return worst


def _badges(plot: Plot, exits: Sequence[Exit]) -> dict[int, Point]:
    """The middles of badges, which keep the order of their lines along each side."""
    left, bottom = plot.pixel(plot.x[0], plot.y[0])
    right, top = plot.pixel(plot.x[1], plot.y[1])
    off = BORDER / 2
    found: dict[int, Point] = {}
    for side, at in (("left", left - off), ("right", right + off)):
        here = sorted((exit for exit in exits if exit.side == side), key=lambda exit: exit.along)
        spots = spread([exit.along for exit in here], top, bottom, APART)
        found |= {exit.line: (at, spot) for exit, spot in zip(here, spots, strict=True)}
    for side, at in (("top", top - off), ("bottom", bottom + off)):
        here = sorted((exit for exit in exits if exit.side == side), key=lambda exit: exit.along)
        spots = spread([exit.along for exit in here], left, right, APART)
        found |= {exit.line: (spot, at) for exit, spot in zip(here, spots, strict=True)}
    return found


def spread(wanted: Sequence[float], low: float, high: float, apart: float) -> list[float]:
    """Numbers between two bounds that keep their order, stay apart, and are moved least.

    >>> spread([3, 3, 9], 0, 20, 4)
    [1.0, 5.0, 9.0]
    """
    groups: list[list[float]] = []  # neighbours that have to move together
    for number, each in enumerate(wanted):
        groups.append([each - number * apart])
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    highest = high - (len(wanted) - 1) * apart
    moved = [min(max(_mean(group), low), highest) for group in groups for _ in group]
    return [each + number * apart for number, each in enumerate(moved)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
