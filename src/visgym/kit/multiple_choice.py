"""Questions of several kinds about one world, with options under letters."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar, Generic, Protocol, TypeVar

from visgym.core.actions import action
from visgym.core.signatures import OneOf
from visgym.kit import options
from visgym.kit.asking import Question
from visgym.kit.rejection_sampling import redrawn

ANY = "any"


class _Posed(Protocol):
    """What problems have."""

    @property
    def options(self) -> tuple[str, ...]: ...


Problem = TypeVar("Problem", bound=_Posed)
Drawn = TypeVar("Drawn")


@dataclass(frozen=True, kw_only=True)
class MultipleChoice(Question[Problem], Generic[Problem]):
    """One option is right; an author writes `right` in place of `grade` and `found` in place of
    `solution`, each by a way of its own."""

    question_kind: str = ANY
    """What is asked: one kind, several joined by +, or any of them."""

    kinds: ClassVar[tuple[str, ...]]
    letters: ClassVar[str] = "ABCD"
    """The names of the options."""

    def validate(self) -> None:
        if not set(self._asked) <= set(self.kinds):
            known = ", ".join((ANY, *self.kinds))
            raise ValueError(f"question_kind must be one of {known}, or several joined by +.")

    @abstractmethod
    def right(self, problem: Problem) -> str:
        """The text of the right option, from the definition."""

    @abstractmethod
    def found(self, problem: Problem) -> str:
        """The text of the right option, by another way."""

    @action
    def answer(self, problem: Problem, option: Annotated[str, OneOf("letters")]) -> None:
        """Choose the right option."""

    def grade(self, problem: Problem, option: str) -> float:
        return float(options.chosen(problem.options, option) == self.right(problem))

    def solution(self, problem: Problem) -> str:
        return options.letter_of(problem.options, self.found(problem))

    # What authors use

    def draw_kind(self, rng: Random) -> str:
        return rng.choice(self._asked)

    def asks(self, kind: str) -> bool:
        """Whether some questions are of a kind."""
        return kind in self._asked

    def posed(self, problem: Problem, texts: Iterable[str], rng: Random) -> Problem:
        """The problem with options, of which `right` finds exactly one right."""
        right, others = self.right(problem), dict.fromkeys(texts)
        wrong = [text for text in others if text != right]
        put = options.shuffled(right, wrong, lambda text: text == right, rng)
        if len(put) != len(self.letters):
            raise options.NotOneRight(f"{len(put)} options do not fit the letters {self.letters}")
        return replace(problem, options=put)  # type: ignore[type-var]

    @property
    def _asked(self) -> tuple[str, ...]:
        return self.kinds if self.question_kind == ANY else tuple(self.question_kind.split("+"))


def evenly(
    draw: Callable[[Random], Drawn | None],
    value: Callable[[Drawn], int],
    rng: Random,
    width: int = 4,
) -> tuple[Drawn, list[str]]:
    """One of several draws of different values, and these values; each is right equally often,
    where what is common would be a good guess among any others."""
    seen: dict[int, Drawn] = {}

    def enough(rng: Random) -> bool | None:
        drawn = draw(rng)
        if drawn is not None:
            seen.setdefault(value(drawn), drawn)
        return len(seen) == width or None

    redrawn(enough, rng)
    values = sorted(seen)
    return seen[rng.choice(values)], [*map(str, values)]


def window(right: int, width: int, rng: Random) -> list[str]:
    """Neighbouring numbers with the right one anywhere among them.

    >>> "7" in window(7, 4, Random(0))
    True
    """
    first = right - rng.randrange(width)
    return [str(number) for number in range(first, first + width)]
