"""A world without way back and a game against somebody, and some that break their laws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar

from toys_secret import bars
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, policy, solver


@dataclass(frozen=True, slots=True)
class Pile:
    left: int


class Taking(Task[Pile]):
    """Take two or three of a pile until none is left; who leaves one is lost."""

    tags: ClassVar[frozenset[str]] = frozenset({"synthetic", "full", "known"})
    distinct_starts = 0.3

    def generate(self, rng: Random) -> Pile:
        return Pile(rng.randint(4, 12))

    def rules(self) -> str:
        return "Take two or three at a time until nothing is left, then stop."

    def legend(self, medium: Medium) -> str:
        return "The blue bar is as long as what is left."

    @action
    def take(self, state: Pile, many: Annotated[int, Span(2, 3)]) -> Pile:
        """Take some away."""
        if many > state.left:
            raise Illegal(f"Only {state.left} are left.")
        return Pile(state.left - many)

    def score(self, state: Pile) -> float:
        return float(state.left == 0)

    def hopeless(self, state: Pile) -> bool:
        return state.left == 1

    def draw(self, state: Pile) -> Frame:
        return bars(5 * state.left)

    @solver
    def counting(self, state: Pile, rng: Random) -> Iterator[Call]:
        """A three first where that makes the rest even."""
        left = state.left
        while left > 1:
            many = 3 if left % 2 else 2
            yield Call("take", (many,))
            left -= many


class Hoping(Taking):
    """No state is called hopeless."""

    def hopeless(self, state: Pile) -> bool:
        return False


class Doomed(Taking):
    """High piles are given up at the start."""

    def hopeless(self, state: Pile) -> bool:
        return state.left == 1 or state.left > 8


class GivingUp(Taking):
    """States are called hopeless that are not."""

    def hopeless(self, state: Pile) -> bool:
        return state.left in (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Duel:
    strength: int
    won: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Fencing(Task[Duel]):
    """One stroke against somebody who parries now and then."""

    parried: int = 0
    """Of a hundred strokes."""

    adversarial = True
    can_stop = False
    tags: ClassVar[frozenset[str]] = frozenset({"synthetic", "hidden", "known", "strategy"})

    def generate(self, rng: Random) -> Duel:
        return Duel(rng.randrange(1000))

    def rules(self) -> str:
        return "Strike once; the other one may parry it."

    def legend(self, medium: Medium) -> str:
        return "The blue bar tells whether you have struck, and how it went."

    @action
    def strike(self, state: Duel) -> Duel:
        """Strike."""
        return replace(state, won=state.strength % 100 >= self.parried)

    def is_over(self, state: Duel) -> bool:
        return state.won is not None

    def score(self, state: Duel) -> float:
        return float(bool(state.won))

    def visible(self, state: Duel, player: int) -> Duel:
        return replace(state, strength=0)

    def draw(self, state: Duel) -> Frame:
        return bars(0 if state.won is None else 30 + 30 * state.won)

    @policy
    def boldly(self, seen: Duel, rng: Random) -> Call:
        """Strike."""
        return Call("strike")

    def effort(self, state: Duel) -> float:
        """How often the other one parries."""
        return float(self.parried)
