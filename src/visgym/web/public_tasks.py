"""The tasks that may be seen and played: the catalog, and modules named when the server starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from visgym import catalog
from visgym.core.errors import Mistake, not_found
from visgym.core.identity import field_types
from visgym.core.task import Task
from visgym.kit.games.match import GameTask
from visgym.kit.games.opponents import OUTSIDE, names
from visgym.task_ids import Id

LARGEST_KNOB = 1000
MOST_THOUGHT = {"search": 5, "mcts": 1000}
"""Numbers that opponents may have, so that a move takes about a second."""
OWN = "your own"


@dataclass(frozen=True)
class Card:
    """What the gallery says about a task."""

    name: str
    title: str
    summary: str
    category: str
    tags: tuple[str, ...]
    presets: tuple[str, ...]


@dataclass(frozen=True)
class PublicTasks:
    """Ids that the server knows; no other module is ever imported on a visitor's word."""

    modules: tuple[str, ...] = ()
    data: Path | None = None
    """The folder of public datasets."""

    def names(self) -> list[str]:
        return [*catalog.task_names(), *self.modules]

    def presets(self, name: str) -> Mapping[str, Task[Any]]:
        """The presets of a task by name."""
        if name not in self.names():
            raise not_found("task", name, self.names())
        return catalog.presets(name)

    def check(self, id: str) -> Id:
        """The parts of an id whose task and preset may be seen, with knobs within bounds."""
        parts = Id.parse(id)
        known = self.presets(parts.task)
        if parts.preset not in known:
            raise not_found(f"preset of {parts.task}", parts.preset, known)
        for name, value in parts.values().items():
            _check_size(parts.task, name, value)
        return parts

    def located(self, id: str) -> str:
        """The id under which episodes of a task and preset are kept: with its data, if it has."""
        parts = self.check(id)
        if parts.knobs:
            raise Mistake("An id with knobs is shown nowhere but in play; choose its preset.")
        return str(catalog.with_data(parts, self.data) if self.data else parts)

    def played(self, id: str) -> str:
        """The id under which a game is kept; it may have knobs, but none that names files."""
        parts = self.check(id)
        plain = self.located(str(parts.setting))
        _checked(catalog.load(plain), parts.values())
        return str(replace(Id.parse(plain), knobs=(*Id.parse(plain).knobs, *parts.knobs)))

    def load(self, id: str) -> Task[Any]:
        """The task that an id names."""
        return catalog.load(self.located(id))

    def turned(self, played: str, knobs: Mapping[str, object]) -> Task[Any]:
        """The task of an id that is played, with the knobs that a visitor may turn."""
        task = catalog.load(played)
        return catalog.with_knobs(task, _checked(task, knobs)) if knobs else task

    def card(self, name: str) -> Card:
        """What the gallery says about a task."""
        presets = self.presets(name)
        first = next(iter(presets.values()))
        category = OWN if name in self.modules else catalog.category(name)
        title = _title(first)
        tags = tuple(sorted(first.tags))
        return Card(name, title, catalog.summary(name), category, tags, tuple(presets))

    def cards(self) -> list[Card]:
        return [self.card(name) for name in self.names()]


def open_knobs(task: Task[Any]) -> dict[str, Any]:
    """The knobs that visitors may turn: those that name no folder of the server."""
    kinds = field_types(type(task))
    return {
        name: value
        for name, value in task.knobs().items()
        if not _is_text(kinds[name]) or _is_opponent(task, name)
    }


def opponents(task: Task[Any]) -> list[str]:
    """Who may play against a visitor, if it is a game; the last word is for another person."""
    return [*names(task.game), OUTSIDE] if isinstance(task, GameTask) else []


def _is_opponent(task: Task[Any], knob: str) -> bool:
    return isinstance(task, GameTask) and knob == "opponent"


def _is_text(kind: Any) -> bool:
    return str in (kind, *get_args(kind))


def _checked(task: Task[Any], knobs: Mapping[str, object]) -> Mapping[str, object]:
    for name, value in knobs.items():
        if name in task.knobs() and name not in open_knobs(task):
            raise Mistake(f"{name} of {task.name} names files of the server; it stays as it is.")
        _check_size(task.name, name, value)
        if _is_opponent(task, name):
            _check_patience(str(value))
    return knobs


def _check_patience(opponent: str) -> None:
    """Refuse opponents who think for longer than others can wait."""
    name, _, number = opponent.partition(":")
    most = MOST_THOUGHT.get(name)
    if most is not None and number.isdecimal() and int(number) > most:
        raise Mistake(f"An opponent {name} may have at most {most} here, as in {name}:{most}.")


def _check_size(task: str, knob: str, value: object) -> None:
    numbers = [n for n in _items(value) if isinstance(n, int | float)]
    if not all(abs(number) <= LARGEST_KNOB for number in numbers):  # also if one is no number
        raise Mistake(f"{knob} of {task} may be at most {LARGEST_KNOB} here.")


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _title(task: Task[Any]) -> str:
    """The name of a task as people write it, such as Maze 2D."""
    words = re.sub(r"\b(\d)d\b", r"\1D", task.name.replace("_", " "))
    return words[:1].upper() + words[1:]
