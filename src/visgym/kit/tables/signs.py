"""Signs in the cells of a table: arrows, triangles, discs."""

from __future__ import annotations

from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import INK, MUTED, SHEET, Canvas, Color
from visgym.kit.cells.wrapping import STEPS
from visgym.kit.coverage import Point
from visgym.kit.grid import Cell
from visgym.kit.tables.boards import LINE, Table

REACH = 0.34  # of a cell, from its middle to the tip of an arrow
STUB = 9  # pixels that a passage stands out of a table


def arrow(table: Table, canvas: Canvas, cell: Cell, way: int) -> None:
    """A bold arrow in a white cell; 0 points up, and the next ones clockwise."""
    canvas.paste(_arrow(table.cell - LINE, way), *table.corner(cell))


@lru_cache(maxsize=64)
def _arrow(side: int, way: int) -> Frame:
    canvas = Canvas(side, side, SHEET)
    bold_arrow(canvas, (side / 2, side / 2), REACH * side, way)
    return canvas.frame


def bold_arrow(canvas: Canvas, middle: Point, reach: float, way: int) -> None:
    """An arrow that reaches equally far on both sides of its middle."""
    down, across = STEPS[way]
    x, y = middle
    tail, tip = (x - across * reach, y - down * reach), (x + across * reach, y + down * reach)
    canvas.arrow(tail, tip, max(round(reach / 3.5), 2), INK, head=reach)


def disc(table: Table, canvas: Canvas, cell: Cell, color: Color) -> None:
    """A disc in a white cell."""
    canvas.paste(_disc(table.cell - LINE, color), *table.corner(cell))


@lru_cache(maxsize=64)
def _disc(side: int, color: Color) -> Frame:
    canvas = Canvas(side, side, SHEET)
    canvas.disc(side / 2, side / 2, 0.36 * side, color)
    return canvas.frame


def triangle(table: Table, canvas: Canvas, cell: Cell, way: int, color: Color) -> None:
    """A slender triangle whose tip says where it faces."""
    down, across = STEPS[way]
    (x, y), reach = table.middle(cell), 0.36 * table.cell

    def point(forward: float, aside: float) -> Point:
        return (
            x + reach * (across * forward - down * aside),
            y + reach * (down * forward + across * aside),
        )

    canvas.polygon((point(1, 0), point(-0.9, 0.7), point(-0.5, 0), point(-0.9, -0.7)), color)


def passages(table: Table, canvas: Canvas) -> None:
    """Stubs at both ends of all rows and columns, which say that the edges wrap."""
    left, right = table.left, table.left + table.columns * table.cell + LINE
    bottom = table.left + table.rows * table.cell + LINE
    for row in range(table.rows):
        y = round(table.middle((row, 0))[1])
        for x in (left - STUB - 3, right + 3):
            canvas.rect(x, y - 1, STUB, 2, MUTED)
    for column in range(table.columns):
        x = round(table.middle((0, column))[0])
        for y in (left - STUB - 3, bottom + 3):
            canvas.rect(x - 1, y, 2, STUB, MUTED)
