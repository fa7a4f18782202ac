"""Which embedded files a set of starts is made of, and whom to thank for them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from visgym.core.task import Task
from visgym.kit.pictures import PhotoView

DATA = Path(str(files("visgym.data")))


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
            if path.parent.name == "meshes":
                found[entry["file"].partition(".")[0]] = credit
    return found


def files_in(task: Task[Any], start: Any) -> set[str]:
    """The embedded files that a start, as JSON data, refers to."""
    known = _known()
    names = {PhotoView.of(word).file.rpartition("/")[2] for word in _words(start)}
    if "offline" in task.tags:  # where `cat` is an answer and no mesh
        names = {name for name in names if "." in name}
    return {known[name]["file"] for name in names if name in known}


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
