"""What a task is: a frozen dataclass of difficulty whose methods are pure functions of a state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from visgym.core.actions import Action, action, offered_actions
from visgym.core.calls import STOP, Call, Illegal
from visgym.core.declarations import Declarations
from visgym.core.identity import snake_case, type_argument
from visgym.core.marks import POLICY, SOLVER, marked, policy, solver
from visgym.core.published import published_start
from visgym.core.reading import RawCall

__all__ = ["Action", "Frame", "Medium", "Task", "action", "policy", "solver"]

State = TypeVar("State")
Frame = NDArray[np.uint8]
Medium = Literal["picture", "text"]


@dataclass(frozen=True, kw_only=True)
class Task(Declarations, ABC, Generic[State]):
    """A visual task at one difficulty: its fields are the knobs, its methods are pure."""

    step_limit: int = 20
    """Replies a player may give, stop included."""
    starts: str = ""
    """A file of published starts, named by their seeds; empty to generate them."""

    name: ClassVar[str]

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.name = snake_case(cls.__name__)

    def __post_init__(self) -> None:
        if self.step_limit < 1:
            raise ValueError(f"step_limit is {self.step_limit}; an episode needs at least 1 step.")
        self.validate()

    def __getstate__(self) -> dict[str, Any]:
        """The knobs alone: what was worked out from them is worked out again elsewhere."""
        return self.knobs()

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
        return self.spell(call)

    def metrics(self, state: State) -> dict[str, float]:
        """What else may be measured of `state` as the final one, by name."""
        return {}

    def measure(self, states: Sequence[State], calls: Sequence[Call | None]) -> dict[str, float]:
        """What else may be measured of an episode, by name, from its states and calls between."""
        return self.metrics(states[-1])

    def distance(self, state: State) -> float | None:
        """How far a state is from solved, 0 at the goal; None where the solver's calls tell."""
        return None

    def reward(self, before: State, call: Call, after: State) -> float:
        """What a call earns on the way; the score at the end comes on top."""
        return 0.0

    def told(self, before: State, call: Call, after: State) -> str:
        """What a player is told of its call beside that it was done; it sees both states so."""
        return ""

    def hopeless(self, state: State) -> bool:
        """Whether nothing can lead from here to a solved state, in a world without way back."""
        return False

    def is_over(self, state: State) -> bool:
        """Whether the episode ends here without a stop."""
        return False

    @property
    def players(self) -> int:
        """How many play; mostly a number that the class declares."""
        return 1

    @property
    def seat(self) -> int:
        """The player that is evaluated, and whose eyes records and reports look through."""
        return 0

    def to_move(self, state: State) -> int:
        """The player whose turn it is."""
        return 0

    def visible(self, state: State, player: int) -> State:
        """What `player` may know of a state, as a state; drawing and texts get to see no more."""
        return state

    def payoffs(self, state: State) -> tuple[float, ...]:
        """The score of each player for `state` as the final one."""
        return (self.score(state),)

    def heard(self, call: Call, player: int, viewer: int) -> str:
        """What `viewer` is told of a call that `player` made; empty if nothing."""
        return f"Player {player + 1} played {self.phrase(call)}."

    @property
    def clip_length(self) -> int:
        """How many pictures `clip` gives for a state."""
        return 1

    def clip_count(self, state: State) -> int:
        """How many pictures `clip` gives for this state, where that differs from state to state."""
        return self.clip_length

    def clip(self, state: State) -> tuple[Frame, ...]:
        """The pictures of a state, oldest first, where one cannot show it."""
        return (self.draw(state),)

    def recalled(self, state: State) -> State:
        """A state as it is shown once it is past, where past states look otherwise."""
        return state

    def as_start(self, state: State) -> State:
        """The start that looks like this state, where states remember what was before."""
        return state

    def goal(self, state: State) -> State:
        """A solved state that can be reached from here: where the first solver ends."""
        for call in self.strategies()[0](state, Random(0)):
            state = self.apply(state, call)
        return state

    def effort(self, state: State) -> float:
        """How hard a start is: calls of the default solver, or values in a single answer."""
        calls = list(self.strategies()[0](state, Random(0)))
        return float(calls[0].size if self.single_turn else len(calls))

    # What follows from the declarations
    def start(self, seed: int) -> State:
        """The start that a seed names: published, or generated."""
        if self.starts:
            return published_start(self.starts, type(self), seed)  # type: ignore[no-any-return]
        return self.generate(Random(f"{self.name} {seed}"))

    @property
    def actions(self) -> dict[str, Action]:
        """The actions by name, `stop` last where the agent decides when to end."""
        return offered_actions(self)

    @property
    def has_text(self) -> bool:
        """Whether states can be told in text."""
        return type(self).describe is not Task.describe

    @classmethod
    def state_type(cls) -> Any:
        """The type of state that the task is written for."""
        return type_argument(cls)

    def policies(self) -> dict[str, Callable[..., Call]]:
        """The policies by name, the default one first."""
        return {name: getattr(self, name) for name in marked(type(self), POLICY)}

    def strategies(self) -> list[Callable[..., Iterator[Call]]]:
        """The solvers, the default one first."""
        if not (names := marked(type(self), SOLVER)):
            raise TypeError(f"{self.name} declares no @solver, so nothing proves it solvable.")
        return [getattr(self, name) for name in names]

    def apply(self, state: State, call: Call) -> State:
        """The state after a well-formed call, or `Illegal`; stop changes nothing."""
        return state if call == STOP else getattr(self, call.name)(state, *call.args)

    def spell(self, call: Call) -> str:
        """The canonical text of a call."""
        return self.actions[call.name].write(call)

    def usage(self, action: Action) -> str:
        """How a call to an action is written, with the names of its parameters."""
        if type(self).phrase is Task.phrase or self.single_turn:
            return action.usage
        return self.phrase(Call(action.name, tuple(f"<{p.name}>" for p in action.parameters)))

    def moves(self, state: State) -> Iterator[tuple[Call, State]]:
        """Every legal call but stop with the state it leads to, where actions are finite."""
        for name, each in self.actions.items():
            for call in each.calls() if name != STOP.name else ():
                try:
                    after = self.apply(state, call)
                except Illegal:
                    continue
                yield call, after

    def knobs(self) -> dict[str, Any]:
        """The fields and their values."""
        return {each.name: getattr(self, each.name) for each in fields(self)}
