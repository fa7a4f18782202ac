"""What the studies among some runs found, ready for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from visgym.analysis import level_study, same_study
from visgym.analysis.adaptive_tables import adaptive_page, ascents_in
from visgym.analysis.diagnose import summary
from visgym.analysis.diagnosis_tables import diagnosis_page
from visgym.analysis.level_tables import level_page
from visgym.analysis.report import wording
from visgym.analysis.report.loading import RunFolder
from visgym.analysis.statistics import Estimate
from visgym.analysis.studies import STUDIES, Condition, Factor, Study
from visgym.analysis.study_pages import CurveChart, CurveLine, IntervalChart, StudyPage
from visgym.core.errors import Mistake
from visgym.evaluation.ladders import Ladder

WIDE, HIGH = 520, 230  # of a chart of curves, in its own units
LEFT, RIGHT, TOP, BOTTOM = 34, 12, 10, 34  # around its curves
LONGEST = 120  # characters of a name
COLOURS = 6  # of lines, after which they repeat


def study_pages(runs: Sequence[RunFolder]) -> list[StudyPage]:
    """What each folder that holds a study or an adaptive run came to."""
    found = []
    for run in runs:
        try:
            page = _page(run)
        except (Mistake, KeyError, TypeError, ValueError, AttributeError):
            continue  # run.json may be anybody's
        if page is not None:
            found.append(_plain(page))
    return found


def _plain(page: StudyPage) -> StudyPage:
    """A page on which foreign names play no tricks."""
    tables = tuple(
        replace(
            table,
            title=_said(table.title),
            columns=tuple(map(_said, table.columns)),
            rows=tuple(tuple(map(_said, row)) for row in table.rows),
        )
        for table in page.tables
    )
    curves = tuple(
        replace(
            chart,
            title=_said(chart.title),
            places=tuple(map(_said, chart.places)),
            lines=tuple(replace(line, name=_said(line.name)) for line in chart.lines),
        )
        for chart in page.curves
    )
    intervals = tuple(
        IntervalChart(_said(chart.title), tuple((_said(name), each) for name, each in chart.rows))
        for chart in page.intervals
    )
    return replace(page, tables=tables, curves=curves, intervals=intervals)


def _said(text: str) -> str:
    return wording.name(text, LONGEST) if text else ""


def _page(run: RunFolder) -> StudyPage | None:
    config, records = run.config, run.records
    if config.get("adaptive"):
        ascents = ascents_in(config, records)
        return adaptive_page(ascents) if ascents else None
    name = config.get("study")
    if name == "levels":
        ladders = [Ladder(title, tuple(rungs)) for title, rungs in config["ladders"].items()]
        return level_page(level_study.level_rows(ladders, records))
    if name == "same":
        return same_study.same_page(same_study.same_rows(records))
    if name is None or not records:
        return None
    planned = [record.entry for record in records]
    return diagnosis_page(summary(study_from(config), planned, records))


def study_from(config: Mapping[str, Any]) -> Study:
    """The study that a description of a run tells of."""
    conditions = _conditions(config["conditions"])
    factors = (config.get("factors") or {}).items()
    made = tuple(Factor(name, _conditions(levels)) for name, levels in factors)
    name = str(config["study"])
    question = STUDIES[name].question if name in STUDIES else ""
    return Study(name, question, conditions, factors=made)


def _conditions(known: Mapping[str, Sequence[str]]) -> tuple[Condition, ...]:
    return tuple(Condition(name, tuple(wrappers)) for name, wrappers in known.items())


@dataclass(frozen=True)
class DrawnInterval:
    """A change and its interval, in percent of the width of a chart."""

    name: str
    text: str
    at: float
    low: float
    high: float
    clear: bool
    """Whether the interval leaves out zero."""


@dataclass(frozen=True)
class DrawnLine:
    """A line of a chart, in its own units."""

    name: str
    colour: int
    marks: tuple[tuple[float, float, float, float], ...]
    """x, y and the ends of the interval of every point."""
    path: str
    half: tuple[float, float, float, float] | None
    """Where it is at a half, from where to where that may be, and how high to draw it."""


@dataclass(frozen=True)
class DrawnChart:
    """A chart of curves, in its own units."""

    title: str
    lines: tuple[DrawnLine, ...]
    ticks: tuple[tuple[float, str], ...]


def interval_rows(chart: IntervalChart) -> tuple[list[DrawnInterval], int]:
    """The rows of a chart of changes, and the percentage points at its edges."""
    ends = [abs(end) for _, each in chart.rows for end in (each.low, each.high)]
    edge = max(10, 10 * ceil(10 * max(ends, default=0)))

    def place(value: float) -> float:
        return 50 + 50 * 100 * value / edge

    rows = [
        DrawnInterval(
            name,
            wording.points(each.value),
            place(each.value),
            place(each.low),
            place(each.high),
            each.low > 0 or each.high < 0,
        )
        for name, each in chart.rows
    ]
    return rows, edge


def drawn(chart: CurveChart) -> DrawnChart:
    """A chart of curves with every place worked out."""
    count = len(chart.places)
    step = max(1, ceil(count / 8))
    ticks = tuple((_x(at, count), chart.places[at]) for at in range(0, count, step))
    lines = tuple(_line(number, line, count) for number, line in enumerate(chart.lines))
    return DrawnChart(chart.title, lines, ticks)


def _x(place: float, count: int) -> float:
    across = min(max(place, -0.4), count - 0.6)
    return round(LEFT + (WIDE - LEFT - RIGHT) * (across + 0.5) / count, 1)


def _y(rate: float) -> float:
    return round(TOP + (HIGH - TOP - BOTTOM) * (1 - rate), 1)


def _line(number: int, line: CurveLine, count: int) -> DrawnLine:
    shift = (number - 1) * 0.06  # so that intervals of several agents stand side by side
    marks = tuple(
        (_x(at + shift, count), _y(point.value), _y(point.low), _y(point.high))
        for at, point in enumerate(line.points)
        if point is not None
    )
    if line.curve:
        along = [(_x(at, count), _y(rate)) for at, rate in enumerate(line.curve)]
    else:
        along = [mark[:2] for mark in marks]
    path = "M" + " L".join(f"{x},{y}" for x, y in along) if along else ""
    return DrawnLine(line.name, number % COLOURS, marks, path, _half(line.half, count, number))


def _half(
    half: Estimate | None, count: int, number: int
) -> tuple[float, float, float, float] | None:
    if half is None:
        return None
    value, low, high = (_x(at, count) for at in (half.value, half.low, half.high))
    return value, low, high, _y(0.5) + 8 * (number - 1)


def study_sections(runs: Sequence[RunFolder]) -> dict[str, Any]:
    """What the template of studies needs."""
    shown = [
        {
            "page": page,
            "curves": [drawn(chart) for chart in page.curves],
            "intervals": [(chart.title, *interval_rows(chart)) for chart in page.intervals],
        }
        for page in study_pages(runs)
    ]
    scale = [(f"{rate} %", _y(rate / 100)) for rate in (0, 50, 100)]
    sizes = {"wide": WIDE, "high": HIGH, "left": LEFT, "right": RIGHT}
    return {"studies": shown, "scale": scale, **sizes}
