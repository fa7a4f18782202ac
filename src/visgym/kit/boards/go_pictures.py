"""A wooden board with stones, letters and numbers.

A board full of black stones and one full of white ones are drawn once; a picture is cut from them.
"""

from __future__ import annotations

from itertools import product

from visgym.core.task import Frame
from visgym.kit.boards.go import LETTERS, Goban
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, WOOD, Canvas, Color

STEP = 44  # pixels between lines
RIM = 40  # pixels from the edge of the picture to the first line, less half a step
TEXT = 16  # pixels
STONE = 20.5  # pixels of a radius

GRAIN: Color = (219, 181, 117)
SHADOW: Color = (176, 139, 82)
LINES: Color = (92, 66, 34)
BLACK: tuple[Color, ...] = ((22, 23, 27), (36, 38, 43), (56, 59, 66), (86, 90, 99))
WHITE: tuple[Color, ...] = ((205, 203, 198), (231, 229, 224), (246, 245, 242), (255, 255, 255))
STARS = {7: (3,), 9: (2, 4, 6), 11: (2, 5, 8), 13: (3, 6, 9), 19: (3, 9, 15)}


def side(size: int) -> int:
    """Pixels of the picture, each way."""
    return 2 * RIM + size * STEP


def picture(goban: Goban, black: int, white: int) -> Frame:
    """A board and its stones."""
    canvas = Canvas.on(board(goban.size))
    for stones, tint in ((black, BLACK), (white, WHITE)):
        full = board(goban.size, tint)
        for point in goban.points:
            if point & stones:
                row, column = divmod(point.bit_length() - 1, goban.stride)
                x, y = RIM + column * STEP, RIM + row * STEP
                canvas.pixels[y : y + STEP, x : x + STEP] = full[y : y + STEP, x : x + STEP]
    return canvas.frame


@cached_layer
def board(size: int, stones: tuple[Color, ...] = ()) -> Frame:
    """An empty board, or one with a stone of some tints on every point."""
    canvas, whole = Canvas(side(size), side(size), WOOD), side(size)
    for number, height in enumerate(range(-8, whole + 8, 7)):
        bend = height + (number * 37 % 29) - 14
        canvas.curve((0, height), (whole / 2, bend), (whole, (2 * height + bend) / 3), 1.6, GRAIN)
    first, last = RIM + STEP / 2, RIM + STEP / 2 + (size - 1) * STEP
    places = [first + number * STEP for number in range(size)]
    for place in places:
        width = 3 if place in (first, last) else 2
        canvas.line((first, place), (last, place), width, LINES)
        canvas.line((place, first), (place, last), width, LINES)
    for column, row in product(STARS.get(size, ()), repeat=2):
        canvas.disc(places[column], places[row], 4.5, LINES)
    for number, place in enumerate(places):
        for edge in (RIM / 2, whole - RIM / 2):
            canvas.text(place, edge, LETTERS[number], TEXT, INK, bold=True)
            canvas.text(edge, place, str(size - number), TEXT, INK, bold=True)
    if stones:
        for x, y in product(places, repeat=2):
            _stone(canvas, x, y, stones)
    return canvas.frame


def _stone(canvas: Canvas, x: float, y: float, tints: tuple[Color, ...]) -> None:
    """A stone in light from the top left."""
    canvas.disc(x + 1, y + 1.2, STONE - 0.3, SHADOW)
    canvas.disc(x, y, STONE, tints[0])
    for number, tint in enumerate(tints[1:], 1):
        off = 2.6 * number
        canvas.disc(x - off, y - off, STONE - 4.4 * number, tint)
