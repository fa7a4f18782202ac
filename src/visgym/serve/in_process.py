"""Jobs done in this process, one at a time in a thread: for tests and for replicas of a cluster."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from visgym.serve.player import EpisodePlayer, Job, Outcome


class InProcess:
    """An executor without other processes."""

    places = 1

    def __init__(self, player: EpisodePlayer) -> None:
        self.player = player
        self._thread = ThreadPoolExecutor(1)

    async def run(self, key: str | int, job: Job) -> Outcome:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self.player.perform, job)

    async def start(self) -> None:
        """Nothing to get ready."""

    async def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def figures(self) -> dict[str, float]:
        return {"workers": 0, "worker_restarts_total": 0, "jobs_pending": 0}
