"""A board of jewels: lines are cleared, special jewels clear more, and what is above falls down.

Rows are strings: a small letter is a plain jewel of a colour, a capital one a round jewel.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import groupby
from random import Random

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, GREEN, INK, PIECES, RED, SHEET, YELLOW, Canvas, Color
from visgym.kit.cells.asked import place
from visgym.kit.grid import Cell, cells, neighbours
from visgym.kit.tables.boards import LINE, Table

Jewels = tuple[str, ...]
Command = tuple[Cell, ...]
"""One cell that is cleared, or two that are swapped."""

NAMES = {"r": "red", "g": "green", "b": "blue", "y": "yellow", "p": "purple"}
FILLS: dict[str, Color] = {"r": RED, "g": GREEN, "b": BLUE, "y": YELLOW, "p": PIECES[4]}
SIDES = {"r": 4, "g": 6, "b": 5, "y": 3, "p": 8}
BAR, CROSS, EMPTY = "|", "+", "."
LAWS = (
    "A board holds plain jewels of five colours and some special ones: round jewels of a colour, "
    "bars and crosses. A line is three or more plain jewels of one colour that follow each other "
    "in a row or in a column, as many as there are. There are two commands. Clear works on one "
    "cell: a plain jewel must be in a line, and all lines that it is in are removed; a round jewel "
    "removes itself and all plain and round jewels of its colour; a bar removes its whole column; "
    "a cross removes itself and the up to eight jewels around it. Swap lets two plain jewels in "
    "cells that share a side change places, and then removes all lines that one of these two is "
    "in; there must be such a line. Special jewels that are removed do nothing more. After each "
    "command, jewels fall down onto free cells below them. Nothing new comes from above, and lines "
    "that arise by falling stay."
)
PICTURED = (
    "Plain jewels have corners, round ones are discs with a white ring; bars and crosses are dark."
)
WRITTEN = (
    "Each line is a row of the board, from the top: small letters are plain jewels (r red, g "
    "green, b blue, y yellow, p purple), capital letters are round ones, | is a bar, + a cross."
)


def scattered(size: int, rng: Random) -> Jewels:
    """A board with a bar, a cross and two round jewels of different colours."""
    signs = [rng.choice("rgbyp") for _ in range(size**2)]
    places = rng.sample(range(size**2), 4)
    rounds = rng.sample("RGBYP", 2)
    for at, sign in zip(places, (BAR, CROSS, *rounds), strict=True):
        signs[at] = sign
    return tuple("".join(signs[row * size : (row + 1) * size]) for row in range(size))


def told(command: Command) -> str:
    if len(command) == 1:
        return f"clear {place(command[0])}"
    return f"swap {place(command[0])} and {place(command[1])}"


def commands(board: Jewels) -> Iterator[Command]:
    """Every clear and every swap, allowed or not."""
    for cell in cells(len(board), len(board)):
        yield (cell,)
        for beside in neighbours(cell):
            if beside > cell and max(beside) < len(board) and beside[1] >= 0:
                yield cell, beside


def traded(board: Jewels, command: Command) -> Jewels:
    """The board after a swap, or as it is."""
    if len(command) == 1:
        return board
    rows, ((a, b), (c, d)) = [[*row] for row in board], command
    rows[a][b], rows[c][d] = rows[c][d], rows[a][b]
    return tuple("".join(row) for row in rows)


def done(board: Jewels, command: Command) -> Jewels:
    """The board after a command."""
    return fallen(traded(board, command), removed(board, command))


# By looking around from a cell


def removed(board: Jewels, command: Command) -> frozenset[Cell]:
    """The cells that a command empties; none where it is not allowed."""
    signs = [board[row][column] for row, column in command]
    if len(command) == 2:
        if not all(sign in NAMES for sign in signs) or signs[0] == signs[1]:
            return frozenset()
        after = traded(board, command)
        return _lines(after, command[0]) | _lines(after, command[1])
    ((row, column),) = command
    everywhere = [(r, c) for r, c in cells(len(board), len(board)) if board[r][c] != EMPTY]
    match signs[0]:
        case "+":
            return frozenset(
                (r, c) for r, c in everywhere if abs(r - row) <= 1 and abs(c - column) <= 1
            )
        case "|":
            return frozenset((r, c) for r, c in everywhere if c == column)
        case ".":
            return frozenset()
    if signs[0] in NAMES:
        return _lines(board, command[0])
    return frozenset((r, c) for r, c in everywhere if board[r][c].upper() == signs[0])


def _lines(board: Jewels, cell: Cell) -> frozenset[Cell]:
    found = set[Cell]()
    for down, across in ((0, 1), (1, 0)):
        run = [cell]
        for sign in (-1, 1):
            row, column = cell[0] + sign * down, cell[1] + sign * across
            while _at(board, row, column) == _at(board, *cell):
                run.append((row, column))
                row, column = row + sign * down, column + sign * across
        found |= set(run) if len(run) >= 3 else set()
    return frozenset(found)


def _at(board: Jewels, row: int, column: int) -> str:
    inside = 0 <= row < len(board) and 0 <= column < len(board)
    return board[row][column] if inside else EMPTY


def fallen(board: Jewels, gone: AbstractSet[Cell]) -> Jewels:
    """The board after some jewels are gone, column by column."""
    columns = []
    for column in range(len(board)):
        kept = [board[r][column] for r in range(len(board)) if (r, column) not in gone]
        kept = [sign for sign in kept if sign != EMPTY]
        columns.append("".join(kept).rjust(len(board), EMPTY))
    return tuple("".join(row) for row in zip(*columns, strict=True))


# By all lines of a board


def removed_by_lines(board: Jewels, command: Command) -> frozenset[Cell]:
    """What `removed` finds, from a list of all lines."""
    sign = {board[row][column] for row, column in command}
    if len(command) == 1 and not sign <= set(NAMES):
        return removed(board, command)
    if not sign <= set(NAMES) or len(sign) != len(command):
        return frozenset()
    found = [line for line in _all_lines(traded(board, command)) if line & {*command}]
    return frozenset[Cell]().union(*found)


def _all_lines(board: Jewels) -> Iterator[frozenset[Cell]]:
    size = len(board)
    rows = [[(number, at) for at in range(size)] for number in range(size)]
    for line in (*rows, *map(list, zip(*rows, strict=True))):
        for sign, run in groupby(line, lambda cell: board[cell[0]][cell[1]]):
            cells_of_run = frozenset(run)
            if sign in NAMES and len(cells_of_run) >= 3:
                yield cells_of_run


# Pictures


def picture(board: Jewels) -> Frame:
    table = Table(len(board), len(board), cell=52, first=0)
    canvas = table.canvas()
    for row, column in cells(len(board), len(board)):
        canvas.paste(_tile(table.cell - LINE, board[row][column]), *table.corner((row, column)))
    return canvas.frame


@lru_cache(maxsize=64)
def _tile(side: int, sign: str) -> Frame:
    canvas, half, reach = Canvas(side, side, SHEET), side / 2, 0.4 * side
    fill = FILLS.get(sign.lower(), INK)
    if sign in SIDES:
        count = SIDES[sign]
        angles = [math.tau * (number / count - 0.25) for number in range(count)]
        lift = 0.12 * reach if count == 3 else 0
        canvas.polygon(
            [(half + reach * math.cos(a), half + lift + reach * math.sin(a)) for a in angles], fill
        )
    elif sign.lower() in SIDES:
        canvas.disc(half, half, reach, fill)
        canvas.ring(half, half, 0.6 * reach, 3, SHEET)
    if sign in (BAR, CROSS):
        canvas.line((half, half - 0.8 * reach), (half, half + 0.8 * reach), 8, INK)
    if sign == CROSS:
        canvas.line((half - 0.8 * reach, half), (half + 0.8 * reach, half), 8, INK)
    return canvas.frame
