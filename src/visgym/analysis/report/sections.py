"""What each section of the page shows, ready for its template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from visgym.analysis import statistics
from visgym.analysis.categories import tasks_by_category
from visgym.analysis.knob_breakdown import by_knob
from visgym.analysis.report import charts, wording
from visgym.analysis.report.loading import Loaded
from visgym.analysis.report.matrices import (
    ResultMatrix,
    drop_matrix,
    knob_matrix,
    success_matrix,
)
from visgym.analysis.report.pairs import Compared, expected_by_chance, pair_matrix
from visgym.analysis.report.standings import ranking_rows
from visgym.analysis.report.tables import failure_classes
from visgym.analysis.spending import Spending, spending
from visgym.analysis.statistics import FAULTS, Estimate, Share, Successes
from visgym.evaluation.records import Record

OUTCOMES = {
    "solved": "solved",
    "wrong": "stopped wrong",
    "out_of_steps": "out of steps",
    "overflow": "too long",
    "error": "void",
}


def sections(
    loaded: Loaded,
    board: ResultMatrix,
    links: Mapping[tuple[str, str], str],
    pairs: Sequence[Compared],
) -> dict[str, Any]:
    """All sections that need a scored episode."""
    records = loaded.records
    return {
        "settings": board.settings,
        "rankings": [
            ranking_rows(each, loaded.setups) for each in loaded.rankings if each.standings
        ],
        "success": [
            (wording.setting(each.setting), success_matrix(each, links)) for each in loaded.rankings
        ],
        "pairs": [
            (wording.setting(ranking.setting), pair_matrix(ranking, each))
            for ranking, each in zip(loaded.rankings, pairs, strict=True)
        ],
        "chance": expected_by_chance(pairs),
        "knobs": _knobs(records, board),
        "panels": charts.panels(statistics.step_counts(records), board.agents),
        "dumbbells": _dumbbells(board),
        "drops": drop_matrix(board),
        "difficulty": _difficulty(board),
        "only_references": all(map(statistics.is_reference, board.agents)),
        "endings": _endings(records, board.agents),
        "replies": _replies(statistics.reply_faults(records), board.agents),
        "failures": _failures(failure_classes(records), board.agents),
        "spending": _spending(spending(records), board.agents),
    }


def cards(
    records: Sequence[Record], found: Successes, games: Sequence[Record] = ()
) -> list[tuple[str, str, str]]:
    """The main figures: what, how much, and a word on it; games between agents count apart."""
    scored = sum(share.of for share in found.values())
    solved = sum(share.hits for share in found.values())
    spent = spending([*records, *games]).values()
    tokens = sum(each.tokens for each in spent)
    void = len(records) - scored
    tasks = {statistics.task_of(id) for _, id in found}
    agents = {agent for agent, _ in found}
    met = [("Games", wording.count(len(games)), "between two agents")] if games else []
    return [
        *met,
        ("Episodes", wording.count(scored), "played to their end and scored"),
        ("Solved", wording.count(solved), f"{wording.percent(solved / max(1, scored))} % of them"),
        ("Agents", wording.count(len(agents)), f"on {wording.plural(len(tasks), 'task')}"),
        ("Void", wording.count(void), "lost to machinery, never scored"),
        ("Tokens", wording.short(tokens), "read and written"),
        ("Cost", wording.dollars(sum(each.total.dollars for each in spent)), "in all"),
    ]


def _knobs(records: Sequence[Record], board: ResultMatrix) -> list[dict[str, Any]]:
    """A table for every knob that varies within a task and setting."""
    found = []
    for each in by_knob(records):
        task, setting = statistics.task_of(each.id), statistics.setting_of(each.id)
        agents = [agent for agent in board.agents if (agent, each.id) in board.found]
        name = f"{wording.title(task)}, {wording.name(setting)}, by {wording.name(each.knob)}"
        found.append({"name": name, "table": knob_matrix(each, agents)})
    return found


def _difficulty(board: ResultMatrix) -> list[dict[str, Any]]:
    """The tasks of each category, hardest first, with a bar for each setting."""
    known = statistics.difficulty(board.found)

    def item(task: str) -> dict[str, Any] | None:
        rates = [(statistics.setting_of(id), known.get(id)) for id in board.ids_of(task)]
        bars = [charts.bar(s, Estimate(rate, rate, rate)) for s, rate in rates if rate is not None]
        return {"name": wording.title(task), "note": "", "bars": bars} if bars else None

    return _by_category({task: item(task) for task in reversed(board.tasks)})


def _by_category(items: Mapping[str, dict[str, Any] | None]) -> list[dict[str, Any]]:
    """Items of tasks under their categories, in the order given."""
    found = []
    for category, tasks in tasks_by_category(items).items():
        members = [item for task, item in items.items() if task in set(tasks) and item]
        if members:
            name = wording.title(category)
            found.append({"name": name, "members": members, "items_count": len(members)})
    return found


def _dumbbells(board: ResultMatrix) -> list[dict[str, Any]]:
    """The mean success on the easy and on the hard setting of each task that has both."""
    known = statistics.difficulty(board.found)
    pairs = [
        (task, known[f"{task}/easy"], known[f"{task}/hard"])
        for task in board.tasks
        if {f"{task}/easy", f"{task}/hard"} <= known.keys()
    ]
    pairs.sort(key=lambda pair: pair[2] - pair[1])
    return _by_category(
        {
            task: {
                "name": wording.title(task),
                "easy": 100 * easy,
                "hard": 100 * hard,
                "change": wording.points(hard - easy),
            }
            for task, easy, hard in pairs
        }
    )


def _endings(records: Sequence[Record], agents: Sequence[str]) -> list[dict[str, Any]]:
    """How the episodes of each agent ended, and what spoiled some of them."""
    counts: dict[str, Counter[str]] = {}
    for (agent, _), ended in statistics.outcomes(records).items():
        counts.setdefault(agent, Counter()).update(ended)
    reasons = statistics.errors(records)
    return [
        {
            "name": agent,
            "strip": charts.strip([(kind, counts[agent][kind]) for kind in OUTCOMES]),
            "counts": [wording.count(counts[agent][kind]) for kind in OUTCOMES],
            "reasons": [
                f"{wording.plural(many, 'time')}: {wording.plain(reason, 200)}"
                for reason, many in reasons.get(agent, Counter()).most_common(3)
            ],
        }
        for agent in [*agents, *sorted(counts.keys() - set(agents))]
    ]


def _replies(
    faults: Mapping[str, Mapping[str, Share]], agents: Sequence[str]
) -> list[dict[str, Any]]:
    found = []
    for agent in (agent for agent in agents if agent in faults):
        shares = faults[agent]
        total = shares[FAULTS[0]].of
        done = Share(total - sum(share.hits for share in shares.values()), total)
        parts = {"done": done, **shares}
        found.append(
            {
                "name": agent,
                "total": wording.count(total),
                "strip": charts.strip([(kind, each.hits) for kind, each in parts.items()]),
                "rates": [wording.percent(each.rate) for each in parts.values()],
            }
        )
    return found


def _failures(
    table: Mapping[str, Mapping[str, float]], agents: Sequence[str]
) -> dict[str, Any] | None:
    """The frequencies of failure classes; nothing where no episode failed."""
    if not any(table.values()):
        return None
    classes = list(dict.fromkeys(each for found in table.values() for each in found))
    return {
        "columns": [wording.title(each) for each in classes],
        "rows": [
            (agent, [_shaded(table[agent].get(each)) for each in classes])
            for agent in agents
            if agent in table
        ],
    }


def _shaded(rate: float | None) -> dict[str, Any]:
    if rate is None:
        return {"text": "–", "level": None}
    return {"text": wording.percent(rate), "level": charts.level(rate)}


def _spending(spent: Mapping[str, Spending], agents: Sequence[str]) -> list[dict[str, Any]]:
    """Tokens and money by agent; empty where nothing was counted."""
    if not any(each.tokens or each.total.dollars for each in spent.values()):
        return []
    found = []
    for agent in agents:
        each = spent[agent]
        total, episodes = each.total, max(1, each.episodes)
        tokens = [total.input, total.cached, total.output, total.reasoning]
        money = [total.dollars, total.dollars / episodes]
        solved = total.dollars / each.solved if each.solved else None
        found.append(
            {
                "name": agent,
                "tokens": [wording.count(number / episodes) for number in tokens],
                "per_solved": wording.count(each.tokens / each.solved if each.solved else None),
                "money": [wording.dollars(amount) for amount in (*money, solved)],
            }
        )
    return found
