"""Find the level at which an agent succeeds half of the time, in few episodes.

Episodes are chosen in batches, each from what those before it came to and from nothing else. So a
run that was killed chooses the same again, finds it played, and goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from visgym.agents.agent import Agent
from visgym.agents.prices import unpriced
from visgym.core.errors import Mistake
from visgym.evaluation.entry_checks import check_entries
from visgym.evaluation.evaluate import (
    Limits,
    Progress,
    StoreLedger,
    Watch,
    play_all,
    setup,
)
from visgym.evaluation.ladders import Ladder
from visgym.evaluation.psychometrics import HalfEstimate, Posterior
from visgym.evaluation.records import Entry, Record
from visgym.evaluation.store import Store

LEAST = 16  # episodes before an interval is believed to be narrow


@dataclass(frozen=True)
class AdaptiveOptions:
    """How long to go on, and how many episodes to choose at a time."""

    width: float = 1.5
    """Rungs that the 95 % interval may be wide at the end."""
    most: int = 96
    """Episodes of an agent on a ladder, at most."""
    batch: int = 8
    seed: int = 0
    """The seed of the first episode of each rung; the others follow."""

    def __post_init__(self) -> None:
        if self.width <= 0 or min(self.most, self.batch) < 1 or self.seed < 0:
            raise Mistake("An adaptive run needs a width above 0, and one episode at least.")


@dataclass(frozen=True)
class Contestant:
    """An agent on a ladder."""

    ladder: Ladder
    agent: str
    setup: str = ""
    wrappers: tuple[str, ...] = ()

    def entry(self, rung: int, seed: int) -> Entry:
        """The episode of a seed on a rung."""
        return Entry(self.ladder.rungs[rung], seed, self.agent, self.setup, self.wrappers)


@dataclass(frozen=True)
class Ascent:
    """How far an agent's way along a ladder is."""

    contestant: Contestant
    posterior: Posterior
    played: tuple[tuple[int, bool], ...]
    """Rung and success of the episodes that count, in the order in which they were chosen."""
    waiting: tuple[Entry, ...]
    """The batch that has to be played before more can be chosen; empty at the end."""

    @property
    def half(self) -> HalfEstimate:
        """Where the agent succeeds half of the time."""
        return self.posterior.half

    @property
    def counts(self) -> list[tuple[int, int]]:
        """Successes and plays of each rung."""
        plays, solved = (
            Counter(rung for rung, _ in self.played),
            Counter(rung for rung, success in self.played if success),
        )
        return [(solved[rung], plays[rung]) for rung in range(self.posterior.rungs)]


def ascent(
    contestant: Contestant, records: Mapping[str, Record], options: AdaptiveOptions
) -> Ascent:
    """What an agent's records say, and what is to be played next: a function of both alone."""
    posterior = Posterior.prior(len(contestant.ladder.rungs))
    played: list[tuple[int, bool]] = []
    used: Counter[int] = Counter()
    while not _is_done(posterior, used.total(), options):
        rungs = posterior.choose(min(options.batch, options.most - used.total()))
        batch = []
        for rung in rungs:
            batch.append(contestant.entry(rung, options.seed + used[rung]))
            used[rung] += 1
        found = [records.get(entry.key) for entry in batch]
        known = [kept for kept in found if kept is not None and kept.outcome != "error"]
        if len(known) < len(batch):
            return Ascent(contestant, posterior, tuple(played), tuple(batch))
        told = [
            (rung, kept.success) for rung, kept in zip(rungs, known, strict=True) if kept.scored
        ]
        posterior, played = posterior.after(told), played + told
    return Ascent(contestant, posterior, tuple(played), ())


def _is_done(posterior: Posterior, episodes: int, options: AdaptiveOptions) -> bool:
    half = posterior.half
    beyond = half.high < 0 or half.low > posterior.rungs - 1
    sure = half.width <= options.width or beyond
    return episodes >= options.most or (sure and episodes >= LEAST)


def described(ladders: Sequence[Ladder], options: AdaptiveOptions) -> dict[str, Any]:
    """What the description of a run says about its ladders."""
    return {"ladders": {each.name: list(each.rungs) for each in ladders}, **asdict(options)}


def from_description(known: Mapping[str, Any]) -> tuple[list[Ladder], AdaptiveOptions]:
    """What `described` was made from."""
    numbers = {name: value for name, value in known.items() if name != "ladders"}
    ladders = [Ladder(name, tuple(rungs)) for name, rungs in known["ladders"].items()]
    return ladders, AdaptiveOptions(**numbers)


async def adapt(
    ladders: Sequence[Ladder],
    agents: Mapping[str, Agent],
    store: Store,
    limits: Limits,
    watch: Watch,
    options: AdaptiveOptions | None = None,
    wrappers: tuple[str, ...] = (),
) -> list[Ascent]:
    """Play every agent on every ladder until enough is known; the store is held by the caller."""
    chosen = options or AdaptiveOptions()
    if limits.dollars is not None and (names := unpriced(agents.values())):
        raise Mistake(f"A budget needs the price of {' and '.join(names)}; give the option price.")
    contestants = [
        Contestant(ladder, name, setup(agent), wrappers)
        for ladder in ladders
        for name, agent in agents.items()
    ]
    check_entries(
        [each.entry(at, 0) for each in contestants for at in range(len(each.ladder.rungs))]
    )
    held = store.held()
    progress = Progress(chosen.most * len(contestants), spent=held.spent)
    tried: set[str] = set()
    try:
        while True:
            ascents = [ascent(each, held.records, chosen) for each in contestants]
            batch = [entry for each in ascents for entry in each.waiting]
            progress.total, progress.done, progress.solved = _sums(ascents, chosen)
            watch(progress)
            left = [e for e in batch if not _is_played(e, held.records) and e.key not in tried]
            if not left:
                return ascents
            tried.update(entry.key for entry in left)
            ledger = StoreLedger(store, limits, progress, watch)
            await play_all(iter(left), agents, ledger, {}, limits, held)
            held = store.held()
    finally:
        for agent in agents.values():
            await agent.close()


def _is_played(entry: Entry, records: Mapping[str, Record]) -> bool:
    kept = records.get(entry.key)
    return kept is not None and kept.outcome != "error"


def _sums(ascents: Sequence[Ascent], options: AdaptiveOptions) -> tuple[int, int, int]:
    """How many episodes there are at most, how many were played, and how many solved."""
    most = sum(options.most if each.waiting else len(each.played) for each in ascents)
    played = [success for each in ascents for _, success in each.played]
    return most, len(played), sum(played)
