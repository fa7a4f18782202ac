"""Play the same episodes under every condition of a study, and compare."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from visgym.agents.agent import Agent
from visgym.analysis.paired_tests import (
    BOOTSTRAP_SEED,
    COVERAGE,
    RESAMPLES,
    PairedComparison,
    Rate,
    Results,
    compare,
    rate,
)
from visgym.analysis.studies import Condition, Study
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import Limits, Progress, Watch, evaluate, setup
from visgym.evaluation.records import Entry, Record
from visgym.evaluation.store import Store
from visgym.suites.suite import Suite
from visgym.task_ids import Id

POOLED = "all tasks"
JSON_FILE, CSV_FILE = "diagnosis.json", "diagnosis.csv"
METHOD = (
    "Every condition plays the same episodes. Standard errors and intervals treat tasks as fixed. "
    f"Differences: paired bootstrap within tasks, {RESAMPLES} resamples, seed {BOOTSTRAP_SEED}, "
    f"{COVERAGE:.0%} percentiles; p: exact two-sided McNemar test, not corrected for several "
    "comparisons. Episodes spoiled by machinery are left out of rates, and out of differences "
    "with their partners."
)


@dataclass(frozen=True)
class DiagnosisRow:
    """One agent on one task, or all, under one condition."""

    agent: str
    task: str
    condition: str
    errors: int
    """Episodes that machinery spoiled."""
    rate: Rate | None
    against: PairedComparison | None
    """The comparison with the baseline; None for the baseline itself."""


@dataclass(frozen=True)
class Diagnosis:
    """What a study found."""

    study: Study
    rows: tuple[DiagnosisRow, ...]
    notes: tuple[str, ...] = ()


def entries(
    study: Study, seeds: Mapping[str, Sequence[int]], agents: Iterable[Agent]
) -> list[Entry]:
    """Every episode under every condition side by side, so that a run cut short is still paired."""
    names = [(agent.name, setup(agent)) for agent in agents]
    return [
        Entry(id, own[turn], name, configuration, condition.wrappers)
        for turn in range(max(map(len, seeds.values()), default=0))
        for id, own in seeds.items()
        if turn < len(own)
        for name, configuration in names
        for condition in study.conditions
    ]


async def diagnose(
    study: Study,
    suite: Suite,
    planned: Sequence[Entry],
    agents: Mapping[str, Agent],
    store: Store,
    limits: Limits,
    watch: Watch,
    data: Mapping[str, str] | None = None,
) -> Progress:
    """Play what the store does not hold yet; one folder holds one study."""
    config: dict[str, Any] = {
        "suite": suite.name,
        "study": study.name,
        "wrappers": [],
        "conditions": {each.name: list(each.wrappers) for each in study.conditions},
        "agents": [agent.spec() for agent in agents.values()],
        "data": dict(data or {}),
    }
    with store.writing(config):
        return await evaluate(planned, agents, store, suite.starts, limits, watch)


def summary(
    study: Study, planned: Sequence[Entry], records: Iterable[Record], notes: Sequence[str] = ()
) -> Diagnosis:
    """The rows of a study, task by task and then for all tasks, for the planned episodes alone."""
    kept = {record.entry.key: record for record in records}
    found = [kept[entry.key] for entry in planned if entry.key in kept]
    if not found:
        raise Mistake("No episode of this study has been played yet.")
    ids = list(dict.fromkeys(entry.id for entry in planned))
    rows = (
        row
        for agent in dict.fromkeys(entry.agent for entry in planned)
        for chosen in [[id] for id in ids] + ([ids] if len(ids) > 1 else [])
        for row in _rows(study, agent, chosen, found)
    )
    return Diagnosis(study, tuple(rows), tuple(notes))


def _rows(study: Study, agent: str, ids: list[str], found: list[Record]) -> Iterator[DiagnosisRow]:
    mine = [r for r in found if r.entry.agent == agent and r.entry.id in ids]
    task = Id.parse(ids[0]).task if len(ids) == 1 else POOLED
    baseline = _results(study.baseline, mine)
    for condition in study.conditions:
        results = _results(condition, mine)
        against = None if condition == study.baseline else compare(results, baseline)
        errors = sum(not r.scored and r.entry.wrappers == condition.wrappers for r in mine)
        yield DiagnosisRow(agent, task, condition.name, errors, rate(results), against)


def _results(condition: Condition, records: list[Record]) -> Results:
    return {
        (r.entry.id, r.entry.seed): r.success
        for r in records
        if r.entry.wrappers == condition.wrappers and r.scored
    }


# Files


def save(diagnosis: Diagnosis, suite: Suite, folder: Path) -> tuple[Path, Path]:
    """Write the result as JSON and as CSV."""
    data = {
        "study": diagnosis.study.name,
        "question": diagnosis.study.question,
        "suite": suite.name,
        "baseline": diagnosis.study.baseline.name,
        "conditions": {each.name: list(each.wrappers) for each in diagnosis.study.conditions},
        "method": METHOD,
        "notes": list(diagnosis.notes),
        "rows": [asdict(row) for row in diagnosis.rows],
    }
    as_json, as_csv = folder / JSON_FILE, folder / CSV_FILE
    as_json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    lines = [_line(row) for row in diagnosis.rows]
    with as_csv.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(lines)
    return as_json, as_csv


COLUMNS = (
    *("agent", "task", "condition", "errors", "episodes", "solved", "success", "standard_error"),
    *("pairs", "gained", "lost", "difference", "low", "high", "p_value"),
)


def _line(row: DiagnosisRow) -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in asdict(row).items():
        flat.update(value if isinstance(value, dict) else {name: value})
    return {name: value for name, value in flat.items() if name in COLUMNS}
