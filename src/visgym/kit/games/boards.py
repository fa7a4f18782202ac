"""Boards of squares in a wooden frame: names at the rim, pieces, the last move, either side below.

Squares are numbered row by row. On a board with names, a1 is square 0 and lies bottom left for the
first side, top right for the second. A numbered board has row 0 on top for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, TypeAlias

from visgym.core.signatures import OneOf
from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import PAPER, Canvas, Color
from visgym.kit.games.places import Box, Places, box

Figure: TypeAlias = Callable[[Canvas, Color], None]
"""Draws a piece on a canvas as large as a square; the colour is that of the square."""
Square: TypeAlias = Annotated[str, OneOf("squares", "a square of the board, such as 'a1'")]
"""The type of an argument, in tasks that have the names of all squares as `squares`."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
CREAM: Color = (240, 220, 184)
TAN: Color = (186, 140, 100)
FRAME: Color = (96, 62, 42)
EDGE: Color = (66, 42, 28)
LABEL: Color = (236, 214, 178)
MARK: Color = (236, 200, 66)
LABELS, RIM, OUTSIDE = 30, 14, 6  # pixels: the rim with names, the other one, what is around
SIZE = 16  # of names


@dataclass(frozen=True)
class SquareBoard:
    """How a board looks, and where its squares are."""

    rows: int
    columns: int
    cell: int = 64
    """Pixels of a square."""
    colors: tuple[Color, Color] = (TAN, CREAM)
    """Of a1 and every other square, and of the rest."""
    seam: Color | None = None
    """Of lines between the squares, where there are any."""
    mark: Color = MARK
    """What squares of the last move are tinted with."""
    lines: tuple[tuple[int, int], ...] = ()
    """Pairs of squares whose middles are joined, where pieces stand on points of lines."""
    numbered: bool = False
    """Whether rows and columns have numbers from 0 at the left and at the top, and no names."""
    tray: int = 0
    """Pixels below the board that are left for something else."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the squares are called, a1 first."""
        files = LETTERS[: self.columns]
        return tuple(f"{file}{row + 1}" for row in range(self.rows) for file in files)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The squares by their names."""
        return {name: square for square, name in enumerate(self.names)}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a picture."""
        more = LABELS + RIM + 2 * OUTSIDE
        return self.columns * self.cell + more, self.rows * self.cell + more + self.tray

    def corner(self, square: int, flipped: bool = False) -> tuple[int, int]:
        """The top left pixel of a square."""
        row, column = divmod(square, self.columns)
        if not self.numbered and not flipped:
            row = self.rows - 1 - row
        if not self.numbered and flipped:
            column = self.columns - 1 - column
        top = OUTSIDE + (LABELS if self.numbered else RIM)
        return OUTSIDE + LABELS + column * self.cell, top + row * self.cell

    def places(self, flipped: bool = False) -> Places:
        """The squares by their names."""
        extent = self.cell, self.cell
        return {
            (name,): box(self.corner(square, flipped), extent, self.size)
            for name, square in self.numbers.items()
        }

    def whole(self) -> Box:
        """All squares of a numbered board together."""
        return box(self.corner(0), (self.columns * self.cell, self.rows * self.cell), self.size)

    def draw(
        self,
        pieces: Iterable[tuple[int, Figure]],
        marks: Sequence[int] = (),
        flipped: bool = False,
    ) -> Canvas:
        """The board with figures on squares, and the squares of the last move tinted."""
        canvas = Canvas.on(_empty(self, flipped))
        bare = set(marks)
        for square, figure in pieces:
            bare.discard(square)
            tile = self._tile(square, flipped, square in marks, figure)
            canvas.paste(tile, *self.corner(square, flipped))
        for square in bare:
            tile = self._tile(square, flipped, True, None)
            canvas.paste(tile, *self.corner(square, flipped))
        return canvas

    def text(self, pieces: Iterable[tuple[int, str]], flipped: bool = False) -> str:
        """The board in letters, a row a line as the picture has them; a dot is an empty square."""
        signs = ["."] * (self.rows * self.columns)
        for square, sign in pieces:
            signs[square] = sign
        across, rows = self.columns, range(self.rows)
        if self.numbered:
            head = "  " + " ".join(str(column) for column in range(across))
            return "\n".join(
                [head, *(f"{r} {' '.join(signs[r * across :][:across])}" for r in rows)]
            )
        turn = -1 if flipped else 1
        lines = [f"{r + 1:2} {' '.join(signs[r * across :][:across][::turn])}" for r in rows]
        return "\n".join([*lines[::-turn], "   " + " ".join(LETTERS[:across][::turn])])

    def _tile(self, square: int, flipped: bool, marked: bool, figure: Figure | None) -> Frame:
        if self.lines:
            return _point(self, square, flipped, marked, figure)
        return _tile(self, sum(divmod(square, self.columns)) & 1, marked, figure)


def squares_in(bits: int) -> Iterator[int]:
    """The squares of a set, the lowest first.

    >>> list(squares_in(0b100101))
    [0, 2, 5]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def mixed(one: Color, other: Color, share: float) -> Color:
    """A colour between two, the nearer to the second the larger its share is."""
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def counter(canvas: Canvas, ground: Color, face: Color, rings: int = 2, reach: float = 0.4) -> None:
    """A round piece with a shadow, a rim and turned rings, as for draughts."""
    side = canvas.pixels.shape[0]
    middle, radius = side / 2, reach * side
    canvas.disc(middle + 0.02 * side, middle + 0.04 * side, radius, mixed(ground, EDGE, 0.45))
    canvas.disc(middle, middle, radius, mixed(face, (0, 0, 0), 0.45))
    canvas.disc(middle, middle, radius - 0.025 * side, face)
    for ring in range(rings):
        at = radius * (0.74 - 0.3 * ring)
        canvas.ring(middle, middle + 0.01 * side, at, 0.03 * side, mixed(face, (0, 0, 0), 0.25))
        canvas.arc(middle, middle, at, 60, 210, 0.02 * side, mixed(face, (255, 255, 255), 0.35))


@cached_layer
def _empty(board: SquareBoard, flipped: bool) -> Frame:
    width, height = board.size
    cell, canvas = board.cell, Canvas(width, height, PAPER)
    height -= board.tray
    canvas.rect(0, 0, width, height, EDGE, radius=10)
    canvas.rect(2, 2, width - 4, height - 4, FRAME, radius=8)
    corners = [board.corner(square, flipped) for square in range(board.rows * board.columns)]
    left, top = (min(ends) for ends in zip(*corners, strict=True))
    canvas.rect(left - 2, top - 2, board.columns * cell + 4, board.rows * cell + 4, EDGE)
    for square, (x, y) in enumerate(corners):
        canvas.paste(_tile(board, sum(divmod(square, board.columns)) & 1, False, None), x, y)
    for ends in board.lines:
        start, end = ((corners[at][0] + cell / 2, corners[at][1] + cell / 2) for at in ends)
        canvas.line(start, end, 3, EDGE)
    under = top - LABELS / 2 - 1 if board.numbered else top + board.rows * cell + LABELS / 2
    for row in range(board.rows):
        label = str(row if board.numbered else row + 1)
        middle = corners[row * board.columns][1] + cell / 2
        canvas.text(left - LABELS / 2 - 1, middle, label, SIZE, LABEL, bold=True)
    for column in range(board.columns):
        label = str(column) if board.numbered else LETTERS[column]
        canvas.text(corners[column][0] + cell / 2, under, label, SIZE, LABEL, bold=True)
    return canvas.frame


@cached_layer
def _tile(board: SquareBoard, shade: int, marked: bool, figure: Figure | None) -> Frame:
    """A square with what stands on it."""
    ground = board.colors[shade]
    if marked:
        ground = mixed(ground, board.mark, 0.6)
    canvas = Canvas(board.cell, board.cell, ground)
    if board.seam is not None:
        canvas.outline(0, 0, board.cell, board.cell, 1, board.seam)
    if figure is not None:
        figure(canvas, ground)
    return canvas.frame


@cached_layer
def _point(
    board: SquareBoard, square: int, flipped: bool, marked: bool, figure: Figure | None
) -> Frame:
    """A point with its lines and with what stands on it."""
    x, y = board.corner(square, flipped)
    canvas = Canvas.on(_empty(board, flipped)[y : y + board.cell, x : x + board.cell])
    if marked:
        middle, reach = board.cell / 2, 0.42 if figure else 0.14
        canvas.disc(middle, middle, reach * board.cell, board.mark)
    if figure is not None:
        figure(canvas, board.colors[0])
    return canvas.frame
