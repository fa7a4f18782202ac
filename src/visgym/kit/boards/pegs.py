"""Pegs in a triangle of 15 holes: the jumps, and where random and perfect play can end."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, RED, SHEET, WOOD, Canvas, Color

ROWS = 5
HOLES = ROWS * (ROWS + 1) // 2
PLACES = tuple((row, column) for row in range(ROWS) for column in range(row + 1))
"""Row and place in the row of each hole, hole 1 first."""
_LINES = ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1))

Pegs = frozenset[int]
"""The numbers of the holes with a peg, from 1."""


def _over() -> dict[tuple[int, int], int]:
    numbers = {place: number for number, place in enumerate(PLACES, start=1)}
    found = {}
    for (row, column), source in numbers.items():
        for down, across in _LINES:
            target = numbers.get((row + 2 * down, column + 2 * across))
            if target is not None:
                found[source, target] = numbers[row + down, column + across]
    return found


OVER = _over()
"""The hole that a jump leads over, for the holes where it starts and ends."""


def jumps(pegs: Pegs) -> list[tuple[int, int]]:
    """The jumps that are possible."""
    return [
        (source, target)
        for (source, target), over in OVER.items()
        if source in pegs and over in pegs and target not in pegs
    ]


def jumped(pegs: Pegs, source: int, target: int) -> Pegs:
    """The pegs after a jump, or after one is taken back: three holes change."""
    return pegs ^ {source, OVER[source, target], target}


def odds(pegs: Pegs, last: int = 0) -> float:
    """The chance that random jumps leave one peg, in hole `last` if that is not 0."""
    chances = _odds()[_bits(pegs)]
    return float(chances[last - 1] if last else chances.sum())


@lru_cache(maxsize=32)
def solvable(count: int, marked: bool) -> list[tuple[Pegs, int]]:
    """All boards with so many pegs that can end with one, and the hole of that one if `marked`."""
    states = np.flatnonzero(_counts() == count)
    possible = _odds()[states] > 0
    if not marked:
        return [(_pegs(int(bits)), 0) for bits in states[possible.any(axis=1)]]
    where = zip(*np.nonzero(possible), strict=True)
    return [(_pegs(int(states[row])), int(hole) + 1) for row, hole in where]


@lru_cache(maxsize=1)
def _odds() -> NDArray[np.float64]:
    """For every set of pegs, as bits, the chances to end in each hole by random jumps."""
    every, counts = np.arange(1 << HOLES), _counts()
    chances = np.zeros((1 << HOLES, HOLES))
    chances[1 << np.arange(HOLES), np.arange(HOLES)] = 1
    for count in range(2, HOLES):
        states = every[counts == count]
        total, ways = np.zeros((len(states), HOLES)), np.zeros(len(states))
        for (source, target), over in OVER.items():
            changed, before = _bits((source, over, target)), _bits((source, over))
            able = states & changed == before
            total[able] += chances[states[able] ^ changed]
            ways += able
        chances[states] = total / np.maximum(ways, 1)[:, None]
    return chances


@lru_cache(maxsize=1)
def _counts() -> NDArray[np.int64]:
    every = np.arange(1 << HOLES)
    return sum((every >> hole & 1 for hole in range(HOLES)), np.zeros_like(every))


def _bits(those: Pegs | tuple[int, ...]) -> int:
    return sum(1 << hole - 1 for hole in those)


def _pegs(bits: int) -> Pegs:
    return frozenset(hole + 1 for hole in range(HOLES) if bits >> hole & 1)


# Pictures

STEP, TOP = 92, 84  # pixels from hole to hole, and from the top to the first one
WIDTH, HEIGHT = 560, 488  # pixels
HOLE, PEG, PATCH = 21, 29, 38  # pixels around the middle: a hole, a peg, all that is changed
EDGE: Color = (168, 128, 74)
DARK: Color = (92, 62, 34)
SHADOW: Color = (196, 156, 96)
RIM: Color = (28, 74, 158)
GLEAM: Color = (168, 198, 246)


def _middle(hole: int) -> tuple[float, float]:
    row, column = PLACES[hole - 1]
    return WIDTH / 2 + (column - row / 2) * STEP, TOP + row * STEP * 0.866


def picture(pegs: Pegs, marked: int) -> Frame:
    """The board from above; a red ring marks a hole, unless that is 0."""
    canvas, full = Canvas.on(_board(False, marked)), _board(True, marked)
    for hole in pegs:
        x, y = (round(each) - PATCH for each in _middle(hole))
        canvas.paste(full[y : y + 2 * PATCH, x : x + 2 * PATCH], x, y)
    return canvas.frame


@lru_cache(maxsize=64)
def _board(filled: bool, marked: int) -> Frame:
    """The board with a peg in every hole, or with none."""
    canvas = Canvas.on(_wood())
    if marked:
        canvas.ring(*_middle(marked), PEG + 5, 5, RED)
    for hole in range(1, HOLES + 1) if filled else ():
        x, y = _middle(hole)
        canvas.disc(x + 3, y + 5, PEG, SHADOW)
        canvas.disc(x, y, PEG, RIM)
        canvas.disc(x, y, PEG - 4, BLUE)
        canvas.arc(x, y, PEG - 8, 110, 160, 4, GLEAM)
        canvas.text(x, y, str(hole), 20, SHEET, bold=True)
    return canvas.frame


@lru_cache(maxsize=1)
def _wood() -> Frame:
    canvas = Canvas(WIDTH, HEIGHT)
    corners = [_middle(hole) for hole in (1, HOLES - ROWS + 1, HOLES)]
    for width, color in ((122, EDGE), (110, WOOD)):
        canvas.polygon(corners, color)
        canvas.polyline(corners, width, color, closed=True)
    for hole in range(1, HOLES + 1):
        x, y = _middle(hole)
        canvas.disc(x, y, HOLE + 3, EDGE)
        canvas.disc(x, y, HOLE, DARK)
        canvas.text(x, y, str(hole), 18, WOOD)
    return canvas.frame
