"""How good a chess board is, from its notation by Forsyth and Edwards.

Rows are worked out once: most of them are the same from position to position.
"""

from __future__ import annotations

from functools import lru_cache

VALUES = {"P": 100, "N": 320, "B": 330, "R": 500, "Q": 900, "K": 0}
"""Hundredths of a pawn."""
LATE = 1400  # hundredths of a pawn besides kings and pawns, below which kings come out
_CENTRE = (0, 6, 12, 16, 16, 12, 6, 0)
_ADVANCE = (0, 0, 4, 10, 20, 40, 80, 0)


def square(name: str) -> int:
    """The number of a square, counted from a8."""
    return (8 - int(name[1])) * 8 + "abcdefgh".index(name[0])


def board(fen: str) -> dict[int, str]:
    """The men by squares from a8 to h1, those of White in capitals."""
    found = dict[int, str]()
    for row, letters in enumerate(fen.split(" ", 1)[0].split("/")):
        found.update(_row_of_men(row, letters))
    return found


@lru_cache(maxsize=1 << 14)
def _row_of_men(row: int, letters: str) -> tuple[tuple[int, str], ...]:
    """Squares and men of one row."""
    found, square = [], 8 * row
    for letter in letters:
        if letter.isdigit():
            square += int(letter)
        else:
            found.append((square, letter))
            square += 1
    return tuple(found)


def balance(fen: str) -> int:
    """What the board is worth to White, in hundredths of a pawn."""
    return _balanced(fen.split(" ", 1)[0])


@lru_cache(maxsize=1 << 14)
def _balanced(men: str) -> int:
    rows, early, white, black = men.split("/"), 0, 0, 0
    for row, letters in enumerate(rows):
        worth = _row_worth(row, letters)
        early += worth[0]
        white += worth[1]
        black += worth[2]
    if white >= LATE and black >= LATE:
        return early
    total = sum(_row_worth(row, letters)[3] for row, letters in enumerate(rows))
    if abs(total) > 150:  # the weaker king is driven to the rim, the stronger one follows
        strong, weak = ("K", "k") if total > 0 else ("k", "K")
        led, driven = _place(rows, strong), _place(rows, weak)
        drive = 10 * _from_centre(driven) - 6 * _apart(led, driven)
        total += drive if total > 0 else -drive
    return total


def _place(rows: list[str], king: str) -> int:
    row = next(row for row, letters in enumerate(rows) if king in letters)
    return next(square for square, man in _row_of_men(row, rows[row]) if man == king)


@lru_cache(maxsize=1 << 14)
def _row_worth(row: int, letters: str) -> tuple[int, int, int, int]:
    """A row's worth to White, the men of White and of Black but kings and pawns, its worth late."""
    men = _row_of_men(row, letters)
    early, late = (sum(_worths(late)[man][at] for at, man in men) for late in (False, True))
    white, black = (
        sum(VALUES[man.upper()] for _, man in men if man in side) for side in ("QRBN", "qrbn")
    )
    return early, white, black, late


@lru_cache(maxsize=2)
def _worths(late: bool) -> dict[str, tuple[int, ...]]:
    """What each man is worth to White on each square, from a8 to h1."""
    found = {}
    for man, value in VALUES.items():
        squares = tuple(value + _extra(man, *divmod(square, 8), late) for square in range(64))
        found[man] = squares
        found[man.lower()] = tuple(-squares[square ^ 56] for square in range(64))
    return found


def _extra(man: str, row: int, column: int, late: bool) -> int:
    """What a square adds to a white man, in hundredths of a pawn."""
    middle = _CENTRE[row] + _CENTRE[column]
    king = middle // 2 if late else -8 * (7 - row) - middle
    return {
        "P": _ADVANCE[7 - row] + _CENTRE[column] // 2,
        "N": middle,
        "B": middle // 2,
        "R": 12 if row == 1 else 0,
        "Q": middle // 4,
        "K": king,
    }[man]


def _from_centre(square: int) -> int:
    row, column = divmod(square, 8)
    return max(3 - row, row - 4) + max(3 - column, column - 4)


def _apart(one: int, other: int) -> int:
    return abs(one // 8 - other // 8) + abs(one % 8 - other % 8)
