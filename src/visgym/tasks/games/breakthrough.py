"""Breakthrough: bring a pawn to the far row before the other side does.

Pawns step straight ahead only, and aslant to take; `diagonal_steps` is the rule that most people
play by. Chance games tell little about pawns that run, so the third opponent looks ahead instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from visgym.authoring import Budget, Canvas
from visgym.kit.canvas import Color
from visgym.kit.games.boards import SquareBoard, mixed
from visgym.kit.games.breakthrough import BreakthroughRules, PawnRows
from visgym.kit.games.stepping import StepTask

IVORY: Color = (250, 244, 230)
EBONY: Color = (58, 48, 46)
LINE: Color = (40, 30, 28)


def _white(canvas: Canvas, ground: Color) -> None:
    _pawn(canvas, ground, IVORY)


def _black(canvas: Canvas, ground: Color) -> None:
    _pawn(canvas, ground, EBONY)


@dataclass(frozen=True, kw_only=True)
class Breakthrough(StepTask[PawnRows]):
    size: int = 8
    """Squares along each side of the board."""
    diagonal_steps: bool = False
    """Whether pawns may also step aslant onto empty squares."""

    step_limit: int = 75

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(advance=20.0, solve=4000.0, demonstrations=0.5)
    reference = "search:6"
    figures = (_white, _black)
    piece = "pawn"

    def validate(self) -> None:
        if not 5 <= self.size <= 12:
            raise ValueError("size must be from 5 to 12.")
        super().validate()

    @cached_property
    def game(self) -> BreakthroughRules:
        return BreakthroughRules(self.size, self.diagonal_steps)

    @cached_property
    def board(self) -> SquareBoard:
        return SquareBoard(self.size, self.size)

    def pieces(self, position: PawnRows) -> tuple[int, int]:
        return position.white, position.black

    def rules(self) -> str:
        if self.diagonal_steps:
            steps = "one square ahead, straight or aslant, onto an empty square"
        else:
            steps = "one square straight ahead onto an empty square"
        return (
            f"Two sides take turns to move one pawn of theirs. A pawn steps {steps}, or takes a "
            "pawn of the other side one square aslant ahead by going there; straight ahead "
            "nothing is taken. Whoever brings a pawn to the far row of the board wins, and so "
            "does who leaves the other side no pawn or no move. White moves up from row 1 and "
            f"begins, Black moves down from row {self.size}."
        )

    def refusal(self, position: PawnRows, source: int, target: int) -> str:
        toward = -1 if position.turn else 1
        ahead = toward * (target // self.size - source // self.size)
        aside = abs(target % self.size - source % self.size)
        goal, taken = self.squares[target], sum(self.pieces(position)) >> target & 1
        if ahead == 1 and not aside and taken:
            return f"Nothing is taken straight ahead, and a pawn stands on {goal}."
        if ahead == 1 and aside == 1:
            return f"A pawn goes aslant only to take, and {goal} is empty."
        return f"A pawn goes one square ahead, which {goal} is not from {self.squares[source]}."


def _pawn(canvas: Canvas, ground: Color, face: Color) -> None:
    side = canvas.pixels.shape[0]
    shade = mixed(face, (120, 84, 60), 0.35) if face == IVORY else mixed(face, (0, 0, 0), 0.4)
    canvas.line(
        (0.3 * side, 0.87 * side), (0.74 * side, 0.87 * side), 0.1 * side, mixed(ground, LINE, 0.4)
    )
    for grown, color in ((0.03, LINE), (0.0, face)):
        _silhouette(canvas, grown, color)
    for x, top, bottom, wide in ((0.62, 0.6, 0.7, 0.05), (0.66, 0.8, 0.8, 0.05)):
        canvas.line((x * side, top * side), (x * side, bottom * side), wide * side, shade)
    light = mixed(face, (255, 255, 255), 0.6)
    canvas.disc(0.46 * side, 0.26 * side, 0.04 * side, light)


def _silhouette(canvas: Canvas, grown: float, color: Color) -> None:
    """Head, collar, body and foot, wider by a part of the square."""
    side = canvas.pixels.shape[0]

    def bar(left: float, right: float, y: float, tall: float) -> None:
        width = (tall + 2 * grown) * side
        canvas.line((left * side, y * side), (right * side, y * side), width, color)

    canvas.disc(side / 2, 0.29 * side, (0.135 + grown) * side, color)
    bar(0.4, 0.6, 0.43, 0.06)
    body = [(0.44, 0.44), (0.56, 0.44), (0.6, 0.6), (0.68, 0.78), (0.32, 0.78), (0.4, 0.6)]
    points = [(x * side, y * side) for x, y in body]
    canvas.polygon(points, color)
    canvas.polyline(points, 2 * grown * side or 1, color, closed=True)
    bar(0.3, 0.7, 0.82, 0.09)


PRESETS = {
    "level_0": Breakthrough(size=5, opponent="random", opening=4, step_limit=20),
    "level_1": Breakthrough(size=6, opponent="greedy", opening=4, step_limit=40),
    "level_2": Breakthrough(opponent="search:2", opening=4),
    "outside": Breakthrough(opponent="outside", opening=4, step_limit=150),
}
