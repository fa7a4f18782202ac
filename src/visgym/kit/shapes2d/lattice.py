"""Shapes with corners on a square lattice, and the eight ways to turn or mirror the square.

A shape touches all sides of the square, so that it is turned and mirrored in place. It is always
told alike: clockwise, from its first corner on. So equal shapes are equal tuples.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

SIDE = 6  # steps of the lattice along a side of the square

Corner: TypeAlias = tuple[int, int]
"""Steps across from the left, and down from the top."""
Shape: TypeAlias = tuple[Corner, ...]

Motion: TypeAlias = Literal[
    "stay", "clockwise", "half", "counter", "left_right", "top_bottom", "diagonal", "antidiagonal"
]
MOTIONS: tuple[Motion, ...] = get_args(Motion)

INSTRUCTIONS: dict[Motion, str] = {
    "stay": "leave it as it is",
    "clockwise": "turn it by 90 degrees clockwise",
    "half": "turn it by 180 degrees",
    "counter": "turn it by 90 degrees counter-clockwise",
    "left_right": "mirror it in the vertical line through its middle, so that left and right "
    "change places",
    "top_bottom": "mirror it in the horizontal line through its middle, so that top and bottom "
    "change places",
    "diagonal": "mirror it in the diagonal from the top left to the bottom right",
    "antidiagonal": "mirror it in the diagonal from the bottom left to the top right",
}

WRITTEN = (
    "Each shape is told by its corners in order, as (steps from the left, steps from the top) in a "
    f"square of {SIDE} by {SIDE} steps."
)

# where a step across and a step down lead, seen from the middle
_STEPS: dict[Motion, tuple[Corner, Corner]] = {
    "stay": ((1, 0), (0, 1)),
    "clockwise": ((0, 1), (-1, 0)),
    "half": ((-1, 0), (0, -1)),
    "counter": ((0, -1), (1, 0)),
    "left_right": ((-1, 0), (0, 1)),
    "top_bottom": ((1, 0), (0, -1)),
    "diagonal": ((0, 1), (1, 0)),
    "antidiagonal": ((0, -1), (-1, 0)),
}


@cache
def placed_corner(corner: Corner, motion: Motion) -> Corner:
    """Where a motion of the square takes a point of the lattice.

    >>> placed_corner((0, 1), "clockwise")
    (5, 0)
    """
    (ax, ay), (dx, dy) = _STEPS[motion]
    x, y = 2 * corner[0] - SIDE, 2 * corner[1] - SIDE
    return (x * ax + y * dx + SIDE) // 2, (x * ay + y * dy + SIDE) // 2


def normal(corners: Sequence[Corner]) -> Shape:
    """A shape as it is always told.

    >>> normal([(6, 0), (0, 0), (0, 6)])
    ((0, 0), (6, 0), (0, 6))
    """
    points = list(corners)
    if twice_area(points) < 0:
        points.reverse()
    first = points.index(min(points))
    return (*points[first:], *points[:first])


def twice_area(corners: Sequence[Corner]) -> int:
    """Twice the area within corners, negative if they run counter-clockwise."""
    around = pairwise((*corners, corners[0]))
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in around)


def moved(shape: Shape, *motions: Motion) -> Shape:
    """A shape after some motions, one after the other."""
    points = list(shape)
    for motion in motions:
        points = [placed_corner(corner, motion) for corner in points]
    return normal(points)


def images(shape: Shape) -> dict[Motion, Shape]:
    """What each motion makes of a shape."""
    return {motion: moved(shape, motion) for motion in MOTIONS}


def canonical(shape: Shape) -> Shape:
    """One and the same of the images of a shape, whichever of them is given."""
    return min(images(shape).values())


def combined(motions: Iterable[Motion]) -> Motion:
    """The one motion that does what several do one after the other.

    >>> combined(("left_right", "top_bottom"))
    'half'
    """
    corner = (0, 1)  # no motion but to stay leaves it there
    for motion in motions:
        corner = placed_corner(corner, motion)
    return next(motion for motion in MOTIONS if placed_corner((0, 1), motion) == corner)


def spans(shape: Sequence[Corner]) -> bool:
    """Whether a shape touches all sides of the square."""
    return all((min(each), max(each)) == (0, SIDE) for each in zip(*shape, strict=True))


def in_words(shape: Shape) -> str:
    """The corners of a shape.

    >>> in_words(((0, 0), (6, 0), (0, 6)))
    '(0, 0) (6, 0) (0, 6)'
    """
    return " ".join(map(str, shape))
