"""Published problems of any benchmark: checked against our rules and written as a suite."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_origin

from visgym import catalog
from visgym.core.calls import Call, Illegal
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint, from_json, to_json
from visgym.core.task import Task
from visgym.imports.files import BrokenProblem, brief, printable
from visgym.task_ids import Id

MOST_PROBLEMS = 100_000
MOST_ANSWERS = 1_000  # of a problem
FAULTS = (
    OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError,
    Illegal,
)  # fmt: skip
"""What our own rules raise where a file is otherwise than any that we know."""


@dataclass(frozen=True)
class Problem:
    """A start of one of our tasks and what its publisher says about it."""

    id: str
    """The task and preset that pose it."""
    seed: int
    """Its number in the release."""
    start: Mapping[str, Any]
    """The fields of the start as values or JSON data; those that are left out are None."""
    answers: tuple[Call, ...] = ()
    """Answers that the publisher calls right."""
    fewest: int | None = None
    """Moves of the shortest answer, as the publisher says."""


@dataclass(frozen=True)
class Skipped:
    """A published file that was left out, and why."""

    path: Path
    reason: str


@dataclass(frozen=True)
class Report:
    """What came of an import."""

    suite: Path
    counts: dict[str, int]
    """Problems by id."""
    checked: int
    """Published answers that were scored, all of them as the publisher says."""
    skipped: tuple[Skipped, ...]
    reasons: Path
    """The file with everything that was left out, and why."""


Maker = Callable[[], Problem]


def broken(reason: str) -> Problem:
    """A maker of a problem that cannot be made."""
    raise BrokenProblem(reason)


def collect(
    sources: Iterable[tuple[Path, Maker]], skipped: list[Skipped], distinct: bool = False
) -> Iterator[tuple[Problem, Any]]:
    """Every problem that can be made and its start; the others are added to `skipped`.

    Two files for one problem are one too many, and so are two equal starts where `distinct`.
    """
    seen: dict[object, Path] = {}
    for number, (path, make) in enumerate(sources):
        if number >= MOST_PROBLEMS:
            skipped.append(Skipped(path, f"Only {MOST_PROBLEMS} problems are read at a time."))
            return
        try:
            problem = make()
            start = _checked(problem)
            names = [(problem.id, problem.seed), *([fingerprint(start)] if distinct else [])]
            if first := next((seen[name] for name in names if name in seen), None):
                raise BrokenProblem(f"It is the same problem as {first}.")
        except BrokenProblem as error:
            skipped.append(Skipped(path, str(error)))
        except FAULTS as error:
            skipped.append(Skipped(path, f"It cannot be read: {brief(error)}."))
        else:
            seen.update(dict.fromkeys(names, path))
            yield problem, start


def _checked(problem: Problem) -> Any:
    """The start of a problem, once its answers score and its length is ours."""
    task: Task[Any] = catalog.load(problem.id)
    kind = type(task).state_type()
    data = dict.fromkeys(field.name for field in fields(get_origin(kind) or kind))
    for name, value in problem.start.items():
        data[name] = value if isinstance(value, dict) else to_json(value)
    start = from_json(kind, data)
    if len(problem.answers) > MOST_ANSWERS:
        raise BrokenProblem(f"It has more than {MOST_ANSWERS} answers.")
    for call in problem.answers:
        if task.score(task.apply(start, call)) < 1:
            raise BrokenProblem(
                f"The published answer {task.phrase(call)!r:.80} is wrong by the rules."
            )
    if problem.fewest is not None:
        fewest = task.measure([start], [])["fewest_moves"]
        if fewest != problem.fewest:
            raise BrokenProblem(f"{problem.fewest} moves are published, but {fewest:g} are enough.")
    return start


def write(
    found: Iterable[tuple[Problem, Any]],
    skipped: Sequence[Skipped],
    suite: Path,
    wrappers: Sequence[str] = (),
) -> Report:
    """Write a suite file, one file of starts for each id, and what was left out and why."""
    starts: dict[str, dict[int, Any]] = {}
    answers = 0
    for problem, start in found:
        starts.setdefault(problem.id, {})[problem.seed] = start
        answers += len(problem.answers)
    suite.parent.mkdir(parents=True, exist_ok=True)
    reasons = suite.with_name(f"{suite.stem}.skipped.json")
    _dump([{"path": str(each.path), "reason": each.reason} for each in skipped], reasons)
    if not starts:
        first = f"{skipped[0].path}: {skipped[0].reason}" if skipped else "there is no file to read"
        told = printable(first).rstrip(".")
        raise Mistake(f"No problem could be read: {told}; all reasons are in {reasons}.")
    prints: dict[str, dict[int, str]] = {}
    for id, by_seed in starts.items():
        path = suite.with_name(f"{suite.stem}_{re.sub(r'[^A-Za-z0-9]+', '_', id)}_starts.json")
        _dump({seed: to_json(start) for seed, start in by_seed.items()}, path)
        prints[str(Id.parse(id).with_knob("starts", path.name))] = {
            seed: fingerprint(each) for seed, each in by_seed.items()
        }
    _dump({"wrappers": list(wrappers), "starts": prints} if wrappers else prints, suite)
    counts = {id: len(each) for id, each in starts.items()}
    return Report(suite, counts, answers, tuple(skipped), reasons)


def _dump(data: object, path: Path) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
