"""Pictures of boards of crosses and noughts, with numbered rows and columns."""

from __future__ import annotations

from visgym.core.task import Frame
from visgym.kit import noughts
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, LINE, MUTED, PAPER, SHEET, WALL, Canvas, Color
from visgym.kit.games.places import Box, box

CELL, RIM, NUMBERS = 84, 14, 26  # pixels
LAST: Color = (255, 244, 204)
"""The ground of the cell that was filled last."""


def board_picture(
    size: int, crosses: int, noughts_: int, last: int, neutral: bool = False
) -> Frame:
    """A board whose marks are bits, row by row; marks of no side in particular are dark."""
    canvas = Canvas.on(_blank(size))
    for cell in range(size * size):
        sign = "X" if crosses >> cell & 1 else "O" if noughts_ >> cell & 1 else ""
        if sign:
            ground = LAST if cell == last else SHEET
            tile = noughts.mark(CELL - 3, sign, ground=ground, ink=INK if neutral else None)
            canvas.paste(tile, *_corner(size, cell))
    return canvas.frame


def side_of(size: int) -> int:
    """Pixels of a picture across and down."""
    return size * CELL + 2 * RIM + NUMBERS


def board_box(size: int) -> Box:
    """Where the cells are in a picture."""
    first, side = RIM + NUMBERS, side_of(size)
    return box((first, first), (size * CELL, size * CELL), (side, side))


def _corner(size: int, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, size)
    return RIM + NUMBERS + column * CELL + 2, RIM + NUMBERS + row * CELL + 2


@cached_layer
def _blank(size: int) -> Frame:
    side, first = side_of(size), RIM + NUMBERS
    canvas = Canvas(side, side, PAPER)
    canvas.rect(first, first, size * CELL, size * CELL, SHEET)
    for at in range(size + 1):
        where, color = first + at * CELL - 1, WALL if at in (0, size) else LINE
        canvas.rect(where, first, 3, size * CELL, color)
        canvas.rect(first, where, size * CELL, 3, color)
    for at in range(size):
        middle = first + (at + 0.5) * CELL
        canvas.text(middle, RIM + 8, str(at), 18, MUTED, bold=True)
        canvas.text(RIM + 8, middle, str(at), 18, MUTED, bold=True)
    return canvas.frame


def board_text(size: int, crosses: int, noughts_: int) -> str:
    """A board as rows of X, O and dots."""
    signs = [
        "X" if crosses >> cell & 1 else "O" if noughts_ >> cell & 1 else "."
        for cell in range(size * size)
    ]
    return "\n".join(" ".join(signs[row * size : (row + 1) * size]) for row in range(size))
