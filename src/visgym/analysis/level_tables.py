"""What the study of levels found, as tables and curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby

from visgym.analysis.level_study import METHOD, QUESTION, LevelRow, level_data
from visgym.analysis.statistics import Estimate
from visgym.analysis.study_pages import (
    NOTABLE,
    CurveChart,
    CurveLine,
    Sheet,
    StudyPage,
    StudyTable,
    p_value,
    percent,
)

CSV_FILE = "diagnosis.csv"
COLUMNS = (
    *("agent", "task", "level", "label", "episodes", "value", "low", "high", "passed"),
    *("robustness", "robustness_low", "robustness_high", "p_value", "adjusted"),
)


def level_page(rows: Sequence[LevelRow], notes: Sequence[str] = ()) -> StudyPage:
    """A table for each agent, and the curves of all agents on each task."""
    tables = [_table(agent, list(own)) for agent, own in groupby(rows, key=lambda row: row.agent)]
    charts = [
        _chart(task, [row for row in rows if row.task == task])
        for task in dict.fromkeys(row.task for row in rows)
    ]
    lines = tuple(line for row in rows for line in _lines(row))
    return StudyPage(
        "levels",
        QUESTION,
        tuple(tables),
        METHOD,
        curves=tuple(charts),
        notes=tuple(notes),
        data=level_data(rows, notes),
        sheets={CSV_FILE: Sheet(COLUMNS, lines)},
    )


def _table(agent: str, rows: Sequence[LevelRow]) -> StudyTable:
    most = max(len(row.rates) for row in rows)
    single = [row.labels for row in rows if row.tasks == 1]
    same = len(set(single)) == 1 and len(single[0]) == most
    heads = single[0] if same else tuple(f"level {at + 1}" for at in range(most))
    made: list[tuple[str, ...]] = []
    bold: set[tuple[int, int]] = set()
    for row in rows:
        cells = [_rate(each) for each in row.rates] + [""] * (most - len(row.rates))
        if row.adjusted is not None and row.adjusted < NOTABLE:
            bold.add((len(made), most + 4))
        tests = (p_value(row.p_value), p_value(row.adjusted)) if row.tasks == 1 else ("", "")
        made.append((row.task, *cells, str(sum(row.episodes)), _ratio(row.robustness), *tests))
    columns = ("task", *(f"{each}, %" for each in heads), "n", "robustness", "p", "adjusted")
    return StudyTable(agent, columns, tuple(made), frozenset(bold))


def _rate(rate: Estimate | None) -> str:
    return "–" if rate is None else percent(rate.value, rate.low, rate.high)


def _ratio(found: Estimate | None) -> str:
    return "–" if found is None else f"{found.value:.2f} ({found.low:.2f}–{found.high:.2f})"


def _chart(task: str, rows: Sequence[LevelRow]) -> CurveChart:
    return CurveChart(task, rows[0].labels, tuple(CurveLine(row.agent, row.rates) for row in rows))


def _lines(row: LevelRow) -> list[dict[str, object]]:
    """A line for each level; what is of all levels stands in the last one."""
    lines: list[dict[str, object]] = []
    for at, (label, rate) in enumerate(zip(row.labels, row.rates, strict=True)):
        line: dict[str, object] = {"agent": row.agent, "task": row.task, "level": at}
        line |= {"label": label, "episodes": row.episodes[at], "passed": row.passed[at]}
        lines.append(line | (asdict(rate) if rate is not None else {}))
    if row.robustness is not None:
        ends = {"robustness_low": row.robustness.low, "robustness_high": row.robustness.high}
        lines[-1] |= {"robustness": row.robustness.value, **ends}
    lines[-1] |= {"p_value": row.p_value, "adjusted": row.adjusted}
    return lines
