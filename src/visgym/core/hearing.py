"""How a task hears a reply, and what it says to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from visgym.core.actions import Action
from visgym.core.calls import Call, brief
from visgym.core.reading import RawCall, read_call
from visgym.core.task import Task
from visgym.core.turns import LONGEST_FEEDBACK, SUCCESS


def heard_call(task: Task[Any], actions: Mapping[str, Action], reply: str) -> RawCall | None:
    """A call by name, else an answer in the task's own format, else what looks like a call."""
    reading = read_call(reply, actions)
    if reading and reading.certain and reading.call.name in actions:
        return reading.call
    return task.hear(reply) or (reading.call if reading else None)


def told(task: Task[Any], before: Any, call: Call, after: Any, player: int) -> str:
    """That a call was done, and what else the player is told of it."""
    if type(task).told is Task.told:
        return SUCCESS
    more = task.told(task.visible(before, player), call, task.visible(after, player))
    return brief(f"{SUCCESS} {more}" if more else SUCCESS, LONGEST_FEEDBACK)


def unreadable(task: Task[Any]) -> str:
    """What somebody is told whose reply says nothing."""
    form = task.usage(next(iter(task.actions.values())))
    return f"No action could be read from the reply; reply with one action such as {form}."
