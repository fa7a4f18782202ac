"""Scores that are shared by questions: how near an answer is to the best or to the right one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from visgym.kit.asking import Question

Problem = TypeVar("Problem")


@dataclass(frozen=True, kw_only=True)
class Optimum(Question[Problem], Generic[Problem]):
    """A question for something that is worth as much, or costs as little, as can be.

    An author writes `worth` and `best` in place of `grade`; `solution` is found by another way than
    `best`.
    """

    fewest: ClassVar[bool] = False
    """Whether less is better."""
    power: ClassVar[int] = 5
    """Of the ratio to the best, which is the score."""

    @abstractmethod
    def worth(self, problem: Problem, *args: Any, **kwargs: Any) -> int | None:
        """What an answer is worth, or costs, from the definition; None if it breaks a rule."""

    @abstractmethod
    def best(self, problem: Problem) -> int:
        """What the best answer is worth."""

    def grade(self, problem: Problem, *args: Any, **kwargs: Any) -> float:
        return self._ratio(problem, *args, **kwargs) ** self.power

    def metrics(  # type: ignore[override]
        self, problem: Problem, *args: Any, **kwargs: Any
    ) -> dict[str, float]:
        ratio = self._ratio(problem, *args, **kwargs) if args else 0.0
        valid = bool(args) and self.worth(problem, *args, **kwargs) is not None
        return {"valid": float(valid), "ratio": ratio, "optimal": float(ratio == 1)}

    def _ratio(self, problem: Problem, *args: Any, **kwargs: Any) -> float:
        worth = self.worth(problem, *args, **kwargs)
        return 0.0 if worth is None else ratio(worth, self.best(problem), self.fewest)


@dataclass(frozen=True, kw_only=True)
class NumberQuestion(Question[Problem], Generic[Problem]):
    """A question for one whole number; an author writes `right` in place of `grade`."""

    @abstractmethod
    def right(self, problem: Problem) -> int:
        """The number, from the definition; `solution` finds it by another way."""

    def grade(self, problem: Problem, said: int) -> float:
        return float(said == self.right(problem))

    def metrics(self, problem: Problem, said: int = 0) -> dict[str, float]:
        return {"closeness": closeness(said, self.right(problem))}


def ratio(worth: int, best: int, fewest: bool = False) -> float:
    """From 0 to 1, and 1 only for the best.

    >>> ratio(3, 4), ratio(5, 4, fewest=True), ratio(4, 4), ratio(0, 4)
    (0.75, 0.8, 1.0, 0.0)
    """
    less, more = (best, worth) if fewest else (worth, best)
    if less > more:
        raise AssertionError(f"{worth} is better than {best}, which was to be the best")
    return 1.0 if less == more else max(less, 0) / more


def closeness(said: int, right: int) -> float:
    """The smaller of two counts as a part of the larger one; 1 only if they are equal.

    >>> closeness(6, 8), closeness(8, 8), closeness(-1, 8)
    (0.75, 1.0, 0.0)
    """
    return 1.0 if said == right else max(min(said, right), 0) / max(said, right, 1)


def share(said: Sequence[object], right: Sequence[object]) -> float:
    """The part of the places where two series agree, out of the longer one.

    >>> share("abcd", "abed"), share("ab", "abcd")
    (0.75, 0.5)
    """
    longer = max(len(said), len(right), 1)
    return sum(one == other for one, other in zip(said, right, strict=False)) / longer


def share_of_cells(said: Sequence[Sequence[object]], right: Sequence[Sequence[object]]) -> float:
    """The part of the cells of a grid where two fillings of one shape agree.

    >>> share_of_cells(((1, 2), (3, 4)), ((1, 2), (3, 0)))
    0.75
    """
    return share([each for row in said for each in row], [each for row in right for each in row])
