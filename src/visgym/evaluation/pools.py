"""Run many jobs in processes of this machine or of a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import Any, Literal, TypeVar

from visgym.core.errors import Mistake
from visgym.core.optional import require
from visgym.kit.caches import LAYERS

Result = TypeVar("Result")
Backend = Literal["local", "ray"]
Job = Callable[[], Result]
NextJob = Callable[[], Job[Result] | None]
"""Gives the next job, or None while there is none; results that are taken may bring new ones."""


LOOK = 1.0  # seconds between looks at jobs that are under way


def run_jobs(
    next_job: NextJob[Result],
    workers: int,
    backend: Backend,
    look: Callable[[], None] = lambda: None,
) -> Iterator[Result]:
    """The results of jobs as they are done; `look` is called now and then while none is."""
    if backend == "ray":
        yield from _on_ray(next_job, workers, look)
    elif workers == 1:
        while job := next_job():
            yield job()
    else:
        yield from _in_processes(next_job, workers, look)


def _in_processes(
    next_job: NextJob[Result], workers: int, look: Callable[[], None]
) -> Iterator[Result]:
    others = set(multiprocessing.active_children())
    spawn, share = multiprocessing.get_context("spawn"), LAYERS.most // workers
    pool = ProcessPoolExecutor(workers, spawn, _settle, (share,))
    running: set[Future[Result]] = set()
    try:
        while True:
            while len(running) < workers and (job := next_job()):
                running.add(pool.submit(job))
            if not running:
                break
            done, running = wait(running, LOOK, FIRST_COMPLETED)
            if not done:
                look()
            for each in done:
                yield each.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise Mistake(
            "A worker died, probably for lack of memory; the same command goes on from here, "
            "perhaps with fewer --workers."
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()  # what it was writing has a temporary name and is made again


def _settle(share: int) -> None:
    """Keep a share of the layers, leave Ctrl-C to the main process, and end when it ends."""
    LAYERS.limit(share)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def started_ray() -> Any:
    """Ray with the cluster that is running, or with one on this machine."""
    ray = require("ray", "ray", "The backend ray")
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    return ray


def _on_ray(next_job: NextJob[Result], workers: int, look: Callable[[], None]) -> Iterator[Result]:
    """Jobs as tasks of a cluster."""
    ray = started_ray()
    remote: Any = ray.remote(_call)
    running: list[Any] = []
    try:
        while True:
            while len(running) < workers and (job := next_job()):
                running.append(remote.remote(job))
            if not running:
                break
            done, running = ray.wait(running, timeout=LOOK)
            if not done:
                look()
            for each in done:
                yield ray.get(each)
    finally:
        for each in running:
            ray.cancel(each, force=True)


def _call(job: Job[Result]) -> Result:
    return job()
