"""Tools that an agent may use beside acting: they change nothing and cost no step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from visgym.core.actions import Action, action_of
from visgym.core.calls import Call
from visgym.core.parts import Observation, Part, Raster, Text, observations
from visgym.core.task import Task
from visgym.core.turns import Turn


@dataclass(frozen=True, slots=True)
class Use:
    """What was seen when a tool was used, and how it was called."""

    seen: Observation
    call: Call


class Tool(ABC):
    """Something to look things up with; a frozen dataclass, whose fields are its settings.

    A tool has a method `use(self, seen, ...) -> parts`, whose types say what may be asked for and
    whose docstring is shown to the agent. It raises `Illegal` with a sentence to refuse.
    """

    name: ClassVar[str]
    most_uses: ClassVar[int] = 16
    """How often a player may use it in an episode; what goes beyond costs a step, in vain."""

    use: Callable[..., tuple[Part, ...]]

    @abstractmethod
    def spec(self) -> str:
        """The tool in the short form that records keep."""

    @property
    def action(self) -> Action:
        """How the tool is called."""
        return _action(self)

    @property
    def allowance(self) -> str:
        """How often it may be used, in a sentence."""
        often = "once" if self.most_uses == 1 else f"{self.most_uses} times"
        return f"It costs no step and may be used {often} in an episode."

    def ready(self) -> None:  # noqa: B027
        """Raise `Mistake` where the tool cannot be used on this machine."""

    def again(self, earlier: Sequence[Use], use: Use) -> tuple[Part, ...]:
        """What a call shows after earlier ones of the same player; most tools do not ask."""
        return self.use(use.seen, *use.call.args)

    def shown(self, earlier: Sequence[Use], use: Use) -> tuple[Part, ...]:
        """What a call shows, as texts and pixels that a record can keep; at least one part."""
        parts = self.again(earlier, use)
        if not parts:
            raise TypeError(f"The tool {self.name} showed nothing; return at least one part.")
        return tuple(map(_plain, parts))


def uses_left(tool: Tool, turns: Sequence[Turn[Any]], player: int) -> int:
    """How often a player may still use a tool; each turn of it counts, also a refused one."""
    used = sum(turn.tool == tool.name and turn.player == player for turn in turns)
    return tool.most_uses - used


def earlier_uses(
    tool: Tool, task: Task[Any], states: Sequence[Any], turns: Sequence[Turn[Any]], player: int
) -> tuple[Use, ...]:
    """How a player has used a tool so far, without what was refused."""
    return tuple(
        Use(newest(task, state, player), turn.call)
        for state, turn in zip(states, turns, strict=False)
        if turn.tool == tool.name and turn.player == player and turn.shown and turn.call
    )


def newest(task: Task[Any], state: Any, player: int) -> Observation:
    """The last picture of a state, as a player sees it."""
    return observations(task, state, player)[-1]


def _plain(part: Part) -> Part:
    if isinstance(part, Observation):
        return Raster.of(part.image)
    return part if not isinstance(part, Text) or part.kind == "tool" else Text("tool", part.text)


@lru_cache(maxsize=256)
def _action(tool: Any) -> Action:
    return action_of(tool.name, type(tool).use, tool)
