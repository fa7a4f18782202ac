"""VisGym: the gym for agents that see.

>>> import visgym
>>> episode = visgym.begin("maze_2d/easy", seed=7)
>>> episode = visgym.advance(episode, "('move', 0)")
>>> episode.step
2
"""

from __future__ import annotations

from typing import Any

from visgym.adapters.gymnasium import make
from visgym.adapters.gymnasium import register_all as _register_all
from visgym.catalog import load
from visgym.core.calls import Call, Illegal
from visgym.core.episode import Episode, EpisodeOver, Graded, Turn, advance, play, replay
from visgym.core.episode import begin as _begin
from visgym.core.episode import grade as _grade
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.core.messages import latest, present
from visgym.core.parts import Message, Observation, Text
from visgym.core.solving import solve
from visgym.core.task import Task
from visgym.core.tools import Tool
from visgym.evaluation.rollout import Rollout, rollout
from visgym.suites.suite import chosen_ids as _chosen_ids
from visgym.version import VERSION

__version__ = VERSION

__all__ = [
    "Call",
    "Episode",
    "EpisodeOver",
    "Graded",
    "Illegal",
    "Message",
    "Mistake",
    "Observation",
    "Rollout",
    "Task",
    "Text",
    "Tool",
    "Turn",
    "advance",
    "begin",
    "fingerprint",
    "grade",
    "ids",
    "latest",
    "load",
    "make",
    "play",
    "present",
    "replay",
    "rollout",
    "solve",
]


def ids(suite: str | None = None, tag: str | None = None, category: str | None = None) -> list[str]:
    """The ids of all tasks and presets, or of those in a suite, with a tag, of a category.

    >>> "maze_2d/easy" in ids(tag="navigation")
    True
    """
    return _chosen_ids(suite, tag, category)


def begin(
    task: Task[Any] | str, seed: int, strict: bool = False, tools: tuple[Tool, ...] = ()
) -> Episode[Any]:
    """The episode that `seed` names, on a task or the task of an id.

    >>> begin("maze_2d/easy", 7) == begin(load("maze_2d/easy"), 7)
    True
    """
    return _begin(load(task) if isinstance(task, str) else task, seed, strict, tools)


def grade(task: Task[Any] | str, seed: int, reply: object) -> Graded:
    """What a reply to the start that `seed` names is worth: for verifiers of single answers.

    >>> grade("vsp_maze_hole/easy", 1, "I see ice there. <Output> No").score
    1.0
    """
    return _grade(load(task) if isinstance(task, str) else task, seed, reply)


_register_all()
