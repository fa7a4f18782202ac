"""Connect Four: drop discs into columns until four of a colour stand in a line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from visgym.authoring import Below, Budget, Call, Canvas, Frame, Medium, action
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, MUTED, PAPER, RED, YELLOW, Color
from visgym.kit.games.connect_four import ConnectFourRules, DroppedDiscs
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Places, box

CELL, RIM, NUMBERS = 64, 14, 30  # pixels
BOARD: Color = (36, 84, 166)
HOLE: Color = (24, 60, 124)
COLORS: tuple[Color, Color] = (RED, YELLOW)
EDGES: tuple[Color, Color] = ((176, 40, 36), (206, 152, 28))


@dataclass(frozen=True, kw_only=True)
class ConnectFour(GameTask[DroppedDiscs, int]):
    rows: int = 6
    columns: int = 7
    connect: int = 4
    """DroppedDiscs in a line that win."""

    step_limit: int = 36

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(advance=30.0, solve=2000.0, demonstrations=0.5)
    reference = "search:6"
    sides = ("Red", "Yellow")

    def validate(self) -> None:
        if not (3 <= self.rows <= 10 and 3 <= self.columns <= 10):
            raise ValueError("rows and columns must be from 3 to 10.")
        if not 3 <= self.connect <= min(self.rows, self.columns):
            raise ValueError("connect must be from 3 to the shorter side of the board.")
        super().validate()

    @cached_property
    def game(self) -> ConnectFourRules:
        return ConnectFourRules(self.rows, self.columns, self.connect)

    # Rules

    def rules(self) -> str:
        return (
            "Two sides take turns to drop a disc of their colour into a column; it falls onto the "
            f"discs that lie there. Who first has {self.connect} discs of the own colour in a "
            "line, across, upright or aslant, wins. A full board without such a line is a draw. "
            "Red begins."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Each line is a row from the top: R is a red disc, Y a yellow one, a dot none."
        return "Columns are numbered above the board; a dark ring marks the disc that fell last."

    @action
    def drop(
        self, state: Match[DroppedDiscs], column: Annotated[int, Below("columns")]
    ) -> Match[DroppedDiscs]:
        """Drop a disc of yours into a column, counted from 0 at the left."""
        return self.moved(state, column, f"Column {column} is full.")

    def call(self, position: DroppedDiscs, move: int) -> Call:
        return Call("drop", (move,))

    def tell(self, position: DroppedDiscs, move: int) -> str:
        return f"{self.sides[self.game.mover(position)]} dropped a disc into column {move}."

    def touched(self, position: DroppedDiscs, move: int) -> tuple[int, ...]:
        below = sum(column == move for _, column in self._taken(position))
        return self.rows - 1 - below, move

    # Observation

    def draw(self, state: Match[DroppedDiscs]) -> Frame:
        canvas = Canvas.on(_board(self.rows, self.columns))
        position = state.position
        for side, discs in enumerate((position.first, position.second)):
            for cell in self.game.cells(discs):
                canvas.paste(_disc(side, cell == state.marks), *_corner(*cell))
        return canvas.frame

    def picture_places(self, state: Match[DroppedDiscs]) -> Places:
        size = self.columns * CELL + 2 * RIM, self.rows * CELL + 2 * RIM + NUMBERS
        return {
            (column,): box((RIM + column * CELL, 0), (CELL, size[1]), size)
            for column in range(self.columns)
        }

    def describe(self, state: Match[DroppedDiscs]) -> str:
        rows = [["."] * self.columns for _ in range(self.rows)]
        for letter, discs in zip("RY", (state.position.first, state.position.second), strict=True):
            for row, column in self.game.cells(discs):
                rows[row][column] = letter
        last = f"\nThe last disc fell into column {state.marks[1]}." if state.marks else ""
        return "\n".join(" ".join(row) for row in rows) + last

    def _taken(self, position: DroppedDiscs) -> list[tuple[int, int]]:
        return self.game.cells(position.first | position.second)


def _corner(row: int, column: int) -> tuple[int, int]:
    return RIM + column * CELL, RIM + NUMBERS + row * CELL


@cached_layer
def _board(rows: int, columns: int) -> Frame:
    wide, tall = columns * CELL, rows * CELL
    canvas = Canvas(wide + 2 * RIM, tall + 2 * RIM + NUMBERS, PAPER)
    canvas.rect(RIM - 6, RIM + NUMBERS - 6, wide + 12, tall + 12, BOARD, radius=14)
    for column in range(columns):
        canvas.text(RIM + (column + 0.5) * CELL, RIM + 10, str(column), 20, MUTED, bold=True)
        for row in range(rows):
            x, y = _corner(row, column)
            canvas.disc(x + CELL / 2, y + CELL / 2, 0.42 * CELL, HOLE)
            canvas.disc(x + CELL / 2, y + CELL / 2 + 1.5, 0.40 * CELL, PAPER)
    return canvas.frame


@cached_layer
def _disc(side: int, last: bool) -> Frame:
    canvas, middle = Canvas(CELL, CELL, BOARD), CELL / 2
    canvas.disc(middle, middle, 0.42 * CELL, HOLE)
    canvas.disc(middle, middle, 0.40 * CELL, EDGES[side])
    canvas.disc(middle, middle, 0.34 * CELL, COLORS[side])
    if last:
        canvas.ring(middle, middle, 0.20 * CELL, 5, INK)
    return canvas.frame


PRESETS = {
    "level_0": ConnectFour(rows=5, columns=6, opponent="random", opening=2),
    "level_1": ConnectFour(opponent="greedy", opening=6, favoured=True),
    "level_2": ConnectFour(opponent="search:4", opening=8, favoured=True),
    "outside": ConnectFour(opponent="outside", opening=4),
    "level_0_outside": ConnectFour(opponent="outside", opening=2, rows=5, columns=6),
    "level_1_outside": ConnectFour(opponent="outside", opening=4),
    "level_2_outside": ConnectFour(
        opponent="outside", opening=4, rows=8, columns=9, connect=5, step_limit=54
    ),
}
