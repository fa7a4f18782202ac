"""Pictures of minefields: # is closed, F a flag, W a wrong one, * a mine, X a blown one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, GREEN, INK, PAPER, RED, SHEET, Canvas, Color
from visgym.kit.grid import cells
from visgym.kit.grids.pages import Page

CELL, RIM = 44, 4  # pixels of a cell, and of the edge of a raised one
HEAD, MIDDLE = 34, 23  # pixels above the board for the counts, and down to their middle
CLOSED = "#"

RAISED: Color = (198, 204, 214)
LIGHT: Color = (232, 236, 242)
SHADE: Color = (152, 160, 174)
OPEN: Color = (244, 244, 240)
BLAST: Color = (240, 128, 118)
COLORS: dict[str, Color] = {
    "1": BLUE,
    "2": GREEN,
    "3": RED,
    "4": (52, 48, 130),
    "5": (140, 44, 40),
    "6": (24, 132, 140),
    "7": INK,
    "8": (112, 116, 126),
}


def picture(signs: Sequence[str], mines: int, flags: int) -> Frame:
    """A square board by the signs of its cells, row by row, with counts above."""
    page = Page(len(signs), len(signs), cell=CELL)
    canvas = Canvas.on(_closed(page, mines))
    for row, line in enumerate(signs):
        for column, sign in enumerate(line):
            if sign != CLOSED:
                x, y = page.corner((row, column))
                canvas.paste(_tile(sign), x, y + HEAD)
    canvas.text(page.width - 52, MIDDLE, str(flags), 20, INK, bold=True, align="left")
    return canvas.frame


@lru_cache(maxsize=16)
def _closed(page: Page, mines: int) -> Frame:
    """A board on which everything is closed."""
    canvas = Canvas(page.width, page.height + HEAD, PAPER)
    canvas.paste(page.canvas().frame, 0, HEAD)
    for cell in cells(page.rows, page.columns):
        x, y = page.corner(cell)
        canvas.paste(_tile(CLOSED), x, y + HEAD)
    _draw_mine(canvas, page.edge("left") + 14, MIDDLE, 9)
    canvas.text(page.edge("left") + 34, MIDDLE, str(mines), 20, INK, bold=True, align="left")
    _draw_flag(canvas, page.width - 74, MIDDLE, 11)
    return canvas.frame


@lru_cache(maxsize=64)
def _tile(sign: str) -> Frame:
    half, reach = CELL / 2, CELL * 0.3
    canvas = Canvas(CELL, CELL, BLAST if sign == "X" else OPEN)
    if sign in (CLOSED, "F", "W", "*"):
        _draw_raised(canvas)
    if sign in "*X":
        _draw_mine(canvas, half, half, CELL * 0.24)
    if sign in "FW":
        _draw_flag(canvas, half, half, CELL * 0.28)
    if sign == "W":
        for down in (reach, -reach):
            canvas.line((half - reach, half - down), (half + reach, half + down), 3, INK)
    if sign in COLORS:
        canvas.text(half, half, sign, 24, COLORS[sign], bold=True)
    return canvas.frame


def _draw_raised(canvas: Canvas) -> None:
    """A cell that stands out, lit from the top left."""
    canvas.rect(0, 0, CELL, CELL, SHADE)
    canvas.polygon(((0, 0), (CELL, 0), (0, CELL)), LIGHT)
    canvas.rect(RIM, RIM, CELL - 2 * RIM, CELL - 2 * RIM, RAISED)


def _draw_mine(canvas: Canvas, x: float, y: float, radius: float) -> None:
    reach = radius * 1.4
    slant = reach * 0.72
    for across, down in ((reach, 0), (0, reach), (slant, slant), (slant, -slant)):
        canvas.line((x - across, y - down), (x + across, y + down), radius * 0.28, INK)
    canvas.disc(x, y, radius, INK)
    canvas.disc(x - radius * 0.35, y - radius * 0.35, radius * 0.26, SHEET)


def _draw_flag(canvas: Canvas, x: float, y: float, reach: float) -> None:
    pole = x + reach * 0.3
    foot = y + reach
    canvas.line((pole, y - reach), (pole, foot), reach * 0.2, INK)
    canvas.line((x - reach * 0.6, foot), (x + reach * 0.9, foot), reach * 0.3, INK)
    points = ((pole, y - reach), (pole, y + reach * 0.2), (x - reach * 0.9, y - reach * 0.4))
    canvas.polygon(points, RED)
