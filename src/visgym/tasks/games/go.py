"""Go: surround more of the board than the opponent.

OpenSpiel referees: area counts, stones are never removed as dead at the end, and a position of the
whole board that comes back ends the game as a draw. So play on until nothing is left to gain.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from visgym.authoring import Budget, Call, Frame, Illegal, Letters, Medium, action
from visgym.kit.boards import go_pictures
from visgym.kit.boards.go_pictures import BLACK, GAME
from visgym.kit.canvas import INK, MUTED, SHEET
from visgym.kit.games.go import GoGame, GoRules
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Places, box

RING = 10.35  # pixels of the radius of the mark on the last stone


@dataclass(frozen=True, kw_only=True)
class Go(GameTask[GoGame, int]):
    size: int = 9
    """Lines of the board in each direction."""
    komi: float = 7.5
    """Points that White gets for moving second."""

    step_limit: int = 110

    tags = frozenset({"synthetic", "full", "known", "strategy", "planning"})
    budget = Budget(generate=30.0, advance=60.0, solve=30000.0, demonstrations=0.03)
    sides = ("Black", "White")

    def validate(self) -> None:
        if not 5 <= self.size <= 13:
            raise ValueError("size must be from 5 to 13.")
        if not 0 <= self.komi <= 20 or self.komi % 1 != 0.5:
            raise ValueError("komi must be a half, as in 7.5, from 0.5 to 19.5.")
        super().validate()

    @property
    def reference(self) -> str:  # type: ignore[override]
        """Somebody who looks at more games where there are more points."""
        return "mcts:800" if self.size >= 9 else "mcts:400"

    @cached_property
    def game(self) -> GoRules:
        return GoRules(self.size, self.komi)

    # Rules

    def rules(self) -> str:
        return (
            "Two sides take turns to put a stone on an empty point. Stones of a colour that hang "
            "together along lines are taken off when no empty point touches them; a move that "
            "would leave own stones so is not allowed, nor is one that takes back a single stone "
            "at once. A side may pass. The game ends after two passes in a row, or after "
            f"{self.game.longest} moves; if the whole board comes back as it was, it is a draw. "
            "Each side counts its stones, all of which count as alive, and the empty points that "
            f"only its stones touch; White gets {self.komi} more. Who has more wins. Black begins."
        )

    def legend(self, medium: Medium) -> str:
        names = "Columns have letters, without I, and rows numbers from the bottom."
        if medium == "text":
            return f"{names} X is a black stone, O a white one, a dot an empty point."
        return f"{names} A ring marks the stone that was put last."

    @action
    def play(
        self,
        state: Match[GoGame],
        point: Annotated[str, Letters("ABCDEFGHJKLMN0123456789", longest=3)],
    ) -> Match[GoGame]:
        """Put a stone on a point, named by its column and row, as in C3."""
        found = self.game.by_name(point)
        if found is None:
            raise Illegal(f"{point or 'That'} is no point of this board.")
        if found in self.game.stones(state.position):
            raise Illegal(f"There is a stone on {point} already.")
        return self.moved(state, found, "Your stones would have no empty point, or it is ko.")

    @action
    def skip(self, state: Match[GoGame]) -> Match[GoGame]:
        """Pass."""
        return self.moved(state, self.game.skip, "Nobody may pass now.")

    def call(self, position: GoGame, move: int) -> Call:
        if move == self.game.skip:
            return Call("skip")
        return Call("play", (self.game.point_name(move),))

    def tell(self, position: GoGame, move: int) -> str:
        name = self.sides[self.game.mover(position)]
        if move == self.game.skip:
            return f"{name} passed."
        return f"{name} played {self.game.point_name(move)}."

    def touched(self, position: GoGame, move: int) -> tuple[int, ...]:
        return () if move == self.game.skip else (move,)

    def metrics(self, state: Match[GoGame]) -> dict[str, float]:
        black, white = self.game.areas(state.position)
        lead = black - white - self.komi
        return {"lead": -lead if self._own_side(state) else lead}

    def effort(self, state: Match[GoGame]) -> float:
        """The strength of the opponent, then the points to choose from."""
        return super().effort(state) + self.size

    # Observation

    def draw(self, state: Match[GoGame]) -> Frame:
        stones = self._stones(state)
        canvas = go_pictures.picture(GAME, self.size, stones)
        for point in state.marks:
            row, column = self.size - 1 - point // self.size, point % self.size
            inner = SHEET if (row, column, BLACK) in stones else INK
            canvas.ring(*GAME.middle(row, column), RING, 4, inner)
        below = GAME.side(self.size) + GAME.below // 2 - 4
        canvas.text(GAME.rim, below, self._note(state), 16, MUTED, align="left")
        return canvas.frame

    def picture_places(self, state: Match[GoGame]) -> Places:
        stones, wide = self.game.stones(state.position), GAME.side(self.size)
        found: Places = {}
        for point in range(self.size**2):
            if point not in stones:
                row, column = divmod(point, self.size)
                x, y = GAME.middle(self.size - 1 - row, column)
                corner = x - GAME.step / 2, y - GAME.step / 2
                extent = GAME.step, GAME.step
                found[self.game.point_name(point),] = box(corner, extent, (wide, wide + GAME.below))
        return found

    def describe(self, state: Match[GoGame]) -> str:
        return f"{go_pictures.as_text(self.size, self._stones(state))}\n{self._note(state)}"

    def _stones(self, state: Match[GoGame]) -> list[go_pictures.Stone]:
        stones, top = self.game.stones(state.position).items(), self.size - 1
        return [(top - point // self.size, point % self.size, color) for point, color in stones]

    def _note(self, state: Match[GoGame]) -> str:
        """How many moves were made, and what the last one was."""
        moves = state.position.moves
        if not moves:
            return "No move yet"
        last = self.game.point_name(moves[-1])
        return f"Move {len(moves)}: {self.sides[1 - len(moves) % 2]} {last}"


PRESETS = {
    "level_0": Go(size=5, komi=0.5, opponent="random", opening=2, step_limit=30),
    "level_1": Go(size=7, komi=4.5, opponent="mcts:50", opening=4, step_limit=60),
    "level_2": Go(opponent="mcts:120", opening=6, step_limit=110),
    "outside": Go(opponent="outside", opening=4, step_limit=110),
}
