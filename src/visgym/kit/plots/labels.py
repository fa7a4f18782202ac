"""Places for labels beside dots, where they cover no dot, no line and no other label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from visgym.kit.coverage import Point

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Segment: TypeAlias = tuple[Point, Point]
Size: TypeAlias = tuple[float, float]
"""Width and height."""

GAP = 2  # pixels between a label and its dot, and between two labels
APART = (8, 3, 0)  # pixels by which the dots of others are farther than that; less if need be
SLANT = 0.75  # of a dot's radius that it reaches across and down in the direction of a corner
AWAY = (0, 4, 9, 15, 22)  # pixels by which a label may step back from its dot
PATIENCE = 3  # attempts for each label
SIDES = (
    *((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1)),
    *product((0.5, -0.5), (-1, 1)),
    *product((1, -1), (-0.5, 0.5)),
)
"""Across and down; half a label for each half."""


class PointLabels:
    """A search for the places of labels, one for each dot."""

    def __init__(
        self,
        dots: Sequence[Point],
        sizes: Sequence[Size],
        radius: float,
        box: Box,
        lines: Sequence[Segment] = (),
    ) -> None:
        self.dots, self.sizes, self.radius, self.box, self.lines = dots, sizes, radius, box, lines
        self._free: dict[int, list[Box]] = {}
        self._left = {number: self._fitting(number) for number in range(len(dots))}

    def places(self) -> list[Box]:
        """The box of every label; whoever finds no place goes first in the next attempt."""
        order = list(range(len(self.dots)))
        for _ in range(PATIENCE * len(order) + 1):
            found, stuck = self._attempt(order)
            if stuck is None:
                break
            order.remove(stuck)
            order.insert(0, stuck)
        # where there is no room for all, a label that covers another is better than none
        return [found.get(number) or next(self._beside(number))[0] for number in sorted(order)]

    def _attempt(self, order: Sequence[int]) -> tuple[dict[int, Box], int | None]:
        """Boxes one after the other, and the label that found none."""
        found: dict[int, Box] = {}
        for number in order:
            for box in self._candidates(number):
                if not any(overlap(box, other, GAP) for other in found.values()):
                    found[number] = box
                    break
            else:
                return found, number
        return found, None

    def _candidates(self, number: int) -> Iterator[Box]:
        """Boxes that are free of dots and lines, looked for when they are needed."""
        known = self._free.setdefault(number, [])
        yield from known
        for box in self._left[number]:
            known.append(box)
            yield box

    def _beside(self, number: int) -> Iterator[tuple[Box, float]]:
        """Boxes around a dot, the nearest ones first, and how far from it they are."""
        (x, y), (wide, high) = self.dots[number], self.sizes[number]
        for away, (right, down) in product(AWAY, SIDES):
            reach = self.radius * (SLANT if abs(right * down) == 1 else 1) + GAP + away
            across = x + right * (wide / 2 + reach * (abs(right) == 1))
            along = y + down * (high / 2 + reach * (abs(down) == 1))
            left, top = round(across - wide / 2), round(along - high / 2)
            yield (left, top, left + wide, top + high), GAP + away

    def _fitting(self, number: int) -> Iterator[Box]:
        """Boxes beside a dot that lie on the sheet and cover nothing."""
        others = [dot for at, dot in enumerate(self.dots) if at != number]
        for apart in APART:
            for box, own in self._beside(number):
                near = self.radius + own + apart
                if is_inside(box, self.box) and not self._covers(box, others, near):
                    yield box

    def _covers(self, box: Box, dots: Sequence[Point], near: float) -> bool:
        left, top, right, bottom = box[0] - near, box[1] - near, box[2] + near, box[3] + near
        return any(left < x < right and top < y < bottom for x, y in dots) or any(
            crosses(box, line, GAP) for line in self.lines
        )


def is_inside(box: Box, other: Box) -> bool:
    """Whether a box lies within another."""
    return other[0] < box[0] and other[1] < box[1] and box[2] < other[2] and box[3] < other[3]


def overlap(one: Box, other: Box, gap: float = 0) -> bool:
    """Whether two boxes are nearer to each other than a gap, across and down."""
    return (
        one[0] < other[2] + gap
        and other[0] < one[2] + gap
        and one[1] < other[3] + gap
        and other[1] < one[3] + gap
    )


def crosses(box: Box, line: Segment, gap: float = 0) -> bool:
    """Whether a line enters a box that is wider by a gap on each side."""
    start, end, first, last = line[0], line[1], 0.0, 1.0
    for axis in (0, 1):
        low, high = box[axis] - gap, box[axis + 2] + gap
        way = end[axis] - start[axis]
        if way == 0:
            if not low <= start[axis] <= high:
                return False
            continue
        enters, leaves = sorted(((low - start[axis]) / way, (high - start[axis]) / way))
        first, last = max(first, enters), min(last, leaves)
    return first <= last
