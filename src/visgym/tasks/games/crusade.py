"""Crusade: two armies of knights; who took more when the time is over wins.

Between players who see exchanges most games would be drawn, so that from the second level on the
agent begins a knight ahead and has to keep it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from visgym.authoring import Budget, Canvas, Frame, Medium
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import PAPER, Color
from visgym.kit.games.boards import SquareBoard, mixed
from visgym.kit.games.crusade import CrusadeRules, KnightArmies
from visgym.kit.games.match import Match
from visgym.kit.games.stepping import StepTask

IVORY: Color = (250, 244, 230)
EBONY: Color = (62, 52, 50)
LINE: Color = (40, 30, 28)
SMALL, TRAY, MARGIN = 25, 58, 8  # pixels: a knight that was taken, the tray for them, its margin
HORSE = (
    (0.34, 0.78), (0.37, 0.64), (0.47, 0.54), (0.48, 0.47), (0.37, 0.49), (0.29, 0.55),
    (0.22, 0.49), (0.27, 0.38), (0.41, 0.22), (0.45, 0.13), (0.52, 0.2), (0.65, 0.31),
    (0.71, 0.52), (0.69, 0.78),
)  # fmt: skip
"""A head that looks to the left, in parts of a square."""


def _white(canvas: Canvas, ground: Color) -> None:
    _knight(canvas, IVORY)


def _black(canvas: Canvas, ground: Color) -> None:
    _knight(canvas, EBONY)


@dataclass(frozen=True, kw_only=True)
class Crusade(StepTask[KnightArmies]):
    size: int = 8
    """Squares along each side of the board."""
    plies: int = 40
    """Moves of both sides together, after which captures are counted."""
    lead: int = 0
    """Knights that the agent has more at the beginning, at least."""

    step_limit: int = 30

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning", "counting"})
    budget = Budget(generate=30.0, advance=30.0, solve=4000.0, demonstrations=0.5)
    reference = "search:3"
    figures = (_white, _black)
    piece = "knight"

    def validate(self) -> None:
        if not 5 <= self.size <= 10:
            raise ValueError("size must be from 5 to 10.")
        if not self.opening + 2 <= self.plies <= 100:
            raise ValueError("plies must be from opening + 2 to 100.")
        if not 0 <= self.lead <= 1 or (self.lead and not 8 <= self.opening <= 20):
            raise ValueError("lead must be 0, or 1 after an opening of 8 to 20 plies.")
        super().validate()

    @cached_property
    def game(self) -> CrusadeRules:
        return CrusadeRules(self.size, self.plies)

    @cached_property
    def board(self) -> SquareBoard:
        return SquareBoard(self.size, self.size, tray=TRAY)

    def pieces(self, position: KnightArmies) -> tuple[int, int]:
        return position.white, position.black

    def fits(self, position: KnightArmies, side: int) -> bool:
        counts = [knights.bit_count() for knights in self.pieces(position)]
        return counts[side] - counts[1 - side] >= self.lead

    def rules(self) -> str:
        return (
            "Two sides take turns to move one knight of theirs: two squares along a row or column "
            "and one square across, over anything that stands there. A knight takes a knight of "
            "the other side by landing on it. A side without knights or without a move loses. "
            f"After {self.plies} moves, both sides counted, the side that took more wins, and "
            "equal numbers are a draw. White begins."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return super().legend(medium)
        below = "Below the board are the knights that were taken, and the moves left to both sides."
        return f"{super().legend(medium)} {below}"

    def refusal(self, position: KnightArmies, source: int, target: int) -> str:
        return f"{self.squares[target]} is no knight's move away from {self.squares[source]}."

    def metrics(self, state: Match[KnightArmies]) -> dict[str, float]:
        """How many knights more the agent took."""
        counts = [knights.bit_count() for knights in self.pieces(state.position)]
        side = self._own_side(state)
        return {"lead": counts[side] - counts[1 - side]}

    def draw(self, state: Match[KnightArmies]) -> Frame:
        canvas, (width, height) = self.drawn(state), self.board.size
        for row, taken in enumerate(reversed(self._taken(state.position))):
            for number in range(taken):
                y = height - TRAY + 4 + row * SMALL
                canvas.paste(_small(1 - row), MARGIN + number * SMALL, y)
        left = self.plies - state.position.plies
        canvas.text(width - MARGIN, height - TRAY / 2, f"{left} moves left", 16, align="right")
        return canvas.frame

    def describe(self, state: Match[KnightArmies]) -> str:
        white, black = reversed(self._taken(state.position))
        left = self.plies - state.position.plies
        counts = f"White took {white}, Black took {black}; {left} moves are left."
        return f"{super().describe(state)}\n{counts}"

    def _taken(self, position: KnightArmies) -> list[int]:
        """How many knights each side has lost."""
        return [2 * self.size - knights.bit_count() for knights in self.pieces(position)]


def _knight(canvas: Canvas, face: Color) -> None:
    side = canvas.pixels.shape[0]
    points = [(x * side, y * side) for x, y in HORSE]
    canvas.line((0.3 * side, 0.84 * side), (0.72 * side, 0.84 * side), 0.15 * side, LINE)
    canvas.polyline(points, 0.07 * side, LINE, closed=True)
    canvas.polygon(points, face)
    canvas.line((0.3 * side, 0.84 * side), (0.72 * side, 0.84 * side), 0.09 * side, face)
    mane = [(0.53, 0.24), (0.62, 0.34), (0.66, 0.52), (0.65, 0.74)]
    shade = mixed(face, (110, 80, 60), 0.45) if face == IVORY else mixed(face, IVORY, 0.35)
    canvas.polyline([(x * side, y * side) for x, y in mane], 0.03 * side, shade)
    canvas.disc(0.42 * side, 0.34 * side, 0.03 * side, LINE if face == IVORY else IVORY)


@cached_layer
def _small(side: int) -> Frame:
    canvas = Canvas(SMALL, SMALL, PAPER)
    _knight(canvas, (IVORY, EBONY)[side])
    return canvas.frame


PRESETS = {
    "level_0": Crusade(size=6, plies=20, opponent="random", opening=4, step_limit=15),
    "level_1": Crusade(opponent="greedy", opening=8, lead=1),
    "level_2": Crusade(opponent="search:2", opening=8, lead=1),
    "outside": Crusade(opponent="outside", opening=4),
}
