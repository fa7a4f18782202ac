"""A maze of cubes seen from a corner above, back to front, with numbers on tops."""

from __future__ import annotations

from collections.abc import Sequence

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, INK, RED, SHEET, WALL, YELLOW, Canvas, Color
from visgym.kit.coverage import Point, filled, placed
from visgym.kit.painting import Paint, paint
from visgym.tasks.cognition.maze_3d_qa.world import CubeWay, Spot

ACROSS, DOWN, HIGH = 28, 16, 32  # pixels to the side and down for a step, and for a cube's height
MARGIN, NUMBERS = 20, 18  # pixels, of the picture and of the font
RUNGS = 4
LIGHT: Color = (172, 177, 186)  # of sides to the left, for WALL is that of those to the right


def _shape(*points: tuple[float, float, float]) -> tuple[Point, ...]:
    """Pixels from the back corner of a top, for steps to the lower right, lower left, and down."""
    return tuple(((x - y) * ACROSS, (x + y) * DOWN + down * HIGH) for x, y, down in points)


_NEAR, _FAR = 0.04, 0.96  # of a side, so that dark edges are left
_CORNERS = ((_NEAR, _NEAR), (_NEAR, _FAR), (_FAR, _FAR), (_FAR, _NEAR))
_HEIGHTS = [(rung + 0.5) / RUNGS for rung in range(RUNGS)]
_RUNGS = [(along, down) for down in _HEIGHTS for along in (0.3, 0.7, 0.3)]
# To and fro, so that a ladder is one stroke.
_LADDER = ((0.3, 0.05), *_RUNGS, (0.3, 0.95), *_RUNGS[:-3:-1], (0.7, 0.95), (0.7, 0.05))

AROUND = _shape((0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (0, 1, 1), (0, 1, 0))
TOP = _shape(*((x, y, 0) for x, y in _CORNERS))
SIDES = (
    (WALL, _shape(*((1, y, down) for y, down in _CORNERS))),
    (LIGHT, _shape(*((x, 1, down) for x, down in _CORNERS))),
)
LADDERS = {
    True: _shape(*((1, y, down) for y, down in _LADDER)),
    False: _shape(*((x, 1, down) for x, down in _LADDER)),
}
"""On the right side of a cube, or on the left one."""
BOX = placed(AROUND, 0)[0]
"""The pixels of a cube."""


def picture(maze: CubeWay, labels: Sequence[int], size: int, height: int) -> Frame:
    """The cubes from back to front, then the numbers."""
    canvas = Canvas(2 * (size * ACROSS + MARGIN), 2 * (size * DOWN + MARGIN) + height * HIGH)
    colors = {0: BLUE, maze.goal: RED}
    corners = [_corner(cube, size, height) for cube in maze.cubes]
    leaning: list[frozenset[bool]] = [frozenset()] * len(corners)
    for low, high in maze.ladders:
        leaning[high] |= {maze.cubes[low][0] > maze.cubes[high][0]}
    for number in sorted(range(len(corners)), key=lambda each: sum(maze.cubes[each])):
        x, y = corners[number]
        _cube(colors.get(number, SHEET), leaning[number]).lay(canvas.pixels, x + BOX[0], y + BOX[1])
    for label, number in enumerate(labels, 1):
        x, y = corners[number]
        canvas.text(x, y + DOWN, str(label), NUMBERS, bold=True)
    return canvas.frame


def _corner(cube: Spot, size: int, height: int) -> tuple[int, int]:
    """The pixel of the back corner of a top."""
    x, y, h = cube
    return MARGIN + (size + x - y) * ACROSS, MARGIN + (x + y) * DOWN + (height - 1 - h) * HIGH


@cached_layer
def _cube(fill: Color, ladders: frozenset[bool]) -> Paint:
    """A cube from the corner of its box, with a top of some colour and ladders on some sides."""
    left, top, right, bottom = BOX
    canvas = Canvas(right - left, bottom - top, INK)
    for color, shape in ((fill, TOP), *SIDES):
        canvas.polygon(_boxed(shape), color)
    for side in ladders:
        canvas.polyline(_boxed(LADDERS[side]), 3, YELLOW)
    return paint(filled(_boxed(AROUND), (0, 0, right - left, bottom - top)), canvas.frame)


def _boxed(shape: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple((x - BOX[0], y - BOX[1]) for x, y in shape)


def in_words(maze: CubeWay, labels: Sequence[int]) -> str:
    """The cubes with their places, what they bear, and the ladders."""
    notes = {number: f", number {label}" for label, number in enumerate(labels, 1)}
    ends = {0: ", blue", maze.goal: ", red"}
    lines = [
        f"cube at {cube}{ends.get(number, '')}{notes.get(number, '')}"
        for number, cube in sorted(enumerate(maze.cubes), key=lambda each: each[1])
    ]
    lines += [
        f"ladder from {maze.cubes[low]} to {maze.cubes[high]}" for low, high in sorted(maze.ladders)
    ]
    return "\n".join(lines)
