"""What a wrapper is: one experimental variable, from messages to messages."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from visgym.core.parts import Message
from visgym.core.task import Task


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
