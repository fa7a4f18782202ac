"""One place in a pool: the process that is there now, and what it has not answered yet."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from visgym.core.identity import canonical, to_json
from visgym.serve import worker_process
from visgym.serve.player import Outcome, failed
from visgym.serve.worker_process import FRAME, READY, WorkerOptions, unpacked

MOST_DEATHS = 3  # of workers by one job, some of which may have been killed for other reasons
REST, LONGEST_REST = 0.5, 10.0  # seconds before a worker that died at once is started again
START = 120.0  # seconds that a process may take until it works
TOO_LONG = "This takes too long; turn the knobs back, or ask for less at a time."
DEADLY = "The worker died of this; turn the knobs back, or ask for less at a time."
Process = subprocess.Popen[bytes]


@dataclass
class PendingJob:
    """A job that a worker has not answered."""

    data: bytes
    future: asyncio.Future[Outcome]
    begun: float
    deaths: int = 0


class _Line(asyncio.Protocol):
    """The server's end of the socket of one worker."""

    def __init__(self, worker: PoolWorker) -> None:
        self.worker = worker
        self.waiting = bytearray()

    def connection_made(self, transport: Any) -> None:
        self.worker.transport = transport

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        while len(self.waiting) >= FRAME.size:
            number, status, flags, length = FRAME.unpack_from(self.waiting)
            end = FRAME.size + length
            if len(self.waiting) < end:
                break
            with memoryview(self.waiting) as view:  # pictures are large, so one copy is enough
                outcome = unpacked(status, flags, bytes(view[FRAME.size : end]))
            del self.waiting[:end]
            if number == READY:
                self.worker.ready.set()
            self.worker.answered(number, outcome)

    def connection_lost(self, error: Exception | None) -> None:
        self.worker.lost()


@dataclass
class PoolWorker:
    """One place in the pool, and the process that is there now."""

    options: WorkerOptions
    job_seconds: float
    """How long one job may take."""
    on_lost: Callable[[PoolWorker], None]
    """What is done when the process is gone."""
    pending: dict[int, PendingJob] = field(default_factory=dict)
    """By number, the oldest first, which is the one that the process is busy with."""
    transport: Any = None
    process: Process | None = None
    failures: int = 0
    """Processes in a row that died before they answered anything."""
    busy_since: float = 0.0
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether the process has begun to work."""

    async def start(self) -> None:
        """A process at the other end of a new socket, with all that is still pending."""
        ours, theirs = socket.socketpair()
        loop = asyncio.get_running_loop()
        with theirs:
            self.process = await asyncio.to_thread(_started, theirs.fileno(), self.options)
        ours.setblocking(False)
        await loop.connect_accepted_socket(lambda: _Line(self), ours)
        self.busy_since = loop.time()
        for number, job in self.pending.items():
            self._write(number, job.data)

    def send(self, number: int, job: PendingJob) -> None:
        if not self.pending:
            self.busy_since = job.begun
        self.pending[number] = job
        if self.transport is not None:
            self._write(number, job.data)

    def _write(self, number: int, data: bytes) -> None:
        self.transport.write(FRAME.pack(number, 0, 0, len(data)) + data)

    def answered(self, number: int, outcome: Outcome) -> None:
        job = self.pending.pop(number, None)
        self.failures = 0
        self.busy_since = asyncio.get_running_loop().time()
        if job is not None and not job.future.done():
            job.future.set_result(outcome)

    def lost(self) -> None:
        """The process is gone: blame the job that it was at, and begin again."""
        self.transport = None
        self.ready.clear()
        self._blame(DEADLY, MOST_DEATHS)
        self.failures += 1
        self.on_lost(self)

    @property
    def rest(self) -> float:
        """Seconds to wait before another process is tried."""
        return min(LONGEST_REST, REST * 2.0**self.failures - REST * 2)

    def check(self, now: float) -> None:
        """End a process that is at one job for too long, and give that job up."""
        is_ready = self.ready.is_set()
        if is_ready and self.pending and now - self.busy_since > self.job_seconds:
            self._blame(TOO_LONG, 1)
            self.kill()
        elif not is_ready and self.transport is not None and now - self.busy_since > START:
            self.kill()

    def _blame(self, sentence: str, most: int) -> None:
        number = next(iter(self.pending), None)
        if number is None:
            return
        job = self.pending[number]
        job.deaths += 1
        if job.deaths >= most:
            del self.pending[number]
            if not job.future.done():
                job.future.set_result(failed(422, sentence))

    def reap(self) -> None:
        """Let go of what is left of a dead process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()


def _started(line: int, options: WorkerOptions) -> Process:
    """A worker at the other end of a socket, which imports what this process could."""
    command = [
        sys.executable,
        "-m",
        worker_process.__name__,
        str(line),
        canonical(to_json(options)),
    ]
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        pass_fds=[line],
        env={**os.environ, "PYTHONPATH": paths},
    )
