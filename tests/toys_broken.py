"""Counters that break one law each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Annotated, ClassVar

import numpy as np

from toys import Count, Counter, Way
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Span
from visgym.core.task import Frame, action, solver
from visgym.kit.canvas import BLUE, Canvas

_calls = count()


@dataclass(frozen=True, slots=True)
class Moody(Count):
    mood: object = "calm"
    """Nothing that JSON could be read back into."""


class Fickle(Counter):
    def generate(self, rng: Random) -> Count:
        return Count(1 + next(_calls) % 9)


class Crashing(Counter):
    def generate(self, rng: Random) -> Count:
        return Count(1 // 0)


class Monotonous(Counter):
    def generate(self, rng: Random) -> Count:
        return Count(3 if rng.random() < 0.95 else 4)


class Unkept(Counter):
    def generate(self, rng: Random) -> Count:
        return Moody(rng.randint(1, 9))


class Mistagged(Counter):
    tags: ClassVar[frozenset[str]] = frozenset({"synthetic", "ful", "known"})


class Taciturn(Counter):
    def rules(self) -> str:
        return "Ten."


class Unexplained(Counter):
    @action
    def ponder(self, state: Count) -> Count:
        return state


class SecondBest(Counter):
    @solver
    def halfway(self, state: Count, rng: Random) -> Iterator[Call]:
        """Give up early."""
        yield Call("add", (1,))


class Hasty(Counter):
    @solver
    def directly(self, state: Count, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Additions of one, however many steps are wanted."""
        yield from [Call("add", (1 if state.value < 10 else -1,))] * abs(10 - state.value)


class LongWinded(Counter):
    @solver
    def directly(self, state: Count, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Far more turns than are wanted."""
        yield from [Call("turn_to", (Way.UP,))] * (0 if steps is None else 2 * steps)
        yield from Counter.directly(self, state, rng)


class InPlace(Counter):
    @action
    def mark(
        self, state: Count, x: Annotated[float, Span(0, 1)], y: Annotated[float, Span(0, 1)]
    ) -> Count:
        """Mark a point, which changes the number behind everybody's back."""
        object.__setattr__(state, "value", (state.value + 1) % 10)
        return state


class Scribbling(Counter):
    def spell(self, call: Call) -> str:
        return f"! {super().spell(call)}"

    def phrase(self, call: Call) -> str:
        return super().spell(call)


class Mumbling(Counter):
    def phrase(self, call: Call) -> str:
        return "You know what I mean."


class Speechless(Counter):
    @action
    def undo(self, state: Count) -> Count:
        """Undo nothing, without a word."""
        raise Illegal("")


class Lying(Counter):
    @action
    def undo(self, state: Count) -> Count:
        """Undo nothing, and pretend to."""
        raise Illegal("Action executed successfully.")


class Fragile(Counter):
    @action
    def say(self, state: Count, words: str) -> Count:
        """Say something, if there are words for it."""
        return replace(state, value=state.value + {"ten": 0}[words])


class BelowZero(Counter):
    def score(self, state: Count) -> float:
        return 1.0 if state.value == 10 else -0.5


class Overpaid(Counter):
    def payoffs(self, state: Count) -> tuple[float, ...]:
        return self.score(state), 0.0


class Unequal(Counter):
    def payoffs(self, state: Count) -> tuple[float, ...]:
        return (1 - self.score(state),)


class Priceless(Counter):
    def reward(self, before: Count, call: Call, after: Count) -> float:
        return float("inf") if call.name == "say" else 0.0


@dataclass(frozen=True, kw_only=True)
class Endless(Counter):
    rarity: int = 1
    """One in so many numbers will do, and from 7 on none."""

    def validate(self) -> None:
        if not 1 <= self.rarity <= 7:
            raise ValueError("rarity must be from 1 to 7.")

    def generate(self, rng: Random) -> Count:
        while True:
            value = rng.randint(1, 9)
            if not value % self.rarity and value < 7:
                return Count(value)


@dataclass(frozen=True, kw_only=True)
class Sprawling(Counter):
    width: int = 210

    def validate(self) -> None:
        if not 210 <= self.width <= 20_000:
            raise ValueError("width must be from 210 to 20,000.")

    def draw(self, state: Count) -> Frame:
        frame = np.full((40, self.width, 3), 255, np.uint8)
        frame[5:35, 5 : 6 + 10 * state.value] = BLUE
        frame.flags.writeable = False
        return frame


@dataclass(frozen=True, kw_only=True)
class Gruff(Counter):
    stick: int = 1

    def validate(self) -> None:
        if not 0 <= self.stick <= 3:
            raise ValueError("no")


@dataclass(frozen=True, kw_only=True)
class Brittle(Counter):
    parts: int = 2

    def validate(self) -> None:
        if self.parts < 0:
            raise ValueError("parts must not be negative.")

    def generate(self, rng: Random) -> Count:
        return Count(1 + 8 // self.parts % 9)


class Swelling(Counter):
    def draw(self, state: Count) -> Frame:
        canvas = Canvas(210 if state.value < 10 else 211, 40)
        canvas.rect(5, 5, 6 + state.value, 30, BLUE)
        return canvas.frame


class Stuttering(Counter):
    def clip(self, state: Count) -> tuple[Frame, ...]:
        return self.draw(state), self.draw(state)


class Blinking(Counter):
    """No law is broken: one picture of the number, and one of what is missing."""

    clip_length = 2  # type: ignore[assignment]

    def clip(self, state: Count) -> tuple[Frame, ...]:
        return self.draw(state), self.draw(Count(20 - state.value))


class Ragged(Blinking):
    def clip(self, state: Count) -> tuple[Frame, ...]:
        wide = self.draw(state)
        return wide, wide[:, :200]


class Wet(Counter):
    def draw(self, state: Count) -> Frame:
        return super().draw(state).copy()  # which can be written to


class Grey(Counter):
    def draw(self, state: Count) -> Frame:
        return super().draw(state)[:, :, :1]


class Pale(Counter):
    def draw(self, state: Count) -> Frame:
        frame = 255 - super().draw(state) // 16
        frame.flags.writeable = False
        return frame


class Blind(Counter):
    def draw(self, state: Count) -> Frame:
        canvas = Canvas(210, 40)
        canvas.rect(5, 5, 6, 30, BLUE)
        return canvas.frame

    def describe(self, state: Count) -> str:
        return "There is a number."


class Forgetful(Counter):
    def recalled(self, state: Count) -> Count:
        raise KeyError("the past")
