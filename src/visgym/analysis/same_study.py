"""Whether an agent sees that two pictures are the same, or not: accuracy, sharpness and bias."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import NormalDist

from visgym import catalog
from visgym.agents.agent import Agent
from visgym.analysis.same_pictures import PairKind, SamePictures
from visgym.analysis.statistics import Estimate, Share, Z
from visgym.analysis.study_pages import Sheet, StudyPage, StudyTable, percent
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import setup
from visgym.evaluation.records import Entry, Record
from visgym.task_ids import Id

MODULE = SamePictures.__module__
QUESTION = "Does an agent see whether two pictures are exactly the same?"
TASKS = ("colorization", "jigsaw", "matchstick_equation", "patch_reassembly", "zoom_in_puzzle")
PAIRS: tuple[PairKind, ...] = ("goal", "near")
METHOD = (
    "Half of the pairs of each kind are one state twice; the others are the start and a solved "
    "state (goal), or a solved state and one that is a call away (near). Accuracy with its Wilson "
    "interval; an answer that cannot be read is wrong. Missed: pairs that differ and were called "
    "the same. d' is how sharply an agent sees a difference, 0 for chance; bias above 0 leans "
    "towards 'the same'. Both from the rates of 'not the same' on pairs that differ and on pairs "
    "that do not, half an answer added to each count, with 95 % intervals by the delta method."
)
CSV_FILE = "diagnosis.csv"
_NORMAL = NormalDist()


@dataclass(frozen=True)
class SameRow:
    """One agent on one sort of pairs of one task, or of all."""

    agent: str
    task: str
    pair: str
    accuracy: Share
    called_same: Share
    """Of pairs that are the same, those that were called so."""
    missed: Share
    """Of pairs that differ, those that were called the same."""
    unread: int
    errors: int

    @property
    def sharpness(self) -> Estimate:
        """The d' of an agent."""
        return _around(self._hits[0] - self._alarms[0], self._spread)

    @property
    def bias(self) -> Estimate:
        """Its criterion: above 0 where it leans towards `the same`."""
        return _around(-(self._hits[0] + self._alarms[0]) / 2, self._spread / 2)

    @property
    def _hits(self) -> tuple[float, float]:
        return _z(self.missed.of - self.missed.hits, self.missed.of)

    @property
    def _alarms(self) -> tuple[float, float]:
        return _z(self.called_same.of - self.called_same.hits, self.called_same.of)

    @property
    def _spread(self) -> float:
        return math.sqrt(self._hits[1] + self._alarms[1])


def _z(hits: int, of: int) -> tuple[float, float]:
    """A rate on the scale of the normal law, and its variance there."""
    share = (hits + 0.5) / (of + 1)
    z = _NORMAL.inv_cdf(share)
    return z, share * (1 - share) / max(1, of) / _NORMAL.pdf(z) ** 2


def _around(value: float, spread: float) -> Estimate:
    return Estimate(value, value - Z * spread, value + Z * spread)


def same_ids(ids: Iterable[str]) -> tuple[list[str], list[str]]:
    """The ids of the questions about some tasks, and a note on each task that has none."""
    found: list[str] = []
    notes: list[str] = []
    for id in ids:
        try:
            asked = [str(Id(MODULE, pair).with_knob("of", id)) for pair in PAIRS]
            for each in asked:
                catalog.load(each)
        except Mistake as problem:
            notes.append(f"{id} is left out: {problem}")
        else:
            found += asked
    if not found:
        raise Mistake("No task is left that has a solved state to show; choose some with --tasks.")
    return found, notes


def same_entries(ids: Sequence[str], episodes: int, agents: Iterable[Agent]) -> list[Entry]:
    """As many pairs of each id, half of them the same."""
    names = [(agent.name, setup(agent)) for agent in agents]
    pairs = range(2 * -(-episodes // 2))
    return [Entry(id, seed, name, made) for seed in pairs for id in ids for name, made in names]


def same_rows(records: Iterable[Record]) -> list[SameRow]:
    """What every agent made of each sort of pairs of each task, and of all."""
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for kept in records:
        id = Id.parse(kept.entry.id)
        task = Id.parse(dict(id.knobs)["of"]).setting
        groups.setdefault((kept.entry.agent, id.preset, str(task)), []).append(kept)
    rows = []
    for (agent, pair), own in groupby(sorted(groups), key=lambda key: key[:2]):
        keys = list(own)
        rows += [_row(agent, task, pair, groups[agent, pair, task]) for _, _, task in keys]
        if len(keys) > 1:
            every = [kept for key in keys for kept in groups[key]]
            rows.append(_row(agent, "all tasks", pair, every))
    if not rows:
        raise Mistake("No pair of this study has been looked at yet.")
    return rows


def _row(agent: str, task: str, pair: str, records: Sequence[Record]) -> SameRow:
    scored = [kept for kept in records if kept.scored]
    heard = [kept for kept in scored if kept.verdicts[-1:] == ("done",)]
    same = [kept for kept in heard if kept.entry.seed % 2 == 0]
    other = [kept for kept in heard if kept.entry.seed % 2]
    return SameRow(
        agent,
        task,
        pair,
        Share(sum(kept.success for kept in scored), len(scored)),
        Share(sum(kept.success for kept in same), len(same)),
        Share(sum(not kept.success for kept in other), len(other)),
        len(scored) - len(heard),
        len(records) - len(scored),
    )


def same_page(rows: Sequence[SameRow], notes: Sequence[str] = ()) -> StudyPage:
    """A table for each agent."""
    columns = ("pairs", "accuracy, %", "n", "missed, %", "d'", "bias", "unread")
    tables = []
    for agent, own in groupby(rows, key=lambda row: row.agent):
        made: list[tuple[str, ...]] = []
        for pair, group in groupby(own, key=lambda row: row.pair):
            made += [(pair,), *map(_cells, group)]
        tables.append(StudyTable(agent, columns, tuple(made)))
    lines = tuple(map(_line, rows))
    data = {"study": "same", "question": QUESTION, "method": METHOD, "notes": list(notes)}
    sheet = Sheet(tuple(lines[0]), lines)
    return StudyPage(
        "same",
        QUESTION,
        tuple(tables),
        METHOD,
        notes=tuple(notes),
        data={**data, "rows": list(lines)},
        sheets={CSV_FILE: sheet},
    )


def _cells(row: SameRow) -> tuple[str, ...]:
    accuracy, missed = _told(row.accuracy), _told(row.missed)
    sharp, bias = map(_signed, (row.sharpness, row.bias)) if row.missed.of else ("–", "–")
    return row.task, accuracy, str(row.accuracy.of), missed, sharp, bias, str(row.unread)


def _signed(found: Estimate) -> str:
    value, low, high = (round(each, 2) + 0.0 for each in (found.value, found.low, found.high))
    return f"{value:+.2f} [{low:+.1f}, {high:+.1f}]"


def _told(share: Share) -> str:
    if not share.of:
        return "–"
    return percent(share.rate, share.estimate.low, share.estimate.high)


def _line(row: SameRow) -> Mapping[str, object]:
    line: dict[str, object] = {"agent": row.agent, "task": row.task, "pair": row.pair}
    shares = {"accuracy": row.accuracy, "called_same": row.called_same, "missed": row.missed}
    for name, share in shares.items():
        line |= _columns(name, share.estimate if share.of else None) | {f"{name}_of": share.of}
    line |= _columns("d_prime", row.sharpness) | _columns("bias", row.bias)
    return {**line, "unread": row.unread, "errors": row.errors}


def _columns(name: str, found: Estimate | None) -> dict[str, object]:
    value, low, high = (found.value, found.low, found.high) if found else (None, None, None)
    return {name: value, f"{name}_low": low, f"{name}_high": high}
