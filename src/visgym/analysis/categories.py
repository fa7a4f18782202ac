"""Success by category, and by task within a category."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from visgym import catalog
from visgym.analysis.statistics import Estimate, Share, average, pooled

ELSEWHERE = "elsewhere"
"""The category of tasks that are in nobody's folder any more."""


@dataclass(frozen=True, slots=True)
class CategorySuccess:
    """One agent on the tasks of one category."""

    mean: Estimate
    """Over tasks, each with the same weight."""
    episodes: Share
    tasks: int


@lru_cache(maxsize=4096)
def category_of(task: str) -> str:
    """The category of a task in a record, which may name anything."""
    if "." in task or task in catalog.task_files():
        return catalog.category(task) or ELSEWHERE
    return ELSEWHERE


def tasks_by_category(tasks: Iterable[str]) -> dict[str, list[str]]:
    """The tasks of each category, both by name; those of no category come last."""
    found: dict[str, list[str]] = {}
    for task in sorted(set(tasks), key=lambda task: (category_of(task) == ELSEWHERE, task)):
        found.setdefault(category_of(task), []).append(task)
    return dict(sorted(found.items(), key=lambda pair: (pair[0] == ELSEWHERE, pair[0])))


def category_success(
    shares: Mapping[tuple[str, str], Share],
) -> dict[tuple[str, str], CategorySuccess]:
    """The success of each agent on each category, from its shares by task."""
    parts: dict[tuple[str, str], list[Share]] = {}
    for (agent, task), share in shares.items():
        parts.setdefault((agent, category_of(task)), []).append(share)
    return {
        pair: CategorySuccess(average(each), pooled(each), len(each))
        for pair, each in parts.items()
    }
