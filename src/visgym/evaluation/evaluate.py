"""Play many episodes at once, keep every result, and go on where an earlier run ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from visgym import catalog
from visgym.agents.agent import MACHINERY, Agent, AgentBroken, AgentFailure, Usage
from visgym.agents.prices import unpriced
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.identity import digest, fingerprint
from visgym.core.messages import present
from visgym.evaluation.records import Entry, Record, failed, record, state_hash
from visgym.suites.suite import Suite
from visgym.wrappers.build import arrange

Watch = Callable[["Progress"], None]


class Ledger(Protocol):
    """Where records go, and which are there already; a `Store` is one."""

    def append(self, record: Record) -> None:
        """Keep a record."""

    def records(self) -> list[Record]:
        """The last record of every entry."""

    def finished(self) -> set[str]:
        """Keys of the entries that need not be played again."""

    def spent(self) -> Usage:
        """What all attempts cost."""


class OverBudget(Exception):
    """The money that may be spent is spent."""

    def __str__(self) -> str:
        return "The budget was spent before the episode ended."


@dataclass
class Progress:
    """How far a run is, for whoever shows it."""

    total: int
    done: int = 0
    solved: int = 0
    errors: int = 0
    spent: Usage = field(default_factory=Usage)
    """What finished and unfinished episodes cost, in this run and before."""

    @property
    def success(self) -> float:
        """The share of solved episodes among those that machinery did not spoil."""
        return self.solved / max(1, self.done - self.errors)

    def count(self, kept: Record) -> None:
        """Add one finished episode."""
        self.done += 1
        self.solved += kept.success
        self.errors += kept.outcome == "error"


@dataclass(frozen=True)
class Limits:
    """How much may happen at once, and in all."""

    in_flight: int = 32
    dollars: float | None = None


def plan(
    suite: Suite,
    agents: Collection[Agent],
    ids: Sequence[str] | None = None,
    episodes: int | None = None,
    wrappers: tuple[str, ...] = (),
) -> list[Entry]:
    """The entries of a suite, episode by episode, so that a run cut short is still balanced.

    Ids that no suite publishes starts for have the seeds from 0 on.
    """
    names = [(agent.name, setup(agent)) for agent in agents]
    starts = suite.starts
    seeds_from_0 = range(suite.episodes)
    chosen = {id: list(starts.get(id, seeds_from_0)) for id in (suite.ids if ids is None else ids)}
    return [
        Entry(id, seeds[turn], name, configuration, wrappers)
        for turn in range(suite.episodes if episodes is None else min(episodes, suite.episodes))
        for id, seeds in chosen.items()
        if turn < len(seeds)
        for name, configuration in names
    ]


def setup(agent: Agent) -> str:
    """The fingerprint of all that decides how an agent answers."""
    return digest({name: part for name, part in agent.spec().items() if name not in MACHINERY})


async def evaluate(
    entries: Sequence[Entry],
    agents: Mapping[str, Agent],
    store: Ledger,
    starts: Mapping[str, Mapping[int, str]],
    limits: Limits,
    watch: Watch,
) -> Progress:
    """Play every entry that the store does not hold yet, many at a time."""
    if limits.dollars is not None and (names := unpriced(agents.values())):
        raise Mistake(
            f"A budget needs the price of {' and '.join(names)}; give the option price or prices."
        )
    progress, left = resumed(entries, store)
    draw_starts(left)
    run = _Run(agents, store, starts, limits, progress, watch)
    waiting = iter(left)
    watch(run.progress)
    workers = [asyncio.create_task(run.work(waiting)) for _ in range(limits.in_flight)]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        for agent in agents.values():
            await agent.close()
    return run.progress


def resumed(entries: Sequence[Entry], store: Ledger) -> tuple[Progress, list[Entry]]:
    """How far the entries are already, and those that are left to play."""
    progress = Progress(len(entries), spent=store.spent())
    keys = {entry.key for entry in entries}
    for kept in store.records():
        if kept.entry.key in keys and kept.outcome != "error":
            progress.count(kept)
    finished = store.finished()
    return progress, [entry for entry in entries if entry.key not in finished]


def draw_starts(entries: Sequence[Entry]) -> None:
    """Draw one start of every id, so that a package that is missing stops a run at once."""
    for id, seed in {entry.id: entry.seed for entry in reversed(entries)}.items():
        task = catalog.load(id)
        state_hash(task, begin(task, seed).start)


@dataclass(frozen=True)
class _Run:
    """What the workers of one run share."""

    agents: Mapping[str, Agent]
    store: Ledger
    starts: Mapping[str, Mapping[int, str]]
    limits: Limits
    progress: Progress
    watch: Watch

    async def work(self, waiting: Iterator[Entry]) -> None:
        """Play entries one after the other until none is waiting or the budget is spent."""
        for entry in waiting:
            if self.is_over_budget:
                return
            kept = await self.attempt(entry)
            self.store.append(kept)
            self.progress.count(kept)
            self.watch(self.progress)

    async def attempt(self, entry: Entry) -> Record:
        """The record of an episode; what was paid is kept whatever interrupts it."""
        started = time.monotonic()
        usage: list[Usage] = []
        frames: list[str] = []

        def spoiled(reason: str) -> Record:
            return failed(entry, reason, time.monotonic() - started, tuple(usage))

        try:
            episode = await self.play(entry, usage, frames)
            seconds = time.monotonic() - started
            return record(entry, episode, tuple(usage), seconds, tuple(frames))
        except (AgentFailure, OverBudget) as error:
            return spoiled(str(error))
        except (asyncio.CancelledError, AgentBroken):
            if usage:
                self.store.append(spoiled("The run was interrupted before the episode ended."))
            raise

    async def play(self, entry: Entry, usage: list[Usage], frames: list[str]) -> Episode[Any]:
        """An episode from start to end; the lists grow by what each reply cost and led to."""
        task = catalog.load(entry.id)
        wrappers = arrange(entry.wrappers, task)
        episode: Episode[Any] = begin(task, entry.seed)
        self.check_start(entry, episode)
        frames.append(state_hash(task, episode.start))
        while not episode.over:
            if self.is_over_budget:
                raise OverBudget
            answer = await self.agents[entry.agent].answer(episode, present(episode, wrappers))
            usage.append(answer.usage)
            self.progress.spent += answer.usage
            before, episode = episode.state, advance(episode, answer.text)
            await asyncio.sleep(0)  # scripted agents never wait, and others should get their turn
            same = episode.state is before  # a refused reply needs no new picture
            # hashed and sent without a pause in between, so that it is drawn once
            frames.append(frames[-1] if same else state_hash(task, episode.state))
        return episode

    @property
    def is_over_budget(self) -> bool:
        most = self.limits.dollars
        return most is not None and self.progress.spent.dollars >= most

    def check_start(self, entry: Entry, episode: Episode[Any]) -> None:
        """Refuse an episode that is not the one the suite was published with."""
        known = self.starts.get(entry.id, {}).get(entry.seed)
        if known is not None and known != fingerprint(episode.start):
            raise Mistake(
                f"{entry.id} seed {entry.seed} is not the episode of the suite any more, so "
                "results could not be compared; use the release that the suite was made with."
            )
