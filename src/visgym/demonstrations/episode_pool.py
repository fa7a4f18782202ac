"""Many episodes in lock step in processes of their own, for a policy that answers in batches."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from visgym import catalog
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.core.task import Task
from visgym.demonstrations.relabelling import relabelled
from visgym.demonstrations.tensors import RowFormat, shared_array
from visgym.demonstrations.vocabulary import ReplyVocabulary

Key = TypeVar("Key")
Found = TypeVar("Found")


@dataclass(frozen=True)
class StepResult:
    """What a reply brought."""

    over: bool
    reward: float
    """Earned by this step, the score at the end included."""
    success: bool
    refused: bool


@dataclass(frozen=True)
class PooledStart:
    """Where an episode begins."""

    id: str
    seed: int
    knobs: Mapping[str, Any]


class EpisodePool:
    """Episodes spread over processes; what they show lies in memory that all share.

    The processes are forked, so that a pool must be made before anything that does not survive
    that, such as a graphics card in use.
    """

    def __init__(
        self,
        workers: int,
        most: int,
        bytes_each: int,
        vocabulary: ReplyVocabulary,
        caption: int = 0,
    ) -> None:
        self.most, self.vocabulary = most, vocabulary
        self._raw = shared_array((most * bytes_each,), np.uint8)
        self._captions = shared_array((most, caption), np.int16)
        fork = multiprocessing.get_context("fork")
        self._pipes: list[Connection] = []
        self._processes = []
        for _ in range(workers):
            ours, theirs = fork.Pipe()
            self._pipes.append(ours)
            process = fork.Process(target=self._serve, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(timeout=5)

    def begin(self, starts: Sequence[PooledStart], form: RowFormat) -> NDArray[np.uint8]:
        """Begin episodes; returns the first frames, which later steps overwrite."""
        if len(starts) > self.most:
            raise Mistake(f"The pool holds {self.most} episodes, not {len(starts)}.")
        self._ask(dict(enumerate(starts)), "begin", form)
        return self._frames(form)[: len(starts)]

    def step(self, replies: Mapping[int, str]) -> dict[int, StepResult]:
        """Answer some episodes."""
        return self._ask(replies, "step")

    def relabel(
        self, episodes: Sequence[int], strategy: str | None = None
    ) -> dict[int, dict[int, str]]:
        """The solver's replies to the states of some episodes, by the number of the reply."""
        return self._ask(dict.fromkeys(episodes), "relabel", strategy)

    def fingerprints(self, starts: Sequence[PooledStart]) -> set[str]:
        """The fingerprints of some starts."""
        return set(self._ask(dict(enumerate(starts)), "fingerprint").values())

    def captions(self, count: int) -> NDArray[np.int16]:
        """The texts that go with the frames."""
        return self._captions[:count]

    def _frames(self, form: RowFormat) -> NDArray[np.uint8]:
        size = int(np.prod(form.frame))
        return self._raw[: self.most * size].reshape(self.most, *form.frame)

    def _ask(self, work: Mapping[int, Any], *what: object) -> dict[int, Any]:
        parts: list[list[tuple[int, Any]]] = [[] for _ in self._pipes]
        for at, each in work.items():
            parts[at % len(parts)].append((at, each))
        for pipe, part in zip(self._pipes, parts, strict=True):
            pipe.send((*what, part))
        found: dict[int, Any] = {}
        for pipe in self._pipes:
            found |= pipe.recv()
        return found

    # In a process of its own

    def _serve(self, pipe: Connection) -> None:
        worker = _Worker(self)
        for other in self._pipes:  # inherited; as long as one is open, no end is ever noticed
            other.close()
        while True:
            try:
                what, *more = pipe.recv()
            except EOFError:
                return
            pipe.send(getattr(worker, what)(*more))


class _Worker:
    """Holds the episodes of one process."""

    def __init__(self, pool: EpisodePool) -> None:
        self.pool = pool
        self.episodes: dict[int, Episode[Any]] = {}
        self.form = RowFormat(1, 1, 1)
        self.tasks: dict[str, Task[Any]] = {}

    def begin(self, form: RowFormat, starts: list[tuple[int, PooledStart]]) -> dict[int, None]:
        self.form, self.view = form, self.pool._frames(form)
        self.episodes = {at: begin(self._task(start), start.seed) for at, start in starts}
        for at in self.episodes:
            self._show(at)
        return dict.fromkeys(self.episodes)

    def step(self, replies: list[tuple[int, str]]) -> dict[int, StepResult]:
        found = {}
        for at, reply in replies:
            episode = self.episodes[at] = advance(self.episodes[at], reply)
            last = episode.turns[-1]
            earned = last.reward + (episode.reward if episode.over else 0.0)
            refused = last.verdict != "done"
            found[at] = StepResult(episode.over, earned, episode.over and episode.success, refused)
            if not episode.over:
                self._show(at)
        return found

    def relabel(
        self, strategy: str | None, chosen: list[tuple[int, None]]
    ) -> dict[int, dict[int, str]]:
        return {at: relabelled(self.episodes[at], strategy).corrections for at, _ in chosen}

    def fingerprint(self, starts: list[tuple[int, PooledStart]]) -> dict[int, str]:
        return {at: fingerprint(self._task(start).start(start.seed)) for at, start in starts}

    def _show(self, at: int) -> None:
        episode = self.episodes[at]
        self.view[at] = self.form.seen(episode.task, episode.state)
        if self.form.caption:
            told = self.form.captioned(episode.task, episode.state, self.pool.vocabulary)
            self.pool._captions[at, : self.form.caption] = told

    def _task(self, start: PooledStart) -> Task[Any]:
        key = f"{start.id} {sorted(start.knobs.items())}"
        if key not in self.tasks:
            self.tasks[key] = catalog.load(start.id, **start.knobs)
        return self.tasks[key]
