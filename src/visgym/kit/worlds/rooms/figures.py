"""What stands and lies in rooms: keys, balls, boxes, doors, and the one who walks there."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import INK, Canvas, Color
from visgym.kit.worlds.rooms.rollers import STEPS
from visgym.kit.worlds.rooms.tiles import SPARK, ground_tile

FILLS: dict[str, tuple[Color, Color]] = {
    "r": ((222, 72, 66), (156, 38, 38)),
    "g": ((74, 172, 98), (36, 112, 60)),
    "b": ((72, 128, 224), (34, 78, 160)),
    "p": ((158, 98, 204), (104, 54, 146)),
    "y": ((244, 198, 68), (176, 130, 20)),
    "w": ((248, 248, 250), (132, 138, 152)),
}
"""The fill and the edge of each colour, by its letter."""
BALL: tuple[Color, Color] = ((88, 148, 232), (40, 88, 168))
FAINT: Color = (206, 224, 250)
SHINE: Color = (214, 230, 252)
SHELL: Color = (52, 62, 92)
SUIT: Color = (255, 122, 66)
TRIM: Color = (206, 82, 34)
GLASS: Color = (176, 226, 240)
GRASP: Color = (250, 214, 178)
SMOKE: Color = (86, 60, 52)


@lru_cache(maxsize=4096)
def tile(token: str, sides: int, size: int) -> Frame:
    """A cell with what is on it."""
    base = ground_tile(token[0], sides, size)
    if len(token) == 1:
        return base
    kind, mark = token[1], token[2]
    if kind == "A":
        return _agent(base, mark, token.endswith("*"), size)
    canvas = Canvas.on(base)
    if mark in FILLS:
        _DRAWN[kind](canvas, *FILLS[mark], size)
    else:
        _roller(canvas, mark, size)
    return canvas.frame


def _key(canvas: Canvas, fill: Color, edge: Color, size: int) -> None:
    for color, more in ((edge, size * 0.07), (fill, 0.0)):
        canvas.ring(size * 0.32, size * 0.4, size * 0.13, size * 0.1 + more, color)
        canvas.line(
            (size * 0.43, size * 0.49), (size * 0.78, size * 0.78), size * 0.1 + more, color
        )
        for x, y in ((0.6, 0.63), (0.73, 0.74)):
            start, end = (size * x, size * y), (size * (x + 0.09), size * (y - 0.09))
            canvas.line(start, end, size * 0.08 + more, color)


def _ball(canvas: Canvas, fill: Color, edge: Color, size: int) -> None:
    middle = size / 2
    canvas.disc(middle, middle, size * 0.32, edge)
    canvas.disc(middle, middle, size * 0.28, fill)
    canvas.disc(size * 0.41, size * 0.39, size * 0.07, SHINE)


def _roller(canvas: Canvas, mark: str, size: int) -> None:
    """A ball with a faint arrow of its last move."""
    _ball(canvas, *BALL, size)
    if mark in STEPS:
        down, across = STEPS[mark]
        reach = size * (0.19 if down and across else 0.24)
        middle = size / 2
        start = middle - across * reach * 0.8, middle - down * reach * 0.8
        end = middle + across * reach, middle + down * reach
        canvas.disc(middle, middle, size * 0.28, BALL[0])
        canvas.arrow(start, end, max(2.0, size * 0.055), FAINT, head=size * 0.2)


def _box(canvas: Canvas, fill: Color, edge: Color, size: int) -> None:
    left, wide = round(size * 0.16), size - 2 * round(size * 0.16)
    canvas.rect(left, round(size * 0.24), wide, round(size * 0.6), edge, radius=size * 0.07)
    inset = max(2, round(size * 0.05))
    canvas.rect(
        left + inset, round(size * 0.46), wide - 2 * inset, round(size * 0.38) - inset, fill
    )
    canvas.rect(
        left + inset, round(size * 0.24) + inset, wide - 2 * inset, round(size * 0.14), fill
    )
    clasp = round(size * 0.16)
    canvas.rect((size - clasp) // 2, round(size * 0.4), clasp, round(size * 0.17), edge, radius=2)
    canvas.disc(size / 2, size * 0.48, max(1.5, size * 0.035), fill)


def _closed_door(canvas: Canvas, fill: Color, edge: Color, size: int) -> None:
    canvas.rect(0, 0, size, size, edge)
    inset = max(2, round(size * 0.08))
    canvas.rect(inset, inset, size - 2 * inset, size - 2 * inset, fill, radius=2)
    panel, gap = round(size * 0.24), round(size * 0.2)
    for x in (gap, size - gap - panel):
        for y in (gap, size - gap - panel):
            canvas.outline(x, y, panel, panel, max(1, round(size * 0.04)), edge, radius=2)


def _shut_door(canvas: Canvas, fill: Color, edge: Color, size: int) -> None:
    _closed_door(canvas, fill, edge, size)
    canvas.disc(size * 0.8, size * 0.5, size * 0.075, edge)


def _locked_door(canvas: Canvas, fill: Color, edge: Color, size: int) -> None:
    """A closed door with bars and a large keyhole."""
    _closed_door(canvas, fill, edge, size)
    plate, high = round(size * 0.36), round(size * 0.44)
    left, top = (size - plate) // 2, (size - high) // 2
    canvas.rect(left, top, plate, high, edge, radius=size * 0.08)
    canvas.rect(left + 2, top + 2, plate - 4, high - 4, (250, 236, 190), radius=size * 0.07)
    canvas.disc(size / 2, size * 0.45, size * 0.075, INK)
    canvas.line((size / 2, size * 0.47), (size / 2, size * 0.61), size * 0.07, INK)


def _open_door(canvas: Canvas, fill: Color, edge: Color, size: int) -> None:
    """A frame that one can walk through, the leaf folded aside."""
    thick = max(3, round(size * 0.11))
    canvas.outline(0, 0, size, size, thick, edge)
    canvas.outline(1, 1, size - 2, size - 2, max(1, thick - 2), fill)
    for x, y in ((0, 0), (size - thick, 0), (0, size - thick), (size - thick, size - thick)):
        canvas.rect(x, y, thick, thick, edge)


_DRAWN: dict[str, Callable[[Canvas, Color, Color, int], None]] = {
    "K": _key,
    "B": _ball,
    "X": _box,
    "D": _shut_door,
    "L": _locked_door,
    "N": _open_door,
}


def _agent(base: Frame, heading: str, crashed: bool, size: int) -> Frame:
    """A figure in orange from above, who looks along an arrow."""
    quarters = "↑→↓←".index(heading)
    canvas = Canvas.on(_turned(base, quarters))
    middle = size / 2
    if crashed or base is ground_tile("~", 0, size):
        _burst(canvas, size)
    for side in (-1, 1):
        canvas.line(
            (middle + side * size * 0.24, size * 0.5),
            (middle + side * size * 0.21, size * 0.3),
            size * 0.13,
            TRIM,
        )
        canvas.disc(middle + side * size * 0.2, size * 0.26, size * 0.065, GRASP)
    canvas.rect(
        round(size * 0.2),
        round(size * 0.4),
        round(size * 0.6),
        round(size * 0.4),
        TRIM,
        radius=size * 0.19,
    )
    canvas.rect(
        round(size * 0.34),
        round(size * 0.62),
        round(size * 0.32),
        round(size * 0.24),
        SHELL,
        radius=size * 0.06,
    )
    canvas.disc(middle, size * 0.46, size * 0.2, SUIT)
    canvas.sector(middle, size * 0.46, size * 0.17, 25, 155, SHELL)
    canvas.sector(middle, size * 0.45, size * 0.14, 35, 145, GLASS)
    return _turned(canvas.frame, -quarters)


def _burst(canvas: Canvas, size: int) -> None:
    """Sparks around somebody who came to grief."""
    middle = size / 2
    for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0), (0.7, 0.7), (-0.7, 0.7),
                         (0.7, -0.7), (-0.7, -0.7)):  # fmt: skip
        end = middle + across * size * 0.46, middle + down * size * 0.46
        canvas.line((middle, middle), end, size * 0.1, SMOKE)
        canvas.line((middle, middle), end, size * 0.05, SPARK)


def _turned(frame: Frame, quarters: int) -> Frame:
    """A square picture turned counter-clockwise, so that what faced right faces up."""
    turned = Canvas.on(frame)
    for _ in range(quarters % 4):
        turned.pixels = turned.pixels.transpose(1, 0, 2)[::-1].copy()
    return turned.frame
