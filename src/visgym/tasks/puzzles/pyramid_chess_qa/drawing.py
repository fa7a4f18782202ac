"""A pyramid of balls as it is seen from the front, and the plan of each level."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, INK, LINE, MUTED, RED, SHEET, WALL, Canvas, Color
from visgym.kit.coverage import Point, arc
from visgym.kit.painting import Paint, paint
from visgym.tasks.puzzles.pyramid_chess_qa.world import (
    BLUE_BALL,
    RED_BALL,
    Slot,
    Stack,
    ball,
    slots,
)

FILLS = {BLUE_BALL: BLUE, RED_BALL: RED}
CELL, RIM, MARGIN, GAP = 34, 20, 18, 16  # pixels
NUMBERS, NAMES = 14, 15  # pixels of the fonts
HEADING = 24  # pixels above a plan
BALL = 40  # pixels across a ball in the view
TILT, RISE = 0.6, 0.8  # of a length that goes to the back, and of one that goes up
STOREY = sqrt(0.5)  # diameters from level to level


def picture(stack: Stack) -> Frame:
    """The view above, the plans below."""
    base = len(stack)
    canvas = Canvas.on(_empty(base))
    held = [slot for slot in slots(base) if ball(stack, slot)]
    for slot in sorted(held, key=_nearness):
        _lay(canvas, BALL, 2, FILLS[ball(stack, slot)], _seen(base, slot))
    for slot in held:
        _lay(canvas, CELL - 4, 0, FILLS[ball(stack, slot)], _planned(base, slot))
    return canvas.frame


def in_words(stack: Stack) -> str:
    """Each level row by row."""
    signs = {0: ".", BLUE_BALL: "B", RED_BALL: "R"}
    return "\n\n".join(
        f"Level {level}:\n" + "\n".join(" ".join(signs[each] for each in row) for row in rows)
        for level, rows in enumerate(stack)
    )


def _lay(canvas: Canvas, size: int, rim: int, fill: Color, middle: Point) -> None:
    """Put a ball around the pixel that is nearest to a point."""
    x, y = (round(each) - size // 2 - 1 for each in middle)
    _disc(size, rim, fill).lay(canvas.pixels, x, y)


@cached_layer
def _disc(size: int, rim: int, fill: Color) -> Paint:
    """A ball with a pixel of room around it, for all that is drawn in one go."""
    side = size + 2
    canvas = Canvas(side, side, INK if rim else fill)
    canvas.disc(side / 2, side / 2, size / 2 - rim, fill)
    levels = arc(side / 2, side / 2, 0, 0, 360, size, (0, 0, side, side))
    return paint(levels, canvas.frame)


@lru_cache
def _empty(base: int) -> Frame:
    """The board below the view, and plans without balls."""
    width = int(_left(base, base)) - GAP + MARGIN
    canvas = Canvas(width, _top(base) + base * CELL + MARGIN)
    corners = [_on_board(base, x, y) for x, y in ((0, 0), (base, 0), (base, base), (0, base))]
    canvas.polygon(corners, SHEET)
    canvas.polyline(corners, 2, WALL, closed=True)
    for slot in slots(base):
        level, row, column = slot
        x, y = _planned(base, slot)
        canvas.ring(x, y, CELL / 2 - 4, 2, LINE)
        if row == 0:
            canvas.text(x, _top(base) - RIM / 2, str(column), NUMBERS, MUTED)
        if column == 0:
            canvas.text(_left(base, level) + RIM / 2, y, str(row), NUMBERS, MUTED)
    for level in range(base):
        x = _left(base, level) + (RIM if level < base - 1 else 0)
        y = _top(base) - RIM - HEADING / 2
        canvas.text(x, y, f"Level {level}", NAMES, INK, bold=True, align="left")
    return canvas.frame


def _nearness(slot: Slot) -> float:
    level, row, _ = slot
    return (row + level / 2) * RISE + level * STOREY * TILT


@lru_cache(maxsize=1024)
def _seen(base: int, slot: Slot) -> Point:
    """Where the view shows the middle of a ball."""
    level, row, column = slot
    x, y = _on_board(base, column + level / 2 + 0.5, row + level / 2 + 0.5)
    return x, y - (0.5 + level * STOREY) * BALL * RISE


def _on_board(base: int, across: float, down: float) -> Point:
    middle = (_left(base, base) - GAP + MARGIN) / 2
    return middle + (across - base / 2) * BALL, _back(base) + down * BALL * TILT


def _back(base: int) -> float:
    """The height of the board's edge at the back, in pixels from the top."""
    apex = (base / 2) * TILT - (0.5 + (base - 1) * STOREY) * RISE - 0.5
    back = 0.5 * TILT - 0.5 * RISE - 0.5
    return MARGIN - BALL * min(apex, back)


def _top(base: int) -> int:
    """The pixel where the plans begin."""
    return int(_back(base) + base * BALL * TILT) + GAP + HEADING + RIM


def _left(base: int, level: int) -> float:
    """The pixel where the numbers of a plan's rows begin."""
    past = sum(max(base - each, 1) * CELL + RIM + GAP for each in range(level))
    return MARGIN + past + (CELL if level == base else 0)  # the last heading is wider than its plan


@lru_cache(maxsize=1024)
def _planned(base: int, slot: Slot) -> Point:
    level, row, column = slot
    return (
        _left(base, level) + RIM + (column + 0.5) * CELL,
        _top(base) + (row + 0.5) * CELL,
    )
