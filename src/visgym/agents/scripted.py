"""Agents that need no model: the task's own solver, chance, and one that gives up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from visgym.agents.agent import Answer
from visgym.core.calls import STOP, Call
from visgym.core.episode import Episode
from visgym.core.messages import Message
from visgym.core.solving import solve
from visgym.core.task import Task


class Scripted(ABC):
    """An agent whose reply follows from the episode alone."""

    kind: ClassVar[str]

    @abstractmethod
    def reply(self, episode: Episode[Any]) -> str:
        """The text of the next call."""

    @property
    def name(self) -> str:
        return self.kind

    def spec(self) -> dict[str, Any]:
        return {"kind": self.kind, **asdict(self)}  # type: ignore[call-overload]

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        return Answer(self.reply(episode))

    async def close(self) -> None:  # noqa: B027
        """Nothing to let go of."""


@dataclass(frozen=True)
class SolverAgent(Scripted):
    """Plays a solver strategy from the start of the episode."""

    strategy: str | None = None
    steps: int | None = None
    seed: int = 0

    kind: ClassVar[str] = "solver"

    @property
    def name(self) -> str:
        return f"solver:{self.strategy}" if self.strategy else "solver"

    def reply(self, episode: Episode[Any]) -> str:
        plan = _plan(episode.task, episode.start, self.strategy, self.steps, self.seed)
        done = len(episode.turns)
        return episode.task.write(plan[done] if done < len(plan) else STOP)


@lru_cache(maxsize=1024)
def _plan(
    task: Task[Any], start: Any, strategy: str | None, steps: int | None, seed: int
) -> tuple[Call, ...]:
    return tuple(solve(task, start, strategy, steps, seed))


@dataclass(frozen=True)
class RandomAgent(Scripted):
    """Says well-formed calls at random, and stops with its last step."""

    seed: int = 0

    kind: ClassVar[str] = "random"

    @property
    def name(self) -> str:
        return f"random:{self.seed}" if self.seed else "random"

    def reply(self, episode: Episode[Any]) -> str:
        task = episode.task
        if episode.steps_left == 0 and STOP.name in task.actions:
            return task.write(STOP)
        rng = Random(f"{self.seed} {task.name} {episode.seed} {len(episode.turns)}")
        choices = [each for name, each in task.actions.items() if name != STOP.name]
        return task.write(rng.choice(choices).sample(rng))


@dataclass(frozen=True)
class RandomValidAgent(Scripted):
    """Picks among the legal calls that lead to another state, and never stops by itself."""

    seed: int = 0

    kind: ClassVar[str] = "random_valid"

    def reply(self, episode: Episode[Any]) -> str:
        task, state = episode.task, episode.state
        rng = Random(f"{self.seed} {task.name} {episode.seed} {len(episode.turns)}")
        legal = [call for call, after in task.moves(state) if after != state]
        return task.write(rng.choice(legal) if legal else STOP)


@dataclass(frozen=True)
class StopAgent(Scripted):
    """Stops at once; what it scores is given away for nothing."""

    kind: ClassVar[str] = "stop"

    def reply(self, episode: Episode[Any]) -> str:
        return episode.task.write(STOP)
