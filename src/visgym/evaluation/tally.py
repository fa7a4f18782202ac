"""How far the jobs of a run are, in cells that all of its processes see."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from visgym.agents.agent import Usage
from visgym.evaluation.evaluate import Limits, Progress
from visgym.evaluation.records import Record

TALLY_FILE, QUEUE_FILE = ".tally", ".queue"
_COLUMNS = 8  # done, solved, errors, and the five numbers of a usage


@dataclass(frozen=True)
class Tally:
    """A row for each job, which alone writes to it."""

    cells: NDArray[np.float64]
    before: float
    """Dollars that were spent before."""
    limits: Limits

    def pay(self, job: int, usage: Usage) -> None:
        """Count what an answer cost."""
        numbers = (usage.input, usage.cached, usage.output, usage.reasoning, usage.dollars)
        self.cells[job, 3:] += numbers

    def count(self, job: int, kept: Record) -> None:
        """Count a record."""
        self.cells[job, :3] += (1, kept.success, not kept.scored)

    def is_over_budget(self) -> bool:
        """Whether all jobs together have spent what may be spent."""
        most = self.limits.dollars
        return most is not None and self.before + float(self.cells[:, -1].sum()) >= most

    def progress(self, first: Progress) -> Progress:
        """How far the run is that began with `first`."""
        *counts, dollars = self.cells.sum(axis=0).tolist()
        done, solved, errors, read, cached, written, thought = map(int, counts)
        return Progress(
            first.total,
            first.done + done,
            first.solved + solved,
            first.errors + errors,
            first.spent + Usage(read, cached, written, thought, dollars),
        )


def in_memory(jobs: int, before: float, limits: Limits) -> Tally:
    """A tally that one process keeps."""
    return Tally(np.zeros((jobs, _COLUMNS)), before, limits)


@contextmanager
def on_disk(folder: Path, jobs: int, before: float, limits: Limits) -> Iterator[Tally]:
    """A tally that processes of this machine share, for as long as a run goes on."""
    cells, queue = folder / TALLY_FILE, folder / QUEUE_FILE
    cells.write_bytes(bytes(8 * jobs * _COLUMNS))
    queue.write_bytes(b"")
    try:
        yield attached(folder, jobs, before, limits)
    finally:
        cells.unlink(missing_ok=True)
        queue.unlink(missing_ok=True)


def attached(folder: Path, jobs: int, before: float, limits: Limits) -> Tally:
    """The tally that another process of this machine has put on disk."""
    cells = np.memmap(folder / TALLY_FILE, np.float64, "r+", shape=(jobs, _COLUMNS))
    return Tally(cells, before, limits)


@contextmanager
def numbers_on_disk(folder: Path) -> Iterator[Iterator[int]]:
    """Numbers from 0 on, of which every process of this machine gets others."""
    with (folder / QUEUE_FILE).open("r+b", buffering=0) as file:
        yield (_taken(file.fileno()) for _ in count())


def _taken(file: int) -> int:
    """The next number, which the file is as long as."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        number = os.fstat(file).st_size
        os.truncate(file, number + 1)
        return number
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)
