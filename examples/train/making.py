"""Demonstrations of several sets, made by processes beside the training."""

from __future__ import annotations

import multiprocessing
import os
import time
import traceback
from dataclasses import dataclass
from typing import Any

from examples.train.preparing import evaluated_starts
from examples.train.settings import EvaluationOptions, RunOptions, SetOptions
from visgym.demonstrations.episode_pool import EpisodePool
from visgym.demonstrations.recipes import Recipe
from visgym.demonstrations.tensors import TensorRows, fill_row
from visgym.demonstrations.vocabulary import ReplyVocabulary

CHUNK = 50  # rows that a process makes at a time
NICE = 10  # so that playing comes before making


@dataclass
class Making:
    """One set on its way."""

    options: SetOptions
    rows: TensorRows
    recipe: Recipe
    banned: frozenset[str]

    def summary(self) -> dict[str, Any]:
        lengths = self.rows.lengths
        made = lengths[lengths > 0]
        work = float(self.rows.seconds.sum())
        return {
            "id": self.options.id,
            "episodes": len(made),
            "failed": int((lengths < 0).sum()),
            "turns": int(made.sum()),
            "cpu_seconds": round(work, 1),
            "episodes_a_core_second": round(len(made) / max(work, 1e-9), 1),
        }


class Factory:
    """Sets that processes fill in the order in which runs need them."""

    def __init__(self, runs: list[RunOptions], pool: EpisodePool, seed: int = 0) -> None:
        self.vocabulary = pool.vocabulary
        self.sets: dict[SetOptions | str, Making] = {}
        for run in runs:
            for options in run.sets.values():
                if repr(options) not in self.sets:
                    banned = held_out(options, run.evaluation, pool)
                    rows = TensorRows(options.form, options.episodes)
                    self.sets[repr(options)] = Making(options, rows, options.recipe(seed), banned)

    def of(self, options: SetOptions) -> Making:
        return self.sets[repr(options)]

    def start(self, workers: int, order: list[list[SetOptions]]) -> list[Any]:
        """Fork processes that make the sets, those that are needed together in turns."""
        fork = multiprocessing.get_context("fork")
        queue: Any = fork.Queue()
        for job in _jobs(order):
            queue.put(job)
        for _ in range(workers):
            queue.put(None)
        processes = [
            fork.Process(target=self._work, args=(queue,), daemon=True) for _ in range(workers)
        ]
        for process in processes:
            process.start()
        return processes

    def _work(self, queue: Any) -> None:
        os.nice(NICE)
        while (job := queue.get()) is not None:
            key, low, high = job
            making = self.sets[key]
            for row in range(low, high):
                self._fill(making, row)

    def _fill(self, making: Making, row: int) -> None:
        begun = time.thread_time()
        learn = making.options.learn_corrections
        try:
            fill_row(making.rows, row, making.recipe, self.vocabulary, making.banned, learn)
        except Exception:  # one row that fails must not stop a training of minutes
            traceback.print_exc()
            making.rows.lengths[row] = -1
        making.rows.seconds[row] = time.thread_time() - begun


def held_out(options: SetOptions, how: EvaluationOptions, pool: EpisodePool) -> frozenset[str]:
    """The fingerprints of the starts on which a set is evaluated."""
    starts = [each for trial in options.evaluated() for each in evaluated_starts(trial, how.starts)]
    return frozenset(pool.fingerprints(starts))


def _jobs(order: list[list[SetOptions]]) -> list[tuple[str, int, int]]:
    """Chunks of rows, by turns from the sets of a run, run after run."""
    jobs: dict[tuple[str, int, int], None] = {}
    for sets in order:
        chunks = [
            (low / each.episodes, repr(each), low, min(each.episodes, low + CHUNK))
            for each in sets
            for low in range(0, each.episodes, CHUNK)
        ]
        jobs.update(dict.fromkeys(chunk[1:] for chunk in sorted(chunks)))
    return list(jobs)


def new_pool(runs: list[RunOptions], workers: int, most: int) -> EpisodePool:
    """Processes for the episodes of all runs."""
    every = [options for run in runs for options in run.sets.values()]
    vocabulary = ReplyVocabulary.of(options.task for options in every)
    size = max(int(options.height * options.width * 3) for options in every)
    caption = max(options.caption for options in every)
    return EpisodePool(workers, most, size, vocabulary, caption)
