"""What an agent is: it answers messages, and says what the answer cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from visgym.core.episode import Episode
from visgym.core.parts import Message


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and money spent; input counts every token read, cached ones included."""

    input: int = 0
    cached: int = 0
    output: int = 0
    reasoning: int = 0
    dollars: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input + other.input,
            self.cached + other.cached,
            self.output + other.output,
            self.reasoning + other.reasoning,
            self.dollars + other.dollars,
        )


FREE = Usage()
"""What costs nothing."""


def total(costs: Iterable[Usage]) -> Usage:
    """What some things cost together."""
    known = list(costs)
    return Usage(
        sum(each.input for each in known),
        sum(each.cached for each in known),
        sum(each.output for each in known),
        sum(each.reasoning for each in known),
        sum(each.dollars for each in known),
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply, what it cost, and how it came about."""

    text: str
    usage: Usage = FREE
    finish: str = ""
    """Why the model ended, in the server's word, such as `stop` or `length`."""
    reasoning: str = ""
    """What the model thought aloud before it answered, where the server shows it."""
    seconds: float = 0.0
    """From the first try to the answer."""
    attempts: int = 1
    trouble: str = ""
    """What went wrong before the last try, in one sentence."""


MACHINERY = frozenset({"line", "price"})
"""Keys of a spec that say how an agent is reached and paid, not how it answers."""


def settings(spec: Mapping[str, Any]) -> dict[str, Any]:
    """What of a spec decides how an agent answers."""
    return {name: part for name, part in spec.items() if name not in MACHINERY}


class AgentFailure(Exception):
    """The machinery behind an agent failed; the episode is void and is never scored."""


class ContextOverflow(AgentFailure):
    """The conversation is too long for the model; trying again would bring the same."""


class AgentBroken(Exception):
    """The machinery cannot work at all, as with a wrong key; the run should stop and say so."""


class Agent(Protocol):
    """Anything that answers; scripted agents look at the episode, models at the messages."""

    @property
    def name(self) -> str:
        """The name in tables and records, such as `solver:dfs` or `openai:some-model`."""

    def spec(self) -> dict[str, Any]:
        """The whole configuration as plain data, without secrets."""

    async def answer(self, episode: Episode[Any], messages: list[Message]) -> Answer:
        """The reply that is due; `AgentFailure` or `AgentBroken` if there is none to be had."""

    async def close(self) -> None:
        """Let go of connections."""


@runtime_checkable
class Resampled(Protocol):
    """An agent that has a seed, and would say the same in every sample without another one."""

    def resampled(self, sample: int) -> Agent:
        """The agent that plays the sample of a number; the first is played by itself."""


@runtime_checkable
class LooksAhead(Protocol):
    """An agent that can prepare pictures in a thread, before it is asked."""

    def look(self, message: Message) -> None:
        """Prepare the pictures of a message."""
