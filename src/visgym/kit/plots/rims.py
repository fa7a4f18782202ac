"""Lines across a plot, each with a badge where it reaches the rim; badges never overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from visgym.kit.canvas import Canvas, Color, ink_on
from visgym.kit.coverage import Point
from visgym.kit.plots.axes import Plot
from visgym.kit.plots.labels import Segment
from visgym.kit.plots.tracing import trace

Side: TypeAlias = Literal["left", "right", "top", "bottom"]

RADIUS = 11  # pixels of a badge
BORDER = 40  # pixels of a sheet that has room for badges beyond its lines
APART = 2 * RADIUS + 3  # pixels from badge to badge
STROKE = 2.5  # pixels
NAMES = 13  # pixels of the font
NEAR = 6.0  # pixels; a badge no farther from where its line wants it needs no other place
ROUNDS = 2  # in which lines may change the end that has their badge


@dataclass(frozen=True, slots=True)
class Exit:
    """Where a line reaches the rim."""

    line: int
    point: Point
    side: Side
    along: float
    """Pixels along the side."""


@dataclass(frozen=True, slots=True)
class Rim:
    """The outer lines of a plot in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, plot: Plot) -> Rim:
        """The rim of a plot."""
        left, bottom = plot.pixel(plot.x[0], plot.y[0])
        right, top = plot.pixel(plot.x[1], plot.y[1])
        return cls(left, top, right, bottom)

    def exit(self, line: int, point: Point) -> Exit:
        """Where a line ends that ends at a point of the rim."""
        x, y = point
        far: dict[Side, float] = {
            "left": abs(x - self.left),
            "right": abs(x - self.right),
            "top": abs(y - self.top),
            "bottom": abs(y - self.bottom),
        }
        side = min(far, key=lambda each: far[each])
        return Exit(line, point, side, y if side in ("left", "right") else x)

    def is_free(self, exit: Exit, others: Sequence[Exit]) -> bool:
        """Whether nobody else wants the place where the badge of a line should lie."""
        return all(exit.side != o.side or abs(exit.along - o.along) >= APART for o in others)

    def badges(self, exits: Sequence[Exit], side: Side) -> dict[Exit, float]:
        """How far along a side badges lie; they keep the order of their lines."""
        here = sorted((each for each in exits if each.side == side), key=lambda each: each.along)
        upright = side in ("left", "right")
        low, high = (self.top, self.bottom) if upright else (self.left, self.right)
        spots = spread([each.along for each in here], low, high, APART)
        return dict(zip(here, spots, strict=True))

    def worst(self, exits: Sequence[Exit], side: Side) -> float:
        """How far the badge is moved that is moved farthest along a side."""
        badges = self.badges(exits, side)
        return max((abs(spot - each.along) for each, spot in badges.items()), default=0.0)

    def middle(self, exit: Exit, along: float) -> Point:
        """The middle of a badge on whole pixels, so that equal ones are drawn once."""
        off = BORDER // 2
        return {
            "left": (round(self.left) - off, round(along)),
            "right": (round(self.right) + off, round(along)),
            "top": (round(along), round(self.top) - off),
            "bottom": (round(along), round(self.bottom) + off),
        }[exit.side]


def draw_lines(
    plot: Plot,
    canvas: Canvas,
    segments: Sequence[Segment],
    names: Sequence[str],
    fills: Sequence[Color],
) -> None:
    """Lines with their names in badges at the rim."""
    badges = places(plot, segments)
    trace(canvas, (*badges, *segments), STROKE, (*fills, *fills))
    for (_, (x, y)), name, fill in zip(badges, names, fills, strict=True):
        canvas.disc(x, y, RADIUS, fill)
        canvas.text(x, y, name, NAMES, ink_on(fill), bold=True)


def places(plot: Plot, segments: Sequence[Segment]) -> list[Segment]:
    """For each line the end that has a badge, and the middle of the badge."""
    rim, chosen = Rim.of(plot), list[Exit]()
    ends = [
        (rim.exit(line, one), rim.exit(line, other)) for line, (one, other) in enumerate(segments)
    ]
    for pair in ends:
        free = [exit for exit in pair if rim.is_free(exit, chosen)]
        chosen += free[:1] or [min(pair, key=lambda exit: rim.worst([*chosen, exit], exit.side))]
    for _ in range(ROUNDS):
        for line, (one, other) in enumerate(ends):
            now, then = (one, other) if chosen[line] == one else (other, one)
            if rim.worst(chosen, now.side) > NEAR:
                changed = [*chosen[:line], then, *chosen[line + 1 :]]
                sides = now.side, then.side
                if max(rim.worst(changed, side) for side in sides) < max(
                    rim.worst(chosen, side) for side in sides
                ):
                    chosen = changed
    found: dict[int, Segment] = {}
    for side in ("left", "right", "top", "bottom"):
        for exit, along in rim.badges(chosen, side).items():
            found[exit.line] = exit.point, rim.middle(exit, along)
    return [found[line] for line in range(len(segments))]


def spread(wanted: Sequence[float], low: float, high: float, apart: float) -> list[float]:
    """Numbers between two bounds that keep their order, stay apart, and are moved least.

    >>> spread([3, 3, 9], 0, 20, 4)
    [1.0, 5.0, 9]
    """
    groups: list[tuple[float, int]] = []  # means and counts of neighbours that move together
    for number, each in enumerate(wanted):
        mean, count = each - number * apart, 1
        while groups and groups[-1][0] > mean:
            other, more = groups.pop()
            mean, count = (mean * count + other * more) / (count + more), count + more
        groups.append((mean, count))
    highest = high - (len(wanted) - 1) * apart
    moved = [min(max(mean, low), highest) for mean, count in groups for _ in range(count)]
    return [each + number * apart for number, each in enumerate(moved)]
