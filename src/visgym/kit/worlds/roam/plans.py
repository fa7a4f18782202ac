"""Places to walk in: convex areas that are open to each other wherever their sides meet."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import isqrt
from typing import TypeAlias

from visgym.kit.worlds.roam.poses import BODY, Point

HIGH, DOOR = 2740, 2200  # millimetres of rooms and of doorways
CELL = 1000  # millimetres of the squares by which walls are found

Wall: TypeAlias = tuple[int, int, int, int]
"""The ends of a piece of wall."""


@dataclass(frozen=True, slots=True)
class FloorArea:
    """A convex piece of floor, its corners counter-clockwise, and how it looks."""

    corners: tuple[Point, ...]
    walls: tuple[str, ...]
    """The look of each wall, the first from the first corner on; they repeat."""
    floor: str
    ceiling: str = "ceiling"
    """Empty under the sky."""
    height: int = HIGH

    def holds(self, x: int, y: int) -> bool:
        return all(
            (x1 - x0) * (y - y0) >= (y1 - y0) * (x - x0) for (x0, y0), (x1, y1) in self.sides()
        )

    def sides(self) -> Iterator[tuple[Point, Point]]:
        yield from zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)


@dataclass(frozen=True, slots=True)
class Picture:
    """Something flat on a wall: what it shows, which side of which area, and where, in mm."""

    shows: str
    area: int
    side: int
    middle: int
    """From the first corner of the side."""
    width: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an area's rim: a wall, or an opening to the area beyond."""

    start: Point
    end: Point
    side: int
    begins: int
    """Millimetres from the first corner of the side."""
    beyond: int = -1


@dataclass(frozen=True, eq=False)
class FloorPlan:
    """Areas, what hangs on their walls, and the sky above those without a ceiling."""

    areas: tuple[FloorArea, ...]
    pictures: tuple[Picture, ...] = ()
    sky: str = "town"

    @cached_property
    def rims(self) -> tuple[tuple[Piece, ...], ...]:
        """The pieces of each area's rim, in order."""
        return tuple(tuple(self._rim(number)) for number in range(len(self.areas)))

    def _rim(self, number: int) -> Iterator[Piece]:
        for side, (start, end) in enumerate(self.areas[number].sides()):
            x, y = end[0] - start[0], end[1] - start[1]
            size = x * x + y * y
            cuts = sorted(self._openings(number, start, end))
            done = 0  # where the last piece ended, in parts of `size`
            for low, high, other in [*cuts, (size, size, -1)]:
                spots = [_between(start, end, at, size) for at in (done, low, high)]
                if done < low:
                    yield Piece(spots[0], spots[1], side, _length(x, y) * done // size)
                if low < high:
                    yield Piece(spots[1], spots[2], side, _length(x, y) * low // size, other)
                done = high

    def _openings(self, number: int, start: Point, end: Point) -> Iterator[tuple[int, int, int]]:
        """Where a side meets one of another area: from and to along it, and which area."""
        x, y = end[0] - start[0], end[1] - start[1]
        for other in self._near(number):
            for last, first in self.areas[other].sides():  # it runs the other way round
                ends = [(p[0] - start[0], p[1] - start[1]) for p in (first, last)]
                if any(x * py - y * px for px, py in ends):
                    continue
                low, high = (x * px + y * py for px, py in ends)
                low, high = max(low, 0), min(high, x * x + y * y)
                if low < high:
                    yield low, high, other

    def _near(self, number: int) -> list[int]:
        left, bottom, right, top = self._boxes[number]
        return [
            other
            for other, (west, south, east, north) in enumerate(self._boxes)
            if other != number
            and west <= right and east >= left and south <= top and north >= bottom
        ]  # fmt: skip

    @cached_property
    def _boxes(self) -> list[Wall]:
        """The rectangle around each area."""
        sides = [list(zip(*area.corners, strict=True)) for area in self.areas]
        return [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in sides]

    @cached_property
    def _is_box(self) -> list[bool]:
        """Whether each area is all of the rectangle around it."""
        return [
            {*area.corners} == {(left, low), (right, low), (right, high), (left, high)}
            for area, (left, low, right, high) in zip(self.areas, self._boxes, strict=True)
        ]

    @cached_property
    def box(self) -> Wall:
        """The rectangle around everything."""
        west, south, east, north = zip(*self._boxes, strict=True)
        return min(west), min(south), max(east), max(north)

    @cached_property
    def walls(self) -> tuple[Wall, ...]:
        """Every piece of wall."""
        pieces = (piece for rim in self.rims for piece in rim if piece.beyond < 0)
        return tuple((*piece.start, *piece.end) for piece in pieces)

    @cached_property
    def _close(self) -> dict[Point, list[Wall]]:
        """The walls that a body in a square may touch."""
        found = defaultdict(list)
        for wall in self.walls:
            (left, right), (low, high) = sorted(wall[::2]), sorted(wall[1::2])
            columns = range((left - BODY) // CELL, (right + BODY) // CELL + 1)
            rows = range((low - BODY) // CELL, (high + BODY) // CELL + 1)
            for square in product(columns, rows):
                found[square].append(wall)
        return found

    def is_clear(self, x: int, y: int) -> bool:
        """Whether a body may stand here, as far as walls go."""
        walls = self._close.get((x // CELL, y // CELL), ())
        return all(not _touches(x, y, wall) for wall in walls)

    def area_at(self, x: int, y: int) -> int:
        """The area in which a point lies, -1 for none."""
        for number in self._columns_at(x):
            _, low, _, high = self._boxes[number]
            if low <= y <= high and (self._is_box[number] or self.areas[number].holds(x, y)):
                return number
        return -1

    def _columns_at(self, x: int) -> list[int]:
        """The areas that may lie at some x."""
        edges, columns = self._index
        return columns[bisect_right(edges, x)] or columns[bisect_left(edges, x)]

    @cached_property
    def _index(self) -> tuple[list[int], list[list[int]]]:
        """The x at which areas begin or end, and which areas lie between two of these."""
        edges = sorted({edge for box in self._boxes for edge in (box[0], box[2])})
        columns = [
            [n for n, box in enumerate(self._boxes) if box[0] < high and box[2] > low]
            for low, high in zip([edges[0] - 1, *edges], [*edges, edges[-1] + 1], strict=True)
        ]
        return edges, columns


def _touches(x: int, y: int, wall: Wall) -> bool:
    """Whether a body is closer to a wall than its radius, in whole numbers."""
    x0, y0, x1, y1 = wall
    ex, ey, px, py = x1 - x0, y1 - y0, x - x0, y - y0
    size, along = ex * ex + ey * ey, px * ex + py * ey
    if along <= 0:
        return px * px + py * py < BODY * BODY
    if along >= size:
        return (x - x1) ** 2 + (y - y1) ** 2 < BODY * BODY
    across = px * ey - py * ex
    return across * across < BODY * BODY * size


def _between(start: Point, end: Point, part: int, whole: int) -> Point:
    """A point of a line, rounded; both ends are exact."""
    x, y = (2 * (b - a) * part + whole for a, b in zip(start, end, strict=True))
    return start[0] + x // (2 * whole), start[1] + y // (2 * whole)


def _length(x: int, y: int) -> int:
    return isqrt(x * x + y * y)


def rectangle(
    left: int, low: int, right: int, high: int, walls: tuple[str, ...], floor: str,
    ceiling: str = "ceiling", height: int = HIGH,
) -> FloorArea:  # fmt: skip
    """An area between two corners; its walls are the south, east, north and west one."""
    corners = ((left, low), (right, low), (right, high), (left, high))
    return FloorArea(corners, walls, floor, ceiling, height)


def doorway(
    left: int, low: int, right: int, high: int, floor: str, frame: str = "frame"
) -> FloorArea:
    """What lies between the two sides of a wall where one can pass."""
    return rectangle(left, low, right, high, (frame,), floor, "lintel", DOOR)
