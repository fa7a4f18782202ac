"""What a task is: a frozen dataclass of difficulty whose methods are pure functions of a state."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from visgym.core.actions import Action, action, declared_actions
from visgym.core.calls import STOP, Call, Illegal
from visgym.core.published import published_start
from visgym.core.reading import RawCall

__all__ = ["Action", "Frame", "Medium", "Task", "action", "solver"]

State = TypeVar("State")
Strategy = TypeVar("Strategy", bound=Callable[..., Iterator[Call]])
Frame = NDArray[np.uint8]
Medium = Literal["picture", "text"]

_STOP_ACTION = Action("stop", "End the episode and submit the current state as final.", ())
_WORDS = re.compile(r"\d+D|\d+|[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def solver(method: Strategy) -> Strategy:
    """Mark a method `(self, state, rng, steps=None)` that yields calls as a solver strategy."""
    method.__visgym_solver__ = True  # type: ignore[attr-defined]
    return method


@dataclass(frozen=True, kw_only=True)
class Task(ABC, Generic[State]):
    """A visual task at one difficulty: its fields are the knobs, its methods are pure."""

    step_limit: int = 20
    """Replies the agent may give, stop included."""
    starts: str = ""
    """A file of published starts, named by their seeds; empty to generate them."""

    version: ClassVar[int] = 1
    tags: ClassVar[frozenset[str]] = frozenset()
    name: ClassVar[str]

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.name = "_".join(_WORDS.findall(cls.__name__)).lower()

    def __post_init__(self) -> None:
        if self.step_limit < 1:
            raise ValueError(f"step_limit is {self.step_limit}; an episode needs at least 1 step.")
        self.validate()

    # Every task writes these

    @abstractmethod
    def generate(self, rng: Random) -> State:
        """A start that can be solved and is not solved yet."""

    @abstractmethod
    def rules(self) -> str:
        """What the agent must achieve and what holds on the way."""

    @abstractmethod
    def legend(self, medium: Medium) -> str:
        """How to read the picture, or the text that stands for it."""

    @abstractmethod
    def score(self, state: State) -> float:
        """From 0 to 1 for `state` as the final one; 1 is solved."""

    @abstractmethod
    def draw(self, state: State) -> Frame:
        """The picture of a state: read-only RGB bytes, of one shape for this task."""

    # Few tasks override these

    def validate(self) -> None:
        """Raise ValueError with one sentence if the knobs make no task."""

    def describe(self, state: State) -> str | None:
        """What `draw` shows, in text; None where text cannot carry it."""
        return None

    def question(self, state: State) -> str:
        """What is asked about this start beside the rules; empty if they say it all."""
        return ""

    def hear(self, reply: str) -> RawCall | None:
        """The call that a reply makes in a format of the task's own; None if it makes none."""
        return None

    def phrase(self, call: Call) -> str:
        """A call as the rules ask for it; `hear` understands what this says."""
        return self.write(call)

    def metrics(self, state: State) -> dict[str, float]:
        """What else may be measured of `state` as the final one, by name."""
        return {}

    def is_over(self, state: State) -> bool:
        """Whether the episode ends here without a stop."""
        return False

    def to_move(self, state: State) -> int:
        """The player whose turn it is."""
        return 0

    def visible(self, state: State, player: int) -> State:
        """What `player` may know of a state, as a state."""
        return state

    def recalled(self, state: State) -> State:
        """A state as it is shown once it is past, where past states look otherwise."""
        return state

    def goal(self, state: State) -> State:
        """A solved state that can be reached from here: where the first solver ends."""
        for call in self.strategies()[0](state, Random(0)):
            state = self.apply(state, call)
        return state

    # What follows from the declarations

    def start(self, seed: int) -> State:
        """The start that a seed names: published, or generated."""
        if self.starts:
            published: State = published_start(self.starts, type(self), seed)
            return published
        return self.generate(Random(f"{self.name} {seed}"))

    @property
    def actions(self) -> dict[str, Action]:
        """The actions by name, `stop` last where the agent decides when to end."""
        return _actions(self)

    def strategies(self) -> list[Callable[..., Iterator[Call]]]:
        """The solvers, the default one first."""
        return [getattr(self, name) for name in _strategy_names(type(self))]

    def apply(self, state: State, call: Call) -> State:
        """The state after a well-formed call, or `Illegal`; stop changes nothing."""
        if call == STOP:
            return state
        after: State = getattr(self, call.name)(state, *call.args)
        return after

    def write(self, call: Call) -> str:
        """The canonical text of a call."""
        return self.actions[call.name].write(call)

    def form(self, action: Action) -> str:
        """How a call to an action is written, with the names of its parameters."""
        if type(self).phrase is Task.phrase or "single_turn" in self.tags:
            return action.usage
        return self.phrase(Call(action.name, tuple(f"<{p.name}>" for p in action.parameters)))

    def moves(self, state: State) -> Iterator[tuple[Call, State]]:
        """Every legal call but stop with the state it leads to, where actions are finite."""
        for each in self.actions.values():
            if each.name == STOP.name:
                continue
            for call in each.calls():
                try:
                    after = self.apply(state, call)
                except Illegal:
                    continue
                yield call, after

    def knobs(self) -> dict[str, Any]:
        """The fields and their values."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


@lru_cache(maxsize=1024)
def _actions(task: Task[Any]) -> dict[str, Action]:
    declared = declared_actions(task)
    if task.tags & {"single_turn", "ends_itself"}:
        return declared
    return {**declared, STOP.name: _STOP_ACTION}


@lru_cache(maxsize=1024)
def _strategy_names(kind: type[Task[Any]]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for each in reversed(kind.__mro__):
        names.update(
            dict.fromkeys(n for n, m in vars(each).items() if hasattr(m, "__visgym_solver__"))
        )
    if not names:
        raise TypeError(f"{kind.__name__} declares no @solver, so nothing proves it solvable.")
    return tuple(names)
