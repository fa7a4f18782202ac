"""What a wrapper is: one experimental variable, from messages to messages."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import asdict, dataclass
from operator import is_
from typing import Any, ClassVar

from visgym.core.memory import WeakMemory
from visgym.core.parts import Message, Part
from visgym.core.task import Task

_rewritten: WeakMemory[Message, tuple[Message | None, Message | None]] = WeakMemory()


def rewritten(
    message: Message,
    by: Hashable,
    rewrite: Callable[[Message], Iterable[Part]],
    given: Message | None = None,
) -> Message:
    """The message with other parts: the same one every time, so that it is worked out once a turn.

    The parts depend on who rewrites, on the message, and perhaps on one other that is given.
    """
    known = _rewritten.get(message, by)
    if known is None or known[0] is not given:
        parts = tuple(rewrite(message))
        same = len(parts) == len(message.parts) and all(map(is_, parts, message.parts))
        known = given, None if same else Message(message.role, parts)
        _rewritten.put(message, by, known)
    return known[1] or message


@dataclass(frozen=True)
class Wrapper:
    """A function from messages to messages with a name and plain parameters."""

    name: ClassVar[str]
    stage: ClassVar[int]
    """Wrappers apply in the order of their stages, whatever order they are given in."""
    excludes: ClassVar[frozenset[str]] = frozenset()
    """Names of wrappers that cannot stand beside this one."""

    def __call__(self, messages: list[Message]) -> list[Message]:
        raise NotImplementedError

    def check(self, task: Task[Any]) -> None:
        """Raise `Mistake` if the wrapper cannot serve this task."""

    def spec(self) -> dict[str, Any]:
        """The wrapper as plain data, from which `parse` builds it again."""
        return {"name": self.name, **asdict(self)}
