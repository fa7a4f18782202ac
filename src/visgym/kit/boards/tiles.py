"""Numbered tiles, and boards of them beside the ordered board."""

from __future__ import annotations

from visgym.core.task import Frame
from visgym.kit.boards.geom_boards import BOARD, SIZE, TOP, Part, beside, titled
from visgym.kit.boards.slides import Layout
from visgym.kit.caches import cached_frame, cached_layer
from visgym.kit.canvas import INK, MUTED, SHEET, WOOD, Canvas


def with_order(cells: Layout, size: int, part: Part) -> Frame:
    """A board in its part on the left, and the ordered board as the goal on the right."""
    ordered = tuple(range(size**2 - 1))
    return beside(_panel(cells, size, part), _panel(ordered, size, "goal"))


@cached_frame
def _panel(cells: Layout, size: int, part: Part) -> Frame:
    canvas = Canvas.on(_frame(size, part))
    step = BOARD // size
    left = (SIZE - step * size) // 2
    for number, cell in enumerate(cells, start=1):
        x, y = left + cell % size * step, TOP + cell // size * step
        canvas.paste(tile(number, step), x, y)
    return canvas.frame


@cached_layer
def _frame(size: int, part: Part) -> Frame:
    canvas = titled(part)
    side = BOARD // size * size
    left = (SIZE - side) // 2
    canvas.rect(left - 6, TOP - 6, side + 12, side + 12, MUTED, radius=8)
    canvas.rect(left, TOP, side, side, SHEET)
    return canvas.frame


@cached_layer
def tile(number: int, step: int) -> Frame:
    """A tile that takes up a cell of so many pixels; the gap is tile 0."""
    canvas = Canvas(step, step, SHEET)
    if number:
        canvas.rect(2, 2, step - 4, step - 4, WOOD, radius=8)
        canvas.text(step / 2, step / 2, str(number), step * 2 // 5, INK, bold=True)
    return canvas.frame
