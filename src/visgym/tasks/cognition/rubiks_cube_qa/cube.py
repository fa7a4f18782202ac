"""A cube of 54 stickers: turned as a permutation, and again as 26 small cubes in space.

A sticker's place is nine times the number of its face, plus three times its row, plus its column,
as the net shows them: U above F, then L F R B in a row, then D below F.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TypeAlias

FACES = "ULFRBD"
COLORS = ("white", "orange", "green", "red", "blue", "yellow")
"""Of the faces, when the cube is solved."""
SOLVED = tuple(range(54))  # each sticker at its own place

Cube: TypeAlias = tuple[int, ...]
"""At every place, the number of the face that its sticker belongs to."""
Vector: TypeAlias = tuple[int, int, int]
"""To the right, up, and to the front."""

FRAMES: dict[str, tuple[Vector, Vector, Vector]] = {
    "U": ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    "L": ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    "F": ((0, 0, 1), (0, -1, 0), (1, 0, 0)),
    "R": ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    "B": ((0, 0, -1), (0, -1, 0), (-1, 0, 0)),
    "D": ((0, -1, 0), (0, 0, -1), (1, 0, 0)),
}
"""Of each face: the way out, the way from row to row, the way from column to column."""

# Where the three stickers of each strip go when a face turns clockwise: to the next strip.
_CYCLES = {
    "U": ("F0 F1 F2", "L0 L1 L2", "B0 B1 B2", "R0 R1 R2"),
    "D": ("F6 F7 F8", "R6 R7 R8", "B6 B7 B8", "L6 L7 L8"),
    "R": ("F2 F5 F8", "U2 U5 U8", "B6 B3 B0", "D2 D5 D8"),
    "L": ("F0 F3 F6", "D0 D3 D6", "B8 B5 B2", "U0 U3 U6"),
    "F": ("U6 U7 U8", "R0 R3 R6", "D2 D1 D0", "L8 L5 L2"),
    "B": ("U2 U1 U0", "L0 L3 L6", "D6 D7 D8", "R8 R5 R2"),
}
_OWN = (6, 3, 0, 7, 4, 1, 8, 5, 2)  # which sticker of a face comes to each place of it


def scramble(count: int, rng: Random) -> tuple[str, ...]:
    """Turns, of which no two in a row are of one face."""
    turns: list[str] = []
    for _ in range(count):
        face = rng.choice([face for face in FACES if not turns or face != turns[-1][0]])
        turns.append(face + rng.choice(("", "'")))
    return tuple(turns)


def permuted(stickers: Sequence[int], turns: Sequence[str]) -> Cube:
    """What is at every place after turns."""
    for turn in turns:
        stickers = [stickers[place] for place in sources(turn)]
    return tuple(stickers)


@cache
def sources(turn: str) -> Cube:
    """For every place, the one whose sticker comes there."""
    face, comes = turn[0], list(range(54))
    first = 9 * FACES.index(face)
    comes[first : first + 9] = [first + place for place in _OWN]
    strips = [[_place(each) for each in strip.split()] for strip in _CYCLES[face]]
    for strip, later in zip(strips, strips[1:] + strips[:1], strict=True):
        for source, target in zip(strip, later, strict=True):
            comes[target] = source
    if turn.endswith("'"):
        return tuple(sorted(SOLVED, key=comes.__getitem__))
    return tuple(comes)


def _place(name: str) -> int:
    return 9 * FACES.index(name[0]) + int(name[1])


def turned_in_space(cube: Cube, turns: Sequence[str]) -> Cube:
    """The same by small cubes that swing around the middle, each with the colours of its sides."""
    small: dict[Vector, dict[Vector, int]] = {}
    for place, color in enumerate(cube):
        at, out = _seat(place)
        small.setdefault(at, {})[out] = color
    for turn in turns:
        axis = FRAMES[turn[0]][0]
        times = 3 if turn.endswith("'") else 1
        for _ in range(times):
            moving = {at: small.pop(at) for at in list(small) if _dot(at, axis) == 1}
            for at, sides in moving.items():
                swung = {_swung(out, axis): color for out, color in sides.items()}
                small[_swung(at, axis)] = swung
    return tuple(small[at][out] for at, out in map(_seat, SOLVED))


def _seat(place: int) -> tuple[Vector, Vector]:
    """The small cube that has a sticker, and the way that it looks."""
    out, down, across = FRAMES[FACES[place // 9]]
    row, column = place % 9 // 3 - 1, place % 3 - 1
    x, y, z = (o + row * d + column * a for o, d, a in zip(out, down, across, strict=True))
    return (x, y, z), out


def _swung(vector: Vector, axis: Vector) -> Vector:
    """A quarter turn clockwise, seen from where the axis points."""
    along = _dot(vector, axis)
    (x, y, z), (a, b, c) = vector, axis
    return along * a - b * z + c * y, along * b - c * x + a * z, along * c - a * y + b * x


def _dot(one: Vector, other: Vector) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))
