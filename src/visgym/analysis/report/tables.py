"""The figures of a report as plain data: a row for each agent and setting, and a tree of it all."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any, get_args

from visgym.analysis import statistics
from visgym.analysis.behaviours import load_behaviours
from visgym.analysis.failures import failure_table
from visgym.analysis.game_results import GameResults
from visgym.analysis.knob_breakdown import KnobBreakdown, by_knob
from visgym.analysis.rankings import Ranking, agents_in_order
from visgym.analysis.report.loading import Loaded, RunFolder
from visgym.analysis.spending import Spending, spending
from visgym.evaluation.records import Outcome, Record

MOST_ANALYSED = 10  # failed episodes of each agent and id whose failures are classified
_FORMULA = ("=", "+", "-", "@", "\t")  # what makes a spreadsheet run a text


def failure_classes(records: Sequence[Record]) -> Mapping[str, Mapping[str, float]]:
    """By agent, the share of failed episodes that show each class, over the first of each id."""
    counts: Counter[tuple[str, str]] = Counter()
    chosen = []
    for kept in records:
        pair = (kept.entry.agent, kept.entry.id)
        if kept.outcome in ("wrong", "out_of_steps") and counts[pair] < MOST_ANALYSED:
            counts[pair] += 1
            chosen.append(kept)
    found = failure_table(chosen)
    return {agent: {str(name): share for name, share in found[agent].items()} for agent in found}


def rows(loaded: Loaded) -> list[dict[str, Any]]:
    """One row for each agent, task and setting, best agents first."""
    found = loaded.successes
    ranks = _ranks(loaded)
    agents = {agent: place for place, agent in enumerate(agents_in_order(loaded.rankings))}
    groups: dict[tuple[str, str], list[Record]] = {}
    for kept in loaded.records:
        pair = (kept.entry.agent, statistics.group_of(kept.entry.id))
        groups.setdefault(pair, []).append(kept)
    order = sorted(groups, key=lambda pair: (agents.get(pair[0], len(agents)), pair))
    return [
        {**_row(pair, groups[pair]), **_rate(found.get(pair)), "rank": ranks.get(pair)}
        for pair in order
    ]


def _ranks(loaded: Loaded) -> dict[tuple[str, str], int]:
    """The rank of each ranked agent on each task and setting, over common episodes."""
    found: dict[tuple[str, str], int] = {}
    for ranking in loaded.rankings:
        ranks = statistics.ranks(ranking.shares)
        end = f"/{ranking.setting}" if ranking.setting else ""
        found.update({(agent, f"{task}{end}"): rank for (agent, task), rank in ranks.items()})
    return found


def _rate(share: statistics.Share | None) -> dict[str, float | None]:
    if share is None:
        return {"success": None, "low": None, "high": None}
    estimate = share.estimate
    return {"success": estimate.value, "low": estimate.low, "high": estimate.high}


def _row(pair: tuple[str, str], records: Sequence[Record]) -> dict[str, Any]:
    agent, id = pair
    ended = statistics.outcomes(records)[pair]
    steps = statistics.step_counts(records).get(agent, statistics.Steps((), ()))
    faults = statistics.reply_faults(records).get(agent, {})
    spent = spending(records)[agent]
    return {
        "agent": agent,
        "task": statistics.task_of(id),
        "setting": statistics.setting_of(id),
        "episodes": spent.episodes,
        **{outcome: ended[outcome] for outcome in get_args(Outcome)},
        "mean_steps_solved": fmean(steps.solved) if steps.solved else None,
        "mean_steps_unsolved": fmean(steps.unsolved) if steps.unsolved else None,
        "replies": sum(len(kept.replies) for kept in records),
        **{fault: faults[fault].hits if faults else 0 for fault in statistics.FAULTS},
        **spent_by(spent),
    }


def spent_by(spent: Spending) -> dict[str, float | None]:
    """Tokens and money in all, and money by episode and by solved episode."""
    total: dict[str, float | None] = {
        f"{name}_tokens" if name != "dollars" else name: value
        for name, value in asdict(spent.total).items()
    }
    cost = spent.total.dollars
    total["dollars_per_episode"] = cost / spent.episodes if spent.episodes else None
    total["dollars_per_solved"] = cost / spent.solved if spent.solved else None
    return total


def as_csv(table: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV that no spreadsheet mistakes for formulas."""
    text = io.StringIO()
    if table:
        writer = csv.DictWriter(text, list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: _harmless(value) for key, value in row.items()} for row in table)
    return text.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def as_json(loaded: Loaded) -> dict[str, Any]:
    """Everything the page shows but the pictures."""
    records = loaded.records
    found = loaded.successes
    return {
        "runs": [_run(run) for run in loaded.runs],
        "episodes_in_several_folders": loaded.doubles,
        "agents": agents_in_order(loaded.rankings),
        "setups": dict(loaded.setups),
        "rankings": [_ranked(each) for each in loaded.rankings],
        "tasks": statistics.hardest_last(found),
        "results": rows(loaded),
        "averages": _flat("agent", "setting", statistics.averages(found)),
        "by_knob": [line for each in by_knob(records) for line in _values(each)],
        "drops": _flat("agent", "task", statistics.drops(found)),
        "difficulty": statistics.difficulty(found),
        "steps": {agent: asdict(each) for agent, each in statistics.step_counts(records).items()},
        "replies": {
            agent: {fault: share.rate for fault, share in faults.items()}
            for agent, faults in statistics.reply_faults(records).items()
        },
        "spending": {agent: spent_by(each) for agent, each in spending(records).items()},
        "errors": statistics.errors(records),
        "failure_classes": failure_classes(records),
        "behaviours": {
            run.folder.name: groups
            for run in loaded.runs
            if (groups := load_behaviours(run.folder).groups)
        },
        "games": _games(loaded.games) if loaded.games else None,
    }


def _games(games: GameResults) -> dict[str, Any]:
    """Games between agents: ratings, and the share of points by who took them from whom."""
    pairs = [
        {"agent": one, "from": other, "points": share.value, "games": games.counts[one, other]}
        for (one, other), share in games.points.items()
    ]
    return {"ratings": [asdict(each) for each in games.ratings], "pairs": pairs, "void": games.void}


def _ranked(ranking: Ranking) -> dict[str, Any]:
    return {
        "setting": ranking.setting,
        "common_episodes": len(ranking.common),
        "known_episodes": ranking.known,
        "standings": [asdict(each) for each in ranking.standings],
        "apart": [asdict(each) for each in ranking.apart],
    }


def _run(run: RunFolder) -> dict[str, Any]:
    return {
        "folder": run.folder.name,
        "config": run.config,
        "records": len(run.records),
        "unreadable_lines": list(run.broken),
        "last_written": run.written.isoformat(),
    }


def _values(each: KnobBreakdown) -> list[dict[str, Any]]:
    """A line for every agent and value of a knob."""
    about = {"task": statistics.task_of(each.id), "setting": statistics.setting_of(each.id)}
    order = sorted(each.found, key=lambda pair: (pair[0], each.values.index(pair[1])))
    return [
        {"agent": agent, **about, "knob": each.knob, "value": value}
        | {"episodes": each.found[agent, value].of, "solved": each.found[agent, value].hits}
        | _rate(each.found[agent, value])
        for agent, value in order
    ]


def _flat(
    first: str, second: str, table: Mapping[tuple[str, str], statistics.Estimate]
) -> list[dict[str, Any]]:
    return [{first: a, second: b, **asdict(estimate)} for (a, b), estimate in table.items()]
