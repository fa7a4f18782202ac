"""Pictures of minefields: # is closed, F a flag, W a wrong one, * a mine, X a blown one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, GREEN, INK, PAPER, RED, SHEET, Canvas, Color
from visgym.kit.grids.pages import STROKE, Page

CELL, BOARD = 44, 440  # pixels of a cell, and of all in a row, at most
RIM = 4  # pixels of the edge of a raised cell
HEAD, MIDDLE = 34, 23  # pixels above the board for the counts, and down to their middle
SIGNS = ".12345678#FW*X"

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
    count = len(signs)
    page = _page(count)
    canvas, tiles = Canvas.on(_empty(page, mines)), _tiles(page.cell)
    left, top = page.corner((0, 0))
    step = page.cell + STROKE
    for number, line in enumerate(signs):
        down = HEAD + top + number * step
        band = canvas.pixels[down : down + page.cell, left : left + count * step]
        boxes = band.reshape(page.cell, count, step, 3)  # the same memory
        boxes[:, :, : page.cell] = tiles[[SIGNS.index(sign) for sign in line]].swapaxes(0, 1)
    canvas.text(page.width - 52, MIDDLE, str(flags), 20, INK, bold=True, align="left")
    return canvas.frame


def board(count: int) -> tuple[float, float, float, float]:
    """Where the cells of a board are, as shares of its picture."""
    return _page(count).board(above=HEAD)


def _page(count: int) -> Page:
    return Page(count, count, cell=min(CELL, BOARD // count))


@lru_cache(maxsize=16)
def _tiles(cell: int) -> Frame:
    """The pictures of all signs; a row is drawn in one go, since cells are many."""
    return np.stack([_tile(sign, cell) for sign in SIGNS])


@lru_cache(maxsize=16)
def _empty(page: Page, mines: int) -> Frame:
    """A board without cells, and the count of its mines."""
    canvas = Canvas(page.width, page.height + HEAD, PAPER)
    canvas.paste(page.canvas().frame, 0, HEAD)
    _draw_mine(canvas, page.edge("left") + 14, MIDDLE, 9)
    canvas.text(page.edge("left") + 34, MIDDLE, str(mines), 20, INK, bold=True, align="left")
    _draw_flag(canvas, page.width - 74, MIDDLE, 11)
    return canvas.frame


def _tile(sign: str, cell: int) -> Frame:
    half, reach = cell / 2, cell * 0.3
    canvas = Canvas(cell, cell, BLAST if sign == "X" else OPEN)
    if sign in "#FW*":
        _draw_raised(canvas, cell)
    if sign in "*X":
        _draw_mine(canvas, half, half, cell * 0.24)
    if sign in "FW":
        _draw_flag(canvas, half, half, cell * 0.28)
    if sign == "W":
        for down in (reach, -reach):
            canvas.line((half - reach, half - down), (half + reach, half + down), 3, INK)
    if sign in COLORS:
        canvas.text(half, half, sign, round(cell * 0.55), COLORS[sign], bold=True)
    return canvas.frame


def _draw_raised(canvas: Canvas, cell: int) -> None:
    """A cell that stands out, lit from the top left."""
    canvas.rect(0, 0, cell, cell, SHADE)
    canvas.polygon(((0, 0), (cell, 0), (0, cell)), LIGHT)
    canvas.rect(RIM, RIM, cell - 2 * RIM, cell - 2 * RIM, RAISED)


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
