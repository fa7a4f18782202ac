"""A named benchmark: which tasks, which seeds."""

from __future__ import annotations

import importlib
import json
import pkgutil
from dataclasses import dataclass
from importlib.resources import files

from visgym import suites
from visgym.core.errors import not_found


@dataclass(frozen=True)
class Suite:
    """Tasks and the episodes of each under one name."""

    name: str
    ids: tuple[str, ...]
    episodes: int = 70

    @property
    def starts(self) -> dict[str, dict[int, str]]:
        """The seeds of each id and the fingerprints of the starts they were published with."""
        path = files(suites) / "starts" / f"{self.name.replace('/', '_')}.json"
        known = json.loads(path.read_text(encoding="utf-8"))
        return {
            id: {int(seed): start for seed, start in starts.items()} for id, starts in known.items()
        }


def all_suites() -> dict[str, Suite]:
    """Every suite by name, found by walking this folder."""
    found: dict[str, Suite] = {}
    for item in pkgutil.iter_modules(suites.__path__):
        if item.name != "suite":
            module = importlib.import_module(f"{suites.__name__}.{item.name}")
            found.update({suite.name: suite for suite in module.SUITES})
    return found


def find_suite(name: str) -> Suite:
    """The suite of that name."""
    known = all_suites()
    if name not in known:
        raise not_found("suite", name, known)
    return known[name]
