"""A board of geoms seen from above or as a scene, labelled and tinted by the part it plays."""

from __future__ import annotations

from typing import Literal

from visgym.core.task import Frame
from visgym.kit.boards.geoms import Geom, icon, tile_name
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, MUTED, PAPER, SHEET, Canvas, Color

Part = Literal["past", "active", "goal"]
BoardView = Literal["3d", "2d", "text"]

TINTS: dict[Part, Color] = {
    "past": (198, 201, 208),
    "active": (176, 205, 246),
    "goal": (178, 226, 190),
}
SIZE, BOARD, TOP = 512, 392, 66  # pixels of a panel, of the board in it, and above the board
GAP = 8  # pixels between panels


def beside(left: Frame, right: Frame) -> Frame:
    """Two panels side by side."""
    canvas = Canvas(2 * SIZE + GAP, SIZE, PAPER)
    canvas.paste(left, 0, 0)
    canvas.paste(right, SIZE + GAP, 0)
    return canvas.frame


def with_goal(
    geoms: tuple[Geom, ...],
    cells: tuple[int, ...],
    goal: tuple[int, ...],
    side: int,
    part: Part,
    view: BoardView,
    labels: bool,
) -> Frame:
    """A board in its part on the left and the goal board on the right."""
    canvas = Canvas.on(_with_room(geoms, goal, side, part, view, labels))
    if view == "2d":
        _place(canvas, geoms, cells, side)
    else:
        canvas.paste(panel(geoms, cells, side, part, view, labels), 0, 0)
    return canvas.frame


@cached_layer
def _with_room(
    geoms: tuple[Geom, ...],
    goal: tuple[int, ...],
    side: int,
    part: Part,
    view: BoardView,
    labels: bool,
) -> Frame:
    """The goal board with an empty board on its left."""
    return beside(_grid(side, part, labels), panel(geoms, goal, side, "goal", view, labels))


def panel(
    geoms: tuple[Geom, ...],
    cells: tuple[int, ...],
    side: int,
    part: Part,
    view: BoardView,
    labels: bool,
) -> Frame:
    """A board in its part: the geoms at their cells, or a list of them."""
    if view == "3d":
        from visgym.kit.boards.geom_scenes import (
            scene_of,  # the rasteriser is loaded where it is needed
        )

        canvas = Canvas.on(scene_of(geoms, cells, side, TINTS[part], labels))
        _title(canvas, part)
        return canvas.frame
    if view == "text":
        return _page(geoms, cells, side, part)
    return _flat(geoms, cells, side, part, labels)


# Seen from above


def _flat(
    geoms: tuple[Geom, ...], cells: tuple[int, ...], side: int, part: Part, labels: bool
) -> Frame:
    canvas = Canvas.on(_grid(side, part, labels))
    _place(canvas, geoms, cells, side)
    return canvas.frame


def _place(canvas: Canvas, geoms: tuple[Geom, ...], cells: tuple[int, ...], side: int) -> None:
    """Put symbols on the empty board at the left of a canvas."""
    step = BOARD // side
    left = (SIZE - step * side) // 2
    for geom, cell in zip(geoms, cells, strict=True):
        x, y = left + cell % side * step, TOP + cell // side * step
        canvas.paste(icon(geom, step - 4, SHEET), x + 2, y + 2)


@cached_layer
def _grid(side: int, part: Part, labels: bool) -> Frame:
    """The empty board from above."""
    canvas = titled(part)
    step = BOARD // side
    left = (SIZE - step * side) // 2
    canvas.rect(left - 4, TOP - 4, step * side + 8, step * side + 8, MUTED, radius=6)
    for cell in range(side * side):
        x, y = left + cell % side * step, TOP + cell // side * step
        canvas.rect(x + 1, y + 1, step - 2, step - 2, SHEET)
        if labels:
            canvas.text(x + step / 2, y + step / 2, tile_name(cell, side), step // 5, MUTED)
    for index in range(side if labels else 0):
        middle = index * step + step / 2
        column, row = tile_name(index, side)[:1], str(side - index)
        canvas.text(left + middle, TOP + step * side + 24, column, 22, INK)
        canvas.text(left - 28, TOP + middle, row, 22, INK)
    return canvas.frame


def titled(part: Part) -> Canvas:
    """An empty panel in the tint of its part, with its name."""
    canvas = Canvas(SIZE, SIZE, TINTS[part])
    _title(canvas, part)
    return canvas


def _title(canvas: Canvas, part: Part) -> None:
    canvas.text(SIZE / 2, 32, part, 26, INK, bold=True)


# As a list


def _page(geoms: tuple[Geom, ...], cells: tuple[int, ...], side: int, part: Part) -> Frame:
    canvas = titled(part)
    step = min(30, (SIZE - TOP - 10) // max(len(geoms), 1))
    named = sorted(zip((tile_name(cell, side) for cell in cells), geoms, strict=True))
    for number, (tile, geom) in enumerate(named):
        y = TOP + step * (number + 0.5)
        canvas.text(SIZE / 2, y, f"{tile} {geom}", step * 2 // 3, INK)
    return canvas.frame
