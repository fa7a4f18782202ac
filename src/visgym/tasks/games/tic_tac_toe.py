"""Tic-Tac-Toe: set marks until enough of them stand in a line.

Between perfect players it is a draw, so that starts are positions which the agent can win: on 3x3
by looking at all that may follow, on 5x5 by an opening in which its side was played well.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from visgym.authoring import Below, Budget, Call, Frame, Medium, action
from visgym.kit.games import exact
from visgym.kit.games.lines import PERFECT_CELLS, Marks, TicTacToeRules
from visgym.kit.games.mark_boards import board_box, board_picture, board_text
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Box


@dataclass(frozen=True, kw_only=True)
class TicTacToe(GameTask[Marks, int]):
    size: int = 3
    """Rows of the board, and columns."""
    connect: int = 3
    """Marks in a line that win."""
    won: bool = False
    """Whether the agent can win from the start, whatever the opponent does; small boards only."""

    step_limit: int = 12

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(advance=30.0, solve=2000.0, demonstrations=0.5)
    sides = ("X", "O")

    def validate(self) -> None:
        if not 3 <= self.size <= 8 or not 3 <= self.connect <= self.size:
            raise ValueError("size must be from 3 to 8, and connect from 3 to size.")
        if self.won and self.size**2 > PERFECT_CELLS:
            raise ValueError("won needs a board of 3x3, where all that may follow can be tried.")
        super().validate()

    @cached_property
    def game(self) -> TicTacToeRules:
        return TicTacToeRules(self.size, self.connect)

    @property
    def reference(self) -> str:  # type: ignore[override]
        return "perfect" if self.size**2 <= PERFECT_CELLS else "search:4"

    def fits(self, position: Marks, side: int) -> bool:
        return not self.won or exact.is_won(self.game, position, side)

    def effort(self, state: Match[Marks]) -> float:
        """The cells of the board, then the strength of the opponent."""
        return 1000 * self.size**2 + super().effort(state)

    # Rules

    def rules(self) -> str:
        return (
            f"Two sides take turns to set their mark into a free cell of a board of {self.size}x"
            f"{self.size} cells; X begins. Who first has {self.connect} marks of the own kind in a "
            "line, across, upright or aslant, wins. A full board without such a line is a draw."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Each line is a row from the top: X and O are marks, a dot is a free cell."
        return "Rows and columns are numbered at the rim; the mark that was set last is on yellow."

    @action
    def place(
        self,
        state: Match[Marks],
        row: Annotated[int, Below("size")],
        column: Annotated[int, Below("size")],
    ) -> Match[Marks]:
        """Set your mark; rows are counted from the top and columns from the left, both from 0."""
        taken = f"The cell in row {row}, column {column} is taken."
        return self.moved(state, row * self.size + column, taken)

    def call(self, position: Marks, move: int) -> Call:
        return Call("place", divmod(move, self.size))

    def tell(self, position: Marks, move: int) -> str:
        row, column = divmod(move, self.size)
        return f"{self.sides[self.game.mover(position)]} went to row {row}, column {column}."

    # Observation

    def draw(self, state: Match[Marks]) -> Frame:
        marks = state.position
        return board_picture(self.size, marks.crosses, marks.noughts, marks.last)

    def picture_board(self) -> Box:
        """Where a browser finds the cells."""
        return board_box(self.size)

    def describe(self, state: Match[Marks]) -> str:
        marks = state.position
        row, column = divmod(marks.last, self.size)
        last = f"\nThe last mark was set in row {row}, column {column}." if marks.last >= 0 else ""
        return board_text(self.size, marks.crosses, marks.noughts) + last


PRESETS = {
    "level_0": TicTacToe(opponent="random", opening=2, won=True),
    "level_1": TicTacToe(opponent="perfect", opening=3, won=True),
    "level_2": TicTacToe(
        size=5, connect=4, opponent="search:2", opening=4, favoured=True, step_limit=20
    ),
    "outside": TicTacToe(opponent="outside", size=5, connect=4, step_limit=20),
}
