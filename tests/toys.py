"""Small tasks that use every kind of parameter, and some that break the laws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar, Literal

from visgym.core.calls import Call, Illegal
from visgym.core.reading import RawCall
from visgym.core.signatures import Below, Permutation, Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.canvas import BLUE, Canvas
from visgym.kit.grid import Heading


class Way(Heading):
    RIGHT = 0
    UP = 1


@dataclass(frozen=True, slots=True)
class Count:
    """A number to bring to ten."""

    value: int


@dataclass(frozen=True, kw_only=True)
class Counter(Task[Count]):
    size: int = 4
    tags: ClassVar[frozenset[str]] = frozenset({"synthetic", "full", "known"})
    distinct_starts: ClassVar[float] = 0.3

    def generate(self, rng: Random) -> Count:
        return Count(rng.randint(1, 9))

    def rules(self) -> str:
        return "Bring the number of bars to exactly ten, then stop."

    def legend(self, medium: Medium) -> str:
        return "The number is written out." if medium == "text" else "Each bar is a blue line."

    @action
    def add(self, state: Count, amount: Annotated[int, Span(-9, 9)]) -> Count:
        """Add to the number."""
        if not 0 <= state.value + amount <= 20:
            raise Illegal("The number stays between 0 and 20.")
        return replace(state, value=state.value + amount)

    @action
    def turn_to(self, state: Count, way: Way) -> Count:
        """Turn somewhere, which changes nothing."""
        return state

    @action
    def swap(
        self,
        state: Count,
        first: tuple[Annotated[int, Below("size")], Annotated[int, Below(3)]],
        second: tuple[Annotated[int, Below("size")], Annotated[int, Below(3)]],
    ) -> Count:
        """Swap two cells, which changes nothing."""
        return state

    @action
    def reorder(
        self, state: Count, order: Annotated[tuple[int, ...], Permutation("size")]
    ) -> Count:
        """Put cells in order, which changes nothing."""
        return state

    @action(listed=True)
    def shove(
        self,
        state: Count,
        dx: Annotated[float, Span(-5, 5)],
        dy: Annotated[float, Span(-5, 5)],
        angle: Annotated[float, Span(-180, 180)],
    ) -> Count:
        """Shove something, which changes nothing."""
        return state

    @action
    def mark(
        self, state: Count, x: Annotated[float, Span(0, 1)], y: Annotated[float, Span(0, 1)]
    ) -> Count:
        """Mark a point, which changes nothing."""
        return state

    @action
    def paint(self, state: Count, color: Literal["red", "green"]) -> Count:
        """Paint, which changes nothing."""
        return state

    @action
    def say(self, state: Count, words: str) -> Count:
        """Say something, which changes nothing."""
        return state

    @action
    def walk(self, state: Count, ways: tuple[Way, ...]) -> Count:
        """Walk a list of ways, which changes nothing."""
        return state

    def hear(self, reply: str) -> RawCall | None:
        _, colon, plan = reply.rpartition("Plan:")
        words = [word.strip() for word in plan.split(",")]
        return RawCall("walk", (tuple(words),)) if colon and all(words) else None

    @action
    def undo(self, state: Count) -> Count:
        """Undo nothing."""
        raise Illegal("There is nothing to undo.")

    def score(self, state: Count) -> float:
        return float(state.value == 10)

    def draw(self, state: Count) -> Frame:
        canvas = Canvas(210, 40)
        for bar in range(state.value):
            canvas.rect(5 + 10 * bar, 5, 6, 30, BLUE)
        return canvas.frame

    def describe(self, state: Count) -> str:
        return f"The number is {state.value}."

    @solver
    def directly(self, state: Count, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Additions of one, and turns where more steps are wanted."""
        missing = 10 - state.value
        yield from [Call("turn_to", (Way.UP,))] * ((steps or 0) - abs(missing))
        sign = 1 if missing > 0 else -1
        yield from [Call("add", (sign,))] * abs(missing)

    def effort(self, state: Count) -> float:
        """How far away ten is, and how many cells confuse."""
        return abs(10 - state.value) + self.size


@dataclass(frozen=True, kw_only=True)
class Unsolvable(Counter):
    @solver
    def directly(self, state: Count, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Does nothing."""
        yield from ()


@dataclass(frozen=True, kw_only=True)
class Solved(Counter):
    def generate(self, rng: Random) -> Count:
        return Count(10)


class Receding(Counter):
    """The goal is said to be farther than any start."""

    def distance(self, state: Count) -> float:
        return float(state.value)


class OneLevel(Counter):
    """Presets of it differ in their steps alone."""

    one_level: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class Silent(Counter):
    def describe(self, state: Count) -> str:
        return "A number."


@dataclass(frozen=True, kw_only=True)
class Growing(Counter):
    def draw(self, state: Count) -> Frame:
        canvas = Canvas(60 + state.value, 40)
        canvas.rect(5, 5, 20, 20, BLUE)
        return canvas.frame


PRESETS = {"easy": Counter(), "hard": Counter(size=6, step_limit=30)}
