"""Pictures of cars on a board with one exit."""

from __future__ import annotations

from visgym.core.task import Frame
from visgym.kit.boards.cars import SIZE, Board
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import LINE, MUTED, PAPER, PIECES, RED, SHEET, Canvas, Color, ink_on
from visgym.kit.grid import cells

TILE, MARGIN, RIM = 64, 44, 8  # pixels
GROUND: Color = (232, 233, 237)
GLASS: Color = (214, 233, 246)
COLORS = (RED, *PIECES[:3], *PIECES[4:])
"""Of the cars; the first is the only red one."""


def drawn(board: Board) -> Frame:
    """The board as it is now, its cars with letters from A on."""
    canvas = Canvas.on(_empty(board[0].lane))
    for number, car in enumerate(board):
        x, y = MARGIN + car.column * TILE, MARGIN + car.row * TILE
        canvas.paste(_car(number, car.length, car.upright), x, y)
    return canvas.frame


@cached_layer
def _empty(exit: int) -> Frame:
    """The board without cars."""
    side = SIZE * TILE
    canvas = Canvas(side + 2 * MARGIN, side + 2 * MARGIN, PAPER)
    canvas.rect(MARGIN - RIM, MARGIN - RIM, side + 2 * RIM, side + 2 * RIM, MUTED, radius=8)
    canvas.rect(MARGIN, MARGIN, side, side, GROUND)
    for row, column in cells(SIZE, SIZE):
        canvas.paste(_slot(), MARGIN + column * TILE, MARGIN + row * TILE)
    y, right = MARGIN + exit * TILE, MARGIN + side
    canvas.rect(right, y, RIM, TILE, GROUND)
    canvas.arrow((right - 2, y + TILE / 2), (right + 36, y + TILE / 2), 8, RED)
    canvas.text(right + MARGIN / 2 + 2, y + TILE + 12, "EXIT", 12, RED, bold=True)
    return canvas.frame


@cached_layer
def _slot() -> Frame:
    canvas = Canvas(TILE, TILE, GROUND)
    canvas.rect(3, 3, TILE - 6, TILE - 6, SHEET, radius=6)
    return canvas.frame


@cached_layer
def _car(number: int, length: int, upright: bool) -> Frame:
    """A car from above, on as many free cells as it covers."""
    across, down = (1, length) if upright else (length, 1)
    canvas = Canvas(across * TILE, down * TILE, GROUND)
    for row, column in cells(down, across):
        canvas.paste(_slot(), column * TILE, row * TILE)
    color = COLORS[number % len(COLORS)]
    width, height = across * TILE - 10, down * TILE - 10
    canvas.rect(5, 5, width, height, color, radius=14)
    along, thick = (height if upright else width), 7
    for place in (14, along - 14 - thick):  # the windows in front and at the back
        if upright:
            canvas.rect(15, 5 + place, TILE - 30, thick, GLASS, radius=3)
        else:
            canvas.rect(5 + place, 15, thick, TILE - 30, GLASS, radius=3)
    canvas.text(across * TILE / 2, down * TILE / 2, letter(number), 24, ink_on(color), bold=True)
    canvas.outline(5, 5, width, height, 1, LINE, radius=14)
    return canvas.frame


def letter(number: int) -> str:
    """What a car is called."""
    return chr(ord("A") + number)
