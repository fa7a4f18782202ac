"""Worker processes, each with a share of the sessions; one that dies is replaced.

Jobs are values, so what a dead worker had not answered is given to others, or to its successor
where there is no other; they do not have its episodes at hand, and ask for them. A job that takes
too long, or at which worker after worker died, is given up, and its worker with it.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from typing import Any, Protocol
from zlib import crc32

from visgym.kit import caches
from visgym.serve.limits import Refusal, ServeLimits
from visgym.serve.player import Job, Outcome
from visgym.serve.pool_worker import PendingJob, PoolWorker
from visgym.serve.views import encode
from visgym.serve.worker_process import READY, WorkerOptions

LOOK = 0.5  # seconds between looks at jobs that take long
BUSY = "Too many requests wait for this server; try again in a moment."


class Executor(Protocol):
    """Something that does jobs; those with the same key come to the same place, if they can."""

    async def run(self, key: str | int, job: Job) -> Outcome:
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
        options = WorkerOptions(modules, tuple(tools), episodes, layers)
        self.restarts = 0
        self.stopping = False
        self.workers = [PoolWorker(options, limits.job_seconds, self._lost) for _ in range(workers)]
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

    async def run(self, key: str | int, job: Job) -> Outcome:
        worker = self.place(key if isinstance(key, int) else crc32(key.encode()))
        if len(worker.pending) * len(self.workers) >= self.limits.pending:
            raise Refusal(BUSY, 429, retry_after=1)
        loop = asyncio.get_running_loop()
        pending = PendingJob(encode(job).encode(), loop.create_future(), loop.time())
        worker.send(next(self._numbers) % READY, pending)
        return await pending.future

    def figures(self) -> dict[str, float]:
        waiting = sum(len(worker.pending) for worker in self.workers)
        return {
            "workers": self.places,
            "worker_restarts_total": self.restarts,
            "jobs_pending": waiting,
        }

    def place(self, key: int) -> PoolWorker:
        """The worker of a key, or the next one while that has no process."""
        count = len(self.workers)
        turns = (self.workers[(key + turn) % count] for turn in range(count))
        return next((each for each in turns if each.ready.is_set()), self.workers[key % count])

    def _lost(self, worker: PoolWorker) -> None:
        """Give what a worker had not answered to others, and the worker a new process."""
        if self.stopping:
            return
        self.restarts += 1
        for number in list(worker.pending):
            other = self.place(number)
            if other is not worker:
                other.send(number, worker.pending.pop(number))

        async def again() -> None:
            await asyncio.to_thread(worker.reap)
            await asyncio.sleep(worker.rest)
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
