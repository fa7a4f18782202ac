"""A named benchmark: which tasks, which seeds."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass

from visgym import suites
from visgym.core.errors import not_found


@dataclass(frozen=True)
class Suite:
    """Tasks and seeds under one name."""

    name: str
    ids: tuple[str, ...]
    seeds: range


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
