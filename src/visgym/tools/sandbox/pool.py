"""Sandboxes that are alive, by what was run in them: a cache, since everything can be run again."""

from __future__ import annotations

import atexit
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from visgym.core.tools import Use
from visgym.tools.sandbox.process import Broken, Sandbox, SandboxLimits, protection
from visgym.tools.sandbox.wire import Pixels

MOST_ALIVE = 32
Key = tuple[SandboxLimits, tuple[Use, ...]]
Run = Callable[[Sandbox, Use], tuple[str, list[Pixels]]]


class Pool:
    """Sandboxes by their limits and the calls that were run in them, the latest last."""

    def __init__(self, most: int = MOST_ALIVE) -> None:
        self.most = most
        self.started = 0
        """Sandboxes started so far."""
        self._alive: OrderedDict[int, tuple[Key, Sandbox]] = OrderedDict()
        self._lock = threading.Lock()
        self._process = os.getpid()

    def run(
        self, limits: SandboxLimits, earlier: Sequence[Use], use: Use, run: Run
    ) -> tuple[str, list[Pixels]]:
        """What a call gives after earlier ones; these are run again where no sandbox has them."""
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
            raise
        self._keep((limits, (*earlier, use)), sandbox)
        return found

    def __len__(self) -> int:
        return len(self._alive)

    def close(self) -> None:
        """End all sandboxes of this process."""
        with self._lock:
            kept, self._alive = self._alive, OrderedDict()
        if self._process == os.getpid():  # those of a forked process are its parent's
            for _, sandbox in kept.values():
                sandbox.close()

    def _taken(self, key: Key) -> Sandbox | None:
        """A sandbox in which just these calls were run, now nobody else's."""
        self._forget_others()
        with self._lock:
            found = next((at for at, (known, _) in self._alive.items() if known == key), None)
            sandbox = None if found is None else self._alive.pop(found)[1]
        if sandbox is not None and not sandbox.alive:
            sandbox.close()
            return None
        return sandbox

    def _keep(self, key: Key, sandbox: Sandbox) -> None:
        with self._lock:
            self._alive[id(sandbox)] = key, sandbox
            many = max(0, len(self._alive) - self.most)
            gone = [self._alive.popitem(last=False)[1][1] for _ in range(many)]
        for each in gone:
            each.close()

    def _started(self, limits: SandboxLimits) -> Sandbox:
        self.started += 1
        try:
            return Sandbox(limits, protection())
        except OSError as error:
            raise Broken(f"could not be run, since {error}") from None

    def _forget_others(self) -> None:
        """After a fork, sandboxes are those of the other process."""
        if self._process != os.getpid():
            self._alive, self._lock, self._process = OrderedDict(), threading.Lock(), os.getpid()


POOL = Pool()
atexit.register(POOL.close)
