"""How much the agent is told: rules, feedback, history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from visgym.core.errors import Mistake
from visgym.core.messages import INSTRUCTION, Kind, Message
from visgym.wrappers.wrapper import Wrapper


def _without(messages: list[Message], *kinds: Kind) -> list[Message]:
    return [
        replace(message, parts=tuple(part for part in message.parts if part.kind not in kinds))
        for message in messages
    ]


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
class History(Wrapper):
    """The instruction and the last few turns, the current one included."""

    turns: int | None = None
    """Turns to keep; None keeps all."""

    name: ClassVar[str] = "history"
    stage: ClassVar[int] = 3

    def __post_init__(self) -> None:
        if self.turns is not None and self.turns < 1:
            raise Mistake("history keeps the current turn at least; give 1 or more, or all.")

    def __call__(self, messages: list[Message]) -> list[Message]:
        kept = len(messages) if self.turns is None else 2 * self.turns - 1
        if kept >= len(messages):
            return messages
        oldest, *rest = messages[-kept:]
        instruction = (part for part in messages[0].parts if part.kind in INSTRUCTION)
        return [replace(oldest, parts=(*instruction, *oldest.parts)), *rest]
