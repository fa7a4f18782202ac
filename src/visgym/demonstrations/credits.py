"""Which embedded files a set of starts is made of, and whom to thank for them."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from visgym.core.task import Task
from visgym.kit.pictures import PhotoView

DATA = Path(str(files("visgym.data")))
STEMS = ("meshes", "photos")  # whose files are named without their endings too
OURS = ("visgym.kit.", "visgym.tasks.")
STAGED = "visgym.kit.staged."  # the modules that choose what is drawn by themselves, from a seed


@cache
def _known() -> dict[str, dict[str, str]]:
    """The manifest entry of every photo, mesh and clip by the words that states name it with."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(DATA.glob("*/manifest.json")):
        if path.parent.name == "fonts":
            continue
        for entry in json.loads(path.read_text(encoding="utf-8")):
            file = f"{path.parent.name}/{entry['file']}"
            fields = ("author", "licence", "source")
            credit = {"file": file, **{name: str(entry[name]) for name in fields}}
            found[entry["file"]] = credit
            if path.parent.name in STEMS:
                found.setdefault(entry["file"].partition(".")[0], credit)
    return found


@cache
def _meshes() -> frozenset[str]:
    return frozenset(name for name, entry in _known().items() if entry["file"][:7] == "meshes/")


def files_in(task: Task[Any], start: Any) -> set[str]:
    """The embedded files that a start, as JSON data, refers to."""
    known = _known()
    names = {PhotoView.of(word).file.rpartition("/")[2] for word in _words(start)}
    if "offline" in task.tags:  # where `cat` is an answer and no mesh
        names = {name for name in names if "." in name}
    else:
        names = {name for name in names if "." in name or name in _meshes()}
    found = {known[name]["file"] for name in names if name in known}
    simulated = not task.knobs().get("data")
    return found | drawn_by(type(task).__module__) if simulated else found


@cache
def drawn_by(module: str) -> frozenset[str]:
    """The embedded files that the code of a task names: word lists, and what scenes are set with.

    A scene keeps its seed and not what is in it, so that all that it may hold is credited.
    """
    known, found = _known(), set[str]()
    for each in _closure(module):
        for word in _constants(each):
            if word in known and ("." in word or each.startswith(STAGED)):
                found.add(known[word]["file"])
    return frozenset(found)


def _closure(module: str) -> set[str]:
    """A module of a task, the modules of its own and of the kit that it imports, and so on."""
    found, fringe = {module}, [module]
    while fringe:
        for node in ast.walk(_tree(fringe.pop())):
            if not isinstance(node, ast.ImportFrom) or not node.module:
                continue
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                if name.startswith(OURS) and name not in found and _source(name):
                    found.add(name)
                    fringe.append(name)
    return found


def _constants(module: str) -> set[str]:
    nodes = ast.walk(_tree(module))
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


@cache
def _tree(module: str) -> ast.Module:
    path = _source(module)
    return ast.parse(path.read_text(encoding="utf-8") if path else "")


@cache
def _source(module: str) -> Path | None:
    """The file of a module of this package."""
    name, *parts = module.split(".")
    path = DATA.parent.joinpath(*parts).with_suffix(".py")
    return path if name == "visgym" and path.is_file() else None


def credits(files: Iterable[str]) -> list[dict[str, str]]:
    """Author, licence and source of each file."""
    by_file = {entry["file"]: entry for entry in _known().values()}
    return [by_file[file] for file in sorted(set(files))]


def _words(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _words(value)
    elif isinstance(data, list):
        for value in data:
            yield from _words(value)
