"""Lines of Action: gather all own pieces in one group, moving as far as a line has pieces.

A capture may gather the other side; both sides are looked at after every move. Chance games are
long and tell little, so the third opponent looks ahead instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from visgym.authoring import Budget, Canvas
from visgym.kit.canvas import Color
from visgym.kit.games.boards import SquareBoard, counter
from visgym.kit.games.lines_of_action import QUIET, SIZE, Gatherings, LinesOfActionRules
from visgym.kit.games.stepping import StepTask

BLACK: Color = (48, 44, 48)
WHITE: Color = (246, 236, 216)


def _black(canvas: Canvas, ground: Color) -> None:
    counter(canvas, ground, BLACK)


def _white(canvas: Canvas, ground: Color) -> None:
    counter(canvas, ground, WHITE)


@dataclass(frozen=True, kw_only=True)
class LinesOfAction(StepTask[Gatherings]):
    step_limit: int = 60

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(advance=50.0, solve=8000.0, demonstrations=0.2)
    reference = "search:3"
    sides = ("Black", "White")
    figures = (_black, _white)

    @cached_property
    def game(self) -> LinesOfActionRules:
        return LinesOfActionRules()

    @cached_property
    def board(self) -> SquareBoard:
        return SquareBoard(SIZE, SIZE)

    def pieces(self, position: Gatherings) -> tuple[int, int]:
        return position.black, position.white

    def rules(self) -> str:
        return (
            "Two sides take turns to move one piece of theirs along a row, column or diagonal, "
            "exactly as many squares as there are pieces of both sides on that whole line, the "
            "moving one included. A piece may jump over own pieces but not over others, and takes "
            "a piece of the other side by landing on it. Whoever has all own pieces in one group "
            "wins; pieces belong together if their squares touch, also at corners, and a single "
            "piece is a group. If a move gathers both sides, who made it wins. Who cannot move "
            f"loses. {QUIET} moves in a row without a capture, both sides counted, or the same "
            "position with the same side to move for the third time are a draw. Black begins."
        )

    def refusal(self, position: Gatherings, source: int, target: int) -> str:
        start, goal = self.squares[source], self.squares[target]
        up, across = (b - a for a, b in zip(*map(_place, (source, target)), strict=True))
        if up and across and abs(up) != abs(across):
            return f"{start} and {goal} are on no common row, column or diagonal."
        far, step = max(abs(up), abs(across)), (_sign(up), _sign(across))
        row, column = _place(source)
        taken = sum(self.pieces(position))
        along = [(row + n * step[0], column + n * step[1]) for n in range(-SIZE, SIZE)]
        line = [r * SIZE + c for r, c in along if 0 <= r < SIZE and 0 <= c < SIZE]
        count = sum(taken >> square & 1 for square in line)
        if count != far:
            told = f"{count} piece{'s' if count > 1 else ''}"
            return f"That line has {told}, and {goal} is {far} away from {start}."
        return f"A piece of the other side stands between {start} and {goal}."


def _place(square: int) -> tuple[int, int]:
    return divmod(square, SIZE)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


PRESETS = {
    "level_0": LinesOfAction(opponent="random", opening=4),
    "level_1": LinesOfAction(opponent="greedy", opening=4),
    "level_2": LinesOfAction(opponent="search:2", opening=4),
    "outside": LinesOfAction(opponent="outside", opening=4),
}
