"""Enemies in columns above a ship that shoots straight up."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, GREEN, INK, PIECES, SHEET, Canvas, Color
from visgym.kit.tables.boards import LINE, MARGIN, Table, Whole

POINTS = {"green": 10, "blue": 20, "purple": 30}
FILLS: dict[int, Color] = {10: GREEN, 20: BLUE, 30: PIECES[4]}
BAND = 40  # pixels below the board, for the arrow
MOVES = (-1, 0, 1)
LAWS = (
    "A ship in the bottom row shoots at enemies above it. A shot goes straight up and destroys the "
    "lowest enemy in the column of the ship; it scores 30 points for a purple enemy, 20 for a blue "
    "and 10 for a green one, and 0 if there is no enemy in that column."
)


def lowest(enemies: Whole, column: int) -> int:
    """The points of the lowest enemy of a column, 0 for none."""
    return next((row[column] for row in enemies[::-1] if row[column]), 0)


def best_by_trying(enemies: Whole, ship: int, drift: int, shots: int) -> int:
    """The most points in so many shots, before each of which the ship may move by one column."""
    return max(_played(enemies, ship, drift, moves) for moves in product(MOVES, repeat=shots))


def _played(enemies: Whole, ship: int, drift: int, moves: tuple[int, ...]) -> int:
    board, total = [[*row] for row in enemies], 0
    for move in moves:
        ship += move
        if not 0 <= ship < len(board[0]):
            return 0
        hit = next((row for row in board[::-1] if row[ship]), None)
        if hit is not None:
            total, hit[ship] = total + hit[ship], 0
        board = [[*row[-drift:], *row[:-drift]] for row in board]
    return total


def best_by_stacks(enemies: Whole, ship: int, drift: int, shots: int) -> int:
    """The same by recursion, on columns as stacks that stand still while the ship drifts."""
    columns = len(enemies[0])
    stacks = [[row[at] for row in enemies if row[at]] for at in range(columns)]

    @cache
    def best(ship: int, time: int, gone: tuple[int, ...]) -> int:
        if time == shots:
            return 0
        found = 0
        for column in (ship - 1, ship, ship + 1):
            at = column - drift * time  # of the column where it was at first
            if not 0 <= column < columns:
                continue
            left = len(stacks[at]) - gone.count(at) if 0 <= at < columns else 0
            score, more = (stacks[at][left - 1], (at,)) if left > 0 else (0, ())
            found = max(found, score + best(column, time + 1, tuple(sorted((*gone, *more)))))
        return found

    return best(ship, 0, ())


def picture(enemies: Whole, ship: int, drift: int, rows: int) -> Frame:
    table = Table(rows, len(enemies[0]), cell=44, first=0)
    board = table.canvas()
    for number, row in enumerate(enemies):
        for column, points in enumerate(row):
            if points:
                board.paste(_enemy(table.cell - LINE, points), *table.corner((number, column)))
    board.paste(_ship(table.cell - LINE), *table.corner((rows - 1, ship)))
    canvas = Canvas(table.width, table.height + BAND)
    canvas.paste(board.frame, 0, 0)
    middle, y, reach = table.width / 2 + MARGIN / 2, table.height + BAND / 2 - 10, 40
    canvas.arrow((middle - drift * reach, y), (middle + drift * reach, y), 6, INK, head=18)
    return canvas.frame


@lru_cache(maxsize=16)
def _enemy(side: int, points: int) -> Frame:
    canvas, half, fill = Canvas(side, side, SHEET), side / 2, FILLS[points]
    canvas.rect(8, 10, side - 16, side - 22, fill, radius=8)
    for x in (12, side / 2, side - 12):
        canvas.line((x, side - 14), (x, side - 8), 5, fill)
    for x in (half - 6, half + 6):
        canvas.disc(x, half - 3, 4, SHEET)
        canvas.disc(x, half - 2, 2, INK)
    return canvas.frame


@lru_cache(maxsize=4)
def _ship(side: int) -> Frame:
    canvas, half = Canvas(side, side, SHEET), side / 2
    canvas.polygon(((half, 6), (side - 7, side - 8), (half, side - 14), (7, side - 8)), INK)
    return canvas.frame
