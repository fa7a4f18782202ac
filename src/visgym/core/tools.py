"""Tools that an agent may use beside acting: they change nothing and cost no step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar

from visgym.core.actions import Action, action_of
from visgym.core.calls import Call
from visgym.core.parts import Observation, Part


class Tool(ABC):
    """Something to look things up with; a frozen dataclass, whose fields are its settings.

    A tool has a method `use(self, seen, ...) -> parts`, whose types say what may be asked for and
    whose docstring is shown to the agent. It raises `Illegal` with a sentence to refuse.
    """

    name: ClassVar[str]
    most_uses: ClassVar[int] = 16
    """How often it may be used in an episode; what goes beyond costs a step and is refused."""

    use: Callable[..., tuple[Part, ...]]

    @abstractmethod
    def spec(self) -> str:
        """The tool in the short form that records keep."""

    @property
    def action(self) -> Action:
        """How the tool is called."""
        return _action(self)

    def shown(self, seen: Observation, call: Call) -> tuple[Part, ...]:
        """What a call shows; at least one part."""
        parts: tuple[Part, ...] = self.use(seen, *call.args)
        if not parts:
            raise TypeError(f"The tool {self.name} showed nothing; return at least one part.")
        return parts


@lru_cache(maxsize=256)
def _action(tool: Any) -> Action:
    return action_of(tool.name, type(tool).use, tool)
