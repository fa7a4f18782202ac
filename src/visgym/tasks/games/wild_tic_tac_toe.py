"""Wild Tic-Tac-Toe: either side sets either mark, and who completes a line wins.

Starts can be won by the agent, and not at once. On 4x4 three in a line win as well, since four
are never reached, and starts come late enough for all that may follow to be looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from visgym.authoring import Below, Budget, Call, Frame, Medium, action
from visgym.kit.games import alpha_beta, exact
from visgym.kit.games.lines import Marks, WildTicTacToeRules
from visgym.kit.games.mark_boards import board_box, board_picture, board_text
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Box

CONNECT = 3  # marks in a line that win


@dataclass(frozen=True, kw_only=True)
class WildTicTacToe(GameTask[Marks, tuple[int, int]]):
    size: int = 3
    """Rows of the board, and columns."""
    won: bool = True
    """Whether the agent can win from the start, whatever the opponent does."""

    step_limit: int = 12

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(generate=100.0, advance=50.0, solve=2000.0, demonstrations=0.5)
    reference = "perfect"
    opened_by = "greedy"  # which leaves no line to be completed
    sides = ("First", "Second")

    def validate(self) -> None:
        if not 3 <= self.size <= 4:
            raise ValueError("size must be 3 or 4.")
        super().validate()

    @cached_property
    def game(self) -> WildTicTacToeRules:
        return WildTicTacToeRules(self.size, CONNECT)

    def fits(self, position: Marks, side: int) -> bool:
        if not self.won:
            return True
        if alpha_beta.forced_win(self.game, position, 1):
            return False  # a line that waits for its last mark is no question
        return self.game.is_small(position) and exact.is_won(self.game, position, side)

    # Rules

    def rules(self) -> str:
        return (
            f"Two sides take turns to set a mark into a free cell of a board of {self.size}x"
            f"{self.size} cells, a cross or a nought as they like. Whoever completes a line of "
            f"{CONNECT} equal marks, across, upright or aslant, wins, no matter who set the "
            "others. A full board without such a line is a draw."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Each line is a row from the top: X is a cross, O a nought, a dot a free cell."
        return "Rows and columns are numbered at the rim; the mark that was set last is on yellow."

    @action
    def place(
        self,
        state: Match[Marks],
        mark: Literal["X", "O"],
        row: Annotated[int, Below("size")],
        column: Annotated[int, Below("size")],
    ) -> Match[Marks]:
        """Set a cross or a nought; rows are counted from the top, columns from the left, from 0."""
        taken = f"The cell in row {row}, column {column} is taken."
        return self.moved(state, ("XO".index(mark), row * self.size + column), taken)

    def call(self, position: Marks, move: tuple[int, int]) -> Call:
        return Call("place", ("XO"[move[0]], *divmod(move[1], self.size)))

    def question(self, state: Match[Marks]) -> str:
        return " ".join(["It is your turn.", *state.answers])

    def tell(self, position: Marks, move: tuple[int, int]) -> str:
        row, column = divmod(move[1], self.size)
        return f"The opponent set {'XO'[move[0]]} in row {row}, column {column}."

    # Observation

    def draw(self, state: Match[Marks]) -> Frame:
        marks = state.position
        return board_picture(self.size, marks.crosses, marks.noughts, marks.last, neutral=True)

    def picture_board(self) -> Box:
        """Where a browser finds the cells."""
        return board_box(self.size)

    def describe(self, state: Match[Marks]) -> str:
        marks = state.position
        row, column = divmod(marks.last, self.size)
        last = f"\nThe last mark was set in row {row}, column {column}." if marks.last >= 0 else ""
        return board_text(self.size, marks.crosses, marks.noughts) + last


PRESETS = {
    "level_0": WildTicTacToe(opponent="random", opening=2),
    "level_1": WildTicTacToe(opponent="perfect", opening=2),
    "level_2": WildTicTacToe(size=4, opponent="perfect", opening=8),
    "outside": WildTicTacToe(opponent="outside", won=False, size=4),
}
