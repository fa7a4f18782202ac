"""A policy of the user's own, in this process: a function that is found by its name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar

from visgym.agents.agent import AgentBroken, Answer
from visgym.core.episode import Episode
from visgym.core.parts import Message

LocalPolicy = Callable[[Episode[Any], list[Message]], str]
"""Answers an episode; the messages are what a model would be told of it."""


@dataclass(frozen=True)
class LocalAgent:
    """Asks a policy that `module:function` makes of a checkpoint, once in each process."""

    function: str
    checkpoint: str = ""
    """What the function is given, such as the path of its weights."""

    kind: ClassVar[str] = "local"

    @property
    def name(self) -> str:
        return f"local:{self.function}"

    def spec(self) -> dict[str, Any]:
        return {"kind": self.kind, **asdict(self)}

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        return Answer(_policy(self.function, self.checkpoint)(episode, messages))

    async def close(self) -> None:
        """Nothing to let go of."""


@lru_cache(maxsize=8)
def _policy(function: str, checkpoint: str) -> LocalPolicy:
    module, _, name = function.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise AgentBroken(
            f"local:{function} cannot be found ({error}); write local:MODULE:FUNCTION, and put the "
            f"folder of the module on PYTHONPATH, which is now {sys.path[0] or '.'} and others."
        ) from None
    made: LocalPolicy = found(checkpoint)
    return made
