"""Spread an evaluation over the processes of this machine or of a Ray cluster, into one store."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from visgym.agents.agent import Agent, Usage
from visgym.agents.build import from_spec
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import Limits, Progress, Watch, draw_starts, evaluate, resumed
from visgym.evaluation.pools import Backend, Job, run_jobs
from visgym.evaluation.records import Entry, Record
from visgym.evaluation.store import Store

CHUNKS = 4  # for each worker, so that a slow one holds up little and a kill loses little


@dataclass
class InMemoryLedger:
    """Records kept in memory until they are sent home."""

    kept: list[Record] = field(default_factory=list)

    def append(self, record: Record) -> None:
        self.kept.append(record)

    def records(self) -> list[Record]:
        return list(self.kept)

    def finished(self) -> set[str]:
        return set()

    def spent(self) -> Usage:
        return Usage()


def spread(
    entries: Sequence[Entry],
    agents: Mapping[str, Agent],
    store: Store,
    starts: Mapping[str, Mapping[int, str]],
    limits: Limits,
    watch: Watch,
    workers: int,
    backend: Backend,
) -> Progress:
    """Play what the store does not hold yet with `workers` processes, as `evaluate` would."""
    if limits.dollars is not None:
        raise Mistake("A budget is kept by one process; leave out --workers or --budget.")
    progress, waiting = resumed(entries, store)
    draw_starts(waiting)
    watch(progress)
    size = max(1, min(limits.in_flight, -(-len(waiting) // (CHUNKS * workers))))
    specs = [agent.spec() for agent in agents.values()]
    jobs: list[Job[list[Record]]] = []
    for at in range(0, len(waiting), size):
        chunk = waiting[at : at + size]
        known = {entry.id: starts.get(entry.id, {}) for entry in chunk}
        jobs.append(partial(play_chunk, chunk, specs, known, limits))
    for records in run_jobs(partial(next, iter(jobs), None), workers, backend):
        for kept in records:
            store.append(kept)
            progress.count(kept)
            progress.spent += kept.spent
        watch(progress)
    return progress


def play_chunk(
    entries: Sequence[Entry],
    specs: Sequence[Mapping[str, Any]],
    starts: Mapping[str, Mapping[int, str]],
    limits: Limits,
) -> list[Record]:
    """The records of some entries, played in this process by agents built from their specs."""
    agents = {agent.name: agent for agent in map(from_spec, specs)}
    collected = InMemoryLedger()
    asyncio.run(evaluate(entries, agents, collected, starts, limits, lambda progress: None))
    return collected.kept
