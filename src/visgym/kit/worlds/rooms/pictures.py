"""Pictures of rooms, from tiles: the view ahead, the whole plan, and a map of what was seen."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Canvas, Color
from visgym.kit.lettering import text_width
from visgym.kit.worlds.rooms import tiles
from visgym.kit.worlds.rooms.figures import SUIT, tile
from visgym.kit.worlds.rooms.sight import SIDE
from visgym.kit.worlds.rooms.things import WALL, RoomState
from visgym.kit.worlds.rooms.tiles import DESK
from visgym.kit.worlds.rooms.views import FOG, RoomView, Tokens, full_view, ground

TILE = 64  # pixels of a cell in the view ahead
WIDEST = 640  # pixels of a plan, about
STRIP, LABEL = 72, 17  # height of the strip that shows what is carried, and of its letters
SLOT: Color = (66, 73, 96)
CHALK: Color = (222, 227, 238)
MAP_GAP = 16

Line = tuple[str, ...]

_FILLS: dict[str, Color] = {
    "#": tiles.STONE,
    ".": tiles.PALE,
    ",": tiles.WARM,
    "~": tiles.FLAME,
    "G": tiles.LAWN,
    FOG: tiles.MIST,
}


def ego_picture(view: RoomView, carries: bool) -> Frame:
    """The view ahead; with a strip for what is in hand where something can be carried."""
    side = SIDE * TILE
    canvas = Canvas(0, 0)
    canvas.pixels = np.empty((side + STRIP * carries, side, 3), np.uint8)
    _lay(canvas, view.tokens)
    if carries:
        canvas.paste(_desk_strip(side), 0, side)
        _hold(canvas, view.carried, side)
    return canvas.frame


def full_picture(state: RoomState, view: RoomView, carries: bool) -> Frame:
    """The whole plan."""
    size = plan_tile(len(state.rows), len(state.rows[0]))
    canvas = Canvas.on(_plan(state.rows, size, carries))
    for row, line in enumerate(view.tokens):
        for column, token in enumerate(line):
            if len(token) > 1:
                canvas.paste(tile(token, 0, size), column * size, row * size)
    if carries:
        _hold(canvas, view.carried, len(state.rows) * size)
    return canvas.frame


def plan_tile(tall: int, wide: int) -> int:
    """Pixels of a cell on a plan: an even number."""
    return min(TILE, WIDEST // max(tall, wide) // 2 * 2)


@cached_layer
def _plan(rows: tuple[str, ...], size: int, carries: bool) -> Frame:
    """The plan without things."""
    tall, wide = len(rows) * size, len(rows[0]) * size
    canvas = Canvas(wide, tall + STRIP * carries, DESK)
    tokens = tuple(
        tuple(
            FOG if _is_deep(rows, row, column) else ground(tile, (row, column))
            for column, tile in enumerate(line)
        )
        for row, line in enumerate(rows)
    )
    _lay(canvas, tokens, size)
    if carries:
        canvas.paste(_desk_strip(wide), 0, tall)
    return canvas.frame


def _is_deep(rows: tuple[str, ...], row: int, column: int) -> bool:
    """Whether a cell and all around it is wall, so that nobody can ever see it."""
    above, below = max(row - 1, 0), row + 2
    left, right = max(column - 1, 0), column + 2
    return all(set(line[left:right]) == {WALL} for line in rows[above:below])


def _lay(canvas: Canvas, tokens: Tokens, size: int = TILE) -> None:
    """Tiles for tokens, from the top left corner on; stone and fog look at their neighbours."""
    rim, wide = (FOG,) * (len(tokens[0]) + 2), len(tokens[0]) * size
    framed = [rim, *((FOG, *line, FOG) for line in tokens), rim]
    for row in range(len(tokens)):
        band = canvas.pixels[row * size : row * size + size, :wide]
        np.concatenate(_tiles_of(*framed[row : row + 3], size), axis=1, out=band)


@lru_cache(maxsize=8192)
def _tiles_of(above: Line, line: Line, below: Line, size: int) -> tuple[Frame, ...]:
    """The tiles of a row that has one cell of its frame on either side."""
    return tuple(
        tile(token, _open_sides(above, line, below, column) if token in _EDGED else 0, size)
        for column, token in enumerate(line[1:-1])
    )


_EDGED = {FOG: FOG, "#": "#?"}
"""Grounds that end somewhere, and what they go on into."""


def _open_sides(above: Line, line: Line, below: Line, column: int) -> int:
    """Bits as `tiles` wants them; a frame lies around the columns."""
    same = _EDGED[line[column + 1]]
    right = column + 2
    sides = (
        (above[column + 1][0] not in same)
        | (line[right][0] not in same) << 1
        | (below[column + 1][0] not in same) << 2
        | (line[column][0] not in same) << 3
    )
    if same != FOG:
        return sides
    corners = (
        (above[right] != FOG)
        | (below[right] != FOG) << 1
        | (below[column] != FOG) << 2
        | (above[column] != FOG) << 3
    )
    return sides | corners << 4


def _hold(canvas: Canvas, carried: str, top: int) -> None:
    """What is in hand, in its slot."""
    if carried:
        canvas.paste(tile(f"h{carried}", 0, SLOT_SIZE), SLOT_LEFT, top + SLOT_TOP)


SLOT_SIZE, SLOT_TOP = 56, 8
SLOT_LEFT = 24 + text_width("In hand", LABEL)


@cached_layer
def _desk_strip(wide: int) -> Frame:
    canvas = Canvas(wide, STRIP, DESK)
    canvas.text(12, STRIP / 2, "In hand", LABEL, CHALK, align="left")
    canvas.rect(SLOT_LEFT, SLOT_TOP, SLOT_SIZE, SLOT_SIZE, SLOT, radius=8)
    return canvas.frame


def with_map(picture: Frame, state: RoomState) -> Frame:
    """A picture with a map of what was seen on its right."""
    side = picture.shape[0]
    canvas = Canvas(2 * side + MAP_GAP, side, DESK)
    canvas.paste(picture, 0, 0)
    chart = fog_map(state, side)
    canvas.paste(chart, side + MAP_GAP, (side - chart.shape[0]) // 2)
    return canvas.frame


def fog_map(state: RoomState, side: int) -> Frame:
    """The known plan in flat colours, the agent a wedge."""
    size = side // max(len(state.rows), len(state.rows[0]))
    tokens = full_view(state).tokens
    colors = np.array([[_FILLS[token[0]] for token in line] for line in tokens], np.uint8)
    canvas = Canvas(0, 0)
    canvas.pixels = colors.repeat(size, axis=1).repeat(size, axis=0)
    (row, column), (down, across) = state.agent, state.facing.step
    x, y, reach = (column + 0.5) * size, (row + 0.5) * size, size * 0.42
    nose = x + across * reach, y + down * reach
    tail = [
        (x - across * reach - side * down * reach, y - down * reach + side * across * reach)
        for side in (-1, 1)
    ]
    canvas.polygon([nose, *tail], SUIT)
    return canvas.frame
