"""Ids such as `maze_2d/easy` and the tasks they name, found by walking the tasks folder."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from visgym import tasks
from visgym.core.errors import Mistake, not_found
from visgym.core.identity import field_types, from_json
from visgym.core.task import Task
from visgym.task_ids import Id

_VERSION = re.compile(r"^    version(?:: ClassVar\[int\])? = (\d+)", re.MULTILINE)


@cache
def task_files() -> dict[str, Path]:
    """The file of each task: `category/name.py`, or `category/name/rules.py` for a folder."""
    root = Path(tasks.__path__[0])
    single = {path.stem: path for path in root.glob("*/*.py") if path.stem != "__init__"}
    folders = {path.parent.name: path for path in root.glob("*/*/rules.py")}
    return dict(sorted({**single, **folders}.items()))


def task_names() -> list[str]:
    """The names of all tasks."""
    return list(task_files())


def category(name: str) -> str:
    """The folder that a task belongs to; that of a module of yours is its package."""
    if "." in name:
        return name.rpartition(".")[0]
    return task_files()[name].relative_to(Path(tasks.__path__[0])).parts[0]


def categories() -> list[str]:
    """The folders that tasks belong to."""
    return sorted({category(name) for name in task_names()})


def summary(name: str) -> str:
    """What a task is about, the first line of its module; ours are read without importing."""
    if "." in name:
        line = (_foreign(name).__doc__ or "").partition("\n")[0]
    else:
        with task_files()[name].open(encoding="utf-8") as source:
            line = source.readline().strip().strip('"')
    said = line.partition(": ")[2] or line
    return said[:1].upper() + said[1:]


def declared_version(name: str) -> int:
    """The version in a task's source, read without importing it."""
    found = _VERSION.search(task_files()[name].read_text(encoding="utf-8"))
    return int(found[1]) if found else Task.version


def presets(name: str) -> Mapping[str, Task[Any]]:
    """The presets of a task by name; a dotted name is a module of yours."""
    module = _module(name)
    found = getattr(module, "PRESETS", None)
    if not isinstance(found, dict) or not found:
        raise Mistake(f"{name} has no PRESETS, a dictionary from preset names to tasks.")
    return found


def ids(within: str | None = None) -> list[str]:
    """Every `task/preset` of the catalog, or of one category, which loads no other task."""
    names = [name for name in task_names() if within in (None, category(name))]
    return [f"{name}/{preset}" for name in names for preset in presets(name)]


def load(id: str, **knobs: object) -> Task[Any]:
    """The task that an id names, with some knobs changed; without a preset, the first one.

    An id may carry knobs of its own, as in `maze_2d/easy?width=7`.
    """
    parts = Id.parse(id)
    task, chosen = _preset(parts), {**parts.values(), **knobs}
    return with_knobs(task, chosen) if chosen else task


def with_data(id: Id, root: Path) -> Id:
    """An id that says where its dataset lies, if `root/<dataset>` exists and the id says nothing.

    `data=` in an id asks for the embedded data.
    """
    task = _preset(id)
    dataset = getattr(task, "dataset", None)
    if dataset is None or task.knobs().get("data") != "" or "data" in dict(id.knobs):
        return id
    folder = root.expanduser() / dataset
    return id.with_knob("data", str(folder.resolve())) if folder.is_dir() else id


def _preset(id: Id) -> Task[Any]:
    options = presets(id.task)
    preset = id.preset or next(iter(options))
    if preset not in options:
        raise not_found(f"preset of {id.task}", preset, options)
    return options[preset]


def with_knobs(task: Task[Any], knobs: Mapping[str, object]) -> Task[Any]:
    """`task` with some knobs changed, each checked against its type."""
    values = task.knobs()
    kinds = field_types(type(task))
    for knob, value in knobs.items():
        if knob not in values:
            raise not_found(f"knob of {task.name}", knob, values)
        try:
            values[knob] = from_json(kinds[knob], value)
        except ValueError as error:
            raise Mistake(f"{knob} of {task.name}: {error}.") from None
    try:
        return type(task)(**values)
    except ValueError as error:
        raise Mistake(f"{task.name}: {error}") from None


def _module(name: str) -> ModuleType:
    if "." in name:
        return _foreign(name)
    if name not in task_files():
        raise not_found("task", name, task_names())
    path = task_files()[name].relative_to(Path(tasks.__path__[0])).with_suffix("")
    return importlib.import_module(".".join((tasks.__name__, *path.parts)))


def is_at_hand(name: str) -> bool:
    """Whether a task is ours, or of a module that somebody has asked for in this process."""
    return "." not in name or name in sys.modules


def _foreign(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise Mistake(
            f"'{name}' names no task: a task of ours is a word such as maze_2d, one of yours a "
            "module such as my_package.my_task."
        )
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise Mistake(
            f"The module {name} cannot be imported: {error}; install its package, or name the "
            "folder that holds it in PYTHONPATH."
        ) from None
