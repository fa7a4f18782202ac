"""What records say about agents and tasks: pure functions, every estimate with its interval.

Episodes that are not `scored`, as machinery spoiled them, are counted apart and enter no rate.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist, fmean

from visgym.evaluation.records import Record
from visgym.task_ids import Id

Z = NormalDist().inv_cdf(0.975)  # intervals cover 95 %
FAULTS = ("refused", "misfit", "unknown", "unreadable")
"""Verdicts on replies that changed nothing."""
REFERENCES = ("solver", "random", "stop")
"""Agents that measure the tasks and not themselves."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    hits: int
    of: int

    @property
    def rate(self) -> float:
        return self.hits / self.of

    @property
    def estimate(self) -> Estimate:
        """The rate with its Wilson score interval."""
        return wilson(self.rate, self.of)


def wilson(rate: float, of: float) -> Estimate:
    """A rate over so many episodes, which need not be a whole number, with its score interval."""
    odds = Z * Z / of
    middle = (rate + odds / 2) / (1 + odds)
    reach = Z / (1 + odds) * math.sqrt(rate * (1 - rate) / of + odds / of / 4)
    return Estimate(rate, max(0.0, middle - reach), min(1.0, middle + reach))


Successes = Mapping[tuple[str, str], Share]
"""The share of solved episodes by agent and by task and preset, such as `maze_2d/easy`; only pairs
with a scored episode."""


def group_of(id: str) -> str:
    """The task and preset of a recorded id; ids that differ in knobs alone count together."""
    return str(Id.recorded(id).setting)


def task_of(id: str) -> str:
    """The task that an id names."""
    return Id.recorded(id).task


def setting_of(id: str) -> str:
    """The preset that an id names."""
    return Id.recorded(id).preset


def successes(records: Iterable[Record]) -> dict[tuple[str, str], Share]:
    """The share of solved episodes by agent and by task and preset."""
    return shares(records, group_of)


def shares(records: Iterable[Record], group: Callable[[str], str]) -> dict[tuple[str, str], Share]:
    """The share of solved episodes by agent and by group of ids."""
    played: Counter[tuple[str, str]] = Counter()
    solved: Counter[tuple[str, str]] = Counter()
    for kept in records:
        if kept.scored:
            pair = (kept.entry.agent, group(kept.entry.id))
            played[pair] += 1
            solved[pair] += kept.success
    return {pair: Share(solved[pair], count) for pair, count in played.items()}


def pooled(parts: Iterable[Share]) -> Share:
    """The episodes of some shares together."""
    known = list(parts)
    return Share(sum(part.hits for part in known), sum(part.of for part in known))


def outcomes(records: Iterable[Record]) -> dict[tuple[str, str], Counter[str]]:
    """How many episodes ended in which way, by agent and group, errors included."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for kept in records:
        pair = (kept.entry.agent, group_of(kept.entry.id))
        found.setdefault(pair, Counter())[kept.outcome] += 1
    return found


def difference(one: Estimate, other: Estimate) -> Estimate:
    """How much larger one of two independent rates is; the interval is Newcombe's."""
    value = one.value - other.value
    below = math.hypot(one.value - one.low, other.high - other.value)
    above = math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - below, value + above)


def average(shares: Sequence[Share]) -> Estimate:
    """The mean of rates, each with the same weight, with a score interval.

    It is Wilson's for as many episodes as would make one rate vary like the mean does, judged by
    rates to which a success and a failure were added. So one task keeps its own interval, nothing
    is certain at 0 or 1, and the interval holds for many tasks of few episodes too.
    """
    count = len(shares)
    cautious = [(share.hits + 1) / (share.of + 2) for share in shares]
    middle = fmean(cautious)
    varies = [rate * (1 - rate) / share.of for rate, share in zip(cautious, shares, strict=True)]
    episodes = middle * (1 - middle) * count * count / sum(varies)
    return wilson(fmean(share.rate for share in shares), episodes)


def averages(found: Successes) -> dict[tuple[str, str], Estimate]:
    """The mean success over tasks by agent and setting."""
    groups: dict[tuple[str, str], list[Share]] = {}
    for (agent, id), share in found.items():
        groups.setdefault((agent, setting_of(id)), []).append(share)
    return {group: average(shares) for group, shares in groups.items()}


def drops(
    found: Successes, easy: str = "easy", hard: str = "hard"
) -> dict[tuple[str, str], Estimate]:
    """How much of the success on the easy setting is lost on the hard one, by agent and task."""
    return {
        (agent, task_of(id)): difference(
            share.estimate, found[agent, f"{task_of(id)}/{hard}"].estimate
        )
        for (agent, id), share in found.items()
        if setting_of(id) == easy and (agent, f"{task_of(id)}/{hard}") in found
    }


def ranks(found: Successes) -> dict[tuple[str, str], int]:
    """The rank of each agent on each id; agents that tie all take the worse rank."""
    rates: dict[str, list[Fraction]] = {}
    for (_, id), share in found.items():
        rates.setdefault(id, []).append(Fraction(share.hits, share.of))
    return {
        (agent, id): sum(rate >= Fraction(share.hits, share.of) for rate in rates[id])
        for (agent, id), share in found.items()
    }


def is_reference(agent: str) -> bool:
    """Whether an agent is a solver, chance or one that gives up, and no contender."""
    return agent.split(" ")[0].partition(":")[0] in REFERENCES


def difficulty(found: Successes) -> dict[str, float]:
    """The mean success of agents by id, reference agents left out unless there are only those."""
    contenders = {agent for agent, _ in found if not is_reference(agent)}
    rates: dict[str, list[float]] = {}
    for (agent, id), share in found.items():
        if agent in contenders or not contenders:
            rates.setdefault(id, []).append(share.rate)
    return {id: fmean(values) for id, values in rates.items()}


def hardest_last(found: Successes) -> list[str]:
    """The tasks, the one with the least mean success last."""
    known = difficulty(found)
    rates: dict[str, list[float]] = {task_of(id): [] for _, id in found}
    for id, rate in known.items():
        rates[task_of(id)].append(rate)
    return sorted(rates, key=lambda task: (-fmean(rates[task] or [0.0]), task))


@dataclass(frozen=True, slots=True)
class Steps:
    """The lengths of one agent's episodes."""

    solved: tuple[int, ...]
    unsolved: tuple[int, ...]


def step_counts(records: Iterable[Record]) -> dict[str, Steps]:
    """The lengths of solved and unsolved episodes by agent."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for kept in records:
        if kept.scored:
            solved, unsolved = found.setdefault(kept.entry.agent, ([], []))
            (solved if kept.success else unsolved).append(len(kept.replies))
    return {agent: Steps(tuple(sorted(a)), tuple(sorted(b))) for agent, (a, b) in found.items()}


def reply_faults(records: Iterable[Record]) -> dict[str, dict[str, Share]]:
    """The shares of replies that changed nothing, by agent and verdict; agents with replies."""
    counts: dict[str, Counter[str]] = {}
    for kept in records:
        counts.setdefault(kept.entry.agent, Counter()).update(kept.verdicts)
    return {
        agent: {fault: Share(count[fault], count.total()) for fault in FAULTS}
        for agent, count in counts.items()
        if count
    }


def errors(records: Iterable[Record]) -> dict[str, Counter[str]]:
    """What spoiled episodes, by agent, and how often."""
    found: dict[str, Counter[str]] = {}
    for kept in records:
        if not kept.scored:
            found.setdefault(kept.entry.agent, Counter())[kept.error or "no reason given"] += 1
    return found
