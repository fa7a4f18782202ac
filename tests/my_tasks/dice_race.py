"""Dice Race: roll until the pieces have gone ten fields, by dice that nobody foresees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from visgym.core.calls import Call
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.canvas import BLUE, LINE, Canvas
from visgym.kit.chance import Dice

GOAL = 10


@dataclass(frozen=True, slots=True)
class Race:
    dice: Dice
    field: int = 0


@dataclass(frozen=True, kw_only=True)
class DiceRace(Task[Race]):
    tags = frozenset({"synthetic", "full", "known", "chance"})
    can_stop = False

    def generate(self, rng: Random) -> Race:
        return Race(Dice.new(rng), rng.randint(0, 4))

    def rules(self) -> str:
        return "Roll the die until the piece has reached the tenth field."

    def legend(self, medium: Medium) -> str:
        return "The piece is the blue disc; the tenth field is the last."

    @action
    def roll(self, state: Race) -> Race:
        """Roll the die and move the piece."""
        rng, dice = state.dice.roll()
        return Race(dice, min(GOAL, state.field + rng.randint(1, 6)))

    def is_over(self, state: Race) -> bool:
        return state.field == GOAL

    def score(self, state: Race) -> float:
        return float(state.field == GOAL)

    def draw(self, state: Race) -> Frame:
        canvas = Canvas(24 * (GOAL + 1), 40)
        for field in range(GOAL + 1):
            canvas.rect(24 * field + 2, 10, 20, 20, LINE)
        canvas.disc(24 * state.field + 12, 20, 8, BLUE)
        return canvas.frame

    def describe(self, state: Race) -> str:
        return f"The piece is on field {state.field}."

    @solver
    def rolls(self, state: Race, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Foresees the dice, as only solvers do."""
        while state.field < GOAL:
            yield Call("roll")
            state = self.roll(state)


PRESETS = {"easy": DiceRace()}
