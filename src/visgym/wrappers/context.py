"""How much the agent is told: rules, feedback, history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from visgym.core.errors import Mistake
from visgym.core.parts import INSTRUCTION, Message, Observation, Part, PartKind, Text
from visgym.wrappers.wrapper import Wrapper, rewritten


def _without(messages: list[Message], *kinds: PartKind) -> list[Message]:
    def left(message: Message) -> Iterable[Part]:
        return (part for part in message.parts if part.kind not in kinds)

    return [rewritten(message, kinds, left) for message in messages]


@dataclass(frozen=True)
class NoRules(Wrapper):
    """Neither rules nor legend; the actions and their formats remain."""

    name: ClassVar[str] = "no_rules"
    stage: ClassVar[int] = 2

    def __call__(self, messages: list[Message]) -> list[Message]:
        return _without(messages, "rules", "legend")


@dataclass(frozen=True)
class NoFeedback(Wrapper):
    """No word on what the last action did; the step line remains."""

    name: ClassVar[str] = "no_feedback"
    stage: ClassVar[int] = 2

    def __call__(self, messages: list[Message]) -> list[Message]:
        return _without(messages, "feedback")


@dataclass(frozen=True)
class TerseFeedback(Wrapper):
    """Feedback that says whether the last action was done, and not why it was not."""

    name: ClassVar[str] = "terse_feedback"
    stage: ClassVar[int] = 2
    excludes: ClassVar[frozenset[str]] = frozenset({"no_feedback"})

    def __call__(self, messages: list[Message]) -> list[Message]:
        def shortened(message: Message) -> Iterable[Part]:
            return map(_shortened, message.parts)

        return [rewritten(message, self, shortened) for message in messages]


def _shortened(part: Part) -> Part:
    return replace(part, text=part.terse) if isinstance(part, Text) and part.terse else part


@dataclass(frozen=True)
class History(Wrapper):
    """The instruction and the last few turns, the current one included."""

    turns: int | None = None
    """Turns to keep; None keeps all."""

    name: ClassVar[str] = "history"
    stage: ClassVar[int] = 3

    def __post_init__(self) -> None:
        if self.turns is not None and self.turns < 1:
            raise Mistake("history keeps the current turn at least; give 1 or more, or all.")

    @property
    def needs(self) -> int | None:
        """How many messages before the last one are kept."""
        return None if self.turns is None else 2 * self.turns - 2

    def __call__(self, messages: list[Message]) -> list[Message]:
        kept = len(messages) if self.turns is None else 2 * self.turns - 1
        if kept >= len(messages):
            return messages
        oldest, *rest = messages[-kept:]
        instruction = (part for part in messages[0].parts if part.kind in INSTRUCTION)
        return [replace(oldest, parts=(*instruction, *oldest.parts)), *rest]


@dataclass(frozen=True)
class MarkPast(Wrapper):
    """Earlier states look as the task shows what is past, and only the last one as now."""

    name: ClassVar[str] = "mark_past"
    stage: ClassVar[int] = 0

    def __call__(self, messages: list[Message]) -> list[Message]:
        earlier = [rewritten(m, self, lambda m: map(_recalled, m.parts)) for m in messages[:-1]]
        return [*earlier, *messages[-1:]]


def _recalled(part: Part) -> Part:
    if isinstance(part, Observation) and part.kind == "state":
        return replace(part, state=part.task.recalled(part.state))
    return part


@dataclass(frozen=True)
class RepeatRules(Wrapper):
    """The instruction before every state, and not only before the first."""

    name: ClassVar[str] = "repeat_rules"
    stage: ClassVar[int] = 4

    def __call__(self, messages: list[Message]) -> list[Message]:
        first, *rest = messages
        told = tuple(part for part in first.parts if part.kind in INSTRUCTION)

        def repeated(message: Message) -> Iterable[Part]:
            return (*told, *message.parts) if message.role == "user" else message.parts

        return [first, *(rewritten(message, self, repeated, first) for message in rest)]
