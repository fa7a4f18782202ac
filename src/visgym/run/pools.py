"""Run many jobs in processes of this machine or of a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, Literal, TypeVar

from visgym.core.errors import Mistake

Result = TypeVar("Result")
Backend = Literal["local", "ray"]
Job = tuple[Any, ...]


def run_jobs(
    work: Callable[..., Result], jobs: Sequence[Job], workers: int, backend: Backend
) -> Iterator[Result]:
    """The results of `work(*job)` for each job, in the order in which they are done."""
    if backend == "ray":
        yield from _on_ray(work, jobs, workers)
    elif workers == 1:
        yield from (work(*job) for job in jobs)
    else:
        yield from _in_processes(work, jobs, workers)


def _in_processes(
    work: Callable[..., Result], jobs: Sequence[Job], workers: int
) -> Iterator[Result]:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(jobs) or 1), context, _settle)
    try:
        for done in as_completed([pool.submit(work, *job) for job in jobs]):
            yield done.result()
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


def _settle() -> None:
    """Leave Ctrl-C to the main process, and end when it ends, however that happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _on_ray(work: Callable[..., Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Jobs as tasks of the cluster that is running, or of one on this machine."""
    try:
        import ray
    except ImportError:
        raise Mistake("The backend ray is not installed; use pip install 'visgym[ray]'.") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    remote = ray.remote(work)
    waiting = iter(jobs)
    running = [remote.remote(*job) for job in islice(waiting, workers)]
    while running:
        done, running = ray.wait(running)
        running += [remote.remote(*job) for job in islice(waiting, len(done))]
        for each in done:
            yield ray.get(each)
