"""Ultimate tic-tac-toe: nine boards, and a cell says on which of them the answer is given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.kit.games.rules import DRAW, WINS, GameRules, Result
from visgym.kit.noughts import line_bits

FULL = (1 << 9) - 1
ANY = -1
"""The next move may be made on any open board."""
_LINES = line_bits(3)
_HAS_LINE = tuple(any(bits & line == line for line in _LINES) for bits in range(512))
_CENTRAL = (3, 2, 3, 2, 4, 2, 3, 2, 3)  # lines through a cell


@dataclass(frozen=True, slots=True)
class NineBoards:
    """The cells of crosses and noughts on each board as bits, the board to play on, what is won."""

    crosses: tuple[int, ...] = (0,) * 9
    noughts: tuple[int, ...] = (0,) * 9
    board: int = ANY
    side: int = 0
    won: tuple[int, int] = (0, 0)
    """Boards that crosses and noughts have won."""
    closed: int = 0
    """Boards that are won or full."""


@cache
def _cells(free: int) -> tuple[int, ...]:
    return tuple(cell for cell in range(9) if free >> cell & 1)


@dataclass(frozen=True)
class UltimateRules(GameRules[NineBoards, int]):
    """Moves are nine times the board plus the cell, both from 0 row by row.

    >>> rules = UltimateRules()
    >>> after = rules.play(NineBoards(), 9 * 4 + 8)
    >>> after.board, len(rules.legal(after))
    (8, 9)
    """

    def start(self, rng: Random) -> NineBoards:
        return NineBoards()

    def mover(self, position: NineBoards) -> int:
        return position.side

    def legal(self, position: NineBoards) -> list[int]:
        boards = _cells(FULL & ~position.closed) if position.board == ANY else (position.board,)
        crosses, noughts = position.crosses, position.noughts
        return [
            9 * board + cell
            for board in boards
            for cell in _cells(FULL & ~(crosses[board] | noughts[board]))
        ]

    def play(self, position: NineBoards, move: int) -> NineBoards:
        board, cell = divmod(move, 9)
        own, other = position.crosses, position.noughts
        if position.side:
            own, other = other, own
        bits = own[board] | 1 << cell
        own = (*own[:board], bits, *own[board + 1 :])
        won, closed = position.won, position.closed
        if _HAS_LINE[bits]:
            closed |= 1 << board
            won = (won[0], won[1] | 1 << board) if position.side else (won[0] | 1 << board, won[1])
        elif bits | other[board] == FULL:
            closed |= 1 << board
        crosses, noughts = (other, own) if position.side else (own, other)
        sent = ANY if closed >> cell & 1 else cell
        return NineBoards(crosses, noughts, sent, 1 - position.side, won, closed)

    def result(self, position: NineBoards) -> Result | None:
        for side in (0, 1):
            if _HAS_LINE[position.won[side]]:
                return WINS[side]
        return DRAW if position.closed == FULL else None

    def worth(self, position: NineBoards, side: int) -> float:
        """Boards won and lines of boards, then lines on the boards."""
        crosses, noughts, closed = position.crosses, position.noughts, position.closed
        total = _boards_won(position.won[0], closed) - _boards_won(position.won[1], closed)
        for board in _cells(FULL & ~closed):
            total += 2 * _lead(crosses[board], noughts[board])
        return max(-0.99, min(0.99, (-total if side else total) / 600))

    def rollout(self, position: NineBoards, rng: Random) -> Result:
        marks = [list(position.crosses), list(position.noughts)]
        won, closed = list(position.won), position.closed
        board, side, random = position.board, position.side, rng.random
        while closed != FULL:
            if board == ANY:
                open_boards = _cells(FULL & ~closed)
                board = open_boards[int(random() * len(open_boards))]
            free = _cells(FULL & ~(marks[0][board] | marks[1][board]))
            cell = free[int(random() * len(free))]
            bits = marks[side][board] | 1 << cell
            marks[side][board] = bits
            if _HAS_LINE[bits]:
                closed |= 1 << board
                won[side] |= 1 << board
                if _HAS_LINE[won[side]]:
                    return WINS[side]
            elif len(free) == 1:
                closed |= 1 << board
            board = ANY if closed >> cell & 1 else cell
            side = 1 - side
        return DRAW


@cache
def _threats(own: int, other: int) -> int:
    """Lines that lack one cell, and half of those that lack two, as long as they are open."""
    counts = [(own & line).bit_count() for line in _LINES if not other & line]
    return 2 * counts.count(2) + counts.count(1)


@cache
def _lead(own: int, other: int) -> int:
    """How many more threats one side has on a board."""
    return _threats(own, other) - _threats(other, own)


@cache
def _boards_won(won: int, closed: int) -> int:
    """What boards that a side has won are worth, and lines of them that are still open."""
    return 12 * sum(_CENTRAL[board] for board in _cells(won)) + 30 * _threats(won, closed & ~won)
