"""Demonstrations by the hundred thousand: solved, distinct, and none that evaluation uses.

A first pass plays candidates in fixed shards, a walk over them in order accepts the first that are
solved, new and in no suite, and a second pass draws and writes those as soon as they are known.
Every file gets its name when it is whole, so that a killed run goes on where it was, and the bytes
are the same whatever the number of workers.
"""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from visgym import catalog
from visgym.core.errors import Mistake
from visgym.demonstrations.counts import ConversationCounts
from visgym.demonstrations.credits import credits
from visgym.demonstrations.exports.files import MANIFEST, WORK, sha256, whole
from visgym.demonstrations.exports.formats import find_format
from visgym.demonstrations.exports.training_files import write_training_files
from visgym.demonstrations.hold_out import STARTS, evaluation_starts, read_starts, write_starts
from visgym.demonstrations.recipes import Recipe, first_seed, usual_knobs
from visgym.demonstrations.scheduler import Scheduler
from visgym.demonstrations.shards import JobSpec, WrittenShard
from visgym.evaluation.pools import Backend, run_jobs
from visgym.task_ids import Id
from visgym.version import VERSION

ORDER = "order.json"

Watch = Callable[[str, int, int], None]
"""Is told what is being done, how far it is, and how far it will go."""


def demonstrate(
    recipe: Recipe,
    episodes: int,
    format: str,
    out: str | Path,
    workers: int = 1,
    backend: Backend = "local",
    shard: int = 100,
    watch: Watch = lambda what, done, total: None,
    exclude: Sequence[str | Path] = (),
) -> dict[str, Any]:
    """Make demonstrations in a folder, or finish those that are begun; returns the manifest."""
    find_format(format)
    if format == "verl" and recipe.style == "tool":
        raise Mistake("verl is given replies as text; choose --style call or think.")
    spec = JobSpec(
        recipe.checked(), episodes, format, Path(out).resolve(), shard, tuple(map(Path, exclude))
    )
    for folder in spec.exclude:
        read_starts(folder)
    with _held(spec):
        path = spec.folder / MANIFEST
        if path.exists():
            known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return known
        manifest = _manifest(spec, _made(spec, workers, backend, watch))
        fresh = spec.folder / WORK / "manifest.new"
        fresh.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        fresh.replace(path)
        shutil.rmtree(spec.folder / WORK)
    return manifest


def _made(spec: JobSpec, workers: int, backend: Backend, watch: Watch) -> Scheduler:
    earlier = frozenset(start for folder in spec.exclude for start in read_starts(folder))
    scheduler = Scheduler(spec, evaluation_starts(), earlier)
    rows = 0
    for result in run_jobs(scheduler.next_job, workers, backend):
        scheduler.take(result)
        if isinstance(result, WrittenShard):
            rows += result.tally.rows
            watch("Writing", rows, scheduler.accepted.rows)
        else:
            watch("Solving", scheduler.played * spec.shard, scheduler.asked * spec.shard)
    return scheduler


def _manifest(spec: JobSpec, scheduler: Scheduler) -> dict[str, Any]:
    accepted = scheduler.accepted
    written = sorted(scheduler.written, key=lambda result: result.shard)
    tally = ConversationCounts()
    hashes: dict[str, str] = {}
    for result in written:
        tally += result.tally
        hashes |= result.hashes
    hashes |= find_format(spec.format).finish(spec.folder)
    if spec.format == "llamafactory":
        tasks = {Id.parse(id).task for id in spec.recipe.ids}
        hashes |= write_training_files(spec.folder, len(tasks), tally.windows > 0)
    with whole(spec.folder, STARTS) as fresh:
        write_starts(accepted.starts, fresh)
    hashes[STARTS] = sha256(spec.folder / STARTS)
    first = first_seed(spec.recipe)
    return {
        **_asked(spec),
        "counts": {
            "asked": spec.episodes,
            "accepted": accepted.rows,
            "candidates": accepted.candidates,
            "failed": accepted.failed,
            "overlapping": accepted.overlapping,
            "looking_alike": accepted.looking_alike,
            "excluded": accepted.excluded,
            "duplicate": accepted.duplicate,
        },
        "seeds": {"first": first, "last": first + max(0, accepted.candidates - 1)},
        "statistics": tally.plain(),
        "licence": "Apache-2.0",
        "embedded_data": credits(file for result in written for file in result.files),
        "sha256": hashes,
    }


def _asked(spec: JobSpec) -> dict[str, Any]:
    """What decides the output."""
    names = sorted({Id.parse(id).task for id in spec.recipe.ids})
    return {
        "format": spec.format,
        "episodes": spec.episodes,
        "shard": spec.shard,
        "recipe": spec.recipe.spec(),
        "usual_knobs": usual_knobs(spec.recipe),
        "excluded_sets": [sha256(folder / STARTS) for folder in spec.exclude],
        "versions": {
            "visgym": VERSION,
            "tasks": {name: next(iter(catalog.presets(name).values())).version for name in names},
        },
    }


@contextmanager
def _held(spec: JobSpec) -> Iterator[None]:
    """Hold the folder, which is empty or has the beginning of the same work."""
    work = spec.folder / WORK
    asked = _asked(spec)
    spec.folder.mkdir(parents=True, exist_ok=True)
    with (spec.folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Mistake(f"Another process is writing to {spec.folder}; wait for it.") from None
        _check_same(spec.folder, asked)
        if not (spec.folder / MANIFEST).exists():
            work.mkdir(exist_ok=True)
            fresh = work / "order.new"
            fresh.write_text(json.dumps(asked, indent=1), encoding="utf-8")
            fresh.replace(work / ORDER)
        yield


def _check_same(folder: Path, asked: dict[str, Any]) -> None:
    for path in (folder / MANIFEST, folder / WORK / ORDER):
        if not path.exists():
            continue
        known = json.loads(path.read_text(encoding="utf-8"))
        changed = [name for name, value in asked.items() if known.get(name) != value]
        if changed:
            raise Mistake(
                f"{folder} holds demonstrations with another {changed[0]}; give another --out."
            )
        return
    others = [path.name for path in folder.iterdir() if path.name not in (".lock", WORK)]
    if others:
        raise Mistake(f"{folder} is not empty (it holds {others[0]}); give another --out.")
