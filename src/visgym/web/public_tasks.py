"""The tasks that may be seen and played: the catalog, and modules named when the server starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from visgym import catalog
from visgym.core.errors import Mistake, not_found
from visgym.core.task import Task
from visgym.kit.games.match import GameTask
from visgym.kit.games.opponents import OUTSIDE, names
from visgym.kit.public_knobs import check_knobs, check_size
from visgym.task_ids import Id

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
            check_size(parts.task, name, value)
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
        check_knobs(catalog.load(plain), parts.values())
        return str(replace(Id.parse(plain), knobs=(*Id.parse(plain).knobs, *parts.knobs)))

    def load(self, id: str) -> Task[Any]:
        """The task that an id names."""
        return catalog.load(self.located(id))

    def turned(self, played: str, knobs: Mapping[str, object]) -> Task[Any]:
        """The task of an id that is played, with the knobs that a visitor may turn."""
        task = catalog.load(played)
        check_knobs(task, knobs)
        return catalog.with_knobs(task, knobs) if knobs else task

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


def opponents(task: Task[Any]) -> list[str]:
    """Who may play against a visitor, if it is a game; the last word is for another person."""
    return [*names(task.game), OUTSIDE] if isinstance(task, GameTask) else []


def _title(task: Task[Any]) -> str:
    """The name of a task as people write it, such as Maze 2D."""
    words = re.sub(r"\b(\d)d\b", r"\1D", task.name.replace("_", " "))
    return words[:1].upper() + words[1:]
