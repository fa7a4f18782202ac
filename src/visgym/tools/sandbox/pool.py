"""Sandboxes that are alive, by what was run in them: a cache, since everything can be run again."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Sequence

from visgym.core.tools import Use
from visgym.tools.sandbox.process import Broken, Sandbox, SandboxLimits, protection
from visgym.tools.sandbox.wire import Pixels

MOST_ALIVE = 32
Key = tuple[SandboxLimits, tuple[Use, ...]]
Run = Callable[[Sandbox, Use], tuple[str, list[Pixels]]]


class Pool:
    """Sandboxes by their limits and the calls that were run in them; no more than `most`."""

    def __init__(self, most: int = MOST_ALIVE) -> None:
        self.most = most
        self.started = 0
        """Sandboxes started so far."""
        self._idle: list[tuple[Key, Sandbox]] = []  # the latest last
        self._busy = 0
        self._process = 0
        self._forget()

    def run(
        self, limits: SandboxLimits, earlier: Sequence[Use], use: Use, run: Run
    ) -> tuple[str, list[Pixels]]:
        """What a call gives after earlier ones; these are run again where no sandbox has them."""
        if self._process != os.getpid():
            self._forget()  # after a fork, they are those of the other process
        with self._room:
            sandbox = self._taken((limits, tuple(earlier)))
            try:
                if sandbox is None:
                    sandbox = self._started(limits)
                    for each in earlier:
                        run(sandbox, each)
                found = run(sandbox, use)
            except BaseException:
                if sandbox is not None:
                    sandbox.close()
                self._keep(None)
                raise
            self._keep(((limits, (*earlier, use)), sandbox))
        return found

    def __len__(self) -> int:
        return len(self._idle)

    def close(self) -> None:
        """End the sandboxes in which nothing runs."""
        with self._lock:
            kept, self._idle = self._idle, []
        if self._process == os.getpid():
            for _, sandbox in kept:
                sandbox.close()

    def _taken(self, key: Key) -> Sandbox | None:
        """A sandbox in which just these calls were run, or room for another one."""
        with self._lock:
            self._busy += 1
            found = next((at for at, (known, _) in enumerate(self._idle) if known == key), None)
            sandbox = None if found is None else self._idle.pop(found)[1]
            many = max(0, len(self._idle) + self._busy - self.most)
            gone, self._idle = self._idle[:many], self._idle[many:]
        for _, each in gone:
            each.close()
        if sandbox is not None and not sandbox.alive:
            sandbox.close()
            return None
        return sandbox

    def _keep(self, kept: tuple[Key, Sandbox] | None) -> None:
        with self._lock:
            self._busy -= 1
            self._idle += [kept] if kept else []

    def _started(self, limits: SandboxLimits) -> Sandbox:
        self.started += 1
        try:
            return Sandbox(limits, protection())
        except OSError as error:
            raise Broken(f"could not be run, since {error}") from None

    def _forget(self) -> None:
        """Begin anew, with none."""
        self._idle, self._busy = [], 0
        self._lock = threading.Lock()
        self._room = threading.BoundedSemaphore(self.most)
        self._process = os.getpid()


POOL = Pool()
atexit.register(POOL.close)
