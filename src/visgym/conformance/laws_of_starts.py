"""Laws of starts: what seeds give, and what a task says about itself."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from typing import Any

from visgym.conformance.playthroughs import more_seeds
from visgym.core.episode import begin
from visgym.core.identity import from_json, to_json
from visgym.core.tags import TAGS, Tag
from visgym.core.task import Medium, Task

FEWEST, MOST = 10, 100  # seeds on which starts must differ
ASPECTS: tuple[tuple[Tag, ...], ...] = (
    ("synthetic", "real"),
    ("full", "partial", "hidden"),
    ("known", "unknown"),
)
"""What the tags of every task say something about."""


def seeds_decide_starts(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    for seed in seeds:
        if begin(task, seed).start != begin(task, seed).start:
            yield f"Seed {seed} gives another start the second time."


def different_seeds_give_different_starts(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    tried = more_seeds(task, seeds, FEWEST)[:MOST]
    distinct = len({begin(task, seed).start for seed in tried})
    if distinct < task.distinct_starts * len(tried):
        yield (
            f"{len(tried)} seeds give {distinct} different starts; the share should be "
            f"{task.distinct_starts:g}, or be declared as distinct_starts."
        )


def starts_are_values(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    for seed in seeds:
        start = begin(task, seed).start
        hash(start)
        if pickle.loads(pickle.dumps(start)) != start:  # noqa: S301
            yield f"The start of seed {seed} does not survive pickling."
        if from_json(task.state_type(), json.loads(json.dumps(to_json(start)))) != start:
            yield f"The start of seed {seed} does not survive JSON."
    if pickle.loads(pickle.dumps(task)) != task:  # noqa: S301
        yield "The task does not survive pickling."


def tags_are_known(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    for tag in sorted(task.tags - set(TAGS)):
        yield f"There is no tag '{tag}'; core/tags.py lists them."
    for aspect in ASPECTS:
        if not task.tags & set(aspect):
            yield f"None of the tags {', '.join(aspect)} is given."


def rules_are_told(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    media: tuple[Medium, ...] = ("picture", "text") if task.has_text else ("picture",)
    for text in (task.rules(), *(task.legend(medium) for medium in media)):
        if len(text) < 20 or not text.strip().endswith((".", "?")):
            yield f"Rules and legend are full sentences, not {text!r:.60}"
    for action in task.actions.values():
        if not action.help.endswith("."):
            yield f"The action {action.name} needs a docstring that is a sentence."
