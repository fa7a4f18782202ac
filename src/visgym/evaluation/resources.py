"""What a process that plays many episodes at once asks of Python."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

RARELY = 50_000  # objects more than before, after which garbage is looked for


@contextmanager
def many_episodes() -> Iterator[None]:
    """Garbage is looked for rarely, since episodes leave none; a thread for each core draws."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], RARELY), *before[1:])
    pool = ThreadPoolExecutor(os.cpu_count(), "draw")
    asyncio.get_running_loop().set_default_executor(pool)
    try:
        yield
    finally:
        gc.set_threshold(*before)
