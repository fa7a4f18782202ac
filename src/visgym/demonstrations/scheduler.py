"""Both passes over the shards at once: what is judged is written while others are still played."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from visgym.demonstrations.hold_out import Start, evaluation_views
from visgym.demonstrations.shards import JobSpec, PlayedShard, WrittenShard, play_shard, write_shard

POOR = 0.05  # share of accepted candidates in a round below which the search is given up


@dataclass
class Selection:
    """The candidates that become demonstrations, and why the others do not."""

    wanted: int
    taken: frozenset[Start]
    """Task and start of every episode of every suite."""
    earlier: frozenset[Start] = frozenset()
    """Those of sets that are to be left out."""
    rows: int = 0
    candidates: int = 0
    failed: int = 0
    overlapping: int = 0
    looking_alike: int = 0
    """Candidates that look at first like one of evaluation."""
    excluded: int = 0
    duplicate: int = 0
    starts: set[Start] = field(default_factory=set)

    def select(self, spec: JobSpec, result: PlayedShard) -> list[int]:
        """Judge the candidates of the next shard in order, until there are enough."""
        chosen: list[int] = []
        for number, played in zip(spec.numbers(result.shard), result.played, strict=True):
            if self.rows == self.wanted:
                break
            self.candidates += 1
            start = (played.task, played.start)
            if start in self.taken or played.meets:
                self.overlapping += 1
            elif start in self.earlier:
                self.excluded += 1
            elif start in self.starts:
                self.duplicate += 1
            elif not played.solved:
                self.failed += 1
            elif played.view and played.view in evaluation_views(played.task):
                self.looking_alike += 1
            else:
                self.starts.add(start)
                self.rows += 1
                chosen.append(number)
        return chosen


class Scheduler:
    """What is to be done next, decided by what has been done."""

    def __init__(
        self, spec: JobSpec, taken: frozenset[Start], earlier: frozenset[Start] = frozenset()
    ) -> None:
        self.spec, self.accepted = spec, Selection(spec.episodes, taken, earlier)
        self.written: list[WrittenShard] = []
        self.played = self.asked = 0  # shards
        self._judged = 0
        self._begun = 0
        self._waiting: dict[int, PlayedShard] = {}
        self._writes: deque[Callable[[], WrittenShard]] = deque()
        self._ask()

    def next_job(self) -> Callable[[], PlayedShard | WrittenShard] | None:
        """What was judged is written first, most likely where its photos are still in memory."""
        if self._writes:
            return self._writes.popleft()
        if self._begun < self._needed:
            self._begun += 1
            return partial(play_shard, self.spec, self._begun - 1)
        return None

    def take(self, result: PlayedShard | WrittenShard) -> None:
        """Note what was done, and judge in order whatever may be judged by now."""
        if isinstance(result, WrittenShard):
            self.written.append(result)
            return
        self.played += 1
        self._waiting[result.shard] = result
        while self._judged < self.asked and (shard := self._judged) in self._waiting:
            chosen = self.accepted.select(self.spec, self._waiting.pop(shard))
            self._judged += 1
            if chosen:
                self._writes.append(partial(write_shard, self.spec, shard, chosen))
            if self._judged == self.asked and not self._is_poor():
                self._ask()

    @property
    def _needed(self) -> int:
        """Shards that have to be played, as far as is known; those of the next round are begun
        before this one ends, so that no worker waits for it."""
        if self._judged == self.asked:
            return 0
        return max(self.asked, self._judged - self._missing // -self.spec.shard)

    @property
    def _missing(self) -> int:
        return self.accepted.wanted - self.accepted.rows

    def _ask(self) -> None:
        """A round of as many shards as are missing."""
        self.asked += -(self._missing // -self.spec.shard)
        self._before = self.accepted.rows, self.accepted.candidates

    def _is_poor(self) -> bool:
        rows, candidates = self._before
        found = self.accepted.rows - rows
        return found < POOR * (self.accepted.candidates - candidates)
