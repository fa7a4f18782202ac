"""What an agent is told, as messages: pure, lazy, in one canonical order of texts and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Literal

from visgym.core.actions import Action
from visgym.core.calls import Call
from visgym.core.domains import Choice
from visgym.core.episode import Episode, Turn
from visgym.core.task import Frame, Task

Role = Literal["user", "assistant"]
PartKind = Literal[
    "rules",
    "legend",
    "actions",
    "goal",
    "example",
    "question",
    "feedback",
    "step",
    "state",
    "reply",
]

INSTRUCTION: tuple[PartKind, ...] = ("rules", "legend", "actions", "goal", "example", "question")
"""Kinds of parts that belong to the whole episode and not to a turn."""


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text and what it is about, so that wrappers can find it."""

    kind: PartKind
    text: str


@dataclass(frozen=True, slots=True)
class Observation:
    """A state as one player sees it; nothing is drawn until `image` is read."""

    kind: Literal["state", "goal", "example"]
    task: Task[Any]
    state: Any

    @property
    def image(self) -> Frame:
        return _drawn(self.task, self._seen)

    @property
    def text(self) -> str | None:
        return self.task.describe(self._seen)

    @property
    def _seen(self) -> Any:
        return self.task.visible(self.state, self.task.to_move(self.state))


@lru_cache(maxsize=2)
def _drawn(task: Task[Any], state: Any) -> Frame:
    """The last frames, since whoever hashes a picture and whoever encodes it come together."""
    return task.draw(state)


Part = Text | Observation


@dataclass(frozen=True, slots=True)
class Message:
    """Texts and pictures from one side."""

    role: Role
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The texts of the message, one after the other."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, Text))

    @property
    def pictures(self) -> tuple[Observation, ...]:
        return tuple(part for part in self.parts if isinstance(part, Observation))


Rewrite = Callable[[list[Message]], list[Message]]


def present(episode: Episode[Any], wrappers: Sequence[Rewrite] = ()) -> list[Message]:
    """All that the agent has been told and has said, up to the reply that is due."""
    task, turns = episode.task, episode.turns
    messages = [_opening(task, episode.start)]
    for number, turn in enumerate(turns, start=1):
        ended = number == len(turns) and episode.over
        messages += _exchange(task, turn, number, ended)
    for wrapper in wrappers:
        messages = wrapper(messages)
    return messages


@lru_cache(maxsize=1024)
def _opening(task: Task[Any], start: Any) -> Message:
    parts: tuple[Part, ...] = (
        Text("rules", task.rules()),
        Text("legend", task.legend("picture")),
        Text("actions", action_guide(task)),
        Text("step", step_line(1, task.step_limit)),
        *asked(task, start),
        Observation("state", task, start),
    )
    return Message("user", parts)


@lru_cache(maxsize=8192)
def _exchange(task: Task[Any], turn: Turn[Any], number: int, ended: bool) -> tuple[Message, ...]:
    """A reply and what the agent was told then, built once although every request repeats it."""
    parts: list[Part] = [Text("feedback", f"Environment feedback: {turn.feedback}")]
    if not ended:
        parts.append(Text("step", step_line(number + 1, task.step_limit)))
    parts.append(Observation("state", task, turn.state))
    return Message("assistant", (Text("reply", turn.reply),)), Message("user", tuple(parts))


def step_line(step: int, limit: int) -> str:
    """Where the agent stands, in the words of the seed."""
    return f"This is step {step}. You are allowed to take {limit - step} more steps."


def asked(task: Task[Any], start: Any, kind: PartKind = "question") -> tuple[Text, ...]:
    """The question about a start as parts of a message, none if there is none."""
    question = task.question(start)
    return (Text(kind, question),) if question else ()


@lru_cache(maxsize=256)
def action_guide(task: Task[Any]) -> str:
    """The actions, their formats and examples, from the signatures."""
    if "single_turn" in task.tags and type(task).hear is not Task.hear:
        return _answer_guide(task)
    lines = ["Available actions:"]
    examples: list[str] = []
    for number, each in enumerate(task.actions.values(), start=1):
        where = f", where {each.hint}" if each.parameters else ""
        lines.append(f"{number}. '{each.name}': {each.help} Format: {task.form(each)}{where}.")
        examples += [f"- {task.phrase(call)}" for call in _examples(each)]
    told = "Reply" if type(task).hear is Task.hear else "End your reply"
    lines += ["", f"{told} with exactly one action in its format, for example:", *examples]
    return "\n".join(lines)


def _answer_guide(task: Task[Any]) -> str:
    """What a single answer says; the rules give its form."""
    each = next(iter(task.actions.values()))
    return (
        f"{each.help} End your reply with the answer in the form described above; "
        f"the call {each.usage} is understood too."
    )


def _examples(each: Action) -> list[Call]:
    """Each choice of a small menu, or one call that no state has any say in."""
    if len(each.parameters) == 1 and isinstance(each.parameters[0].domain, Choice):
        return list(each.calls())[:4]
    return [each.sample(Random(each.name))]
