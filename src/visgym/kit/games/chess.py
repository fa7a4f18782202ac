"""Chess as OpenSpiel referees it; a position is where a game began and what was played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import Any

from visgym.kit.games import chess_search
from visgym.kit.games.chess_worth import balance, board
from visgym.kit.games.rules import DRAW, WINS, Choose, GameRules, Result
from visgym.kit.games.spiel import open_spiel, spiel_state

WHITE, BLACK = 0, 1
SETUP = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ODDS = {"none": "", "knight": "bg", "rook": "ah"}
"""The files of men of a kind that one side may lack."""


@dataclass(frozen=True, slots=True)
class ChessGame:
    """A game: the position that it began in, and the moves since, by the numbers of OpenSpiel."""

    start: str = SETUP
    moves: tuple[int, ...] = ()


@dataclass(frozen=True)
class ChessRules(GameRules[ChessGame, int]):
    """Chess; with odds, one side by chance lacks a man from the start."""

    odds: str = "none"

    def start(self, rng: Random) -> ChessGame:
        files = ODDS[self.odds]
        return ChessGame(without(rng.randrange(2), rng.choice(files))) if files else ChessGame()

    def mover(self, position: ChessGame) -> int:
        return BLACK if fen(position).split()[1] == "b" else WHITE

    def legal(self, position: ChessGame) -> Sequence[int]:
        moves: list[int] = state(position).legal_actions()
        return moves

    def play(self, position: ChessGame, move: int) -> ChessGame:
        return replace(position, moves=(*position.moves, move))

    def result(self, position: ChessGame) -> Result | None:
        now = state(position)
        if not now.is_terminal():
            return None
        black, white = now.returns()  # OpenSpiel has White as its player 1
        return DRAW if black == white else WINS[WHITE if white > black else BLACK]

    def worth(self, position: ChessGame, side: int) -> float:
        """Men and where they stand, in pawns, squeezed between -1 and 1."""
        pawns = balance(fen(position)) / 100 * (-1 if side else 1)
        return pawns / (4 + abs(pawns))

    def experts(self) -> Mapping[str, Callable[[str], Choose[ChessGame, int]]]:
        return {"greedy": self._greedy, "search": self._searching}

    def _greedy(self, argument: str) -> Choose[ChessGame, int]:
        """Somebody who looks at what the board is worth after the own move, and no further."""
        if argument:
            raise ValueError("greedy takes no number.")
        return partial(_searched, 1, False)

    def _searching(self, argument: str) -> Choose[ChessGame, int]:
        """Somebody who looks some plies ahead, and at captures beyond."""
        if not argument.isdecimal() or not 1 <= int(argument) <= 4:
            raise ValueError("search needs a number from 1 to 4, as in search:1.")
        return partial(_searched, int(argument), True)


def _searched(depth: int, quiet: bool, position: ChessGame, rng: Random) -> int:
    return chess_search.best(state(position), depth, quiet, rng)


def state(position: ChessGame) -> Any:
    """The game as OpenSpiel has it."""
    return spiel_state("chess", position.moves, position.start)


def fen(position: ChessGame) -> str:
    """The board in the notation of Forsyth and Edwards."""
    return str(state(position))


def men(position: ChessGame) -> dict[int, str]:
    """The men by squares from a8 to h1, those of White in capitals."""
    return board(fen(position))


def uci(position: ChessGame, move: int) -> str:
    """A move as two squares, and the letter of what a pawn becomes."""
    return _uci(state(position), move)


def _uci(now: Any, move: int) -> str:
    told: str = open_spiel().chess.action_to_move(move, now.board()).to_lan()
    return told


def by_uci(position: ChessGame, told: str) -> int | None:
    """The legal move of a name."""
    now = state(position)
    return next((move for move in now.legal_actions() if _uci(now, move) == told), None)


@lru_cache(maxsize=16)
def without(side: int, file: str) -> str:
    """The first position without the man of a side on a file."""
    rows = SETUP.split()[0].split("/")
    row, place = (7, "abcdefgh".index(file)) if side == WHITE else (0, "abcdefgh".index(file))
    rows[row] = rows[row][:place] + "1" + rows[row][place + 1 :]
    lost = {"a": "Q", "h": "K"}.get(file, "")
    rights = "KQkq".replace(lost if side == WHITE else lost.lower(), "") if lost else "KQkq"
    return f"{'/'.join(rows)} w {rights} - 0 1"
