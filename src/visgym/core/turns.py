"""One reply to an episode, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from visgym.core.calls import Call
from visgym.core.parts import Part

State = TypeVar("State")
Verdict = Literal["done", "unreadable", "unknown", "misfit", "refused"]

SUCCESS = "Action executed successfully."
LONGEST_FEEDBACK = 300


class _Referable:
    """What a weak reference may point at; `weakref_slot` fails beside `Generic` from 3.12 on."""

    __slots__ = ("__weakref__",)


@dataclass(frozen=True, slots=True)
class Turn(_Referable, Generic[State]):
    """One reply, how it was understood, what the agent was told, and the state after it."""

    reply: str
    call: Call | None
    verdict: Verdict
    feedback: str
    state: State
    player: int = 0
    """Who replied."""
    step: int = 1
    """Steps that the player has taken, this one included; tools cost none."""
    reward: float = 0.0
    """What the call earned on the way."""
    ended: bool = False
    """Whether the episode was over then, by a stop or by the rules."""
    shown: tuple[Part, ...] = ()
    """What a tool showed; empty for actions."""
    tool: str = ""
    """The tool that was called, whatever came of it; empty for actions."""
