"""What detectors look at: the calls of an episode, its states, and how far each is from solved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from random import Random
from typing import Any

from visgym.agents.findings import Evidence
from visgym.core.calls import Illegal, brief
from visgym.core.episode import Episode
from visgym.core.task import Task
from visgym.core.turns import Turn

LONGEST_PLAN = 200  # calls of a solver that are waited for
MOST_EVIDENCE = 6  # steps that one finding quotes
LONGEST_QUOTE = 80  # characters of one quote


@dataclass(frozen=True)
class Trace:
    """An episode that is over, as detectors read it; steps count from 1."""

    episode: Episode[Any]
    wrappers: tuple[str, ...] = ()

    @property
    def task(self) -> Task[Any]:
        return self.episode.task

    @property
    def turns(self) -> Sequence[Turn[Any]]:
        return self.episode.turns

    @cached_property
    def states(self) -> list[Any]:
        """The state before the first step, and after each."""
        return self.episode.states

    @cached_property
    def said(self) -> list[str]:
        """Each step's call in canonical form; the reply itself where it holds no call."""
        acted = ((turn, turn.call if not turn.tool else None) for turn in self.turns)
        return [self.task.spell(call) if call else turn.reply.strip() for turn, call in acted]

    def evidence(self, steps: Iterable[int]) -> tuple[Evidence, ...]:
        """Quotes of some steps."""
        shown = islice(steps, MOST_EVIDENCE)
        return tuple(Evidence(s, brief(self.said[s - 1], LONGEST_QUOTE)) for s in shown)

    def distance(self, step: int) -> float | None:
        """How far from solved the state after a step is; None if that is not known."""
        own = self.task.distance(self.states[step])
        return calls_left(self.task, self.states[step]) if own is None else own

    def nearer(self, before: int, after: int) -> bool:
        """Whether the state after one step is nearer to solved than after an earlier one."""
        if self.states[before] == self.states[after]:
            return False
        first, last = self.distance(before), self.distance(after)
        return last is not None and (first is None or last < first)

    def way(self, before: int, after: int) -> str:
        """Both distances in words, such as `102 to 143 degrees`; empty where they are not known."""
        first, last = self.distance(before), self.distance(after)
        if first is None or last is None:
            return ""
        return f"{first:.3g} to {last:.3g} {self.task.distance_unit}"


@lru_cache(maxsize=4096)
def calls_left(task: Task[Any], state: Any) -> int | None:
    """Calls that the default solver needs from `state`; None if it does not get there."""
    count = 0
    try:
        for call in islice(task.strategies()[0](state, Random(0)), LONGEST_PLAN):
            state = task.apply(state, call)
            count += 1
    except (Illegal, ValueError, LookupError, RuntimeError):
        return None  # a solver is only proven from starts, and agents get anywhere
    return count if task.score(state) >= 1 else None
