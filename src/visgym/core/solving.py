"""Ask a task's own solvers for the calls that solve a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from inspect import signature
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from visgym.core.calls import STOP, Call
from visgym.core.errors import not_found
from visgym.core.task import Task

State = TypeVar("State")


@runtime_checkable
class Explaining(Protocol):
    """A task that can say how the solution of what is seen is found, for solved examples."""

    def explanation(self, seen: Any) -> str: ...


SURPLUS = 3  # calls; a detour of four may begin one call before there are enough


def takes_steps(strategy: Callable[..., Iterator[Call]]) -> bool:
    """Whether a strategy can make its solution longer when asked for a number of steps."""
    return _declares_steps(getattr(strategy, "__func__", strategy))


@lru_cache(maxsize=1024)
def _declares_steps(function: Callable[..., Iterator[Call]]) -> bool:
    return "steps" in signature(function).parameters


def strategy_names(task: Task[Any]) -> list[str]:
    """The names of a task's solver strategies, the default one first."""
    return [method.__name__ for method in task.strategies()]


def solve(
    task: Task[State],
    state: State,
    strategy: str | None = None,
    steps: int | None = None,
    seed: int = 0,
) -> list[Call]:
    """The calls that solve `state`, stop included.

    With `steps` there are at least so many before the stop, and no more than `SURPLUS` beyond them
    and beyond what the strategy needs anyway; a strategy without that parameter ignores them.
    """
    method, rng = _strategy(task, strategy), Random(f"{task.name} solver {seed}")
    calls = list(method(state, rng, steps) if takes_steps(method) else method(state, rng))
    return [*calls, STOP] if STOP.name in task.actions else calls


def react(task: Task[State], state: State, rng: Random, policy: str | None = None) -> Call:
    """The call of whoever is to move: a policy sees what that player sees, a solver plans anew."""
    known = task.policies()
    if policy is None and not known:
        return solve(task, state)[0]
    name = next(iter(known)) if policy is None else policy
    if name not in known:
        raise not_found(f"policy of {task.name}", name, known)
    return known[name](task.visible(state, task.to_move(state)), rng)


def _strategy(task: Task[Any], name: str | None) -> Callable[..., Iterator[Call]]:
    methods = {method.__name__: method for method in task.strategies()}
    if name is None:
        return next(iter(methods.values()))
    if name not in methods:
        raise not_found(f"solver strategy of {task.name}", name, methods)
    return methods[name]
