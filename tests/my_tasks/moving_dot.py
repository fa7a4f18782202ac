"""Moving Dot: three frames show where a dot comes from; say where it is going."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from visgym.core.calls import Call
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.canvas import RED, Canvas

Way = Literal["left", "right", "up", "down"]
STEPS: dict[Way, tuple[int, int]] = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
}
FRAMES = 3


@dataclass(frozen=True, slots=True)
class Flight:
    dot: tuple[int, int]
    way: Way
    said: Way | None = None


@dataclass(frozen=True, kw_only=True)
class MovingDot(Task[Flight]):
    tags = frozenset({"synthetic", "full", "known", "perception"})

    def generate(self, rng: Random) -> Flight:
        way: Way = rng.choice(["left", "right", "up", "down"])
        return Flight((rng.randint(3, 6), rng.randint(3, 6)), way)

    def rules(self) -> str:
        return "A dot moves in a straight line. Say in which direction it goes, then stop."

    def legend(self, medium: Medium) -> str:
        return "The frames are in order of time; the dot is red and turns blue once you have said."

    @action
    def say(self, state: Flight, way: Way) -> Flight:
        """Say where the dot goes."""
        return replace(state, said=way)

    def score(self, state: Flight) -> float:
        return float(state.said == state.way)

    @property
    def clip_length(self) -> int:
        return FRAMES

    def clip(self, state: Flight) -> tuple[Frame, ...]:
        across, down = STEPS[state.way]
        x, y = state.dot
        return tuple(
            self._frame(x + across * time, y + down * time, state.said is not None)
            for time in range(FRAMES)
        )

    def draw(self, state: Flight) -> Frame:
        return self.clip(state)[-1]

    def _frame(self, x: int, y: int, said: bool) -> Frame:
        canvas = Canvas(100, 100)
        canvas.disc(10 * x, 10 * y, 6, (40, 90, 220) if said else RED)
        return canvas.frame

    @solver
    def look(self, state: Flight, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Say it."""
        yield Call("say", (state.way,))


PRESETS = {"easy": MovingDot()}
