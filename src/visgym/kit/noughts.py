"""Noughts and crosses on square boards: lines as bits, values by full search, and the marks."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, MUTED, RED, SHEET, Canvas, Color

MARKS = "OX"
NUMBER = 13  # pixels of the number of a cell


@cache
def lines(size: int, connect: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The cells of each line of so many, or from edge to edge: across, upright and aslant."""
    found, last = [], (connect or size) - 1
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in product(range(size), repeat=2):
            if row + last * down < size and 0 <= column + last * across < size:
                first, step = row * size + column, down * size + across
                found.append(tuple(first + number * step for number in range(last + 1)))
    return tuple(found)


@cache
def line_bits(size: int, connect: int | None = None) -> tuple[int, ...]:
    """The same lines, with cells as bits."""
    return tuple(sum(1 << cell for cell in line) for line in lines(size, connect))


@lru_cache(maxsize=1 << 17)
def value(own: int, other: int, size: int) -> int:
    """1, 0 or -1 for a win, a draw or a loss of the side to move, if both play their best.

    Cells are bits; the other side moved last.
    """
    free = ~(own | other) & ((1 << size**2) - 1)
    left = free.bit_count()
    best, most, threats = 0, 0, 0
    for line in line_bits(size):
        mine, theirs = line & own, line & other
        if theirs == line:
            return -1
        if mine and theirs:
            continue
        gap = line ^ mine ^ theirs
        count = gap.bit_count()
        if not theirs and count <= (left + 1) // 2:  # there are moves enough to fill it
            most = 2 if count == 1 else max(most, 1)
        if not mine and count <= left // 2:
            best = -1
            threats |= gap if count == 1 else 0
    if most == 2 or best == most:  # a win at once, or no line left that anybody can have
        return int(most == 2)
    if threats:  # one must be met, and two cannot
        return -1 if threats & (threats - 1) else -value(other, own | threats, size)
    while free and best < most:
        cell = free & -free
        free ^= cell
        best = max(best, -value(other, own | cell, size))
    return best


@lru_cache(maxsize=256)
def mark(
    side: int,
    sign: str,
    number: str = "",
    ground: Color | None = None,
    ink: Color | None = None,
    reach: float = 0.25,
) -> Frame:
    """A cell with a mark, or none, and its number in the corner.

    A mark has the colour of its kind unless it is told an ink, and reaches a part of the side far.
    """
    canvas, far = Canvas(side, side, ground or SHEET), reach * side
    x, y = (0.56 * side, 0.58 * side) if number else (side / 2, side / 2)
    if number:
        canvas.text(6, 6 + NUMBER / 2, number, NUMBER, MUTED, align="left")
    if sign == "O":
        canvas.ring(x, y, far, 0.11 * side, ink or RED)
    elif sign == "X":
        for up in (-1, 1):
            start, end = (x - far, y - up * far), (x + far, y + up * far)
            canvas.line(start, end, 0.11 * side, ink or BLUE)
    return canvas.frame
