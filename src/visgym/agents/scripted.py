"""Agents that need no model: the task's own solver, a noisy one, chance, and one that gives up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from visgym.agents.agent import AgentBroken, Answer
from visgym.core.calls import STOP, Call
from visgym.core.episode import Episode
from visgym.core.memory import TurnMemory
from visgym.core.parts import Message
from visgym.core.solving import react, solve
from visgym.core.task import Task
from visgym.kit.games.match import GameTask
from visgym.kit.games.opponents import player

GIVE_UP = "('stop', 'stop')"  # refused where there is no stop
SAMPLE_STRIDE = 1_000_003  # between the seeds of samples


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

    def resampled(self, sample: int) -> Scripted:
        """The same agent with another seed, where it has one."""
        seeds = [each.name for each in fields(self) if each.name == "seed"]  # type: ignore[arg-type]
        spec = self.spec()
        changed = {name: spec[name] + SAMPLE_STRIDE * sample for name in seeds}
        return replace(self, **changed)  # type: ignore[type-var]

    async def close(self) -> None:  # noqa: B027
        """Nothing to let go of."""


@lru_cache(maxsize=256)
def _plan(
    task: Task[Any], state: Any, strategy: str | None, steps: int | None, seed: int
) -> tuple[Call, ...]:
    return tuple(solve(task, state, strategy, steps, seed))


_memory: TurnMemory[tuple[tuple[Call, ...], int]] = TurnMemory()


@dataclass(frozen=True)
class SolverAgent(Scripted):
    """Plays a solver strategy, planned anew whenever something went otherwise than planned.

    Where somebody plays against it, or it may not see everything, the task's policy answers.
    """

    strategy: str | None = None
    steps: int | None = None
    seed: int = 0

    kind: ClassVar[str] = "solver"

    @property
    def name(self) -> str:
        return f"solver:{self.strategy}" if self.strategy else "solver"

    def reply(self, episode: Episode[Any]) -> str:
        task = episode.task
        if self._reacts(task):
            rng = Random(f"{self.seed} {task.name} {episode.seed} {len(episode.turns)}")
            return task.spell(react(task, episode.state, rng, self.strategy))
        plan, done = self._progress(episode)
        return task.spell(plan[done]) if done < len(plan) else GIVE_UP

    def _progress(self, episode: Episode[Any]) -> tuple[tuple[Call, ...], int]:
        """The plan, and how much of it was done; what changed the state otherwise ends a plan."""
        turns, key = episode.turns, (self, episode.task)
        known, at = None, len(turns)
        while at and known is None:
            known = _memory.get(turns[at - 1], key)
            at -= known is None
        plan, done = known or (self._plan(episode.task, episode.start, self.steps), 0)
        before = turns[at - 1].state if at else episode.start
        for turn in turns[at:]:
            if done < len(plan) and turn.verdict == "done" and turn.call == plan[done]:
                done += 1
            elif turn.state != before:
                plan, done = self._plan(episode.task, turn.state, None), 0
            before = turn.state
            _memory.put(turn, key, (plan, done))
        return plan, done

    def _plan(self, task: Task[Any], state: Any, steps: int | None) -> tuple[Call, ...]:
        return _plan(task, state, self.strategy, steps, self.seed)

    def _reacts(self, task: Task[Any]) -> bool:
        """Whether a policy is asked for, or is the best there is."""
        return self.strategy in task.policies() or (not self.strategy and task.adversarial)


@dataclass(frozen=True)
class NoisySolverAgent(Scripted):
    """Plays as the solver does, but gives up with some chance at each reply after the first few.

    So its skill is known: what takes n replies, it solves with the chance
    (1 - slip) ** (n - steady). Where there is no stop, it goes on with calls at random.
    """

    slip: float = 0.1
    steady: int = 0
    """Replies at which it never gives up."""
    seed: int = 0

    kind: ClassVar[str] = "noisy"

    @property
    def name(self) -> str:
        return f"noisy:{self.slip:g}" + (f" after {self.steady}" if self.steady else "")

    def reply(self, episode: Episode[Any]) -> str:
        task, able = episode.task, STOP.name in episode.task.actions
        rng = Random(f"slips {self.seed} {task.name} {episode.seed}")
        late = max(0, len(episode.turns) + 1 - self.steady)
        if not any(rng.random() < self.slip for _ in range(late)):
            return SolverAgent().reply(episode)
        return task.spell(STOP) if able else RandomAgent(self.seed).reply(episode)


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
            return task.spell(STOP)
        rng = Random(f"{self.seed} {task.name} {episode.seed} {len(episode.turns)}")
        choices = [each for name, each in task.actions.items() if name != STOP.name]
        return task.spell(rng.choice(choices).sample(rng))


@dataclass(frozen=True)
class RandomValidAgent(Scripted):
    """Picks among the legal calls that lead to another state, and never stops by itself."""

    seed: int = 0

    kind: ClassVar[str] = "random_valid"

    def reply(self, episode: Episode[Any]) -> str:
        task, state = episode.task, episode.state
        rng = Random(f"{self.seed} {task.name} {episode.seed} {len(episode.turns)}")
        legal = [call for call, after in task.moves(state) if after != state]
        return task.spell(rng.choice(legal)) if legal else GIVE_UP


@dataclass(frozen=True)
class GamePlayerAgent(Scripted):
    """Plays games as one of their opponents does, such as `greedy` or `mcts:100`."""

    player: str = "greedy"
    seed: int = 0

    kind: ClassVar[str] = "player"

    @property
    def name(self) -> str:
        return f"player:{self.player}"

    def reply(self, episode: Episode[Any]) -> str:
        task, mover = episode.task, episode.to_move
        if not isinstance(task, GameTask):
            raise AgentBroken(f"{self.name} plays games for two, and {task.name} is none.")
        seen = task.visible(episode.state, mover).position
        rng = Random(f"{self.seed} {task.name} {episode.seed} {len(episode.turns)}")
        try:
            choose = player(task.game, self.player)
        except ValueError as error:
            raise AgentBroken(str(error)) from None
        return task.spell(task.call(seen, choose(seen, rng)))


@dataclass(frozen=True)
class StopAgent(Scripted):
    """Stops at once; what it scores is given away for nothing, and nothing where none can stop."""

    kind: ClassVar[str] = "stop"

    def reply(self, episode: Episode[Any]) -> str:
        return GIVE_UP
