"""Othello: place discs so that rows of the other colour are flanked and turned; most discs win.

Whoever has no move is passed over, and no reply is spent on it. Boards of 4 x 4 can be looked
through to the end, so that games on them begin where the agent can still win.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from visgym.authoring import Below, Budget, Call, Canvas, Frame, Medium, action
from visgym.kit.canvas import RED, Color
from visgym.kit.games.alpha_beta import forced_win
from visgym.kit.games.boards import SquareBoard, mixed, squares_in
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.othello import OthelloRules, TurnedDiscs
from visgym.kit.games.places import Box

FELT: Color = (34, 122, 78)
SEAM: Color = (22, 88, 56)
FACES: tuple[Color, Color] = ((34, 36, 42), (232, 230, 224))
LIGHTS: tuple[Color, Color] = ((92, 96, 106), (255, 255, 253))
SHADE: Color = (14, 58, 36)


@dataclass(frozen=True, kw_only=True)
class Othello(GameTask[TurnedDiscs, int]):
    size: Literal[4, 6, 8] = 8
    """Cells along each side of the board."""
    hints: bool = False
    """Whether the cells where a disc may be placed are marked."""

    step_limit: int = 50

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(generate=30.0, advance=50.0, solve=4000.0, demonstrations=0.5)
    reference = "endgame"
    sides = ("Black", "White")

    def validate(self) -> None:
        if self.size not in (4, 6, 8):
            raise ValueError("size must be 4, 6 or 8.")
        super().validate()

    def fits(self, position: TurnedDiscs, side: int) -> bool:
        if self.size > 4 or self.players == 2:
            return True
        return forced_win(self.game, position, self.size**2)

    @cached_property
    def game(self) -> OthelloRules:
        return OthelloRules(self.size)

    # Rules

    def rules(self) -> str:
        return (
            "Two sides take turns to place a disc of their colour on an empty cell. The disc must "
            "flank discs of the other side: along a row, column or diagonal, one or more of them "
            "lie without a gap between the new disc and another one of the own colour. All discs "
            "that it flanks, in every direction, turn to the own colour. Whoever cannot place a "
            "disc is passed over. When nobody can, the side with more discs wins, and equal "
            "numbers are a draw. Black begins."
        )

    def legend(self, medium: Medium) -> str:
        counted = "Rows are numbered from the top and columns from the left, both from 0"
        if medium == "text":
            free = ", a star a cell where you may place one" if self.hints else ""
            return f"{counted}. B is a black disc, W a white one, a dot an empty cell{free}."
        free = " A small ring marks a cell where you may place a disc." if self.hints else ""
        return f"{counted}. A red dot marks the disc that was placed last.{free}"

    @action
    def place(
        self,
        state: Match[TurnedDiscs],
        row: Annotated[int, Below("size")],
        column: Annotated[int, Below("size")],
    ) -> Match[TurnedDiscs]:
        """Place a disc of yours on an empty cell, so that it flanks others."""
        cell = row * self.size + column
        taken = (state.position.black | state.position.white) >> cell & 1
        why = "holds a disc already" if taken else "would not flank any disc of the other side"
        about = "Row" if taken else "A disc on row"
        return self.moved(state, cell, f"{about} {row}, column {column} {why}.")

    def call(self, position: TurnedDiscs, move: int) -> Call:
        return Call("place", divmod(move, self.size))

    def tell(self, position: TurnedDiscs, move: int) -> str:
        row, column = divmod(move, self.size)
        side = self.sides[self.game.mover(position)]
        return f"{side} placed a disc on row {row}, column {column}." + self._pass(position, move)

    def told(self, before: Match[TurnedDiscs], call: Call, after: Match[TurnedDiscs]) -> str:
        row, column = (int(str(value)) for value in call.args)
        passed = self._pass(before.position, row * self.size + column)
        return " ".join([passed.strip(), *after.answers]).strip()

    def _pass(self, position: TurnedDiscs, move: int) -> str:
        """What is said where the other side cannot answer a move."""
        mover, after = self.game.mover(position), self.game.play(position, move)
        if self.game.result(after) is not None or self.game.mover(after) != mover:
            return ""
        return f" {self.sides[1 - mover]} cannot move, so {self.sides[mover]} is next again."

    def touched(self, position: TurnedDiscs, move: int) -> tuple[int, ...]:
        return (move,)

    def metrics(self, state: Match[TurnedDiscs]) -> dict[str, float]:
        """The share of the discs that have the agent's colour."""
        counts = state.position.black.bit_count(), state.position.white.bit_count()
        return {"disc_share": counts[self._own_side(state)] / sum(counts)}

    # Observation

    def draw(self, state: Match[TurnedDiscs]) -> Frame:
        position, last = state.position, state.marks
        figures = (_black, _black_last), (_white, _white_last)
        pieces = [
            (cell, figures[side][cell in last])
            for side, discs in enumerate((position.black, position.white))
            for cell in squares_in(discs)
        ]
        return self._board.draw([*pieces, *((cell, _hint) for cell in self._hinted(state))]).frame

    def picture_board(self) -> Box:
        """Where a browser finds the cells."""
        return self._board.whole()

    def describe(self, state: Match[TurnedDiscs]) -> str:
        signs = [(cell, "B") for cell in squares_in(state.position.black)]
        signs += [(cell, "W") for cell in squares_in(state.position.white)]
        board = self._board.text([*signs, *((cell, "*") for cell in self._hinted(state))])
        places = [divmod(cell, self.size) for cell in state.marks]
        return board + "".join(f"\nThe last disc: row {r}, column {c}." for r, c in places)

    def _hinted(self, state: Match[TurnedDiscs]) -> list[int]:
        """Cells where whoever looks may place a disc, if they are shown."""
        is_next = self.game.mover(state.position) == state.side
        return self.game.legal(state.position) if self.hints and is_next else []

    @cached_property
    def _board(self) -> SquareBoard:
        return SquareBoard(self.size, self.size, colors=(FELT, FELT), seam=SEAM, numbered=True)


def _disc(canvas: Canvas, side: int, last: bool) -> None:
    cell, face, light = canvas.pixels.shape[0], FACES[side], LIGHTS[side]
    middle, radius = cell / 2, 0.41 * cell
    canvas.disc(middle + 2, middle + 3, radius, SHADE)
    canvas.disc(middle, middle + 1.5, radius, FACES[1 - side])  # the other face shows at the rim
    canvas.disc(middle, middle - 0.5, radius, mixed(face, (0, 0, 0), 0.18))
    for step in range(12):
        part = step / 12
        shift = 0.13 * cell * part
        color = mixed(face, light, part * part)
        canvas.disc(middle - shift, middle - shift - 1, radius * (0.96 - 0.72 * part), color)
    if last:
        canvas.disc(middle, middle, 0.09 * cell, RED)


def _black(canvas: Canvas, ground: Color) -> None:
    _disc(canvas, 0, last=False)


def _black_last(canvas: Canvas, ground: Color) -> None:
    _disc(canvas, 0, last=True)


def _white(canvas: Canvas, ground: Color) -> None:
    _disc(canvas, 1, last=False)


def _white_last(canvas: Canvas, ground: Color) -> None:
    _disc(canvas, 1, last=True)


def _hint(canvas: Canvas, ground: Color) -> None:
    middle = canvas.pixels.shape[0] / 2
    canvas.ring(middle, middle, 0.12 * 2 * middle, 2, mixed(ground, (255, 255, 255), 0.4))


PRESETS = {
    "level_0": Othello(size=4, opponent="random", opening=5, step_limit=12),
    "level_1": Othello(size=6, opponent="greedy", opening=5, step_limit=24),
    "level_2": Othello(opponent="search:2", opening=6),
    "outside": Othello(opponent="outside", opening=6, step_limit=100),
}
