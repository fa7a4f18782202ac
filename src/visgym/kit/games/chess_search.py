"""How good a chess position is, and the best move some plies ahead, on OpenSpiel's states."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from visgym.kit.games.spiel import open_spiel

MATE = 100_000
VALUES = {"P": 100, "N": 320, "B": 330, "R": 500, "Q": 900, "K": 0}
"""Hundredths of a pawn."""
CAPTURES = 4  # plies of them that are looked at
MOST_NODES = 4_000  # positions that a move may take, captures included
LATE = 1400  # hundredths of a pawn besides kings and pawns, below which kings come out
_CENTRE = (0, 6, 12, 16, 16, 12, 6, 0)
_ADVANCE = (0, 0, 4, 10, 20, 40, 80, 0)


class _Search:
    """Positions that may still be looked at."""

    def __init__(self, quiet: bool) -> None:
        self.left, self.quiet = MOST_NODES, quiet


def best(state: Any, depth: int, quiet: bool, rng: Random) -> int:
    """The move that promises most; `quiet` looks at captures until there are none.

    Depth grows ply by ply, so that a search which is cut short is right as far as it came.
    """
    moves: list[int] = list(state.legal_actions())
    rng.shuffle(moves)
    men, black = board(str(state)), state.current_player() == 0
    moves.sort(key=lambda move: -_gain(move, men, black))
    search = _Search(quiet)
    for plies in range(1, depth + 1):
        values = _valued(state, moves, plies, search)
        if values:
            moves.sort(key=lambda move: -values.get(move, -3 * MATE))
    return moves[0]


def _valued(state: Any, moves: list[int], plies: int, search: _Search) -> dict[int, int]:
    """What moves promise, as far as the search gets; only the best one is exact."""
    values, top = dict[int, int](), -2 * MATE
    for move in moves:
        value = -_value(state.child(move), plies - 1, -2 * MATE, -top, 1, search)
        if search.left < 0:
            break
        values[move] = value if value > top else -2 * MATE
        top = max(top, value)
    return values


def _value(state: Any, depth: int, low: int, high: int, ply: int, search: _Search) -> int:
    """What a position promises to the side to move, exact between `low` and `high`."""
    search.left -= 1
    if depth <= 0 and not search.quiet:
        return _ended(state, ply) if state.is_terminal() else _balance(state)
    if ply == 1 and state.is_terminal():  # a mate at once is seen by everybody
        return _ended(state, ply)
    if depth <= 0 or search.left < 0:
        return _calm(state, low, high, ply, search)
    if state.is_terminal():
        return _ended(state, ply)
    men, black = board(str(state)), state.current_player() == 0
    top = -2 * MATE
    for move in sorted(state.legal_actions(), key=lambda move: -_gain(move, men, black)):
        top = max(top, -_value(state.child(move), depth - 1, -high, -low, ply + 1, search))
        low = max(low, top)
        if low >= high:
            break
    return top


def _calm(state: Any, low: int, high: int, ply: int, search: _Search, further: int = 0) -> int:
    """What a position promises once captures that pay have been made, up to so many."""
    fen = str(state)
    black = " b " in fen
    top = -balance(fen) if black else balance(fen)
    low = max(low, top)
    if low >= high or further >= CAPTURES or search.left < 0:
        return top
    search.left -= 1
    if state.is_terminal():
        return _ended(state, ply)
    men = board(fen)
    gains = [(_gain(move, men, black), move) for move in state.legal_actions()]
    for gain, move in sorted(gains, reverse=True):
        if gain <= 0 or top + gain + 150 < low:
            break
        value = -_calm(state.child(move), -high, -low, ply + 1, search, further + 1)
        top = max(top, value)
        low = max(low, top)
        if low >= high:
            break
    return top


def _ended(state: Any, ply: int) -> int:
    """A mate is worth less the later it comes."""
    return -MATE + ply if any(state.returns()) else 0


def _balance(state: Any) -> int:
    fen = str(state)
    value = balance(fen)
    return -value if " b " in fen else value


def _gain(move: int, men: dict[int, str], black: bool) -> int:
    """What a move takes or makes, less for a dear man that takes; 0 where it does neither."""
    start, end, becomes = _squares(move, black)
    taken = men.get(end)
    gain = VALUES[becomes] if becomes else 0
    if not becomes and not 8 <= end < 56 and men[start] in "Pp":
        gain = VALUES["Q"]  # which OpenSpiel does not say
    if taken:
        gain += VALUES[taken.upper()] - VALUES[men[start].upper()] // 20 + 1
    return gain


@lru_cache(maxsize=1 << 14)
def _squares(move: int, black: bool) -> tuple[int, int, str]:
    """From where to where a move goes, and what a pawn becomes."""
    told = _lan(move, black)
    start, end = square(told[:2]), square(told[2:4])
    return start, end, told[4:].upper()


def _lan(move: int, black: bool) -> str:
    chess = open_spiel().chess
    told: str = chess.action_to_move(move, _bare(black)).to_lan()
    return told


@lru_cache(maxsize=2)
def _bare(black: bool) -> Any:
    """A board by which moves of a side are read; numbers of moves mean the same on all boards."""
    game = open_spiel().load_game("chess")
    return game.new_initial_state(f"4k3/8/8/8/8/8/8/4K3 {'b' if black else 'w'} - - 0 1").board()


def square(name: str) -> int:
    """The number of a square, counted from a8."""
    return (8 - int(name[1])) * 8 + "abcdefgh".index(name[0])


def board(fen: str) -> dict[int, str]:
    """The men by squares from a8 to h1, those of White in capitals."""
    found, square = dict[int, str](), 0
    for letter in fen.split(" ", 1)[0]:
        if letter.isdigit():
            square += int(letter)
        elif letter != "/":
            found[square] = letter
            square += 1
    return found


@lru_cache(maxsize=1 << 14)
def balance(fen: str) -> int:
    """What the board is worth to White, in hundredths of a pawn."""
    men = fen.split(" ", 1)[0]
    late = sum(VALUES[man] * men.count(man) for man in "QRBN") < LATE
    late = late or sum(VALUES[man.upper()] * men.count(man) for man in "qrbn") < LATE
    worths, square, total = _worths(late), 0, 0
    for letter in men:
        if letter in worths:
            total += worths[letter][square]
            square += 1
        elif letter != "/":
            square += int(letter)
    if late and abs(total) > 150:  # the weaker king is driven to the rim, the stronger one follows
        place = {man: each for each, man in board(fen).items()}
        strong, weak = (place["K"], place["k"]) if total > 0 else (place["k"], place["K"])
        drive = 10 * _from_centre(weak) - 6 * _apart(strong, weak)
        total += drive if total > 0 else -drive
    return total


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
