"""Alquerque: jump over pieces of the other side on a board of lines, and lose fewer of your own.

Steps follow the drawn lines, and a piece may jump on as long as it can; the path says it all.
A few moves by chance can lose a game already, so that games begin where exchanges soon to come
leave the agent ahead by a `lead`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from visgym.authoring import Budget, Call, Canvas, Frame, Medium, action
from visgym.kit.canvas import Color
from visgym.kit.games.alpha_beta import scored
from visgym.kit.games.alquerque import MOST, SIDE, AlquerqueRules, Alquerques, Path, lines
from visgym.kit.games.boards import Square, SquareBoard, counter, squares_in
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Places

PINE: Color = (222, 184, 130)
WHITE: Color = (248, 240, 224)
BLACK: Color = (64, 40, 36)
MARK: Color = (226, 120, 50)
SOON = 4  # plies


@dataclass(frozen=True, kw_only=True)
class Alquerque(GameTask[Alquerques, Path]):
    plies: int = 60
    """Moves of both sides together, after which captures are counted."""
    lead: int = 0
    """Pieces that the agent is ahead at the beginning, exchanges soon to come counted."""

    step_limit: int = 45

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(advance=50.0, solve=6000.0, demonstrations=0.5)
    reference = "search:6"
    picture_clicks = 0  # paths may be longer than two points

    def validate(self) -> None:
        if not self.opening + 2 <= self.plies <= 100:
            raise ValueError("plies must be from opening + 2 to 100.")
        if not 0 <= self.lead <= 2 or not 3 * self.lead <= self.opening <= 12:
            raise ValueError("lead must be from 0 to 2, opening from 3 times as many to 12 plies.")
        super().validate()

    def fits(self, position: Alquerques, side: int) -> bool:
        if self.players == 2:
            return True
        promise = scored(self.game, position, SOON, Random(0))[1]
        return self.lead / MOST <= promise < 1  # from 1 on the game is won soon, whatever happens

    @cached_property
    def game(self) -> AlquerqueRules:
        return AlquerqueRules(self.plies)

    @cached_property
    def board(self) -> SquareBoard:
        return SquareBoard(SIDE, SIDE, 88, (PINE, PINE), mark=MARK, lines=lines())

    @property
    def squares(self) -> tuple[str, ...]:
        return self.board.names

    # Rules

    def rules(self) -> str:
        return (
            "Pieces stand on the points of a board and move along its lines, which join each "
            "point to its neighbours in the row and in the column; lines aslant leave every other "
            "point, a1 among them. Two sides take turns to move one piece of theirs. It steps to "
            "an empty point of the next row ahead along a line, or it jumps along a line, in any "
            "direction, over a piece of the other side beside it to the empty point behind, which "
            "takes that piece; the same piece may go on jumping, but need not. Nobody has to "
            "take. A side without pieces or without a move loses. "
            f"After {self.plies} moves, both sides counted, the side that took more wins, and "
            "equal numbers are a draw. White moves up from row 1 and begins, Black moves down."
        )

    def legend(self, medium: Medium) -> str:
        letters = "Letters name the columns and numbers the rows"
        if medium == "text":
            return f"{letters}. W is a piece of White, B one of Black, a dot an empty point."
        return f"{letters}; your side is at the bottom. Orange shows the points of the last move."

    def question(self, state: Match[Alquerques]) -> str:
        made = f"So far {state.position.plies} moves were made, both sides counted."
        return f"{super().question(state)} {made}"

    @action
    def move(self, state: Match[Alquerques], path: tuple[Square, ...]) -> Match[Alquerques]:
        """Move a piece of yours: the point where it stands, then each point it goes to."""
        points = tuple(self.board.numbers[name] for name in path)
        return self.moved(state, points, self._why(state.position, points))

    def _why(self, position: Alquerques, path: Path) -> str:
        mover = self.game.mover(position)
        own = (position.white, position.black)[mover]
        names = [self.squares[point] for point in path]
        if len(path) < 2:
            return "A path has at least two points, as in ['a2', 'a3']."
        if not own >> path[0] & 1:
            return f"There is no piece of {self.sides[mover]} on {names[0]}."
        if (position.white | position.black) >> path[1] & 1:
            return f"A piece stands on {names[1]} already."
        legal = self.game.legal(position)
        good = max(n for n in range(1, len(path)) if n == 1 or path[:n] in legal)
        start, goal = names[good - 1], names[good]
        if good == 1:
            return f"A piece on {start} can neither step ahead nor jump to {goal}."
        return f"The piece cannot jump on from {start} to {goal}."

    def call(self, position: Alquerques, move: Path) -> Call:
        return Call("move", (tuple(self.squares[point] for point in move),))

    def tell(self, position: Alquerques, move: Path) -> str:
        side, start = self.sides[self.game.mover(position)], self.squares[move[0]]
        goals = ", ".join(self.squares[point] for point in move[1:])
        if taken := self.game.captured(move):
            return f"{side} jumped from {start} to {goals} and took {taken}."
        return f"{side} moved from {start} to {goals}."

    def touched(self, position: Alquerques, move: Path) -> tuple[int, ...]:
        return move

    def metrics(self, state: Match[Alquerques]) -> dict[str, float]:
        """How many pieces more the agent took."""
        counts = state.position.white.bit_count(), state.position.black.bit_count()
        side = self._own_side(state)
        return {"lead": counts[side] - counts[1 - side]}

    # Observation

    def draw(self, state: Match[Alquerques]) -> Frame:
        pieces = [(point, _white) for point in squares_in(state.position.white)]
        pieces += [(point, _black) for point in squares_in(state.position.black)]
        return self.board.draw(pieces, state.marks, flipped=state.side == 1).frame

    def picture_places(self, state: Match[Alquerques]) -> Places:
        return self.board.places(flipped=state.side == 1)

    def describe(self, state: Match[Alquerques]) -> str:
        pieces = [(point, "W") for point in squares_in(state.position.white)]
        pieces += [(point, "B") for point in squares_in(state.position.black)]
        last = " to ".join(self.squares[point] for point in state.marks)
        told = f"\nThe last move: {last}." if last else ""
        return self.board.text(pieces, flipped=state.side == 1) + told


def _white(canvas: Canvas, ground: Color) -> None:
    counter(canvas, ground, WHITE, reach=0.34)


def _black(canvas: Canvas, ground: Color) -> None:
    counter(canvas, ground, BLACK, reach=0.34)


PRESETS = {
    "level_0": Alquerque(opponent="random", opening=6),
    "level_1": Alquerque(opponent="greedy", opening=6),
    "level_2": Alquerque(opponent="search:4", opening=6, lead=2),
    "outside": Alquerque(opponent="outside", opening=6),
}
