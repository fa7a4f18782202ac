"""Blocks that fall past somebody who holds one column and clicks what arrives."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, GREEN, LINE, MUTED, PIECES, WALL, YELLOW, Canvas, Color
from visgym.kit.tables.boards import MARGIN, RIM, RIM_TEXT, Table

Falling = tuple[str, ...]
"""The columns, each a sign for every block from the bottom up."""

NOTHING, YELLOWS, GREENS, HEAD, BODY, TAIL = ".ygPBT"
WORDS = {
    NOTHING: "nothing",
    YELLOWS: "yellow",
    GREENS: "green",
    HEAD: "pink",
    BODY: "blue",
    TAIL: "grey",
}
FILLS: dict[str, Color] = {
    YELLOWS: YELLOW,
    GREENS: GREEN,
    HEAD: PIECES[7],
    BODY: BLUE,
    TAIL: WALL,
}
LENGTHS = range(2, 6)
LAWS = (
    "Coloured blocks fall in a grid. A snake is two to five blocks of one column, one above the "
    "other: at the bottom a pink head, then blue blocks, if any, and at the top a grey tail. You "
    "hold one column of the grid all the time. In each second, you click the block in the bottom "
    "row of your column, if there is one, and then all blocks fall by one row; those in the bottom "
    "row vanish. A yellow block gives 10 points. A green one gives 15 points, and right after it "
    "has been clicked, all other blocks of the grid are mirrored from left to right, while you "
    "stay in your column. A snake of n blocks gives n times (2n + 7) points if you click all of "
    "its blocks, and otherwise none. It goes on until the grid is empty. Columns are counted from "
    "1 on the left, and rows from 1 at the bottom."
)


def scattered(rows: int, columns: int, rng: Random) -> Falling:
    return tuple(_column(rows, rng) for _ in range(columns))


def _column(rows: int, rng: Random) -> str:
    column = ""
    while len(column) < rows:
        length = rng.choice(LENGTHS)
        snake = HEAD + BODY * (length - 2) + TAIL
        part = rng.choices((NOTHING, YELLOWS, GREENS, snake), (5, 4, 2, 3))[0]
        column += part if len(column) + len(part) <= rows else NOTHING
    return column


def snakes(column: str) -> dict[int, int]:
    """The lengths of snakes by where their heads are, from 0 at the bottom."""
    heads = [at for at, sign in enumerate(column) if sign == HEAD]
    return {at: column.index(TAIL, at) - at + 1 for at in heads}


def score(falling: Falling, column: int, mirrors: bool = True) -> int:
    """Second by second, on a grid that loses its bottom row and is mirrored."""
    grid, total, clicked = [*falling], 0, 0
    while grid[0]:
        sign = grid[column][0]
        total += {YELLOWS: 10, GREENS: 15}.get(sign, 0)
        clicked = 1 if sign == HEAD else clicked + 1 if clicked and sign in (BODY, TAIL) else 0
        if sign == TAIL and clicked:
            total, clicked = total + clicked * (2 * clicked + 7), 0
        grid = [each[1:] for each in grid]
        if sign == GREENS and mirrors:
            grid.reverse()
    return total


def score_by_places(falling: Falling, column: int) -> int:
    """The same from the places that are clicked, on the grid as it is shown."""
    places, at = set[tuple[int, int]](), column
    for row in range(len(falling[0])):
        places.add((at, row))
        at = len(falling) - 1 - at if falling[at][row] == GREENS else at
    total = sum({YELLOWS: 10, GREENS: 15}.get(falling[c][r], 0) for c, r in places)
    for number, signs in enumerate(falling):
        for head, length in snakes(signs).items():
            if all((number, head + more) in places for more in range(length)):
                total += length * (2 * length + 7)
    return total


def picture(falling: Falling) -> Frame:
    rows, columns = len(falling[0]), len(falling)
    table = Table(rows, columns, cell=30)
    canvas = Canvas.on(_rim(table))
    for column, signs in enumerate(falling):
        for row, sign in enumerate(signs):
            if sign in FILLS:
                x, y = table.corner((rows - 1 - row, column))
                canvas.rect(x + RIM, y, table.cell - 2, table.cell - 2, FILLS[sign])
    return canvas.frame


@lru_cache(maxsize=16)
def _rim(table: Table) -> Frame:
    canvas = Canvas(table.width + RIM, table.height + RIM - MARGIN)
    canvas.paste(table.canvas(LINE).frame[: table.height - MARGIN], RIM, 0)
    for row in range(table.rows):
        _, y = table.middle((table.rows - 1 - row, 0))
        canvas.text(MARGIN + RIM / 2, y, str(row + 1), RIM_TEXT, MUTED)
    for column in range(table.columns):
        x, _ = table.middle((0, column))
        canvas.text(x + RIM, table.height - MARGIN + RIM / 2, str(column + 1), RIM_TEXT, MUTED)
    return canvas.frame


def as_rows(falling: Falling) -> str:
    return "\n".join("".join(row) for row in [*zip(*falling, strict=True)][::-1])
