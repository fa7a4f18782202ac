"""Where agents succeed half of the time, as a table and as curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from visgym.analysis.statistics import Estimate, Share
from visgym.analysis.study_pages import CurveChart, CurveLine, Sheet, StudyPage, StudyTable
from visgym.evaluation.adaptive import Ascent, Contestant, ascent, from_description
from visgym.evaluation.psychometrics import Posterior
from visgym.evaluation.records import Record

QUESTION = "At which level does an agent succeed half of the time?"
METHOD = (
    "Success along a ladder is taken for a logistic curve of unknown place, steepness, guesses, "
    "lapses and bend, on a grid with even prior weights; outcomes count with two thirds of their "
    "weight, since no ladder is quite logistic. Half: the median of where the curve is at 50 %, "
    "with the central 95 % credible interval. Each batch was chosen to tell most about that place."
)
CSV_FILE = "adaptive.csv"
_COLUMNS = ("agent", "ladder", "value", "low", "high", "half_at", "episodes", "finished")


def ascents_in(config: Mapping[str, Any], records: Iterable[Record]) -> list[Ascent]:
    """What an adaptive run came to, from its description and its records."""
    ladders, options = from_description(config["adaptive"])
    kept = {record.entry.key: record for record in records}
    wrappers = tuple(config.get("wrappers") or ())
    agents = sorted({(record.entry.agent, record.entry.setup) for record in kept.values()})
    found = [
        _with_all(ascent(Contestant(ladder, agent, setup, wrappers), kept, options), kept)
        for ladder in ladders
        for agent, setup in agents
    ]
    return [each for each in found if each.played]


def _with_all(found: Ascent, records: Mapping[str, Record]) -> Ascent:
    """What all records of an agent say, also those that another release would not have chosen."""
    who, rungs = found.contestant, found.contestant.ladder.rungs
    played = [
        (rungs.index(kept.entry.id), kept.success)
        for kept in records.values()
        if kept.scored
        and kept.entry.id in rungs
        and (kept.entry.agent, kept.entry.setup) == (who.agent, who.setup)
    ]
    if len(played) <= len(found.played):
        return found
    return replace(found, posterior=Posterior.prior(len(rungs)).after(played), played=tuple(played))


def adaptive_page(ascents: Sequence[Ascent], notes: Sequence[str] = ()) -> StudyPage:
    """A table of all agents, and the curves of all agents on each ladder."""
    columns = ("agent", "half at", "95 % interval", "in rungs from 0", "n")
    ladders = dict.fromkeys(each.contestant.ladder for each in ascents)
    tables = tuple(
        StudyTable(
            ladder.name,
            columns,
            tuple(_cells(each) for each in ascents if each.contestant.ladder == ladder),
        )
        for ladder in ladders
    )
    charts = tuple(
        CurveChart(
            ladder.name,
            ladder.labels,
            tuple(map(_line, (each for each in ascents if each.contestant.ladder == ladder))),
        )
        for ladder in ladders
    )
    lines = tuple(map(_data, ascents))
    data = {"study": "adaptive", "question": QUESTION, "method": METHOD, "notes": list(notes)}
    return StudyPage(
        "adaptive",
        QUESTION,
        tables,
        METHOD,
        curves=charts,
        notes=tuple(notes),
        data={**data, "rows": list(lines)},
        sheets={CSV_FILE: Sheet(_COLUMNS, lines)},
    )


def _cells(found: Ascent) -> tuple[str, ...]:
    half, ladder = found.half, found.contestant.ladder
    ends = dict.fromkeys((ladder.place(half.low), ladder.place(half.high)))
    rungs = f"{half.value:.2f} ({half.low:.2f}–{half.high:.2f})"
    played = f"{len(found.played)}{'…' if found.waiting else ''}"
    agent, at = found.contestant.agent, ladder.place(half.value)
    return agent, at, " to ".join(ends), rungs, played


def _line(found: Ascent) -> CurveLine:
    points = tuple(
        Share(solved, plays).estimate if plays else None for solved, plays in found.counts
    )
    half = Estimate(found.half.value, found.half.low, found.half.high)
    return CurveLine(found.contestant.agent, points, tuple(found.posterior.success), half)


def _data(found: Ascent) -> dict[str, Any]:
    ladder = found.contestant.ladder
    counts = [
        {"rung": rung, "solved": s, "plays": p}
        for rung, (s, p) in zip(ladder.rungs, found.counts, strict=True)
    ]
    return {
        "agent": found.contestant.agent,
        "ladder": ladder.name,
        **asdict(found.half),
        "half_at": ladder.place(found.half.value),
        "episodes": len(found.played),
        "finished": not found.waiting,
        "success": found.posterior.success,
        "rungs": counts,
    }
