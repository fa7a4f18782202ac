"""The best move of chess some plies ahead, on OpenSpiel's states."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from visgym.kit.games.chess_worth import VALUES, balance, board, square
from visgym.kit.games.spiel import open_spiel

MATE = 100_000
CAPTURES = 4  # plies of them that are looked at
MOST_NODES = 4_000  # positions that a move may take, captures included


class _Search:
    """Positions that may still be looked at, and moves that were too good, by their ply."""

    def __init__(self, quiet: bool) -> None:
        self.left, self.quiet = MOST_NODES, quiet
        self.refutations = dict[int, int]()


def best(state: Any, depth: int, quiet: bool, rng: Random) -> int:
    """The move that promises most; `quiet` looks at captures until there are none.

    Depth grows ply by ply, so that a search which is cut short is right as far as it came.
    """
    moves: list[int] = list(state.legal_actions())
    rng.shuffle(moves)
    moves = _promising_first(moves, board(str(state)), state.current_player() == 0)
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
    if ply == 1 and depth <= 0 and state.is_terminal():  # a mate at once is seen by everybody
        return _ended(state, ply)
    if depth <= 0 or search.left < 0:
        return _calm(state, low, high, ply, search)
    moves = state.legal_actions()
    if not moves:
        return _ended(state, ply)
    men, black = board(str(state)), state.current_player() == 0
    top = -2 * MATE
    for move in _promising_first(moves, men, black, search.refutations.get(ply)):
        top = max(top, -_value(state.child(move), depth - 1, -high, -low, ply + 1, search))
        low = max(low, top)
        if low >= high:
            search.refutations[ply] = move
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
    moves = state.legal_actions()
    if not moves:
        return _ended(state, ply)
    gains = _gains(moves, board(fen), black)
    for gain, move in sorted(((gain, move) for move, gain in gains.items()), reverse=True):
        if top + gain + 150 < low:
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


def _gains(moves: list[int], men: dict[int, str], black: bool) -> dict[int, int]:
    """What moves take or make, less for a dear man that takes; others are left out."""
    found = dict[int, int]()
    for move in moves:
        start, end, becomes = _squares(move, black)
        gain = VALUES[becomes] if becomes else 0
        if not becomes and not 8 <= end < 56 and men[start] in "Pp":
            gain = VALUES["Q"]  # which OpenSpiel does not say
        if end in men:
            gain += VALUES[men[end].upper()] - VALUES[men[start].upper()] // 20 + 1
        if gain:
            found[move] = gain
    return found


def _promising_first(
    moves: list[int], men: dict[int, str], black: bool, hint: int | None = None
) -> list[int]:
    """Moves that take or make most, then one that was good elsewhere, then the others."""
    gains = _gains(moves, men, black)
    best = sorted(gains, key=lambda move: -gains[move])
    quiet = [move for move in moves if move not in gains]
    if hint in quiet:
        quiet.remove(hint)
        best.append(hint)
    return best + quiet


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
