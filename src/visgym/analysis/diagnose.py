"""The same episodes under every condition of a study: what to play, and how they compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from visgym.agents.agent import Agent
from visgym.analysis.effects import Effect, effects
from visgym.analysis.paired_tests import (
    BOOTSTRAP_SEED,
    COVERAGE,
    RESAMPLES,
    EpisodeKey,
    PairedComparison,
    Rate,
    Results,
    compare,
    holm,
    rate,
)
from visgym.analysis.studies import Condition, Study
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import setup
from visgym.evaluation.records import Entry, Record
from visgym.task_ids import Id

POOLED = "all tasks"
METHOD = (
    "Every condition plays the same episodes. Standard errors and intervals treat tasks as fixed. "
    f"Differences: paired bootstrap within tasks, {RESAMPLES} resamples, seed {BOOTSTRAP_SEED}, "
    f"{COVERAGE:.0%} percentiles; p: exact two-sided sign-flip test over episodes, which is "
    "McNemar's where each is played once; adjusted: Holm's correction, for the rows of an agent on "
    "all tasks together, and apart for its rows on single tasks. Episodes spoiled by machinery are "
    "left out of rates, and out of differences with their partners."
)


@dataclass(frozen=True)
class DiagnosisRow:
    """One agent on one task, or all, under one condition."""

    agent: str
    task: str
    condition: str
    errors: int
    """Plays that machinery spoiled."""
    rate: Rate | None
    against: PairedComparison | None
    """The comparison with the baseline; None for the baseline itself."""
    adjusted: float | None = None
    """The p value of the comparison, corrected for the number of comparisons."""


@dataclass(frozen=True)
class EffectRow:
    """What one factor, or several together, do for an agent on one task, or all."""

    agent: str
    task: str
    effect: Effect
    adjusted: float | None = None


@dataclass(frozen=True)
class Diagnosis:
    """What a study found."""

    study: Study
    rows: tuple[DiagnosisRow, ...]
    notes: tuple[str, ...] = ()
    effects: tuple[EffectRow, ...] = ()


def entries(
    study: Study, seeds: Mapping[str, Sequence[int]], agents: Iterable[Agent], samples: int = 1
) -> list[Entry]:
    """Every episode under every condition side by side, so that a run cut short is still paired."""
    names = [(agent.name, setup(agent)) for agent in agents]
    return [
        Entry(id, own[turn], name, configuration, condition.wrappers, sample=sample)
        for sample in range(samples)
        for turn in range(max(map(len, seeds.values()), default=0))
        for id, own in seeds.items()
        if turn < len(own)
        for name, configuration in names
        for condition in study.conditions
    ]


def described(study: Study) -> dict[str, Any]:
    """What the description of a run says about its study, from which a report reads it again."""
    factors = {
        each.name: {level.name: list(level.wrappers) for level in each.levels}
        for each in study.factors
    }
    conditions = {each.name: list(each.wrappers) for each in study.conditions}
    return {"study": study.name, "conditions": conditions} | (
        {"factors": factors} if factors else {}
    )


def summary(
    study: Study, planned: Sequence[Entry], records: Iterable[Record], notes: Sequence[str] = ()
) -> Diagnosis:
    """The rows of a study, task by task and then for all tasks, for the planned episodes alone."""
    kept = {record.entry.key: record for record in records}
    found = [kept[entry.key] for entry in planned if entry.key in kept]
    if not found:
        raise Mistake("No episode of this study has been played yet.")
    ids = list(dict.fromkeys(entry.id for entry in planned))
    groups = [[id] for id in ids] + ([ids] if len(ids) > 1 else [])
    rows: list[DiagnosisRow] = []
    found_effects: list[EffectRow] = []
    for agent in dict.fromkeys(entry.agent for entry in planned):
        mine = [record for record in found if record.entry.agent == agent]
        rows += _adjusted(row for chosen in groups for row in _rows(study, agent, chosen, mine))
        found_effects += _corrected(
            row for chosen in groups for row in _effects(study, agent, chosen, mine)
        )
    return Diagnosis(study, tuple(rows), tuple(notes), tuple(found_effects))


def _rows(study: Study, agent: str, ids: list[str], found: list[Record]) -> Iterator[DiagnosisRow]:
    mine = [record for record in found if record.entry.id in ids]
    baseline = shares(_plays(study.baseline, mine))
    for condition in study.conditions:
        plays = _plays(condition, mine)
        against = None if condition == study.baseline else compare(shares(plays), baseline)
        errors = sum(not r.scored and r.entry.wrappers == condition.wrappers for r in mine)
        yield DiagnosisRow(agent, _task(ids), condition.name, errors, rate(plays), against)


def _effects(study: Study, agent: str, ids: list[str], found: list[Record]) -> Iterator[EffectRow]:
    if not study.factors:
        return
    mine = [record for record in found if record.entry.id in ids]
    levels = product(*(range(len(factor.levels)) for factor in study.factors))
    cells = {
        place: shares(_plays(condition, mine))
        for place, condition in zip(levels, study.conditions, strict=True)
    }
    for effect in effects(study.factors, cells):
        yield EffectRow(agent, _task(ids), effect)


def _task(ids: list[str]) -> str:
    return Id.parse(ids[0]).task if len(ids) == 1 else POOLED


def _plays(condition: Condition, records: Iterable[Record]) -> dict[EpisodeKey, list[bool]]:
    """What the plays of each episode came to."""
    found: dict[EpisodeKey, list[bool]] = {}
    for record in records:
        if record.entry.wrappers == condition.wrappers and record.scored:
            found.setdefault((record.entry.id, record.entry.seed), []).append(record.success)
    return found


def shares(plays: Mapping[EpisodeKey, Sequence[bool]]) -> Results:
    """The share of plays that solved each episode."""
    return {key: sum(each) / len(each) for key, each in plays.items()}


def _adjusted(rows: Iterable[DiagnosisRow]) -> list[DiagnosisRow]:
    """Rows with corrected p values, those for all tasks apart from those for single ones."""
    found = list(rows)
    for pooled in (False, True):
        family = [at for at, row in enumerate(found) if (row.task == POOLED) is pooled]
        tested = [(at, row.p_value) for at in family if (row := found[at].against) is not None]
        for (at, _), value in zip(tested, holm([p for _, p in tested]), strict=True):
            found[at] = replace(found[at], adjusted=value)
    return found


def _corrected(rows: Iterable[EffectRow]) -> list[EffectRow]:
    """Effects with corrected p values, those on all tasks apart from those on single ones."""
    found = list(rows)
    for pooled in (False, True):
        family = [at for at, row in enumerate(found) if (row.task == POOLED) is pooled]
        p_values = [found[at].effect.found.p_value for at in family]
        for at, value in zip(family, holm(p_values), strict=True):
            found[at] = replace(found[at], adjusted=value)
    return found
