"""Spread an evaluation over the processes of this machine or of a Ray cluster, into one store.

Workers on this machine write what they get themselves, each answer into a log of its own process.
Those of a cluster may not see the folder: an actor beside the driver writes for them, and an
episode goes on when the actor says that its answer is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from visgym.agents.agent import Agent
from visgym.agents.build import from_spec
from visgym.evaluation import tally
from visgym.evaluation.attempts import Starts
from visgym.evaluation.contents import Held
from visgym.evaluation.evaluate import Limits, Progress, Watch, play_all, resumed
from visgym.evaluation.ledgers import Ledger
from visgym.evaluation.pools import Backend, Job, run_jobs, started_ray
from visgym.evaluation.records import Entry, Record
from visgym.evaluation.store import Store
from visgym.evaluation.tally import Tally
from visgym.evaluation.turn_log import LoggedTurn

CHUNKS = 4  # for each worker, so that a slow one holds up little
OpenLedger = Callable[[], AbstractContextManager[Ledger]]


def spread(
    entries: Sequence[Entry],
    agents: Mapping[str, Agent],
    store: Store,
    starts: Starts,
    limits: Limits,
    watch: Watch,
    workers: int,
    backend: Backend,
) -> Progress:
    """Play what the store does not hold yet with `workers` processes, as `evaluate` would."""
    plays = resumed(entries, agents, store, limits)
    watch(plays.progress)
    left, first = plays.left, plays.progress
    size = max(1, min(limits.in_flight, -(-len(left) // (CHUNKS * workers))))
    chunks = [left[at : at + size] for at in range(0, len(left), size)]
    specs = [agent.spec() for agent in agents.values()]
    shared = _through_actor if backend == "ray" else _on_this_machine
    with shared(store, len(chunks), first.spent.dollars, limits) as ledgers:
        jobs: list[Job[None]] = []
        for number, chunk in enumerate(chunks):
            known = {entry.id: starts.get(entry.id, {}) for entry in chunk}
            open_ledger = partial(ledgers.open, number)
            held = _part(plays.held, chunk)
            jobs.append(partial(play_chunk, chunk, specs, known, limits, held, open_ledger))

        def look() -> None:
            watch(ledgers.progress(first))

        for _ in run_jobs(partial(next, iter(jobs), None), workers, backend, look):
            look()
        return ledgers.progress(first)


def play_chunk(
    entries: Sequence[Entry],
    specs: Sequence[Mapping[str, Any]],
    starts: Starts,
    limits: Limits,
    held: Held,
    open_ledger: OpenLedger,
) -> None:
    """Play some entries in this process, with agents built from their specs."""
    agents = {agent.name: agent for agent in map(from_spec, specs)}

    async def play() -> None:
        try:
            await play_all(entries, agents, ledger, starts, limits, held)
        finally:
            for agent in agents.values():
                await agent.close()

    with open_ledger() as ledger:
        asyncio.run(play())


def _part(held: Held, entries: Sequence[Entry]) -> Held:
    """What is held of some entries."""
    keys = {entry.key for entry in entries}
    return Held(
        {key: held.records[key] for key in keys & held.records.keys()},
        {key: held.unfinished[key] for key in keys & held.unfinished.keys()},
    )


@dataclass(frozen=True)
class _Ledgers:
    """How jobs get their ledgers, and how far they are."""

    open: Callable[[int], AbstractContextManager[Ledger]]
    progress: Callable[[Progress], Progress]


# On this machine


@dataclass(frozen=True)
class JobLedger:
    """The ledger of one job that sees the folder."""

    store: Store
    tally: Tally
    job: int

    async def answered(self, turn: LoggedTurn) -> None:
        self.store.log(turn)
        self.tally.pay(self.job, turn.answer.usage)

    async def finished(self, kept: Record) -> None:
        self.store.append(kept)
        self.tally.count(self.job, kept)

    def is_over_budget(self) -> bool:
        return self.tally.is_over_budget()


@contextmanager
def _on_this_machine(store: Store, jobs: int, before: float, limits: Limits) -> Iterator[_Ledgers]:
    with tally.on_disk(store.folder, max(1, jobs), before, limits) as total:
        open_ledger = partial(_opened, store, max(1, jobs), before, limits)
        yield _Ledgers(open_ledger, total.progress)


@contextmanager
def _opened(store: Store, jobs: int, before: float, limits: Limits, job: int) -> Iterator[Ledger]:
    with store.helping():
        yield JobLedger(store, tally.attached(store.folder, jobs, before, limits), job)


# On a cluster


class LedgerActor:
    """Writes for jobs that may not see the folder; runs on the machine of the driver."""

    def __init__(self, store: Store, jobs: int, before: float, limits: Limits) -> None:
        self.store = store
        self.total = tally.in_memory(jobs, before, limits)
        self.lock = store.helping()
        self.lock.__enter__()  # until the process of the actor ends

    async def answered(self, job: int, turn: LoggedTurn) -> bool:
        await JobLedger(self.store, self.total, job).answered(turn)
        return self.total.is_over_budget()

    async def finished(self, job: int, kept: Record) -> bool:
        await JobLedger(self.store, self.total, job).finished(kept)
        return self.total.is_over_budget()

    def is_over_budget(self) -> bool:
        return self.total.is_over_budget()

    def progress(self, first: Progress) -> Progress:
        return self.total.progress(first)


@dataclass
class RemoteLedger:
    """The ledger of one job that hands everything to the actor."""

    actor: Any
    job: int
    over: bool

    async def answered(self, turn: LoggedTurn) -> None:
        self.over = await _reply(self.actor.answered.remote(self.job, turn))

    async def finished(self, kept: Record) -> None:
        self.over = await _reply(self.actor.finished.remote(self.job, kept))

    def is_over_budget(self) -> bool:
        return self.over


async def _reply(reference: Any) -> Any:
    return await asyncio.wrap_future(reference.future())


@contextmanager
def _through_actor(store: Store, jobs: int, before: float, limits: Limits) -> Iterator[_Ledgers]:
    ray = started_ray()
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    remote: Any = ray.remote(num_cpus=0, scheduling_strategy=here)(LedgerActor)
    folder = Store(store.folder.resolve())
    actor = remote.remote(folder, max(1, jobs), before, limits)

    def progress(first: Progress) -> Progress:
        found: Progress = ray.get(actor.progress.remote(first))
        return found

    try:
        yield _Ledgers(partial(_handed, actor), progress)
    finally:
        ray.kill(actor)


@contextmanager
def _handed(actor: Any, job: int) -> Iterator[Ledger]:
    import ray

    yield RemoteLedger(actor, job, ray.get(actor.is_over_budget.remote()))
