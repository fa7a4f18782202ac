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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import visgym
from visgym import catalog
from visgym.core.errors import Mistake
from visgym.run.credits import credits
from visgym.run.exports.files import WORK
from visgym.run.exports.formats import find_format
from visgym.run.passes import Passes
from visgym.run.pools import Backend, run_jobs
from visgym.run.recipes import Recipe, first_seed
from visgym.run.shards import Order, WrittenShard
from visgym.run.tally import Tally
from visgym.suites.suite import all_suites

MANIFEST, ORDER = "manifest.json", "order.json"

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
) -> dict[str, Any]:
    """Make demonstrations in a folder, or finish those that are begun; returns the manifest."""
    find_format(format)
    order = Order(recipe.checked(), episodes, format, Path(out).resolve(), shard)
    with _held(order):
        path = order.folder / MANIFEST
        if path.exists():
            known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return known
        manifest = _manifest(order, _made(order, workers, backend, watch))
        fresh = order.folder / WORK / "manifest.new"
        fresh.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        fresh.replace(path)
        shutil.rmtree(order.folder / WORK)
    return manifest


def evaluation_starts() -> frozenset[tuple[str, str]]:
    """Task and fingerprint of every start that any suite evaluates on."""
    return frozenset(
        (id.partition("/")[0], start)
        for suite in all_suites().values()
        for id, starts in suite.starts.items()
        for start in starts.values()
    )


def _made(order: Order, workers: int, backend: Backend, watch: Watch) -> Passes:
    passes = Passes(order, evaluation_starts())
    rows = 0
    for result in run_jobs(passes.next_job, workers, backend):
        passes.take(result)
        if isinstance(result, WrittenShard):
            rows += result.tally.rows
            watch("Writing", rows, passes.accepted.rows)
        else:
            watch("Solving", passes.played * order.shard, passes.asked * order.shard)
    return passes


def _manifest(order: Order, passes: Passes) -> dict[str, Any]:
    accepted = passes.accepted
    written = sorted(passes.written, key=lambda result: result.shard)
    tally = Tally()
    hashes: dict[str, str] = {}
    for result in written:
        tally += result.tally
        hashes |= result.hashes
    hashes |= find_format(order.format).finish(order.folder)
    first = first_seed(order.recipe)
    return {
        **_asked(order),
        "counts": {
            "asked": order.episodes,
            "accepted": accepted.rows,
            "candidates": accepted.candidates,
            "failed": accepted.failed,
            "overlapping": accepted.overlapping,
            "duplicate": accepted.duplicate,
        },
        "seeds": {"first": first, "last": first + max(0, accepted.candidates - 1)},
        "statistics": tally.plain(),
        "licence": "Apache-2.0",
        "embedded_data": credits(file for result in written for file in result.files),
        "sha256": hashes,
    }


def _asked(order: Order) -> dict[str, Any]:
    """What decides the output."""
    names = sorted({id.partition("/")[0] for id in order.recipe.ids})
    return {
        "format": order.format,
        "episodes": order.episodes,
        "shard": order.shard,
        "recipe": order.recipe.spec(),
        "versions": {
            "visgym": visgym.__version__,
            "tasks": {name: next(iter(catalog.presets(name).values())).version for name in names},
        },
    }


@contextmanager
def _held(order: Order) -> Iterator[None]:
    """Hold the folder, which is empty or has the beginning of the same work."""
    work = order.folder / WORK
    asked = _asked(order)
    order.folder.mkdir(parents=True, exist_ok=True)
    with (order.folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Mistake(f"Another process is writing to {order.folder}; wait for it.") from None
        _check_same(order.folder, asked)
        if not (order.folder / MANIFEST).exists():
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
