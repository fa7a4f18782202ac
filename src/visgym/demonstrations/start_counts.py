"""About how many distinct starts a task has, told from how soon drawn ones repeat."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from visgym.core.identity import fingerprint
from visgym.core.task import Task

FEWEST_DRAWS, MOST_DRAWS = 3, 600
SECONDS = 1.5  # of CPU at most, as drawing may be slow and this is no more than a hint
FIRST_SEED = 3_000_000_000  # apart from those of demonstrations and evaluation


@dataclass(frozen=True)
class StartCount:
    """What some draws tell about the number of starts."""

    draws: int
    distinct: int
    repeats: int
    """Pairs of draws that are alike."""

    @property
    def estimate(self) -> int | None:
        """About how many starts there are; None if nothing was drawn twice."""
        if not self.repeats:
            return None
        return max(self.distinct, self.draws * (self.draws - 1) // (2 * self.repeats))

    @property
    def words(self) -> str:
        """The estimate in words."""
        if self.estimate is None:
            return f"no start twice in {self.draws} draws"
        return f"about {float(f'{self.estimate:.2g}'):,.0f} distinct starts"


def count_starts(task: Task[Any], wanted: float) -> StartCount:
    """Draw starts for a while, longer if many are wanted, and count how many are alike."""
    seen: Counter[str] = Counter()
    until = time.process_time() + SECONDS * min(1.0, wanted / MOST_DRAWS)
    while (drawn := seen.total()) < MOST_DRAWS:
        if drawn >= FEWEST_DRAWS and time.process_time() > until:
            break
        seen[fingerprint(task.start(FIRST_SEED + drawn))] += 1
    repeats = sum(times * (times - 1) // 2 for times in seen.values())
    return StartCount(seen.total(), len(seen), repeats)
