"""Nim: take matches from heaps; who takes the last one wins.

Starts can be won by the agent, so that against a perfect opponent one slip loses the game. Heaps
are drawn as matches to be counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from visgym.authoring import Below, Budget, Call, Canvas, Frame, Medium, Span, action
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, LINE, MUTED, PAPER, RED, SHEET, WOOD
from visgym.kit.games.heaps import Heaps, NimRules, Take, nim_sum
from visgym.kit.games.match import GameTask, Match
from visgym.kit.games.places import Places, box

PITCH, TALL, RIM, LABEL = 30, 76, 16, 44  # pixels from match to match, of a row, around, of names
LENGTH, THICK = 52, 8  # pixels of a match


@dataclass(frozen=True, kw_only=True)
class Nim(GameTask[Heaps, Take]):
    heaps: int = 3
    most: int = 5
    """Matches in a heap at most."""

    step_limit: int = 20

    tags = frozenset({"synthetic", "full", "known", "strategy", "arithmetic", "counting"})
    budget = Budget(solve=50.0)
    reference = "perfect"
    sides = ("First", "Second")

    def validate(self) -> None:
        if not 2 <= self.heaps <= 8 or not 2 <= self.most <= 20:
            raise ValueError("heaps must be from 2 to 8, and most from 2 to 20.")
        super().validate()

    @cached_property
    def game(self) -> NimRules:
        return NimRules(self.heaps, self.most)

    def fits(self, position: Heaps, side: int) -> bool:
        return nim_sum(position) != 0 and sum(map(bool, position.left)) > 1

    # Rules

    def rules(self) -> str:
        return (
            "Matches lie in heaps. Two sides take turns to take one or more matches from a single "
            "heap. Who takes the last match of all wins."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Each line is a heap with its number; every stroke is a match."
        return "Each row is a heap; its number stands at the left."

    @action
    def take(
        self,
        state: Match[Heaps],
        heap: Annotated[int, Below("heaps")],
        count: Annotated[int, Span(1, "most")],
    ) -> Match[Heaps]:
        """Take matches from a heap; heaps are counted from 0 at the top."""
        left = state.position.left[heap]
        many = f"Only {left} are left" if left else "Nothing is left"
        return self.moved(state, (heap, count), f"{many} in heap {heap}.")

    def call(self, position: Heaps, move: Take) -> Call:
        return Call("take", move)

    def question(self, state: Match[Heaps]) -> str:
        return " ".join(["It is your turn.", *state.answers])

    def tell(self, position: Heaps, move: Take) -> str:
        return f"The opponent took {move[1]} from heap {move[0]}."

    def effort(self, state: Match[Heaps]) -> float:
        """The strength of the opponent, then the matches."""
        return super().effort(state) + sum(state.position.left)

    # Observation

    def draw(self, state: Match[Heaps]) -> Frame:
        canvas = Canvas.on(_table(self.heaps, self.most))
        for heap, left in enumerate(state.position.left):
            for at in range(left):
                canvas.paste(_match(), RIM + LABEL + at * PITCH, RIM + heap * TALL + 8)
        return canvas.frame

    def picture_places(self, state: Match[Heaps]) -> Places:
        """A match stands for taking it and all to its right."""
        height, width, _ = self.draw(state).shape
        found: Places = {}
        for heap, left in enumerate(state.position.left):
            for at in range(left):
                corner = RIM + LABEL + at * PITCH, RIM + heap * TALL
                found[heap, left - at] = box(corner, (PITCH, TALL - 8), (width, height))
        return found

    def describe(self, state: Match[Heaps]) -> str:
        return "\n".join(f"{heap}: {'|' * left}" for heap, left in enumerate(state.position.left))


@cached_layer
def _table(heaps: int, most: int) -> Frame:
    wide = 2 * RIM + LABEL + most * PITCH + 6
    canvas = Canvas(wide, 2 * RIM + heaps * TALL - 8, PAPER)
    for heap in range(heaps):
        top = RIM + heap * TALL
        canvas.rect(RIM, top, wide - 2 * RIM, TALL - 8, SHEET, radius=8)
        canvas.outline(RIM, top, wide - 2 * RIM, TALL - 8, 2, LINE, radius=8)
        canvas.text(RIM + LABEL / 2 - 4, top + (TALL - 8) / 2, str(heap), 22, MUTED, bold=True)
    return canvas.frame


@cached_layer
def _match() -> Frame:
    canvas, middle = Canvas(PITCH - 4, LENGTH, SHEET), (PITCH - 4) / 2
    canvas.line((middle, 12), (middle, LENGTH - 5), THICK, WOOD)
    canvas.line((middle, 8), (middle, 12), THICK + 5, RED)
    canvas.line((middle - 1.5, 7), (middle - 1.5, 8), 3, INK)
    return canvas.frame


PRESETS = {
    "level_0": Nim(heaps=3, most=4, opponent="random"),
    "level_1": Nim(heaps=4, most=7, opponent="perfect:50", step_limit=25),
    "level_2": Nim(heaps=5, most=12, opponent="perfect", step_limit=50),
    "outside": Nim(heaps=4, most=7, opponent="outside", step_limit=25),
}
