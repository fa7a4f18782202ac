"""An episode is a value that grows by one turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from visgym.core.actions import BadPayload
from visgym.core.calls import STOP, Call, Illegal, brief
from visgym.core.reading import RawCall, as_text, read_call
from visgym.core.task import Task

State = TypeVar("State")
Verdict = Literal["done", "unreadable", "unknown", "misfit", "refused"]

SUCCESS = "Action executed successfully."
LONGEST_FEEDBACK = 300


class EpisodeOver(RuntimeError):
    """A reply to an episode that has ended."""


@dataclass(frozen=True, slots=True)
class Turn(Generic[State]):
    """One reply, how it was understood, what the agent was told, and the state after it."""

    reply: str
    call: Call | None
    verdict: Verdict
    feedback: str
    state: State


@dataclass(frozen=True, slots=True)
class Episode(Generic[State]):
    """Everything that has happened so far; to fork one, keep a reference."""

    task: Task[State]
    seed: int
    start: State
    turns: tuple[Turn[State], ...] = ()
    strict: bool = False

    @property
    def state(self) -> State:
        return self.turns[-1].state if self.turns else self.start

    @property
    def terminated(self) -> bool:
        """Ended by the agent's stop or by the rules."""
        if not self.turns:
            return False
        last = self.turns[-1]
        return (last.verdict == "done" and last.call == STOP) or self.task.is_over(last.state)

    @property
    def truncated(self) -> bool:
        """Ended because the steps ran out."""
        return len(self.turns) >= self.task.step_limit and not self.terminated

    @property
    def over(self) -> bool:
        return self.terminated or self.truncated

    @property
    def score(self) -> float:
        """The score of the current state as if it were final."""
        return float(self.task.score(self.state))

    @property
    def reward(self) -> float:
        """The score once terminated; 0 before that and when steps ran out."""
        return self.score if self.terminated else 0.0

    @property
    def success(self) -> bool:
        return self.reward >= 1.0

    @property
    def feedback(self) -> str:
        """What the last reply brought; empty at the start."""
        return self.turns[-1].feedback if self.turns else ""

    @property
    def step(self) -> int:
        """The number of the step to take now, from 1; the last one taken once over."""
        return len(self.turns) if self.over else len(self.turns) + 1

    @property
    def steps_left(self) -> int:
        """Steps that remain after this one."""
        return self.task.step_limit - self.step


def begin(task: Task[State], seed: int, strict: bool = False) -> Episode[State]:
    """The episode that `seed` names; `strict` accepts replies in canonical form only."""
    seed = int(seed)
    return Episode(task, seed, task.start(seed), strict=strict)


def advance(episode: Episode[State], reply: object) -> Episode[State]:
    """The episode after one more reply: text, a `Call` or a native tool call."""
    if episode.over:
        raise EpisodeOver("This episode is over; begin another one.")
    text = episode.task.write(reply) if isinstance(reply, Call) else as_text(reply)
    turn = _understand(episode, text)
    turns = (*episode.turns, turn)
    return Episode(episode.task, episode.seed, episode.start, turns, episode.strict)


def replay(episode: Episode[State]) -> Episode[State]:
    """The same replies on a freshly generated start."""
    again = begin(episode.task, episode.seed, episode.strict)
    for turn in episode.turns:
        again = advance(again, turn.reply)
    return again


def _understand(episode: Episode[State], reply: str) -> Turn[State]:
    task, state = episode.task, episode.state
    actions = task.actions

    def refuse(verdict: Verdict, sentence: str, call: Call | None = None) -> Turn[State]:
        return Turn(reply, call, verdict, brief(sentence, LONGEST_FEEDBACK), state)

    spoken = _spoken(task, reply)
    if spoken is None:
        return refuse("unreadable", _unreadable(task))
    if spoken.name not in actions:
        names = ", ".join(actions)
        return refuse("unknown", f"There is no action '{spoken.name}'; the actions are {names}.")
    try:
        call = actions[spoken.name].bind(spoken)
        if episode.strict and task.write(call) != reply.strip():
            return refuse("unreadable", _unreadable(task))
        return Turn(reply, call, "done", SUCCESS, task.apply(state, call))
    except BadPayload as error:
        return refuse("misfit", str(error))
    except Illegal as error:
        return refuse("refused", str(error), call)


def _spoken(task: Task[Any], reply: str) -> RawCall | None:
    """A call of the task, else an answer in the task's own format, else what looks like a call."""
    heard = read_call(reply, task.actions)
    if heard and heard.certain and heard.spoken.name in task.actions:
        return heard.spoken
    return task.hear(reply) or (heard.spoken if heard else None)


def _unreadable(task: Task[Any]) -> str:
    form = task.form(next(iter(task.actions.values())))
    return f"No action could be read from the reply; reply with one action such as {form}."
