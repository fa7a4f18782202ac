"""How the state is shown: as text, with a caption, or with the goal beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from visgym.core.errors import Mistake
from visgym.core.parts import Message, Observation, Part, Text, observations
from visgym.core.task import Task
from visgym.wrappers.wrapper import Wrapper, rewritten


def _each_part(
    messages: list[Message], by: Wrapper, change: Callable[[Part], Iterable[Part]]
) -> list[Message]:
    def changed(message: Message) -> Iterable[Part]:
        return (new for part in message.parts for new in change(part))

    return [rewritten(message, by, changed) for message in messages]


def _task(messages: list[Message]) -> Task[Any]:
    return messages[0].observations[0].task


def _described(picture: Observation) -> Text:
    heading = "The solved state in text:" if picture.kind == "goal" else "The state in text:"
    text = picture.text or "Nothing can be told of this state."
    return Text(picture.kind, f"{heading}\n{text}")


def _is_last(picture: Observation) -> bool:
    """Whether a picture is the last of its state; one text stands for all of them."""
    return picture.frame == picture.task.clip_count(picture.state) - 1


@dataclass(frozen=True)
class _Described(Wrapper):
    """Base of the wrappers that need a task with a text rendering."""

    stage: ClassVar[int] = 1

    def check(self, task: Task[Any]) -> None:
        if not task.has_text:
            raise Mistake(f"The wrapper '{self.name}' needs a text view, and {task.name} has none.")


@dataclass(frozen=True)
class TextView(_Described):
    """Text instead of pictures."""

    name: ClassVar[str] = "text"
    excludes: ClassVar[frozenset[str]] = frozenset({"caption"})

    def __call__(self, messages: list[Message]) -> list[Message]:
        legend = Text("legend", _task(messages).legend("text"))

        def change(part: Part) -> Iterable[Part]:
            if isinstance(part, Observation):
                return [_described(part)] if _is_last(part) else []
            return [legend if part.kind == "legend" else part]

        return _each_part(messages, self, change)


@dataclass(frozen=True)
class Caption(_Described):
    """Text beside each picture."""

    name: ClassVar[str] = "caption"
    excludes: ClassVar[frozenset[str]] = frozenset({"text"})

    def __call__(self, messages: list[Message]) -> list[Message]:
        legend = Text("legend", _task(messages).legend("text"))

        def change(part: Part) -> Iterable[Part]:
            if isinstance(part, Observation):
                return [part, _described(part)] if _is_last(part) else [part]
            return [part, legend] if part.kind == "legend" else [part]

        return _each_part(messages, self, change)


@dataclass(frozen=True)
class GoalView(Wrapper):
    """A solved state at the start."""

    name: ClassVar[str] = "goal"
    stage: ClassVar[int] = 0

    def check(self, task: Task[Any]) -> None:
        if task.single_turn:
            raise Mistake(f"The wrapper 'goal' shows a state, and {task.name} wants an answer.")
        if task.adversarial or task.players > 1:
            raise Mistake(f"The wrapper 'goal' shows a solved state, and {task.name} has none.")

    def __call__(self, messages: list[Message]) -> list[Message]:
        return [rewritten(messages[0], self, _with_goal), *messages[1:]]


def _with_goal(message: Message) -> Iterable[Part]:
    start = next(part for part in message.observations if part.kind == "state")
    solved = observations(start.task, start.task.goal(start.state), start.player, "goal")
    heading = Text("goal", "This is what a solved state looks like:")
    at = next(i for i, part in enumerate(message.parts) if part.kind == "step")
    return (*message.parts[:at], heading, *solved, *message.parts[at:])
