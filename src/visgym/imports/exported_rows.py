"""Suites as rows of a table: questions with pictures and answers, as public kits read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visgym import catalog
from visgym.core.episode import begin
from visgym.core.identity import fingerprint
from visgym.core.messages import present
from visgym.core.solving import solve
from visgym.core.task import Task
from visgym.kit.options import LETTERS, listed
from visgym.kit.png import encode
from visgym.kit.questions import IMPORTED, DatasetRow
from visgym.kit.stored_pictures import FOLDER, stored_bytes
from visgym.suites.suite import Suite
from visgym.task_ids import FILE_KNOBS, Id
from visgym.wrappers.build import arrange


@dataclass(frozen=True)
class ExportedRow:
    """One question as any kit can ask it."""

    question: str
    options: tuple[str, ...]
    answers: tuple[str, ...]
    """Right answers; of options, the letter."""
    pictures: tuple[bytes, ...]
    category: str
    id: str = ""
    """The task and preset, where a seed says all about the start."""
    seed: int = 0
    start: str = ""
    """The fingerprint of the start."""


def export_rows(
    suite: Suite, episodes: int | None, left_out: list[str], ids: Sequence[str] = ()
) -> Iterator[ExportedRow]:
    """The questions of a suite; ids that take more than one answer are added to `left_out`."""
    for id, seeds in suite.seeds(ids or suite.ids).items():
        task: Task[Any] = catalog.load(id)
        if not task.single_turn or task.players != 1:
            left_out.append(id)
            continue
        for seed in seeds[:episodes]:
            yield _row(task, id, seed, suite.wrappers)


def _row(task: Task[Any], id: str, seed: int, wrappers: Sequence[str]) -> ExportedRow:
    episode = begin(task, seed)
    problem = task.visible(episode.start, task.seat)
    if isinstance(problem, DatasetRow):
        return _of_dataset(task, id, problem)
    message = present(episode, arrange(wrappers, task))[0]
    options: tuple[str, ...] = tuple(getattr(problem, "options", ()))
    text = message.text.replace(listed(options), "").strip() if options else message.text
    call = solve(task, episode.start)[0]
    answer = task.phrase(call).removeprefix("<answer>").removesuffix("</answer>")
    is_lettered = len(options) > 1 and answer in LETTERS[: len(options)]
    parts = Id.parse(id)
    is_plain = not wrappers and not set(dict(parts.knobs)) & set(FILE_KNOBS)
    return ExportedRow(
        text,
        options if is_lettered else (),
        (answer,),
        tuple(encode(each.image) for each in message.pictures),
        parts.task,
        *((id, seed, fingerprint(episode.start)) if is_plain else ()),
    )


def _of_dataset(task: Task[Any], id: str, problem: DatasetRow) -> ExportedRow:
    """A row of a dataset as it stood there, with the bytes of its own pictures."""
    knobs = task.knobs()
    if problem.place.startswith(IMPORTED):
        folder = Path(knobs["starts"]).parent / FOLDER
        pictures = tuple(stored_bytes(folder, name) for name in problem.files)
    else:
        pictures = tuple(map(encode, task.clip(problem)))
    answers, options = problem.answers, problem.options
    if options and answers[0] in options:
        answers = (LETTERS[options.index(answers[0])],)
    return ExportedRow(problem.text, options, answers, pictures, knobs["category"])
