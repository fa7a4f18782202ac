"""Stairs: climb to the top; every stair up earns something, every stair down costs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.core.calls import Call, Illegal
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.canvas import BLUE, WALL, Canvas


@dataclass(frozen=True, slots=True)
class Climb:
    stair: int


@dataclass(frozen=True, kw_only=True)
class Stairs(Task[Climb]):
    top: int = 8

    tags = frozenset({"synthetic", "full", "known", "navigation"})
    pays_out_of_steps = True

    def generate(self, rng: Random) -> Climb:
        return Climb(rng.randrange(self.top - 1))

    def rules(self) -> str:
        return "Climb to the top of the stairs, then stop."

    def legend(self, medium: Medium) -> str:
        return "You are the blue disc; stairs are grey."

    @action
    def go(self, state: Climb, way: Literal["up", "down"]) -> Climb:
        """Go one stair."""
        after = state.stair + (1 if way == "up" else -1)
        if not 0 <= after <= self.top:
            raise Illegal(f"There is no stair {way}.")
        return Climb(after)

    def reward(self, before: Climb, call: Call, after: Climb) -> float:
        return 0.1 * (after.stair - before.stair)

    def score(self, state: Climb) -> float:
        return state.stair / self.top

    def draw(self, state: Climb) -> Frame:
        canvas = Canvas(20 * (self.top + 1), 12 * (self.top + 2))
        for stair in range(self.top + 1):
            canvas.rect(20 * stair, 12 * (self.top + 1 - stair), 20, 12 * (stair + 1), WALL)
        canvas.disc(20 * state.stair + 10, 12 * (self.top + 1 - state.stair) - 6, 6, BLUE)
        return canvas.frame

    def describe(self, state: Climb) -> str:
        return f"You are on stair {state.stair} of {self.top}."

    @solver
    def climb(self, state: Climb, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Up and up."""
        yield from [Call("go", ("up",))] * (self.top - state.stair)


PRESETS = {"easy": Stairs()}
