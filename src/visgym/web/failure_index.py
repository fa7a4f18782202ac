"""Failure classes of stored episodes, found a few at a time, because detectors play them again."""

from __future__ import annotations

import time
from collections.abc import Iterable
from threading import Lock

from visgym.analysis.failures import findings, has_failed
from visgym.core.errors import Mistake
from visgym.web import replays
from visgym.web.leaderboard import StoredEpisode
from visgym.web.public_tasks import PublicTasks

SECONDS = 1.5  # that one request spends on detectors


class FailureIndex:
    """The classes that were found so far, by the keys of records."""

    def __init__(self) -> None:
        self._found: dict[str, frozenset[str]] = {}
        self._lock = Lock()

    def look(self, tasks: PublicTasks, episodes: Iterable[StoredEpisode]) -> tuple[int, int]:
        """Look at failed episodes for a while; gives how many are known, and of how many."""
        failed = [each for each in episodes if has_failed(each.record)]
        until = time.monotonic() + SECONDS
        with self._lock:
            for each in failed:
                if time.monotonic() > until:
                    break
                if each.key not in self._found:
                    self._found[each.key] = _classes(tasks, each)
        return sum(each.key in self._found for each in failed), len(failed)

    def shows(self, each: StoredEpisode, failure: str) -> bool:
        """Whether an episode is known to show a class."""
        return failure in self._found.get(each.key, ())


def _classes(tasks: PublicTasks, each: StoredEpisode) -> frozenset[str]:
    try:
        episode = replays.episode_of(tasks, each.record)
    except (Mistake, ImportError):
        return frozenset()  # what cannot be played again cannot be looked at
    return frozenset(finding.failure for finding in findings(each.record, episode))
