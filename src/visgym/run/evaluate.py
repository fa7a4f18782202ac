"""Play many episodes at once, keep every result, and go on where an earlier run ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from visgym import catalog
from visgym.agents.agent import Agent, AgentFailure, Usage
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.identity import digest, fingerprint
from visgym.core.messages import present
from visgym.run.records import Entry, Record, failed, record
from visgym.run.store import Store
from visgym.suites.suite import Suite
from visgym.wrappers.build import arrange

Watch = Callable[["Progress"], None]


class OverBudget(Exception):
    """The money that may be spent is spent."""


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
    """The entries of a suite, episode by episode, so that a run cut short is still balanced."""
    starts = suite.starts
    chosen = {id: list(starts[id]) for id in (ids if ids is not None else suite.ids)}
    return [
        Entry(id, seeds[turn], agent.name, digest(agent.spec()), wrappers)
        for turn in range(suite.episodes if episodes is None else min(episodes, suite.episodes))
        for id, seeds in chosen.items()
        if turn < len(seeds)
        for agent in agents
    ]


async def evaluate(
    entries: Sequence[Entry],
    agents: Mapping[str, Agent],
    store: Store,
    starts: Mapping[str, Mapping[int, str]],
    limits: Limits,
    watch: Watch,
) -> Progress:
    """Play every entry that the store does not hold yet, many at a time."""
    run = _Run(agents, store, starts, limits, Progress(len(entries)), watch)
    keys = {entry.key for entry in entries}
    for kept in store.records():
        run.progress.spent += kept.spent
        if kept.entry.key in keys and kept.outcome != "error":
            run.progress.count(kept)
    finished = store.finished()
    waiting = iter([entry for entry in entries if entry.key not in finished])
    watch(run.progress)
    workers = [asyncio.create_task(run.work(waiting)) for _ in range(limits.in_flight)]
    try:
        await asyncio.gather(*workers)
    except OverBudget:
        pass  # what is in flight is dropped and played again when the run is resumed
    finally:
        for worker in workers:
            worker.cancel()
        for agent in agents.values():
            await agent.close()
    return run.progress


@dataclass(frozen=True)
class _Run:
    """What the workers of one run share."""

    agents: Mapping[str, Agent]
    store: Store
    starts: Mapping[str, Mapping[int, str]]
    limits: Limits
    progress: Progress
    watch: Watch

    async def work(self, waiting: Iterator[Entry]) -> None:
        """Play entries one after the other until none is waiting."""
        for entry in waiting:
            started = time.monotonic()
            try:
                episode, usage = await self.play(entry)
                kept = record(entry, episode, usage, time.monotonic() - started)
            except AgentFailure as error:
                kept = failed(entry, str(error), time.monotonic() - started)
            self.store.append(kept)
            self.progress.count(kept)
            self.watch(self.progress)

    async def play(self, entry: Entry) -> tuple[Episode[Any], tuple[Usage, ...]]:
        """An episode from start to end, and what each reply cost."""
        task = catalog.load(entry.id)
        wrappers = arrange(entry.wrappers, task)
        episode: Episode[Any] = begin(task, entry.seed)
        self.check_start(entry, episode)
        usage: list[Usage] = []
        while not episode.over:
            answer = await self.agents[entry.agent].answer(episode, present(episode, wrappers))
            usage.append(answer.usage)
            self.spend(answer.usage)
            episode = advance(episode, answer.text)
            await asyncio.sleep(0)  # scripted agents never wait, and others should get their turn
        return episode, tuple(usage)

    def spend(self, usage: Usage) -> None:
        self.progress.spent += usage
        most = self.limits.dollars
        if most is not None and self.progress.spent.dollars >= most:
            raise OverBudget

    def check_start(self, entry: Entry, episode: Episode[Any]) -> None:
        """Refuse an episode that is not the one the suite was published with."""
        known = self.starts.get(entry.id, {}).get(entry.seed)
        if known is not None and known != fingerprint(episode.start):
            raise Mistake(
                f"{entry.id} seed {entry.seed} is not the episode of the suite any more, so "
                "results could not be compared; use the release that the suite was made with."
            )
