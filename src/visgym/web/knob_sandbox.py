"""Knobs that a visitor turned are tried in a process of their own, with bounds on time and memory.

Run as `python -m visgym.web.knob_sandbox ID SEED KNOBS`; prints what is wrong with the knobs.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Mapping
from functools import lru_cache
from threading import BoundedSemaphore

from visgym import catalog
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.core.frame_size import check_frame_size
from visgym.kit.framing import sight

SECONDS = 10
AT_ONCE = 2  # trials
MEMORY = 6 << 30  # bytes of address space
_room = BoundedSemaphore(AT_ONCE)
TOO_MUCH = "With these knobs the task takes too long to make; turn them back a little."


def try_knobs(id: str, seed: int, knobs: Mapping[str, object]) -> None:
    """Raise `Mistake` if an episode with these knobs cannot be begun and drawn within bounds."""
    if not _room.acquire(timeout=1):
        raise Mistake("Other people are turning knobs just now; try again in a moment.")
    try:
        sentence = _tried(id, seed, json.dumps(knobs, sort_keys=True))
    finally:
        _room.release()
    if sentence:
        raise Mistake(sentence)


@lru_cache(maxsize=256)
def _tried(id: str, seed: int, knobs: str) -> str:
    command = [sys.executable, "-m", "visgym.web.knob_sandbox", id, str(seed), knobs]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, text=True, check=False)
    except subprocess.TimeoutExpired:
        return TOO_MUCH
    return done.stdout.strip() if done.returncode == 0 else TOO_MUCH


def main() -> None:
    """Begin and draw the episode that the arguments name."""
    id, seed, knobs = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        task = catalog.load(id, **json.loads(knobs))
        frame = sight(task, begin(task, int(seed)).start)
        check_frame_size(frame.shape[1], frame.shape[0])
    except Mistake as error:
        print(error)


if __name__ == "__main__":
    main()
