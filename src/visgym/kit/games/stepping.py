"""Games in which a piece goes from square to square: one action, one board, two colours."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from visgym.core.actions import action
from visgym.core.calls import Call
from visgym.core.task import Frame, Medium
from visgym.kit.canvas import Canvas
from visgym.kit.games.boards import Figure, Square, SquareBoard, squares_in
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Places

Position = TypeVar("Position")
Step = tuple[int, int]
"""The square that a piece leaves, and the one that it goes to."""


@dataclass(frozen=True, kw_only=True)
class StepTask(GameTask[Position, Step], Generic[Position]):
    """A game on a board of squares; its author says where pieces are and why a step is refused."""

    figures: ClassVar[tuple[Figure, Figure]]
    """How the pieces of both sides look."""
    piece: ClassVar[str] = "piece"
    """What a piece is called."""
    picture_clicks = 2

    @property
    @abstractmethod
    def board(self) -> SquareBoard:
        """The board."""

    @abstractmethod
    def pieces(self, position: Position) -> tuple[int, int]:
        """The squares of both sides as bits."""

    @abstractmethod
    def refusal(self, position: Position, source: int, target: int) -> str:
        """Why an own piece may not go to a square where none of its side stands."""

    @property
    def squares(self) -> tuple[str, ...]:
        return self.board.names

    def legend(self, medium: Medium) -> str:
        first, second = self.sides
        letters = "Letters name the columns and numbers the rows"
        if medium == "text":
            signs = f"{first[0]} is a {self.piece} of {first}, {second[0]} one of {second}"
            return f"{letters}. {signs}, a dot an empty square."
        return f"{letters}; your side is at the bottom. Tinted squares show the last move."

    @action
    def move(self, state: Match[Position], source: Square, target: Square) -> Match[Position]:
        """Move a piece of yours from one square to another."""
        step = self.board.numbers[source], self.board.numbers[target]
        return self.moved(state, step, self._why(state, step))

    def call(self, position: Position, move: Step) -> Call:
        return Call("move", tuple(self.squares[square] for square in move))

    def tell(self, position: Position, move: Step) -> str:
        mover, (source, target) = self.game.mover(position), move
        verb = "took" if self.pieces(position)[1 - mover] >> target & 1 else "moved to"
        goal = f"{verb} {self.squares[target]}"
        return f"{self.sides[mover]} {goal} from {self.squares[source]}."

    def touched(self, position: Position, move: Step) -> tuple[int, ...]:
        return move

    def picture_places(self, state: Match[Position]) -> Places:
        return self.board.places(flipped=state.side == 1)

    def draw(self, state: Match[Position]) -> Frame:
        return self.drawn(state).frame

    def drawn(self, state: Match[Position]) -> Canvas:
        """The board with all pieces, to be drawn on."""
        pieces = [
            (square, figure)
            for figure, squares in zip(self.figures, self.pieces(state.position), strict=True)
            for square in squares_in(squares)
        ]
        return self.board.draw(pieces, state.marks, flipped=state.side == 1)

    def describe(self, state: Match[Position]) -> str:
        pieces = [
            (square, name[0])
            for name, squares in zip(self.sides, self.pieces(state.position), strict=True)
            for square in squares_in(squares)
        ]
        last = " to ".join(self.squares[square] for square in state.marks)
        told = f"\nThe last move: {last}." if last else ""
        return self.board.text(pieces, flipped=state.side == 1) + told

    def _why(self, state: Match[Position], step: Step) -> str:
        (source, target), (start, goal) = step, (self.squares[square] for square in step)
        mover = self.game.mover(state.position)
        own = self.pieces(state.position)[mover]
        if not own >> source & 1:
            return f"There is no {self.piece} of {self.sides[mover]} on {start}."
        if own >> target & 1:
            return f"A {self.piece} of {self.sides[mover]} stands on {goal} already."
        return self.refusal(state.position, source, target)
