"""VisGym: the gym for agents that see.

>>> import visgym
>>> episode = visgym.begin("maze_2d/easy", seed=7)
>>> episode = visgym.advance(episode, "('move', 0)")
>>> episode.step
2
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module as _import_module
from typing import TYPE_CHECKING, Any

from visgym.adapters.registration import register_when_imported as _register_when_imported
from visgym.version import VERSION

if TYPE_CHECKING:
    from visgym.adapters.gymnasium import VisEnv
    from visgym.catalog import load
    from visgym.core.calls import Call, Illegal
    from visgym.core.episode import Episode, EpisodeOver, Graded, advance, play, replay
    from visgym.core.errors import Mistake
    from visgym.core.identity import fingerprint
    from visgym.core.messages import latest, present
    from visgym.core.parts import Message, Observation, Text
    from visgym.core.solving import solve
    from visgym.core.task import Task
    from visgym.core.tools import Tool
    from visgym.core.turns import Turn
    from visgym.evaluation.rollout import Rollout, rollout
    from visgym.serve.async_client import AsyncRemote
    from visgym.serve.client import Remote
    from visgym.tools.build import ToolSpec
    from visgym.tools.own import tool
    from visgym.wrappers.build import Spec

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
    "connect",
    "connect_async",
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
    "tool",
]

_HOMES = {
    "catalog": ("load",),
    "core.calls": ("Call", "Illegal"),
    "core.episode": ("Episode", "EpisodeOver", "Graded", "advance", "play", "replay"),
    "core.turns": ("Turn",),
    "core.errors": ("Mistake",),
    "core.identity": ("fingerprint",),
    "core.messages": ("latest", "present"),
    "core.parts": ("Message", "Observation", "Text"),
    "core.solving": ("solve",),
    "core.task": ("Task",),
    "core.tools": ("Tool",),
    "evaluation.rollout": ("Rollout", "rollout"),
    "tools.own": ("tool",),
}
"""Where names come from; numpy and the core are loaded with the first one that is asked for."""


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            found = getattr(_import_module(f"{__name__}.{home}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def ids(suite: str | None = None, tag: str | None = None, category: str | None = None) -> list[str]:
    """The ids of all tasks and presets, or of those in a suite, with a tag, of a category.

    >>> "maze_2d/easy" in ids(tag="navigation")
    True
    """
    from visgym.suites.suite import chosen_ids

    return chosen_ids(suite, tag, category)


def begin(
    task: Task[Any] | str, seed: int, strict: bool = False, tools: Iterable[ToolSpec] = ()
) -> Episode[Any]:
    """The episode that `seed` names, on a task or the task of an id.

    >>> import visgym
    >>> visgym.begin("maze_2d/easy", 7) == visgym.begin(visgym.load("maze_2d/easy"), 7)
    True
    """
    from visgym import catalog
    from visgym.core import episode

    offered: tuple[Tool, ...] = ()
    if tools:
        from visgym.tools.build import tools_of

        offered = tools_of(tools)
    loaded = catalog.load(task) if isinstance(task, str) else task
    return episode.begin(loaded, seed, strict, offered)


def grade(task: Task[Any] | str, seed: int, reply: object) -> Graded:
    """What a reply to the start that `seed` names is worth: for verifiers of single answers.

    >>> grade("vsp_maze_hole/easy", 1, "I see ice there. <Output> No").score
    1.0
    """
    from visgym import catalog
    from visgym.core import episode

    return episode.grade(catalog.load(task) if isinstance(task, str) else task, seed, reply)


def connect(url: str, token: str | None = None) -> Remote:
    """A server that `visgym serve` started, with the verbs of the library."""
    from visgym.serve.client import Remote

    return Remote(url, token)


def connect_async(url: str, token: str | None = None) -> AsyncRemote:
    """The same server for coroutines."""
    from visgym.serve.async_client import AsyncRemote

    return AsyncRemote(url, token)


def make(id: str, wrappers: Iterable[Spec] = (), **knobs: object) -> VisEnv:
    """An environment for an id; the same as `gymnasium.make`, without its outer wrappers."""
    from visgym.core.optional import require

    require("gymnasium", "gym", "visgym.make")
    from visgym.adapters import gymnasium

    return gymnasium.make(id, wrappers, **knobs)


_register_when_imported()
