"""How the state is shown: as text, with a caption, or with the goal beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from visgym.core.errors import Mistake
from visgym.core.messages import Message, Observation, Part, Text
from visgym.core.task import Task
from visgym.wrappers.wrapper import Wrapper


def _each_part(messages: list[Message], change: Callable[[Part], Iterable[Part]]) -> list[Message]:
    return [
        replace(message, parts=tuple(new for part in message.parts for new in change(part)))
        for message in messages
    ]


def _task(messages: list[Message]) -> Task[Any]:
    return messages[0].pictures[0].task


def _described(picture: Observation) -> Text:
    heading = "The solved state in text:" if picture.kind == "goal" else "The state in text:"
    return Text(picture.kind, f"{heading}\n{picture.text}")


@dataclass(frozen=True)
class _Described(Wrapper):
    """Base of the wrappers that need a task with a text rendering."""

    stage: ClassVar[int] = 1

    def check(self, task: Task[Any]) -> None:
        if type(task).describe is Task.describe:
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
                return [_described(part)]
            return [legend if part.kind == "legend" else part]

        return _each_part(messages, change)


@dataclass(frozen=True)
class Caption(_Described):
    """Text beside each picture."""

    name: ClassVar[str] = "caption"
    excludes: ClassVar[frozenset[str]] = frozenset({"text"})

    def __call__(self, messages: list[Message]) -> list[Message]:
        legend = Text("legend", _task(messages).legend("text"))

        def change(part: Part) -> Iterable[Part]:
            if isinstance(part, Observation):
                return [part, _described(part)]
            return [part, legend] if part.kind == "legend" else [part]

        return _each_part(messages, change)


@dataclass(frozen=True)
class GoalView(Wrapper):
    """A solved state at the start."""

    name: ClassVar[str] = "goal"
    stage: ClassVar[int] = 0

    def check(self, task: Task[Any]) -> None:
        if "single_turn" in task.tags:
            raise Mistake(f"The wrapper 'goal' shows a state, and {task.name} wants an answer.")

    def __call__(self, messages: list[Message]) -> list[Message]:
        start = next(part for part in messages[0].pictures if part.kind == "state")
        solved = Observation("goal", start.task, start.task.goal(start.state))
        heading = Text("goal", "This is what a solved state looks like:")
        first = list(messages[0].parts)
        at = next(i for i, part in enumerate(first) if part.kind == "step")
        return [
            replace(messages[0], parts=(*first[:at], heading, solved, *first[at:])),
            *messages[1:],
        ]
