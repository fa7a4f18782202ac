"""Chess: checkmate the king of the opponent.

OpenSpiel referees: stalemate, the third repetition, fifty moves without a capture or a pawn, and
men that cannot mate are draws. Starts come after some plies by chance; on the lower levels the
opponent lacks a man.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from visgym.authoring import Budget, Call, Frame, Illegal, Letters, Medium, action
from visgym.kit.chessmen import square_name
from visgym.kit.games import chess_board
from visgym.kit.games.chess import ChessGame, ChessRules, by_uci, fen, men, uci
from visgym.kit.games.chess_worth import balance, square
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Places, SecondClick

SQUARES = re.compile("([a-h][1-8]){2}[qrbn]?")
PAWN = 100  # what `balance` counts one as


@dataclass(frozen=True, kw_only=True)
class Chess(GameTask[ChessGame, int]):
    odds: Literal["none", "knight", "rook"] = "none"
    """What the opponent lacks from the start."""

    step_limit: int = 80

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(generate=60.0, advance=40.0, solve=15000.0, demonstrations=0.05)
    reference = "search:3"
    picture_clicks = 2

    @cached_property
    def game(self) -> ChessRules:
        return ChessRules(self.odds)

    def fits(self, position: ChessGame, side: int) -> bool:
        """After the opening the agent has the better men by what the odds say, or none has."""
        ahead = balance(fen(position)) * (-1 if side else 1) / PAWN
        low, high = {"none": (0.0, 2.0), "knight": (2.5, 5.0), "rook": (4.0, 8.0)}[self.odds]
        return low <= ahead <= high

    # Rules

    def rules(self) -> str:
        return (
            "This is chess by the usual rules, castling, taking in passing and promotion included. "
            "You win by checkmate. Stalemate, a position that stands for the third time, fifty "
            "moves of each side without a capture or a move of a pawn, and men that cannot mate "
            "are draws."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return (
                "K is a king, Q a queen, R a rook, B a bishop, N a knight, P a pawn; capitals are "
                "White, small letters Black, dots empty squares."
            )
        return "Your side is at the bottom; yellow squares are those of the last move."

    @action
    def move(
        self,
        state: Match[ChessGame],
        uci: Annotated[str, Letters("abcdefgh12345678qrn", longest=5)],
    ) -> Match[ChessGame]:
        """Move a man by the squares from and to, as in e2e4; castling is a move of the king, and a
        pawn that reaches the last row adds q, r, b or n, as in e7e8q."""
        if self.is_over(state):
            raise Illegal("The game is over.")
        found = by_uci(state.position, uci)
        if found is None:
            raise Illegal(self._refusal(state.position, uci))
        return self.moved(state, found, "That is not a legal move.")

    def _refusal(self, position: ChessGame, told: str) -> str:
        """Why a move is not possible, as far as one sentence can say."""
        if not SQUARES.fullmatch(told):
            return "A move names two squares, as in e2e4."
        man = men(position).get(square(told[:2]))
        if man is None:
            return f"There is no man on {told[:2]}."
        if man.isupper() == bool(self.game.mover(position)):
            return f"The man on {told[:2]} is not yours."
        if by_uci(position, told[:4] + "q") is not None:
            return "This pawn is promoted, so add q, r, b or n."
        return f"The man on {told[:2]} may not move to {told[2:4]}, or your king would be taken."

    def call(self, position: ChessGame, move: int) -> Call:
        return Call("move", (uci(position, move),))

    def tell(self, position: ChessGame, move: int) -> str:
        return f"{self.sides[self.game.mover(position)]} played {uci(position, move)}."

    def touched(self, position: ChessGame, move: int) -> tuple[int, ...]:
        told = uci(position, move)
        return square(told[:2]), square(told[2:4])

    def metrics(self, state: Match[ChessGame]) -> dict[str, float]:
        sign = -1 if self._own_side(state) else 1
        ahead = sign * balance(fen(state.position)) / PAWN
        return {"pawns_ahead": ahead, "plies": float(len(state.position.moves))}

    def effort(self, state: Match[ChessGame]) -> float:
        """The strength of the opponent, less what it lacks."""
        sign = -1 if self._own_side(state) else 1
        return super().effort(state) - 10 * sign * balance(fen(state.position)) / PAWN

    # Observation

    def picture_places(self, state: Match[ChessGame]) -> Places:
        """Squares; a pawn that is clicked to the last row becomes a queen unless it is told."""
        found: Places = {
            (square_name(each),): chess_board.place(each, state.side) for each in range(64)
        }
        pawn, seventh, last = ("p", 6, 7) if state.side else ("P", 1, 0)
        for each, man in men(state.position).items():
            row, column = divmod(each, 8)
            if man == pawn and row == seventh:
                for beside in range(max(column - 1, 0), min(column + 2, 8)):
                    goal = 8 * last + beside
                    click = SecondClick(square_name(each), f"{square_name(goal)}q")
                    found[click] = chess_board.place(goal, state.side)
        return found

    def draw(self, state: Match[ChessGame]) -> Frame:
        return chess_board.picture(men(state.position), state.side, state.marks)

    def describe(self, state: Match[ChessGame]) -> str:
        names = [square_name(each) for each in state.marks]
        last = f"\nThe last move was {'-'.join(names)}." if names else ""
        return chess_board.as_text(men(state.position)) + last


PRESETS = {
    "level_0": Chess(odds="rook", opponent="random", opening=6, step_limit=40),
    "level_1": Chess(odds="knight", opponent="greedy", opening=6, step_limit=60),
    "level_2": Chess(opponent="search:1", opening=8, step_limit=80),
    "outside": Chess(opponent="outside", opening=4, step_limit=120),
}
