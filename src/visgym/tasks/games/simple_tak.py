"""Simple Tak: stones on a board; a chain of one's own from edge to opposite edge wins.

Who blocks well never loses, so that games against an opponent begin where the agent can win
by threats, each of which must be answered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from visgym.authoring import Below, Budget, Call, Canvas, Frame, Medium, action
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, MUTED, PAPER, RED, WOOD, Color
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Box, box
from visgym.kit.games.tak import SimpleTakRules, Stones

CELL, RIM, NUMBERS = 72, 14, 26  # pixels
FAR = 5  # moves in which a start is won by threats
GROOVE: Color = (190, 152, 92)
LIGHT: Color = (238, 206, 150)
STONES: tuple[Color, Color] = ((44, 46, 54), (246, 244, 238))
EDGES: tuple[Color, Color] = ((18, 19, 24), (176, 170, 158))


@dataclass(frozen=True, kw_only=True)
class SimpleTak(GameTask[Stones, int]):
    size: int = 5
    """Rows of the board, and columns."""
    won: bool = False
    """Whether the agent can win by threats from the start, and not at once."""

    step_limit: int = 20

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(advance=60.0, solve=4000.0, demonstrations=0.2)
    reference = f"forcing:{FAR}"
    sides = ("Black", "White")

    def validate(self) -> None:
        if not 4 <= self.size <= 7:
            raise ValueError("size must be from 4 to 7.")
        super().validate()

    @cached_property
    def game(self) -> SimpleTakRules:
        return SimpleTakRules(self.size)

    def fits(self, position: Stones, side: int) -> bool:
        if not self.won:
            return True
        game = self.game
        at_once = game.forcing_move(position, 1) is not None
        return not at_once and game.forcing_move(position, FAR) is not None

    # Rules

    def rules(self) -> str:
        return (
            f"Two sides take turns to set a stone onto a free cell of a board of {self.size}x"
            f"{self.size} cells; Black begins. Stones of one colour on cells that share an edge "
            "are joined. Who first has a chain of joined stones from the top row to the bottom "
            "row, or from the left column to the right column, wins. A full board without such a "
            "chain is a draw."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return (
                "Each line is a row from the top: B is a black stone, W a white one, a dot a free "
                "cell."
            )
        return "Rows and columns are numbered at the rim; a red dot marks the stone set last."

    @action
    def place(
        self,
        state: Match[Stones],
        row: Annotated[int, Below("size")],
        column: Annotated[int, Below("size")],
    ) -> Match[Stones]:
        """Set a stone of yours; rows are counted from the top, columns from the left, from 0."""
        taken = f"The cell in row {row}, column {column} is taken."
        return self.moved(state, row * self.size + column, taken)

    def call(self, position: Stones, move: int) -> Call:
        return Call("place", divmod(move, self.size))

    def tell(self, position: Stones, move: int) -> str:
        row, column = divmod(move, self.size)
        return f"{self.sides[self.game.mover(position)]} went to row {row}, column {column}."

    # Observation

    def draw(self, state: Match[Stones]) -> Frame:
        canvas, position = Canvas.on(_board(self.size)), state.position
        for cell in range(self.size**2):
            for side, stones in enumerate((position.first, position.second)):
                if stones >> cell & 1:
                    row, column = divmod(cell, self.size)
                    x, y = (RIM + NUMBERS + at * CELL + 2 for at in (column, row))
                    canvas.paste(_stone(side, (row + column) % 2, cell == position.last), x, y)
        return canvas.frame

    def picture_board(self) -> Box:
        """Where a browser finds the cells."""
        first, extent = RIM + NUMBERS, self.size * CELL
        return box((first, first), (extent, extent), (first + extent + RIM,) * 2)

    def describe(self, state: Match[Stones]) -> str:
        position, size = state.position, self.size
        signs = [
            "B" if position.first >> cell & 1 else "W" if position.second >> cell & 1 else "."
            for cell in range(size**2)
        ]
        row, column = divmod(position.last, size)
        last = f"\nThe last stone was set in row {row}, column {column}."
        rows = "\n".join(" ".join(signs[at * size : (at + 1) * size]) for at in range(size))
        return rows + (last if position.last >= 0 else "")


def _ground(shade: int) -> Color:
    return LIGHT if shade else WOOD


@cached_layer
def _board(size: int) -> Frame:
    first = RIM + NUMBERS
    side = first + size * CELL + RIM
    canvas = Canvas(side, side, PAPER)
    canvas.rect(first - 4, first - 4, size * CELL + 9, size * CELL + 9, GROOVE, radius=6)
    for row in range(size):
        middle = first + (row + 0.5) * CELL
        canvas.text(middle, RIM + 6, str(row), 18, MUTED, bold=True)
        canvas.text(RIM + 6, middle, str(row), 18, MUTED, bold=True)
        for column in range(size):
            x, y = first + column * CELL + 2, first + row * CELL + 2
            canvas.rect(x, y, CELL - 3, CELL - 3, _ground((row + column) % 2))
    return canvas.frame


@cached_layer
def _stone(side: int, shade: int, last: bool) -> Frame:
    size = CELL - 3
    canvas, middle = Canvas(size, size, _ground(shade)), size / 2
    canvas.disc(middle + 1, middle + 2, 0.37 * size, GROOVE)
    canvas.disc(middle, middle, 0.37 * size, EDGES[side])
    canvas.disc(middle, middle, 0.33 * size, STONES[side])
    if last:
        canvas.disc(middle, middle, 0.09 * size, RED if side else (255, 110, 90))
        canvas.ring(middle, middle, 0.09 * size, 1.5, INK)
    return canvas.frame


PRESETS = {
    "level_0": SimpleTak(size=4, opponent="random", opening=6, won=True, step_limit=12),
    "level_1": SimpleTak(opponent="greedy", opening=10, won=True),
    "level_2": SimpleTak(size=6, opponent="search:2", opening=18, won=True, step_limit=26),
    "outside": SimpleTak(opponent="outside"),
}
