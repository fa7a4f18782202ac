"""Worker processes, each with a share of the sessions; one that dies is replaced.

Jobs are values, so what a dead worker had not answered is given to its successor. A job that takes
too long, or at which worker after worker died, is given up, and its worker with it.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from zlib import crc32

from visgym.core.identity import canonical, to_json
from visgym.kit import caches
from visgym.serve import worker_process
from visgym.serve.limits import Refusal, ServeLimits
from visgym.serve.player import Job, Outcome, failed
from visgym.serve.views import encode
from visgym.serve.worker_process import FRAME, READY, WorkerOptions, unpacked

MOST_DEATHS = 3  # of workers by one job, some of which may have been killed for other reasons
REST, LONGEST_REST = 0.5, 10.0  # seconds before a worker that died at once is started again
START = 120.0  # seconds that a process may take until it works
LOOK = 0.5  # seconds between looks at jobs that take long
TOO_LONG = "This takes too long; turn the knobs back, or ask for less at a time."
DEADLY = "The worker died of this; turn the knobs back, or ask for less at a time."
Process = subprocess.Popen[bytes]
BUSY = "Too many requests wait for this server; try again in a moment."


class Executor(Protocol):
    """Something that does jobs; those with the same key come to the same place."""

    async def run(self, key: str, job: Job) -> Outcome:
        """What comes of a job."""

    async def start(self) -> None:
        """Get ready."""

    async def stop(self) -> None:
        """Let go of everything."""

    def figures(self) -> dict[str, float]:
        """What can be counted, by name."""

    @property
    def places(self) -> int:
        """How many jobs can be under way at a time."""


@dataclass
class _Pending:
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
            outcome = unpacked(status, flags, bytes(self.waiting[FRAME.size : end]))
            del self.waiting[:end]
            if number == READY:
                self.worker.ready.set()
            self.worker.answered(number, outcome)

    def connection_lost(self, error: Exception | None) -> None:
        self.worker.lost()


@dataclass
class PoolWorker:
    """One place in the pool, and the process that is there now."""

    pool: WorkerPool
    pending: dict[int, _Pending] = field(default_factory=dict)
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
            self.process = await asyncio.to_thread(_started, theirs.fileno(), self.pool.options)
        ours.setblocking(False)
        await loop.connect_accepted_socket(lambda: _Line(self), ours)
        self.busy_since = loop.time()
        for number, job in self.pending.items():
            self._write(number, job.data)

    def send(self, number: int, job: _Pending) -> None:
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
        if self.pool.stopping:
            return
        self.pool.restarts += 1
        self._blame(DEADLY, MOST_DEATHS)
        self.failures += 1
        self.pool.restart(self, min(LONGEST_REST, REST * 2**self.failures - REST * 2))

    def check(self, now: float) -> None:
        """End a process that is at one job for too long, and give that job up."""
        is_ready = self.ready.is_set()
        if is_ready and self.pending and now - self.busy_since > self.pool.limits.job_seconds:
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


class WorkerPool:
    """Some workers; jobs with the same key come to the same one."""

    def __init__(
        self,
        workers: int,
        limits: ServeLimits,
        modules: tuple[str, ...] = (),
        tools: Sequence[str] = (),
    ) -> None:
        self.limits = limits
        episodes = max(64, 2 * limits.sessions // workers)
        layers = caches.megabytes_for(min(episodes, 512))
        self.options = WorkerOptions(modules, tuple(tools), episodes, layers)
        self.restarts = 0
        self.stopping = False
        self.workers = [PoolWorker(self) for _ in range(workers)]
        self._numbers = itertools.count()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def places(self) -> int:
        return len(self.workers)

    async def start(self) -> None:
        await asyncio.gather(*(worker.start() for worker in self.workers))
        self._spawn(self._watch())
        await asyncio.gather(*(worker.ready.wait() for worker in self.workers))

    async def stop(self) -> None:
        self.stopping = True
        for task in self._tasks:
            task.cancel()
        for worker in self.workers:
            if worker.transport is not None:
                worker.transport.close()
            worker.kill()
        for worker in self.workers:
            if worker.process is not None:
                await asyncio.to_thread(worker.process.wait)

    async def run(self, key: str, job: Job) -> Outcome:
        worker = self.workers[crc32(key.encode()) % len(self.workers)]
        if len(worker.pending) * len(self.workers) >= self.limits.pending:
            raise Refusal(BUSY, 429, retry_after=1)
        loop = asyncio.get_running_loop()
        pending = _Pending(encode(job).encode(), loop.create_future(), loop.time())
        worker.send(next(self._numbers) % READY, pending)
        return await pending.future

    def figures(self) -> dict[str, float]:
        waiting = sum(len(worker.pending) for worker in self.workers)
        return {
            "workers": self.places,
            "worker_restarts_total": self.restarts,
            "jobs_pending": waiting,
        }

    def restart(self, worker: PoolWorker, rest: float) -> None:
        """Give a worker a new process, at once or after a rest in seconds."""

        async def again() -> None:
            await asyncio.to_thread(worker.reap)
            await asyncio.sleep(rest)
            await worker.start()

        self._spawn(again())

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            for worker in self.workers:
                worker.check(asyncio.get_running_loop().time())
