"""A cube as an unfolded net, and as it is seen from two opposite corners."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from visgym.core.task import Frame
from visgym.kit.canvas import (
    BLUE,
    GREEN,
    INK,
    MUTED,
    PIECES,
    RED,
    SHEET,
    YELLOW,
    Canvas,
    Color,
    ink_on,
)
from visgym.kit.coverage import Point
from visgym.tasks.cognition.rubiks_cube_qa.cube import COLORS, FACES, FRAMES, Cube

FILLS: tuple[Color, ...] = (SHEET, PIECES[1], GREEN, RED, BLUE, YELLOW)
CELL, GAP, EDGE = 32, 6, 2  # pixels of a sticker, between faces, around a sticker
MARGIN, LETTER, NOTE = 20, 18, 14  # pixels, of the picture and of fonts
LIFT = 20  # pixels above and below the net, since the views are higher
FACE = 3 * CELL + EDGE
STRIDE = FACE + GAP
SPOTS = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}
SIDE = 26  # pixels of a sticker's side in the views
INSET = 0.05  # of a sticker's side, dark around it
ACROSS = sqrt(3) / 2
MIDDLE = 4  # the sticker of a face that names it
_OUTER = ((0, 0), (0, 3), (3, 3), (3, 0))  # rows and columns of a face's corners
VIEWS = (("UFR", 1, "from the front, right, above"), ("LBD", -1, "from behind, left, below"))
NET = 2 * MARGIN + 4 * STRIDE - GAP
WIDTH, HEIGHT = NET + 196, 2 * MARGIN + 3 * STRIDE - GAP + 2 * LIFT


def picture(cube: Cube) -> Frame:
    """The net at the left, the views at the right."""
    canvas = Canvas.on(_bodies())
    for place, color in enumerate(cube):
        if place % 9 != MIDDLE:
            canvas.rect(*_corner(place), CELL - EDGE, CELL - EDGE, FILLS[color])
    for view, (faces, _, _) in enumerate(VIEWS):
        for face in faces:
            first = 9 * FACES.index(face)
            for number, corners in enumerate(_tiles(view, face)):
                if number != MIDDLE:
                    canvas.polygon(corners, FILLS[cube[first + number]])
    return canvas.frame


def in_words(cube: Cube) -> str:
    """The faces row by row."""
    lines = []
    for number, face in enumerate(FACES):
        rows = [cube[9 * number + 3 * row : 9 * number + 3 * row + 3] for row in range(3)]
        told = " / ".join(" ".join(COLORS[color] for color in row) for row in rows)
        lines.append(f"{face}: {told}")
    return "\n".join(lines)


@lru_cache
def _bodies() -> Frame:
    """What all cubes have in common; the stickers in the middle of faces never move."""
    canvas = Canvas(WIDTH, HEIGHT)
    for number, face in enumerate(FACES):
        x, y = _corner(9 * number)
        canvas.rect(x - EDGE, y - EDGE, FACE, FACE, INK)
        x, y = _corner(9 * number + MIDDLE)
        canvas.rect(x, y, CELL - EDGE, CELL - EDGE, FILLS[number])
        half = (CELL - EDGE) / 2
        canvas.text(x + half, y + half, face, LETTER, ink_on(FILLS[number]))
    for view, (faces, _, note) in enumerate(VIEWS):
        for face in faces:
            fill, middle = FILLS[FACES.index(face)], _tiles(view, face)[MIDDLE]
            canvas.polygon([_seen(view, face, row, column) for row, column in _OUTER], INK)
            canvas.polygon(middle, fill)
            across, down = (sum(each) / len(middle) for each in zip(*middle, strict=True))
            canvas.text(across, down, face, LETTER, ink_on(fill))
        across, down = _middle(view)
        canvas.text(across, down + 3 * SIDE + 14, note, NOTE, MUTED)
    return canvas.frame


def _corner(place: int) -> tuple[int, int]:
    """The top left pixel of a sticker in the net."""
    column, row = SPOTS[FACES[place // 9]]
    left, top = MARGIN + column * STRIDE, MARGIN + LIFT + row * STRIDE
    return left + EDGE + place % 3 * CELL, top + EDGE + place % 9 // 3 * CELL


@lru_cache
def _tiles(view: int, face: str) -> tuple[tuple[Point, ...], ...]:
    """The corners of a face's nine stickers in a view."""
    near, far = INSET, 1 - INSET
    spots = ((near, near), (near, far), (far, far), (far, near))
    return tuple(
        tuple(_seen(view, face, row + r, column + c) for r, c in spots)
        for row in range(3)
        for column in range(3)
    )


def _seen(view: int, face: str, row: float, column: float) -> Point:
    """Where a view shows a point of a face."""
    out, down, across = FRAMES[face]
    x, y, z = (
        SIDE * (1.5 * o + (row - 1.5) * d + (column - 1.5) * a)
        for o, d, a in zip(out, down, across, strict=True)
    )
    middle_x, middle_y = _middle(view)
    return middle_x + VIEWS[view][1] * ACROSS * (x - z), middle_y + (x + z) / 2 - y


def _middle(view: int) -> Point:
    return NET + 88, 12 + 3 * SIDE + view * (6 * SIDE + 34)
