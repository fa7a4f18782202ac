"""What a study of conditions found: its tables, its charts and its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from visgym.analysis.diagnose import METHOD, Diagnosis, DiagnosisRow, EffectRow
from visgym.analysis.paired_tests import COVERAGE, PairedComparison
from visgym.analysis.statistics import Estimate
from visgym.analysis.study_pages import (
    NOTABLE,
    IntervalChart,
    Sheet,
    StudyPage,
    StudyTable,
    p_value,
    percent,
    points,
)

CSV_FILE, EFFECTS_FILE = "diagnosis.csv", "effects.csv"
COLUMNS = (
    *("agent", "task", "condition", "errors", "episodes", "plays", "solved", "success"),
    *("rate_low", "rate_high", "standard_error", "passed"),
    *("pairs", "gained", "lost", "difference", "low", "high", "p_value", "adjusted"),
)
EFFECT_COLUMNS = (
    *("agent", "task", "name", "order", "pairs", "difference", "low", "high"),
    *("p_value", "adjusted"),
)


def diagnosis_page(found: Diagnosis) -> StudyPage:
    """One table for each agent, and where factors were crossed another one for what each does."""
    tables: list[StudyTable] = []
    charts: list[IntervalChart] = []
    for agent, rows in groupby(found.rows, key=lambda row: row.agent):
        tables.append(_conditions(agent, list(rows)))
        mine = [row for row in found.effects if row.agent == agent]
        if mine:
            tables.append(_effects(agent, mine))
            charts.append(_chart(agent, mine))
    return StudyPage(
        found.study.name,
        found.study.question,
        tuple(tables),
        _explained(found),
        tuple(charts),
        notes=found.notes,
        data=_data(found),
        sheets=_sheets(found),
    )


def _sheets(found: Diagnosis) -> dict[str, Sheet]:
    sheets = {CSV_FILE: Sheet(COLUMNS, tuple(asdict(row) for row in found.rows))}
    if found.effects:
        lines = tuple(asdict(row) for row in found.effects)
        sheets[EFFECTS_FILE] = Sheet(EFFECT_COLUMNS, lines)
    return sheets


def _explained(found: Diagnosis) -> str:
    sentences = [
        "Success with its Wilson interval, in %.",
        f"Difference to '{found.study.baseline.name}' on the same episodes with its "
        f"{COVERAGE:.0%} interval (paired bootstrap); gain/loss: episodes solved more often under "
        "one of the two.",
        "p: exact sign-flip test over episodes (McNemar's for single plays); adjusted: Holm's "
        "correction for the number of comparisons.",
    ]
    if found.effects:
        sentences.append(
            "An effect is the change from the first level of a factor, the mean over all levels of "
            "the others; a x b is how much more both do together than each by itself."
        )
    if _plays(found.rows) > 1:
        sentences.insert(1, "Success is mean@k; pass@k counts episodes that one play solved.")
    return " ".join(sentences)


def _plays(rows: Sequence[DiagnosisRow]) -> int:
    """How often an episode was played, at most."""
    rates = [row.rate for row in rows if row.rate is not None]
    return max((-(-each.plays // each.episodes) for each in rates), default=1)


def _conditions(agent: str, rows: list[DiagnosisRow]) -> StudyTable:
    plays = _plays(rows)
    passed = (f"pass@{plays}, %",) if plays > 1 else ()
    what = f"mean@{plays}, %" if plays > 1 else "success, %"
    columns = ("condition", what, *passed, "n", "difference", "gain/loss", "p", "adjusted")
    made: list[tuple[str, ...]] = []
    bold: set[tuple[int, int]] = set()
    for task, group in groupby(rows, key=lambda row: row.task):
        made.append((task,))
        for row in group:
            cells = (row.condition, *_rate(row, plays > 1), *_comparison(row.against, row.adjusted))
            if row.adjusted is not None and row.adjusted < NOTABLE:
                bold.add((len(made), len(cells) - 1))
            made.append(cells)
    return StudyTable(agent, columns, tuple(made), frozenset(bold))


def _rate(row: DiagnosisRow, several: bool) -> tuple[str, ...]:
    if row.rate is None:
        return ("–", "–", "0") if several else ("–", "0")
    shown = percent(row.rate.success, row.rate.rate_low, row.rate.rate_high)
    passed = (f"{100 * row.rate.passed:.1f}",) if several else ()
    return (shown, *passed, str(row.rate.episodes))


def _comparison(against: PairedComparison | None, adjusted: float | None) -> tuple[str, ...]:
    if against is None:
        return ()
    change = points(against.difference, against.low, against.high)
    gains = f"{against.gained}/{against.lost}"
    return change, gains, p_value(against.p_value), p_value(adjusted)


def _effects(agent: str, rows: list[EffectRow]) -> StudyTable:
    made: list[tuple[str, ...]] = []
    bold: set[tuple[int, int]] = set()
    for task, group in groupby(rows, key=lambda row: row.task):
        made.append((task,))
        for row in group:
            found = row.effect.found
            change = points(found.difference, found.low, found.high)
            if row.adjusted is not None and row.adjusted < NOTABLE:
                bold.add((len(made), 4))
            tests = (p_value(found.p_value), p_value(row.adjusted))
            made.append((row.effect.name, change, str(found.pairs), *tests))
    columns = ("effect", "change, points", "n", "p", "adjusted")
    return StudyTable(f"{agent}: effects", columns, tuple(made), frozenset(bold))


def _chart(agent: str, rows: list[EffectRow]) -> IntervalChart:
    """The effects on all tasks, or on the one there is."""
    task = rows[-1].task
    return IntervalChart(
        f"{agent}, {task}",
        tuple(
            (row.effect.name, Estimate(found.difference, found.low, found.high))
            for row in rows
            if row.task == task and (found := row.effect.found)
        ),
    )


def _data(found: Diagnosis) -> dict[str, Any]:
    study = found.study
    return {
        "study": study.name,
        "question": study.question,
        "baseline": study.baseline.name,
        "conditions": {each.name: list(each.wrappers) for each in study.conditions},
        "method": METHOD,
        "notes": list(found.notes),
        "rows": [asdict(row) for row in found.rows],
        "effects": [asdict(row) for row in found.effects],
    }
