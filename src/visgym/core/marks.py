"""Marks on the methods of a task: solvers plan ahead, policies answer what they see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeVar

from visgym.core.calls import Call

Strategy = TypeVar("Strategy", bound=Callable[..., Iterator[Call]])
Reaction = TypeVar("Reaction", bound=Callable[..., Call])

SOLVER, POLICY = "__visgym_solver__", "__visgym_policy__"


def solver(method: Strategy) -> Strategy:
    """Mark a method `(self, state, rng, steps=None)` that yields calls as a solver strategy.

    One that cannot make its solution longer has no parameter `steps`.
    """
    setattr(method, SOLVER, True)
    return method


def policy(method: Reaction) -> Reaction:
    """Mark a method `(self, seen, rng)` that answers what one player sees with a call."""
    setattr(method, POLICY, True)
    return method


@lru_cache(maxsize=2048)
def marked(kind: type, mark: str) -> tuple[str, ...]:
    """The names of the methods with a mark, in the order in which they are declared."""
    names: dict[str, None] = {}
    for each in reversed(kind.__mro__):
        names.update(dict.fromkeys(n for n, m in vars(each).items() if hasattr(m, mark)))
    return tuple(names)
