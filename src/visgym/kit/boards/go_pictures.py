"""Boards of Go: wood with lines, star points, names at the rim and stones, in two looks.

A board full of black stones and one full of white ones are drawn once; a picture is cut from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

from visgym.core.task import Frame
from visgym.kit.boards.go import LETTERS
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, PAPER, SHEET, WALL, WOOD, Canvas, Color

TEXT = 16  # pixels
STARS = {5: (2,), 7: (3,), 9: (2, 4, 6), 11: (2, 5, 8), 13: (3, 6, 9), 19: (3, 9, 15)}
"""Lines on which star points lie, from 0."""
BLACK, WHITE = 0, 1
Stone = tuple[int, int, int]
"""Its row from the top, its column, and whether it is black or white."""
Discs = tuple[tuple[float, float, float, Color], ...]
"""How far right and down of the middle a disc is, its radius and its colour."""


@dataclass(frozen=True, eq=False)
class GobanLook:
    """How a board looks; all measures are pixels."""

    step: int
    """From line to line."""
    rim: int
    """From the edge of the picture to the first line."""
    names: int
    """From the edge to letters and numbers."""
    below: int
    """Room under the board."""
    line: Color
    outer: int
    """How wide the outermost lines are; the others are 2."""
    star: float
    stones: tuple[Discs, Discs]
    cut: int
    """How wide the square is that is cut out with a stone."""
    stub: int
    """How far lines go on under the stones at the edge."""
    paper: Color
    ground: Callable[[Canvas, int], None]

    def side(self, size: int) -> int:
        """How wide the picture is, and how high without what is below."""
        return 2 * self.rim + (size - 1) * self.step

    def middle(self, row: int, column: int) -> tuple[int, int]:
        """Where a point is, across and down."""
        return self.rim + column * self.step, self.rim + row * self.step


def picture(look: GobanLook, size: int, stones: Iterable[Stone]) -> Canvas:
    """A board and its stones, to be drawn on."""
    canvas = Canvas.on(board(look, size))
    full, pixels = [board(look, size, color) for color in (BLACK, WHITE)], canvas.pixels
    step, cut, first = look.step, look.cut, look.rim - look.cut // 2
    for row, column, color in stones:
        x, y = first + column * step, first + row * step
        pixels[y : y + cut, x : x + cut] = full[color][y : y + cut, x : x + cut]
    return canvas


def as_text(size: int, stones: Iterable[Stone]) -> str:
    """A board in letters: X is a black stone, O a white one."""
    signs = {(row, column): "XO"[color] for row, column, color in stones}
    rows = [
        f"{size - row:2} " + " ".join(signs.get((row, column), ".") for column in range(size))
        for row in range(size)
    ]
    return "\n".join((*rows, "   " + " ".join(LETTERS[:size])))


@cached_layer
def board(look: GobanLook, size: int, stones: int | None = None) -> Frame:
    """An empty board, or one with a stone on every point."""
    whole = look.side(size)
    canvas = Canvas(whole, whole + look.below, look.paper)
    look.ground(canvas, whole)
    places = [look.rim + number * look.step for number in range(size)]
    stub = 0 if stones is None else look.stub
    first, last = places[0] - stub, places[-1] + stub
    for place in places:
        width = look.outer if place in (places[0], places[-1]) else 2
        canvas.line((first, place), (last, place), width, look.line)
        canvas.line((place, first), (place, last), width, look.line)
    for column, row in product(STARS.get(size, ()), repeat=2):
        canvas.disc(places[column], places[row], look.star, look.line)
    for number, place in enumerate(places):
        for edge in (look.names, whole - look.names):
            canvas.text(place, edge, LETTERS[number], TEXT, INK, bold=True)
            canvas.text(edge, place, str(size - number), TEXT, INK, bold=True)
    if stones is not None:
        for x, y in product(places, repeat=2):
            for right, down, radius, color in look.stones[stones]:
                canvas.disc(x + right, y + down, radius, color)
    return canvas.frame


def _lit(tints: tuple[Color, ...]) -> Discs:
    """A stone of 20.5 pixels in light from the top left, and its shadow."""
    shadow = (1.0, 1.2, 20.2, (176, 139, 82))
    rounds = [(-2.6 * at, -2.6 * at, 20.5 - 4.4 * at, tint) for at, tint in enumerate(tints)]
    return (shadow, *rounds)


def _grain(canvas: Canvas, whole: int) -> None:
    for number, height in enumerate(range(-8, whole + 8, 7)):
        bend = height + (number * 37 % 29) - 14
        ends = (0, height), (whole, (2 * height + bend) / 3)
        canvas.curve(ends[0], (whole / 2, bend), ends[1], 1.6, (219, 181, 117))


def _plank(canvas: Canvas, whole: int) -> None:
    canvas.rect(4, 4, whole - 8, whole - 8, WOOD, radius=8)


PROBLEM = GobanLook(
    step=44,
    rim=62,
    names=20,
    below=0,
    line=(92, 66, 34),
    outer=3,
    star=4.5,
    stones=(
        _lit(((22, 23, 27), (36, 38, 43), (56, 59, 66), (86, 90, 99))),
        _lit(((205, 203, 198), (231, 229, 224), (246, 245, 242), (255, 255, 255))),
    ),
    cut=44,
    stub=0,
    paper=WOOD,
    ground=_grain,
)
"""Stones in the light, on wood with a grain."""
GAME = GobanLook(
    step=50,
    rim=50,
    names=18,
    below=34,
    line=INK,
    outer=2,
    star=5,
    stones=(
        ((0, 0, 22.5, INK), (0, 0, 21, INK)),
        ((0, 0, 22.5, WALL), (0, 0, 21, SHEET)),
    ),
    cut=46,
    stub=23,
    paper=PAPER,
    ground=_plank,
)
"""Flat stones on a plain board, with room for a line of text."""
