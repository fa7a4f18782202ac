"""Agents that need no model: the task's own solver, and chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from visgym.core.calls import STOP, Call
from visgym.core.episode import Episode
from visgym.core.solving import solve
from visgym.core.task import Task

Agent = Callable[[Episode[Any]], str]


@dataclass(frozen=True)
class SolverAgent:
    """Plays a solver strategy from the start of the episode."""

    strategy: str | None = None
    steps: int | None = None
    seed: int = 0

    def __call__(self, episode: Episode[Any]) -> str:
        plan = _plan(episode.task, episode.start, self.strategy, self.steps, self.seed)
        done = len(episode.turns)
        return episode.task.write(plan[done] if done < len(plan) else STOP)


@lru_cache(maxsize=256)
def _plan(
    task: Task[Any], start: Any, strategy: str | None, steps: int | None, seed: int
) -> tuple[Call, ...]:
    return tuple(solve(task, start, strategy, steps, seed))


@dataclass(frozen=True)
class RandomAgent:
    """Says well-formed calls at random, and stops with its last step."""

    seed: int = 0

    def __call__(self, episode: Episode[Any]) -> str:
        task = episode.task
        if episode.steps_left == 0 and STOP.name in task.actions:
            return task.write(STOP)
        rng = Random(f"{self.seed} {task.name} {episode.seed} {len(episode.turns)}")
        choices = [each for name, each in task.actions.items() if name != STOP.name]
        return task.write(rng.choice(choices).sample(rng))
