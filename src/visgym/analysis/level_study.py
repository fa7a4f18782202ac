"""How success falls from level to level, and how much of it is left at the last one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

import numpy as np

from visgym.agents.agent import Agent
from visgym.analysis.categories import category_of
from visgym.analysis.paired_tests import EpisodeKey, Rate, holm, rate
from visgym.analysis.statistics import Estimate, Z
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import setup
from visgym.evaluation.ladders import Ladder
from visgym.evaluation.records import Entry, Record
from visgym.task_ids import Id

QUESTION = "How does success fall from level to level?"
TASKS = (
    *("max_grid_paths", "n_queens", "largest_island", "longest_path"),
    *("rectangle_count", "frozen_lake"),
)
"""One of each of six categories."""
METHOD = (
    "Success with its 95 % score interval, in %. Robustness: success at the last level divided by "
    "that at the first, with the 95 % interval of the logarithm of the ratio, half a success added "
    "to either side; p: exact two-sided permutation test of the first against the last level over "
    "episodes; adjusted: Holm's correction over the tasks of an agent. Means over tasks give every "
    "task the same weight."
)
_FINEST = 2_520  # parts that shares are counted in: whole for up to 10 plays


@dataclass(frozen=True)
class LevelRow:
    """One agent on the levels of one task, or of several tasks on average."""

    agent: str
    task: str
    tasks: int
    labels: tuple[str, ...]
    rates: tuple[Estimate | None, ...]
    """Success by level; None where nothing was played."""
    episodes: tuple[int, ...]
    passed: tuple[float | None, ...]
    """The share of episodes that one play at least solved."""
    robustness: Estimate | None
    """Success at the last level by success at the first; None without success at the first."""
    p_value: float | None = None
    adjusted: float | None = None


@dataclass(frozen=True)
class _Played:
    """One agent on one task."""

    ladder: Ladder
    plays: tuple[dict[EpisodeKey, list[bool]], ...]
    """What the plays of each episode came to, level by level."""

    @property
    def rates(self) -> tuple[Rate | None, ...]:
        return tuple(map(rate, self.plays))


def level_entries(
    ladders: Sequence[Ladder],
    seeds: Mapping[str, Sequence[int]],
    agents: Iterable[Agent],
    samples: int = 1,
) -> list[Entry]:
    """Every level of every task side by side, so that a run cut short is still balanced."""
    names = [(agent.name, setup(agent)) for agent in agents]
    return [
        Entry(rung, seeds[rung][turn], name, configuration, sample=sample)
        for sample in range(samples)
        for turn in range(max(map(len, seeds.values()), default=0))
        for ladder in ladders
        for rung in ladder.rungs
        if turn < len(seeds[rung])
        for name, configuration in names
    ]


def level_rows(ladders: Sequence[Ladder], records: Iterable[Record]) -> list[LevelRow]:
    """What was found of every task, every category of several tasks, and all tasks."""
    kept = list(records)
    rows: list[LevelRow] = []
    for agent in sorted({record.entry.agent for record in kept}):
        mine = [record for record in kept if record.entry.agent == agent and record.scored]
        played = {ladder.name: _played(ladder, mine) for ladder in ladders}
        own = [_row(agent, name, each) for name, each in played.items() if any(each.plays)]
        tested = [row for row in own if row.p_value is not None]
        values = holm([row.p_value for row in tested if row.p_value is not None])
        corrected = dict(zip((row.task for row in tested), values, strict=True))
        rows += [replace(row, adjusted=corrected.get(row.task)) for row in own]
        rows += _means(agent, [played[row.task] for row in own])
    if not rows:
        raise Mistake("No episode of this study has been played yet.")
    return rows


def _played(ladder: Ladder, records: Sequence[Record]) -> _Played:
    plays: list[dict[EpisodeKey, list[bool]]] = [{} for _ in ladder.rungs]
    places = {rung: at for at, rung in enumerate(ladder.rungs)}
    for record in records:
        at = places.get(record.entry.id)
        if at is not None:
            key = (record.entry.id, record.entry.seed)
            plays[at].setdefault(key, []).append(record.success)
    return _Played(ladder, tuple(plays))


def _row(agent: str, name: str, played: _Played) -> LevelRow:
    rates = played.rates
    first, last = ([sum(p) / len(p) for p in played.plays[at].values()] for at in (0, -1))
    return LevelRow(
        agent,
        name,
        1,
        played.ladder.labels,
        tuple(map(_estimate, rates)),
        tuple(each.episodes if each else 0 for each in rates),
        tuple(each.passed if each else None for each in rates),
        robustness([(rates[0], rates[-1])]),
        permutations(first, last) if first and last else None,
    )


def _estimate(rate: Rate | None) -> Estimate | None:
    return None if rate is None else Estimate(rate.success, rate.rate_low, rate.rate_high)


def _means(agent: str, played: Sequence[_Played]) -> Iterator[LevelRow]:
    """The means over the tasks of each category with several, and over all."""
    groups: dict[str, list[_Played]] = {}
    for each in played:
        category = category_of(Id.parse(each.ladder.rungs[0]).task)
        groups.setdefault(f"mean of {category}", []).append(each)
    for title, members in {**groups, "mean of all": list(played)}.items():
        if len(members) < 2:
            continue
        rates = [each.rates for each in members]
        levels = min(map(len, rates))
        columns = list(zip(*((*each[: levels - 1], each[-1]) for each in rates), strict=True))
        yield LevelRow(
            agent,
            title,
            len(members),
            tuple(f"level {at + 1}" for at in range(levels)),
            tuple(map(_mean, columns)),
            tuple(sum(each.episodes for each in column if each) for column in columns),
            (None,) * levels,
            robustness([(each[0], each[-1]) for each in rates]),
        )


def _mean(rates: Sequence[Rate | None]) -> Estimate | None:
    known = [each for each in rates if each is not None]
    if len(known) < len(rates):
        return None
    value = fmean(each.success for each in known)
    reach = Z * math.sqrt(sum(_variance(each) for each in known)) / len(known)
    return Estimate(value, max(0.0, value - reach), min(1.0, value + reach))


def _cautious(rate: Rate) -> float:
    return (rate.success * rate.episodes + 0.5) / (rate.episodes + 1)


def _variance(rate: Rate) -> float:
    return _cautious(rate) * (1 - _cautious(rate)) / rate.episodes


def robustness(pairs: Sequence[tuple[Rate | None, Rate | None]]) -> Estimate | None:
    """Success at the last level by that at the first, of one task or the mean of some."""
    known = [(first, last) for first, last in pairs if first is not None and last is not None]
    if len(known) < len(pairs) or not any(first.success for first, _ in known):
        return None
    sides = list(zip(*known, strict=True))
    first, last = (fmean(each.success for each in side) for side in sides)
    middles = [fmean(_cautious(each) for each in side) for side in sides]
    spreads = [math.sqrt(sum(map(_variance, side))) / len(known) for side in sides]
    reach = Z * math.hypot(*(s / m for s, m in zip(spreads, middles, strict=True)))
    value, middle = last / first, middles[1] / middles[0]
    low = 0.0 if not last else middle * math.exp(-reach)
    return Estimate(value, min(value, low), max(value, middle * math.exp(reach)))


def permutations(these: Sequence[float], those: Sequence[float]) -> float:
    """The chance of a difference as large if it were chance who belongs to which group: exact."""
    whole = [round(_FINEST * each) for each in (*these, *those)]
    unit = math.gcd(*whole) or 1
    sizes, count = [each // unit for each in whole], len(these)
    ways = np.zeros((count + 1, sum(sizes) + 1))
    ways[0, 0] = 1.0
    for size in sizes:
        shifted = np.zeros_like(ways)
        shifted[1:, size:] = ways[:-1, : ways.shape[1] - size]
        ways = (ways + shifted) / 2  # so that numbers stay small
    chances = ways[count] / ways[count].sum()
    away = np.abs(np.arange(len(chances)) - sum(sizes) * count / len(sizes))
    reached = abs(sum(sizes[:count]) - sum(sizes) * count / len(sizes))
    return min(1.0, float(chances[away >= reached - 1e-9].sum()))


def level_data(rows: Sequence[LevelRow], notes: Sequence[str]) -> dict[str, Any]:
    """All rows as plain data."""
    data = {"study": "levels", "question": QUESTION, "method": METHOD, "notes": list(notes)}
    return {**data, "rows": [asdict(row) for row in rows]}
