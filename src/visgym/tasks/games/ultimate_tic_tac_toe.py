"""Ultimate Tic-Tac-Toe: nine small boards make a large one, and each move says where the next is.

A board that is won or full sends to any open one. No line of won boards is a draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Annotated, ClassVar

from visgym.authoring import Below, Budget, Call, Canvas, Frame, Medium, action
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import LINE, MUTED, PAPER, SHEET, Color
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Places, box
from visgym.kit.games.ultimate import ANY, NineBoards, UltimateRules
from visgym.kit.noughts import mark

CELL, GAP, RIM = 50, 28, 28  # pixels of a cell, between boards, around
BOARD = 3 * CELL
LAST: Color = (255, 244, 204)
NEXT: Color = (236, 160, 40)
TINTS: tuple[Color, Color] = ((222, 233, 250), (251, 226, 224))
NINE = 9


@dataclass(frozen=True, kw_only=True)
class UltimateTicTacToe(GameTask[NineBoards, int]):
    lead: float = 0.0
    """How far the agent is ahead at the start, as the evaluation of the search has it."""

    step_limit: int = 60

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(advance=60.0, solve=4000.0, demonstrations=0.2)
    reference = "search:5"
    sides = ("X", "O")
    nine: ClassVar[int] = NINE

    def validate(self) -> None:
        if not 0 <= self.lead <= 0.5:
            raise ValueError("lead must be from 0 to 0.5.")
        super().validate()

    @cached_property
    def game(self) -> UltimateRules:
        return UltimateRules()

    def fits(self, position: NineBoards, side: int) -> bool:
        return self.game.worth(position, side) >= self.lead

    # Rules

    def rules(self) -> str:
        return (
            "Nine boards of 3x3 cells make one large board of 3x3 boards. Two sides take turns to "
            "set their mark into a free cell; X begins. The cell says where the answer must be "
            "given: a mark in cell n of a board sends the opponent to board n, or to any open "
            "board if that one is won or full. Three own marks in a line win a board, and nobody "
            "plays there again. Three won boards in a line win the game; if no line can be made "
            "because all boards are won or full, it is a draw. Boards, and the cells of a board, "
            "are numbered from 0 to 8, row by row from the top left."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return (
                "Three bands of three boards, rows from the top: X and O are marks, a dot is a "
                "free cell, x and o fill boards that are won."
            )
        return (
            "Small figures number the boards. The board to play on has an orange frame, all open "
            "ones if any may be chosen; the mark that was set last is on yellow; a large mark "
            "covers a board that is won."
        )

    @action
    def place(
        self,
        state: Match[NineBoards],
        board: Annotated[int, Below("nine")],
        cell: Annotated[int, Below("nine")],
    ) -> Match[NineBoards]:
        """Set your mark into a cell of a board."""
        return self.moved(state, NINE * board + cell, _refusal(state.position, board, cell))

    def call(self, position: NineBoards, move: int) -> Call:
        return Call("place", divmod(move, NINE))

    def tell(self, position: NineBoards, move: int) -> str:
        board, cell = divmod(move, NINE)
        return f"{self.sides[position.side]} went to cell {cell} of board {board}."

    def touched(self, position: NineBoards, move: int) -> tuple[int, ...]:
        return (move,)

    # Observation

    def draw(self, state: Match[NineBoards]) -> Frame:
        canvas, position = Canvas.on(_blank()), state.position
        for board in range(NINE):
            x, y = _corner(board)
            if position.board in (board, ANY) and not position.closed >> board & 1:
                canvas.outline(x - 5, y - 5, BOARD + 10, BOARD + 10, 4, NEXT, radius=6)
            won = [side for side in (0, 1) if position.won[side] >> board & 1]
            if won:
                canvas.paste(_mark(BOARD, won[0], TINTS[won[0]]), x, y)
                continue
            for cell in range(NINE):
                for side, marks in enumerate((position.crosses, position.noughts)):
                    if marks[board] >> cell & 1:
                        last = state.marks == (NINE * board + cell,)
                        down, across = divmod(cell, 3)
                        place = x + across * CELL + 2, y + down * CELL + 2
                        canvas.paste(_mark(CELL - 3, side, LAST if last else SHEET), *place)
        return canvas.frame

    def picture_places(self, state: Match[NineBoards]) -> Places:
        side = 2 * RIM + 3 * BOARD + 2 * GAP
        found: Places = {}
        for board, cell in product(range(NINE), range(NINE)):
            (x, y), (down, across) = _corner(board), divmod(cell, 3)
            corner = x + across * CELL, y + down * CELL
            found[board, cell] = box(corner, (CELL, CELL), (side, side))
        return found

    def describe(self, state: Match[NineBoards]) -> str:
        position = state.position
        bands = [_band(position, first) for first in (0, 3, 6)]
        sent = "any open board" if position.board == ANY else f"board {position.board}"
        last = ""
        if state.marks:
            board, cell = divmod(state.marks[0], NINE)
            last = f" The last mark was set in cell {cell} of board {board}."
        return "\n\n".join(bands) + f"\n\nThe next move is on {sent}.{last}"


def _refusal(position: NineBoards, board: int, cell: int) -> str:
    if position.closed >> board & 1:
        return f"Board {board} is closed."
    if position.board not in (board, ANY):
        return f"This move must be made on board {position.board}."
    return f"Cell {cell} of board {board} is taken."


def _band(position: NineBoards, first: int) -> str:
    """Three boards side by side, in text."""
    rows = []
    for row in range(3):
        parts = []
        for board in range(first, first + 3):
            won = [
                sign for sign, boards in zip("xo", position.won, strict=True) if boards >> board & 1
            ]
            signs = [
                won[0] if won else _sign(position, board, 3 * row + column) for column in range(3)
            ]
            parts.append(" ".join(signs))
        rows.append("   ".join(parts))
    return "\n".join(rows)


def _sign(position: NineBoards, board: int, cell: int) -> str:
    if position.crosses[board] >> cell & 1:
        return "X"
    return "O" if position.noughts[board] >> cell & 1 else "."


def _corner(board: int) -> tuple[int, int]:
    row, column = divmod(board, 3)
    return RIM + column * (BOARD + GAP), RIM + row * (BOARD + GAP)


@cached_layer
def _blank() -> Frame:
    side = 2 * RIM + 3 * BOARD + 2 * GAP
    canvas = Canvas(side, side, PAPER)
    for board in range(NINE):
        x, y = _corner(board)
        canvas.rect(x, y, BOARD, BOARD, SHEET)
        for at in range(4):
            color = MUTED if at in (0, 3) else LINE
            canvas.rect(x + at * CELL - 1, y, 2, BOARD, color)
            canvas.rect(x, y + at * CELL - 1, BOARD, 2, color)
        canvas.text(x + BOARD / 2, y - 15, str(board), 14, MUTED, bold=True)
    return canvas.frame


def _mark(size: int, side: int, ground: Color) -> Frame:
    return mark(size, "XO"[side], ground=ground, reach=0.27)


PRESETS = {
    "level_0": UltimateTicTacToe(opponent="random", opening=8),
    "level_1": UltimateTicTacToe(opponent="greedy:80", opening=12, lead=0.12),
    "level_2": UltimateTicTacToe(opponent="mcts:150", opening=16, lead=0.18),
    "outside": UltimateTicTacToe(opponent="outside", opening=4),
}
