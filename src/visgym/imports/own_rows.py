"""Rows that our own export wrote: they name a task and a seed, and are played as what they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from visgym import catalog
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.core.messages import present
from visgym.core.task import Task
from visgym.imports.files import BrokenProblem, brief
from visgym.imports.problems import Problem
from visgym.kit.asking import Asked
from visgym.kit.stored_pictures import stored_pictures
from visgym.task_ids import FILE_KNOBS, Id

ID, SEED, START = "visgym_id", "visgym_seed", "visgym_start"
"""Columns beside those of the kits, which kits pass over."""
LONGEST_ID, MOST_SEED = 2_000, 10**15


def own_problem(row: Mapping[str, Any], names: tuple[str, ...], folder: Path) -> Problem | None:
    """The problem that a row of ours names, once its start and pictures are ours; None if none."""
    if not row.get(ID):
        return None
    id, seed = _named(row)
    task: Task[Any] = catalog.load(str(id))
    start = begin(task, seed).start
    if row.get(START) != fingerprint(start):
        raise BrokenProblem("Its start is another than ours, by another version of the task.")
    shown = [each.image for each in present(begin(task, seed))[0].pictures]
    held = stored_pictures(str(folder), names)
    if len(held) != len(shown) or not all(map(np.array_equal, map(np.asarray, held), shown)):
        raise BrokenProblem("Its pictures are not those of its start.")
    posed = start.problem if isinstance(start, Asked) else start
    return Problem(str(id), seed, {each.name: getattr(posed, each.name) for each in fields(posed)})


def _named(row: Mapping[str, Any]) -> tuple[Id, int]:
    """A task of the catalog without files of anybody's, and a seed."""
    text, seed = str(row[ID]), str(row.get(SEED))
    if len(text) > LONGEST_ID or not seed.isdecimal() or int(seed[:20]) > MOST_SEED:
        raise BrokenProblem("It names no task and seed of ours.")
    try:
        id = Id.parse(text)
        is_ours = id.task in catalog.task_names() and not set(dict(id.knobs)) & set(FILE_KNOBS)
        if not is_ours or not catalog.load(text).single_turn:
            raise BrokenProblem("It names no task of ours with a single answer.")
    except (Mistake, ValueError, TypeError) as error:
        raise BrokenProblem(f"It names no task of ours: {brief(error)}.") from None
    return id, int(seed)
