"""Single questions, and some with answers that can be guessed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar, Literal

from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.canvas import BLUE, Canvas


@dataclass(frozen=True, slots=True)
class Read:
    number: int
    answer: int | str | None = None


class Reading(Task[Read]):
    """One question: which number is drawn?"""

    single_turn = True
    tags: ClassVar[frozenset[str]] = frozenset({"synthetic", "full", "known"})

    def generate(self, rng: Random) -> Read:
        return Read(rng.randint(0, 999))

    def rules(self) -> str:
        return "Say which number the bars are long, in pixels."

    def legend(self, medium: Medium) -> str:
        return "One blue bar is as long as the number."

    @action
    def answer(self, state: Read, number: Annotated[int, Span(0, 999)]) -> Read:
        """Say the number."""
        return replace(state, answer=number)

    def is_over(self, state: Read) -> bool:
        return state.answer is not None

    def score(self, state: Read) -> float:
        return float(state.answer == state.number)

    def draw(self, state: Read) -> Frame:
        canvas = Canvas(1010, 40)
        canvas.rect(5, 5, 1 + state.number, 30, BLUE)
        return canvas.frame

    @solver
    def measure_it(self, state: Read, rng: Random) -> Iterator[Call]:
        """The number itself."""
        yield Call("answer", (state.number,))


class Predictable(Reading):
    """Two of three numbers are the same, and the picture differs all the same."""

    def score(self, state: Read) -> float:
        right = 7 if state.number % 3 else state.number
        return float(state.answer == right)

    @solver
    def measure_it(self, state: Read, rng: Random) -> Iterator[Call]:
        """Seven, mostly."""
        yield Call("answer", (7 if state.number % 3 else state.number,))


class Admitting(Predictable):
    """The same, declared."""

    luck = 0.66


class OddOrEven(Reading):
    """The same with two answers to choose from."""

    @action
    def answer(self, state: Read, kind: Literal["odd", "even"]) -> Read:
        """Say whether the number is odd or even."""
        return replace(state, answer=kind)

    def score(self, state: Read) -> float:
        return float(state.answer == ("odd" if state.number % 2 else "even"))

    @solver
    def measure_it(self, state: Read, rng: Random) -> Iterator[Call]:
        """By division."""
        yield Call("answer", ("odd" if state.number % 2 else "even",))


class AlwaysEven(OddOrEven):
    def generate(self, rng: Random) -> Read:
        return Read(2 * rng.randint(0, 499))
