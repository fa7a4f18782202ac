"""What a study found, as tables and charts that a terminal and a page can both show."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from visgym.analysis.statistics import Estimate
from visgym.evaluation.attempts import Starts
from visgym.evaluation.records import Entry, Record

JSON_FILE = "diagnosis.json"
NOTABLE = 0.05  # p values below are shown in bold


@dataclass(frozen=True)
class StudyTable:
    """A row of words and figures for each thing; a row of one cell is a heading."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    bold: frozenset[tuple[int, int]] = frozenset()
    """Row and column of cells that matter most."""


@dataclass(frozen=True)
class IntervalChart:
    """Changes with their intervals, one below the other, in percentage points."""

    title: str
    rows: tuple[tuple[str, Estimate], ...]


@dataclass(frozen=True)
class CurveLine:
    """One line of a chart of curves: a rate at each place, where there is one."""

    name: str
    points: tuple[Estimate | None, ...]
    curve: tuple[float, ...] = ()
    """What a model says of every place, if one was fitted."""
    half: Estimate | None = None
    """Where it is at a half, counted in places from 0."""


@dataclass(frozen=True)
class CurveChart:
    """Rates from place to place, such as levels."""

    title: str
    places: tuple[str, ...]
    lines: tuple[CurveLine, ...]


@dataclass(frozen=True)
class Sheet:
    """A table for other programs."""

    columns: tuple[str, ...]
    lines: tuple[Mapping[str, object], ...]
    """Values by column; those of lines within a line count as its own."""


@dataclass(frozen=True)
class StudyPage:
    """All that is shown of a study."""

    name: str
    question: str
    tables: tuple[StudyTable, ...]
    method: str
    intervals: tuple[IntervalChart, ...] = ()
    curves: tuple[CurveChart, ...] = ()
    notes: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)
    """The same as plain data."""
    sheets: dict[str, Sheet] = field(default_factory=dict)
    """The same as tables for other programs, by the names of their files."""


@dataclass(frozen=True)
class PlannedStudy:
    """Episodes to be played, and what is made of them."""

    name: str
    question: str
    entries: tuple[Entry, ...]
    config: Mapping[str, Any]
    """What the description of the run says beside agents and data."""
    conclude: Callable[[Iterable[Record], Sequence[str]], StudyPage]
    """What records and notes come to."""
    starts: Starts = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def save(page: StudyPage, folder: Path) -> list[Path]:
    """Write what a study found as JSON and as CSV."""
    paths = [folder / JSON_FILE]
    paths[0].write_text(json.dumps(page.data, indent=1) + "\n", encoding="utf-8")
    for name, sheet in page.sheets.items():
        paths.append(folder / name)
        with paths[-1].open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, sheet.columns, restval="", extrasaction="ignore")
            writer.writeheader()
            writer.writerows(map(_flat, sheet.lines))
    return paths


def _flat(line: Mapping[str, object]) -> dict[str, object]:
    """A line without lines in it."""
    found: dict[str, object] = {}
    for name, value in line.items():
        found.update(_flat(value) if isinstance(value, dict) else {name: value})
    return found


def percent(value: float, low: float, high: float) -> str:
    """A rate with its interval, such as 62.5 (41–81)."""
    return f"{100 * value:.1f} ({100 * low:.0f}–{100 * high:.0f})"


def points(value: float, low: float, high: float) -> str:
    """A change with its interval, such as +12.5 [+2, +23]."""
    return f"{100 * value:+.1f} [{100 * low:+.0f}, {100 * high:+.0f}]"


def p_value(p: float | None) -> str:
    """A p value with the digits that matter."""
    if p is None:
        return "–"
    return "<0.001" if p < 0.001 else f"{p:.3f}"
