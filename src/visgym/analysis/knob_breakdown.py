"""Success by the values of knobs, where episodes of one task and preset differ in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from visgym.analysis.statistics import Share, group_of, pooled, shares
from visgym.evaluation.records import Record
from visgym.task_ids import FILE_KNOBS, Id


@dataclass(frozen=True, slots=True)
class KnobBreakdown:
    """How success on one task and preset changes with one knob."""

    id: str
    """The task and preset."""
    knob: str
    values: tuple[str | None, ...]
    """As ids have them, in rising order; None where an id leaves the knob to its preset."""
    found: Mapping[tuple[str, str | None], Share]
    """The share of solved episodes by agent and value."""


def by_knob(records: Iterable[Record]) -> list[KnobBreakdown]:
    """A breakdown for every knob that varies within a task and preset, files left out."""
    groups: dict[str, dict[tuple[str, str], Share]] = {}
    for (agent, id), share in shares(records, str).items():
        groups.setdefault(group_of(id), {})[agent, id] = share
    found = []
    for group in sorted(groups):
        names = dict.fromkeys(name for _, id in groups[group] for name, _ in Id.recorded(id).knobs)
        each = (_breakdown(group, name, groups[group]) for name in names if name not in FILE_KNOBS)
        found += [breakdown for breakdown in each if len(breakdown.values) > 1]
    return found


def _breakdown(group: str, knob: str, by_id: Mapping[tuple[str, str], Share]) -> KnobBreakdown:
    parts: dict[tuple[str, str | None], list[Share]] = {}
    for (agent, id), share in by_id.items():
        parts.setdefault((agent, dict(Id.recorded(id).knobs).get(knob)), []).append(share)
    values = sorted({value for _, value in parts}, key=_order)
    return KnobBreakdown(
        group, knob, tuple(values), {pair: pooled(each) for pair, each in parts.items()}
    )


def _order(value: str | None) -> tuple[bool, bool, float, str]:
    """The preset's own value first, then numbers, then words."""
    try:
        return value is not None, False, float(value or 0), ""
    except ValueError:
        return True, True, 0.0, value or ""
