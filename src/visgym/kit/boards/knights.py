"""Knights that change places on some squares of a chessboard of three rows and four columns.

Sets of squares are the bits of a number. A position is the set of the side that moves next and that
of the side that waits, 12 bits each. Knights can step back, so the second half of an exchange is
another way out of its beginning, run backwards with the sides changed: a shortest exchange is found
where positions and their reflections first meet. It has an even number of moves, because a step
leads to a square of the other colour, and both sides need as many steps up to a multiple of two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Set
from functools import cache
from itertools import combinations, pairwise
from typing import Literal

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, LINE, MUTED, PAPER, SHEET, WALL, Canvas
from visgym.kit.tables.boards import signs_as_text

ROWS, COLUMNS = 3, 4
SQUARES = tuple(f"{letter}{number}" for number in range(ROWS, 0, -1) for letter in "ABCD"[:COLUMNS])
"""The names of the squares, row by row from the top left."""
BITS = len(SQUARES)
ALL = (1 << BITS) - 1
CELL, MARGIN = 92, 20  # pixels

Side = Literal["white", "black"]
SIDES: tuple[Side, Side] = ("white", "black")

Squares = int
Position = int
Step = tuple[str, str]
"""The square that a knight leaves and the one that it goes to."""


def as_bits(names: Iterable[str]) -> Squares:
    return sum(1 << SQUARES.index(name) for name in names)


def as_names(squares: Squares) -> list[str]:
    return [name for at, name in enumerate(SQUARES) if squares >> at & 1]


def is_step(source: str, target: str) -> bool:
    """Whether a knight may go from one square to another of an empty board."""
    across, along = (abs(ord(one) - ord(two)) for one, two in zip(source, target, strict=True))
    return {across, along} == {1, 2}


@cache
def steps(knights: Squares) -> tuple[tuple[Squares, Squares], ...]:
    """The steps of all knights: the square that is entered, and both squares of the step."""
    return tuple(
        (1 << SQUARES.index(target), as_bits((source, target)))
        for source in as_names(knights)
        for target in SQUARES
        if is_step(source, target)
    )


@cache
def connected(count: int) -> tuple[Squares, ...]:
    """All sets of so many squares in which a lonely knight could go from each to each."""
    chosen = (sum(1 << at for at in each) for each in combinations(range(BITS), count))
    return tuple(squares for squares in chosen if _is_connected(squares))


def _is_connected(squares: Squares) -> bool:
    found = squares & -squares
    while True:
        wider = found
        for entered, _ in steps(found):
            wider |= entered & squares
        if wider == found:
            return found == squares
        found = wider


def exchange(
    usable: Squares, mover: Squares, waiting: Squares, longest: float = math.inf
) -> list[Step] | None:
    """A shortest exchange, the sides moving in turn; None if it takes more than `longest` moves."""
    start = mover << BITS | waiting
    parents: dict[Position, Position | None] = {start: None}
    layer, length = [start], 0
    while layer and (length := length + 2) <= longest:
        ahead = list(_new(layer, usable, parents))
        for position in ahead:
            if _reflected(position) in parents:
                return _joined(parents, position)
        layer = ahead
    return None


def _new(
    layer: list[Position], usable: Squares, parents: dict[Position, Position | None]
) -> Iterator[Position]:
    for position in layer:
        mover, waiting = position >> BITS, position & ALL
        free, side = usable & ~(mover | waiting), waiting << BITS
        for entered, both in steps(mover):
            if entered & free:
                after = side | mover ^ both
                if after not in parents:
                    parents[after] = position
                    yield after


def _reflected(position: Position) -> Position:
    """The position with the sides changed."""
    return (position & ALL) << BITS | position >> BITS


def _joined(parents: dict[Position, Position | None], middle: Position) -> list[Step]:
    """The steps to a position, and from there on those to its reflection, backwards."""
    there, back = _line(parents, middle), _line(parents, _reflected(middle))
    way = [*reversed(there), *map(_reflected, back[1:])]
    found = []
    for one, other in pairwise(way):
        before, after = one >> BITS, other & ALL
        found.append((as_names(before & ~after)[0], as_names(after & ~before)[0]))
    return found


def _line(parents: dict[Position, Position | None], position: Position) -> list[Position]:
    line, at = [position], parents[position]
    while at is not None:
        line.append(at)
        at = parents[at]
    return line


def reachable(
    usable: Squares, white: Squares, black: Squares, whites_turn: bool
) -> set[tuple[Squares, Squares, bool]]:
    """All that play can lead to: the squares of white and of black, and whether white moves."""
    found = {(white, black, whites_turn)}
    waiting = list(found)
    for white, black, whites_turn in waiting:
        for entered, both in steps(white if whites_turn else black):
            if entered & usable & ~(white | black):
                moved = (white ^ both, black) if whites_turn else (white, black ^ both)
                after = (*moved, not whites_turn)
                if after not in found:
                    found.add(after)
                    waiting.append(after)
    return found


# What is seen


def in_words(usable: Set[str], white: Set[str], black: Set[str]) -> str:
    """The board, one row a line."""
    signs = dict.fromkeys(SQUARES, "#") | dict.fromkeys(usable, ".")
    signs |= dict.fromkeys(white, "W") | dict.fromkeys(black, "B")
    places = {divmod(at, COLUMNS): signs[name] for at, name in enumerate(SQUARES)}
    return signs_as_text(ROWS, COLUMNS, places)


def picture(usable: Set[str], white: Set[str], black: Set[str]) -> Frame:
    """The board with the names of the squares that may be used."""
    canvas = Canvas.on(_empty())
    for at, name in enumerate(SQUARES):
        if name in usable:
            side = SIDES[name in black] if name in white or name in black else None
            x, y = MARGIN + at % COLUMNS * CELL, MARGIN + at // COLUMNS * CELL
            canvas.paste(_square(name, side), x + 2, y + 2)
    return canvas.frame


@cached_layer
def _empty() -> Frame:
    """A board whose squares cannot be used."""
    width, height = COLUMNS * CELL + 2, ROWS * CELL + 2
    canvas = Canvas(width + 2 * MARGIN, height + 2 * MARGIN, PAPER)
    canvas.rect(MARGIN, MARGIN, width, height, LINE)
    for at in range(len(SQUARES)):
        x, y = MARGIN + at % COLUMNS * CELL + 2, MARGIN + at // COLUMNS * CELL + 2
        canvas.rect(x, y, CELL - 2, CELL - 2, WALL)
    return canvas.frame


@cached_layer
def _square(name: str, side: Side | None) -> Frame:
    """A square that may be used, with its name and the knight on it."""
    canvas, middle = Canvas(CELL - 2, CELL - 2, SHEET), (CELL - 2) / 2
    canvas.text(6, 13, name, 15, MUTED, align="left")
    if side is not None:
        canvas.disc(middle, middle + 6, 30, INK)
        canvas.disc(middle, middle + 6, 27, SHEET if side == "white" else INK)
        canvas.text(middle, middle + 6, "♞", 52, INK if side == "white" else SHEET)
    return canvas.frame
