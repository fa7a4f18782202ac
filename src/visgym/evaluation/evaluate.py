"""Play many episodes at once, keep every result, and go on where an earlier run ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from visgym.agents.agent import Agent, AgentFailure, ContextOverflow, Usage, settings
from visgym.agents.prices import unpriced
from visgym.core.errors import Mistake
from visgym.core.identity import digest
from visgym.evaluation.attempts import Overflow, Starts, begun
from visgym.evaluation.contents import Held
from visgym.evaluation.entry_checks import UNPLAYABLE, check_entries
from visgym.evaluation.ledgers import Keeper, Ledger
from visgym.evaluation.records import Entry, Record
from visgym.evaluation.resources import many_episodes
from visgym.evaluation.turn_log import LoggedTurn
from visgym.suites.suite import Suite

Watch = Callable[["Progress"], None]


class OverBudget(Exception):
    """The money that may be spent is spent; the episode goes on when there is more."""


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
        self.errors += not kept.scored


@dataclass(frozen=True)
class Limits:
    """How much may happen at once, and in all."""

    in_flight: int = 32
    """Episodes at a time, in all processes together."""
    dollars: float | None = None
    overflow: Overflow = "void"
    """What becomes of conversations beyond the limit of the model."""


def plan(
    suite: Suite,
    agents: Collection[Agent],
    ids: Sequence[str] | None = None,
    episodes: int | None = None,
    wrappers: tuple[str, ...] = (),
    tools: tuple[str, ...] = (),
) -> list[Entry]:
    """The entries of a suite, episode by episode, so that a run cut short is still balanced.

    Ids that no suite publishes starts for have the seeds from 0 on.
    """
    names = [(agent.name, setup(agent)) for agent in agents]
    chosen = suite.seeds(suite.ids if ids is None else ids)
    return [
        Entry(id, seeds[turn], name, configuration, wrappers, tools=tools)
        for turn in range(suite.episodes if episodes is None else min(episodes, suite.episodes))
        for id, seeds in chosen.items()
        if turn < len(seeds)
        for name, configuration in names
    ]


def setup(agent: Agent) -> str:
    """The fingerprint of all that decides how an agent answers."""
    return digest(settings(agent.spec()))


async def evaluate(
    entries: Sequence[Entry],
    agents: Mapping[str, Agent],
    store: Keeper,
    starts: Starts,
    limits: Limits,
    watch: Watch,
) -> Progress:
    """Play every entry that the store does not hold yet, many at a time."""
    plays = resumed(entries, agents, store, limits)
    watch(plays.progress)
    ledger = StoreLedger(store, limits, plays.progress, watch)
    try:
        await play_all(iter(plays.left), agents, ledger, starts, limits, plays.held)
    finally:
        for agent in agents.values():
            await agent.close()
    return plays.progress


@dataclass(frozen=True)
class Resumed:
    """How far a run is, and what is left to play."""

    progress: Progress
    left: list[Entry]
    held: Held


def resumed(
    entries: Sequence[Entry], agents: Mapping[str, Agent], store: Keeper, limits: Limits
) -> Resumed:
    """How far the entries are already, once it is sure that the rest can be played."""
    if limits.dollars is not None and (names := unpriced(agents.values())):
        raise Mistake(
            f"A budget needs the price of {' and '.join(names)}; give the option price or prices."
        )
    held = store.held()
    progress = Progress(len(entries), spent=held.spent)
    left = []
    for entry in entries:
        kept = held.records.get(entry.key)
        if kept is None or kept.outcome == "error":
            left.append(entry)
        else:
            progress.count(kept)
    check_entries(left)
    return Resumed(progress, left, held)


async def play_all(
    waiting: Iterator[Entry],
    agents: Mapping[str, Agent],
    ledger: Ledger,
    starts: Starts,
    limits: Limits,
    held: Held,
) -> None:
    """Play entries, many at a time, each from where it was left."""
    run = _Run(agents, ledger, starts, limits, held)
    workers = [asyncio.create_task(run.work(waiting)) for _ in range(limits.in_flight)]
    with many_episodes():
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)


@dataclass(frozen=True)
class StoreLedger:
    """The ledger of a run in one process."""

    store: Keeper
    limits: Limits
    progress: Progress
    watch: Watch

    async def answered(self, turn: LoggedTurn) -> None:
        self.store.log(turn)
        self.progress.spent += turn.answer.usage

    async def finished(self, kept: Record) -> None:
        self.store.append(kept)
        self.progress.count(kept)
        self.watch(self.progress)

    def is_over_budget(self) -> bool:
        most = self.limits.dollars
        return most is not None and self.progress.spent.dollars >= most


@dataclass(frozen=True)
class _Run:
    """What the workers of one run share."""

    agents: Mapping[str, Agent]
    ledger: Ledger
    starts: Starts
    limits: Limits
    held: Held

    async def work(self, waiting: Iterator[Entry]) -> None:
        """Play entries one after the other until none is waiting or the budget is spent."""
        for entry in waiting:
            try:
                kept = await self.play(entry)
            except OverBudget:
                return
            await self.ledger.finished(kept)

    async def play(self, entry: Entry) -> Record:
        """The record of an episode; every answer is kept before it goes on."""
        if self.ledger.is_over_budget():
            raise OverBudget
        key, policy = entry.key, self.limits.overflow
        known, last = self.held.unfinished.get(key), self.held.records.get(key)
        attempt = begun(entry, self.starts, known, last)
        try:
            while not attempt.episode.over:
                if self.ledger.is_over_budget():
                    raise OverBudget
                answer = await attempt.ask(self.agents[attempt.due], policy)
                await self.ledger.answered(await attempt.taken(answer))
                await asyncio.sleep(0)  # scripted agents never wait, and others get their turn
        except ContextOverflow as error:
            return attempt.overflowed(str(error), policy == "failure")
        except AgentFailure as error:
            return attempt.spoiled(str(error))
        except UNPLAYABLE as error:
            if not attempt.episode.task.starts or isinstance(error, Mistake):
                raise
            return attempt.spoiled(f"The published start cannot be played: {error!s:.200}")
        return attempt.over()
