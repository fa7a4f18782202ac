"""What must not be trained on: the starts of evaluation, what they look like, and earlier sets."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from visgym import catalog
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.parts import Text
from visgym.core.task import Task
from visgym.suites.suite import all_suites
from visgym.task_ids import Id

STARTS = "starts.json"
COMMON = 0.1  # of the starts of an id; a first view of more of them tells nothing of any
EACH = 3  # of the rows of pixels one is hashed, which tells pictures apart in a third of the time
_ASKED = ("goal", "example", "question")

Start = tuple[str, str]
"""A task and the fingerprint of a start."""


def evaluation_starts() -> frozenset[Start]:
    """Task and fingerprint of every start that any suite evaluates on."""
    return frozenset(
        (Id.parse(id).task, start)
        for suite in all_suites().values()
        for id, starts in suite.starts.items()
        for start in starts.values()
    )


def comes_by_evaluation(episode: Episode[Any]) -> bool:
    """Whether a start of evaluation is met on the way; games have few openings and are let be."""
    task = episode.task
    if task.single_turn or task.adversarial:
        return False
    taken = _states(task.name)
    return any(task.as_start(state) in taken for state in episode.states[1:])


@lru_cache(maxsize=1024)
def _states(name: str) -> frozenset[Any]:
    return frozenset(state for states in _evaluated(name).values() for state in states)


@lru_cache(maxsize=1024)
def _evaluated(name: str) -> dict[str, list[Any]]:
    """The starts of a task in all suites, by id."""
    found: dict[str, list[Any]] = {}
    for id in _evaluated_ids(name):
        task = catalog.load(id)
        seeds = {seed for suite in all_suites().values() for seed in suite.starts.get(id, ())}
        found[id] = [task.start(seed) for seed in sorted(seeds)]
    return found


def first_view(task: Task[Any], start: Any) -> str:
    """A hash of what is seen first and of what is asked about it."""
    found = hashlib.sha256()
    for part in present(Episode(task, 0, start), (), task.seat)[0].parts:
        if not isinstance(part, Text):
            found.update(part.image[::EACH].tobytes())
        elif part.kind in _ASKED:
            found.update(part.text.encode())
    return found.hexdigest()[:32]


@lru_cache(maxsize=1024)
def evaluation_views(name: str) -> frozenset[str]:
    """The first views of a task in all suites, but for those that many starts have in common."""
    found: set[str] = set()
    for id, starts in _evaluated(name).items():
        task = catalog.load(id)
        views = Counter(first_view(task, start) for start in starts)
        found |= {view for view, times in views.items() if times <= max(1, COMMON * len(starts))}
    return frozenset(found)


def _evaluated_ids(name: str) -> list[str]:
    ids = {id for suite in all_suites().values() for id in suite.starts}
    return sorted(id for id in ids if Id.parse(id).task == name)


def uses_other_data(task: Task[Any]) -> bool:
    """Whether photos or objects are shown that evaluation does not, so that no view is the same."""
    knobs = task.knobs()
    return "training" in (knobs.get("photos"), knobs.get("meshes"))


def write_starts(starts: Iterable[Start], path: Path) -> None:
    """Write the starts of a set, so that a later one can leave them out."""
    by_task: dict[str, list[str]] = {}
    for task, start in sorted(starts):
        by_task.setdefault(task, []).append(start)
    path.write_text(json.dumps(by_task, indent=0) + "\n", encoding="utf-8")


def read_starts(folder: Path) -> frozenset[Start]:
    """The starts of an earlier set."""
    try:
        known = json.loads((folder / STARTS).read_text(encoding="utf-8"))
    except OSError:
        raise Mistake(f"{folder} holds no finished demonstrations: {STARTS} is missing.") from None
    return frozenset((task, start) for task, starts in known.items() for start in starts)
