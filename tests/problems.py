"""Problems of questions at their three levels, for tests that referee them."""

from __future__ import annotations

from typing import Any

from visgym.catalog import load

LEVELS = ("level_0", "level_1", "level_2")


def problems(name: str, level: str, count: int) -> list[tuple[Any, Any]]:
    """A question at a level with so many of its problems."""
    task = load(f"{name}/{level}")
    return [(task, task.start(seed).problem) for seed in range(count)]
