"""Spread an evaluation over the processes of this machine or of a Ray cluster, into one store.

Workers on this machine write what they get themselves, each answer into a log of its own process.
Those of a cluster may not see the folder: an actor beside the driver writes for them, and an
episode goes on when the actor says that its answer is written. All take their entries from one
queue, so that as many are under way as was asked for until none is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, takewhile
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

Share = tuple[Ledger, Iterator[int]]
"""Where a job writes, and the numbers of the entries that it is to play."""
OpenShare = Callable[[], AbstractContextManager[Share]]


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
    many = max(1, min(workers, len(left)))
    each = replace(limits, in_flight=-(-limits.in_flight // many))
    specs = [agent.spec() for agent in agents.values()]
    known = {entry.id: starts.get(entry.id, {}) for entry in left}
    held = _part(plays.held, left)
    shared = _through_actor if backend == "ray" else _on_this_machine
    with shared(store, many, first.spent.dollars, limits) as shares:
        jobs: list[Job[None]] = [
            partial(play_share, left, specs, known, each, held, partial(shares.open, number))
            for number in range(many if left else 0)
        ]

        def look() -> None:
            watch(shares.progress(first))

        for _ in run_jobs(partial(next, iter(jobs), None), workers, backend, look):
            look()
        return shares.progress(first)


def play_share(
    entries: Sequence[Entry],
    specs: Sequence[Mapping[str, Any]],
    starts: Starts,
    limits: Limits,
    held: Held,
    open_share: OpenShare,
) -> None:
    """Play in this process what falls to it of some entries, with agents built from their specs."""
    agents = {agent.name: agent for agent in map(from_spec, specs)}

    async def play(ledger: Ledger, waiting: Iterator[Entry]) -> None:
        try:
            await play_all(waiting, agents, ledger, starts, limits, held)
        finally:
            for agent in agents.values():
                await agent.close()

    with open_share() as (ledger, numbers):
        mine = takewhile(len(entries).__gt__, numbers)
        asyncio.run(play(ledger, map(entries.__getitem__, mine)))


def _part(held: Held, entries: Sequence[Entry]) -> Held:
    """What is held of some entries."""
    keys = {entry.key for entry in entries}
    return Held(
        {key: held.records[key] for key in keys & held.records.keys()},
        {key: held.unfinished[key] for key in keys & held.unfinished.keys()},
    )


@dataclass(frozen=True)
class _Shares:
    """How jobs get their shares, and how far they are."""

    open: Callable[[int], AbstractContextManager[Share]]
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
def _on_this_machine(store: Store, jobs: int, before: float, limits: Limits) -> Iterator[_Shares]:
    with tally.on_disk(store.folder, jobs, before, limits) as total:
        yield _Shares(partial(_opened, store, jobs, before, limits), total.progress)


@contextmanager
def _opened(store: Store, jobs: int, before: float, limits: Limits, job: int) -> Iterator[Share]:
    with store.helping(), tally.numbers_on_disk(store.folder) as numbers:
        yield JobLedger(store, tally.attached(store.folder, jobs, before, limits), job), numbers


# On a cluster


class LedgerActor:
    """Writes for jobs that may not see the folder; runs on the machine of the driver."""

    def __init__(self, store: Store, jobs: int, before: float, limits: Limits) -> None:
        self.store = store
        self.total = tally.in_memory(jobs, before, limits)
        self.numbers = count()
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

    def next_number(self) -> int:
        return next(self.numbers)

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
def _through_actor(store: Store, jobs: int, before: float, limits: Limits) -> Iterator[_Shares]:
    ray = started_ray()
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    remote: Any = ray.remote(num_cpus=0, scheduling_strategy=here)(LedgerActor)
    folder = Store(store.folder.resolve())
    actor = remote.remote(folder, jobs, before, limits)

    def progress(first: Progress) -> Progress:
        found: Progress = ray.get(actor.progress.remote(first))
        return found

    try:
        yield _Shares(partial(_handed, actor), progress)
    finally:
        ray.kill(actor)


@contextmanager
def _handed(actor: Any, job: int) -> Iterator[Share]:
    import ray

    numbers = (ray.get(actor.next_number.remote()) for _ in count())
    yield RemoteLedger(actor, job, ray.get(actor.is_over_budget.remote())), numbers
