"""Pictures of a room with boxes, made of tiles."""

from __future__ import annotations

from typing import Literal

from visgym.core.task import Frame
from visgym.kit.boards.boxes import Warehouse
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, GREEN, INK, LINE, PAPER, RED, WALL, WOOD, Canvas, Color
from visgym.kit.grid import Cell, cells

TILE = 52  # pixels
BRICK, JOINT = 13, 2
PLANK: Color = (168, 126, 66)
SKIN: Color = (247, 208, 168)
LEAF: Color = (146, 206, 150)
BLUSH: Color = (252, 222, 216)  # of a target, which shows beside the player

Kind = Literal["box", "player"]


def drawn(here: Warehouse, size: int) -> Frame:
    """The room as it is now."""
    canvas = Canvas.on(_empty_room(here.floor, here.targets, size))
    for row, column in here.boxes:
        canvas.paste(_tile("box", (row, column) in here.targets), column * TILE, row * TILE)
    row, column = here.player
    canvas.paste(_tile("player", here.player in here.targets), column * TILE, row * TILE)
    return canvas.frame


@cached_layer
def _empty_room(floor: frozenset[Cell], targets: frozenset[Cell], size: int) -> Frame:
    canvas = Canvas(size * TILE, size * TILE)
    for row, column in cells(size, size):
        is_floor = (row, column) in floor
        tile = _ground((row, column) in targets) if is_floor else _wall()
        canvas.paste(tile, column * TILE, row * TILE)
    return canvas.frame


@cached_layer
def _wall() -> Frame:
    canvas = Canvas(TILE, TILE, LINE)
    for course in range(TILE // BRICK):
        for brick in range(-1, 2):
            left = brick * TILE // 2 + (TILE // 4 if course % 2 else 0)
            width = min(TILE // 2 - JOINT, TILE // 2 - JOINT + min(left, 0))
            canvas.rect(max(left, 0), course * BRICK, width, BRICK - JOINT, WALL)
    return canvas.frame


@cached_layer
def _ground(is_target: bool) -> Frame:
    canvas = Canvas(TILE, TILE, LINE)
    canvas.rect(0, 0, TILE - 1, TILE - 1, BLUSH if is_target else PAPER)
    if is_target:
        canvas.ring(TILE / 2, TILE / 2, TILE * 0.24, 5, RED)
        canvas.disc(TILE / 2, TILE / 2, 5, RED)
    return canvas.frame


@cached_layer
def _tile(kind: Kind, is_home: bool) -> Frame:
    """A box or the player, on floor or on a target."""
    canvas = Canvas.on(_ground(is_home))
    if kind == "box":
        _draw_box(canvas, is_home)
    else:
        _draw_player(canvas)
    return canvas.frame


def _draw_box(canvas: Canvas, is_home: bool) -> None:
    fill, frame = (LEAF, GREEN) if is_home else (WOOD, PLANK)
    side, edge = TILE - 9, 6
    canvas.rect(4, 4, side, side, frame, radius=5)
    inner = side - 2 * edge
    canvas.rect(4 + edge, 4 + edge, inner, inner, fill)
    near, far = 4 + edge + 2.5, 4 + edge + inner - 2.5
    canvas.line((near, near), (far, far), 6, frame)
    canvas.line((near, far), (far, near), 6, frame)


def _draw_player(canvas: Canvas) -> None:
    middle = TILE / 2
    for side in (-1, 1):
        canvas.line((middle + side * 5, 38), (middle + side * 5, 45), 6, INK)
        canvas.line((middle + side * 9, 28), (middle + side * 14, 34), 5, SKIN)
    canvas.rect(int(middle) - 10, 23, 20, 17, BLUE, radius=6)
    canvas.disc(middle, 15, 9, SKIN)
    canvas.sector(middle, 14, 10, 0, 180, BLUE)
    canvas.line((middle - 11, 14), (middle + 11, 14), 3, BLUE)
    for side in (-1, 1):
        canvas.disc(middle + side * 3.5, 18, 1.5, INK)
