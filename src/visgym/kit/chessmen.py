"""Chessmen as vector shapes, and the squares that they capture on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import INK, Canvas, Color
from visgym.kit.coverage import Point

MEN = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
SIDE = 8

_STRAIGHT = ((-1, 0), (0, 1), (1, 0), (0, -1))
_ASLANT = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_JUMPS = tuple((d, a) for d in (-2, -1, 1, 2) for a in (-2, -1, 1, 2) if abs(d) != abs(a))
_STEPS = {
    "K": _STRAIGHT + _ASLANT,
    "Q": _STRAIGHT + _ASLANT,
    "R": _STRAIGHT,
    "B": _ASLANT,
    "N": _JUMPS,
    "P": ((-1, -1), (-1, 1)),
}


def square_name(square: int) -> str:
    """A square, numbered by rows from the top left, as players call it.

    >>> square_name(0), square_name(63)
    ('a8', 'h1')
    """
    return "abcdefgh"[square % SIDE] + str(SIDE - square // SIDE)


@cache
def rays(man: str, square: int, back: bool = False) -> tuple[tuple[int, ...], ...]:
    """The squares that a man looks at, nearest first in each direction; pawns look up.

    With `back`, the squares from which it would have come by a capture.
    """
    row, column = divmod(square, SIDE)
    reach, found = SIDE if man in "QRB" else 2, []
    for step in _STEPS[man]:
        down, across = (-step[0], -step[1]) if back else step
        line = [(row + n * down, column + n * across) for n in range(1, reach)]
        inside = [r * SIDE + c for r, c in line if 0 <= r < SIDE and 0 <= c < SIDE]
        if inside:
            found.append(tuple(inside))
    return tuple(found)


def captures(men: Mapping[int, str]) -> list[tuple[int, int]]:
    """All captures on a board where everybody may take anybody: from where, and what."""
    found = []
    for square, man in men.items():
        for ray in rays(man, square):
            target = next((each for each in ray if each in men), None)
            if target is not None:
                found.append((square, target))
    return found


@lru_cache(maxsize=64)
def figure(man: str, side: int, ground: Color) -> Frame:
    """A man on a square."""
    canvas = Canvas(side, side, ground)

    def at(x: float, y: float) -> Point:
        return x * side, y * side

    def fill(*points: Point) -> None:
        canvas.polygon([at(*point) for point in points], INK)

    def disc(x: float, y: float, radius: float) -> None:
        canvas.disc(x * side, y * side, radius * side, INK)

    fill((0.24, 0.86), (0.24, 0.78), (0.76, 0.78), (0.76, 0.86))
    if man == "P":
        disc(0.5, 0.34, 0.12)
        fill((0.44, 0.4), (0.56, 0.4), (0.68, 0.75), (0.32, 0.75))
    elif man == "R":
        walls = (0.28, 0.38, 0.38, 0.455, 0.455, 0.545, 0.545, 0.62, 0.62, 0.72)
        tops = (0.2, 0.2, 0.28, 0.28, 0.2, 0.2, 0.28, 0.28, 0.2, 0.2)
        body = ((0.72, 0.38), (0.65, 0.44), (0.68, 0.75), (0.32, 0.75), (0.35, 0.44), (0.28, 0.38))
        fill(*zip(walls, tops, strict=True), *body)
    elif man == "B":
        disc(0.5, 0.16, 0.05)
        fill(
            (0.5, 0.19),
            (0.63, 0.36),
            (0.62, 0.5),
            (0.56, 0.57),
            (0.44, 0.57),
            (0.38, 0.5),
            (0.37, 0.36),
        )
        fill((0.43, 0.6), (0.57, 0.6), (0.68, 0.75), (0.32, 0.75))
        canvas.line(at(0.5, 0.3), at(0.5, 0.46), 0.035 * side, ground)
        canvas.line(at(0.42, 0.38), at(0.58, 0.38), 0.035 * side, ground)
    elif man == "N":
        head = ((0.42, 0.2), (0.46, 0.12), (0.53, 0.2), (0.66, 0.32), (0.71, 0.52), (0.7, 0.75))
        neck = ((0.34, 0.75), (0.38, 0.62), (0.48, 0.52), (0.48, 0.46), (0.36, 0.5), (0.28, 0.56))
        fill(*head, *neck, (0.22, 0.49), (0.28, 0.38))
        canvas.disc(*at(0.42, 0.33), 0.028 * side, ground)
    else:
        _crowned(man, fill, disc)
    return canvas.frame


def _crowned(man: str, fill: Callable[..., None], disc: Callable[..., None]) -> None:
    """A queen has a crown with five points, a king a cross."""
    if man == "Q":
        points = [(0.18, 0.3), (0.34, 0.22), (0.5, 0.19), (0.66, 0.22), (0.82, 0.3)]
        for x, y in points:
            disc(x, y, 0.045)
        rim = [(0.18, 0.3), (0.35, 0.52), (0.34, 0.24), (0.44, 0.5), (0.5, 0.2), (0.56, 0.5)]
        fill(*rim, (0.66, 0.24), (0.65, 0.52), (0.82, 0.3), (0.7, 0.75), (0.3, 0.75))
        return
    fill((0.47, 0.1), (0.53, 0.1), (0.53, 0.36), (0.47, 0.36))
    fill((0.4, 0.16), (0.6, 0.16), (0.6, 0.22), (0.4, 0.22))
    for side in (-1, 1):
        disc(0.5 + 0.15 * side, 0.46, 0.145)
    fill((0.21, 0.5), (0.5, 0.34), (0.79, 0.5), (0.68, 0.75), (0.32, 0.75))
