"""Every two agents of a setting against each other, as a table and as data for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from visgym.analysis.head_to_head import HeadToHead, Pairing, head_to_head
from visgym.analysis.rankings import EpisodeName, Ranking, agents_in_order, finished
from visgym.analysis.report import wording
from visgym.analysis.report.matrices import Matrix, MatrixCell, MatrixColumn
from visgym.analysis.statistics import setting_of
from visgym.evaluation.records import Record
from visgym.task_ids import Id

CLEAR = 0.05  # p-values below which a difference is printed bold
MOST_TASKS, MOST_EPISODES = 40, 40  # of one pair on a page
MOST_AGENTS = 24  # of one setting that are paired

Compared = dict[tuple[str, str], HeadToHead]
"""Pairs of agents, the one that ranks higher first."""


def compared(ranking: Ranking, records: Sequence[Record]) -> Compared:
    """Every two agents with a common episode, those that are ranked before the others."""
    here = [kept for kept in records if setting_of(kept.entry.id) == ranking.setting]
    played = finished(here)
    agents = agents_in_order([ranking])[:MOST_AGENTS]
    found = {}
    for one, other in combinations(agents, 2):
        result = head_to_head(played[one], played[other])
        if result is not None:
            found[one, other] = result
    return found


def pair_matrix(ranking: Ranking, pairs: Compared) -> Matrix | None:
    """The difference of each ranked agent from each other one, in percentage points."""
    agents = [each.agent for each in ranking.standings][:MOST_AGENTS]

    def cell(one: str, other: str) -> MatrixCell:
        if one == other:
            return MatrixCell("")
        known = pairs.get((one, other))
        sign, found = (1, known) if known else (-1, pairs[other, one])
        text = wording.points(sign * found.total.difference.value)
        return MatrixCell(text, below=chance(found.total.p_value), strong=_clear(found.total))

    rows = [(agent, [cell(agent, other) for other in agents]) for agent in agents]
    columns = [MatrixColumn(f"{place}.") for place, _ in enumerate(agents, start=1)]
    return Matrix(columns, rows) if len(agents) > 1 else None


def pair_data(
    ranking: Ranking, pairs: Compared, places: Mapping[tuple[str, str, int], int]
) -> dict[str, Any]:
    """The details of every pair; `places` says which sample shows an episode of an agent."""
    return {
        "setting": wording.setting(ranking.setting),
        "pairs": [
            {
                "agents": list(names),
                "total": row("all", each.total),
                "categories": [row(wording.title(n), p) for n, p in each.categories.items()],
                "tasks": [row(wording.title(n), p) for n, p in _telling(each)[:MOST_TASKS]],
                "episodes": [
                    _episode(episode, 0, names, places) for episode in each.gained[:MOST_EPISODES]
                ]
                + [_episode(episode, 1, names, places) for episode in each.lost[:MOST_EPISODES]],
                "differ": len(each.gained) + len(each.lost),
            }
            for names, each in pairs.items()
        ],
    }


def row(name: str, pairing: Pairing) -> list[str]:
    """One line of a comparison: n, both rates, gains and losses, difference, interval, chance."""
    found = pairing.difference
    return [
        name,
        wording.count(pairing.pairs),
        wording.percent(pairing.first),
        wording.percent(pairing.second),
        wording.count(pairing.gained),
        wording.count(pairing.lost),
        wording.points(found.value),
        f"{wording.points(found.low)} to {wording.points(found.high)}",
        chance(pairing.p_value),
    ]


def chance(p_value: float) -> str:
    """A p-value in few characters."""
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.2g}"


def _clear(pairing: Pairing) -> bool:
    return pairing.p_value < CLEAR


def _telling(each: HeadToHead) -> list[tuple[str, Pairing]]:
    """The tasks on which the two differ, those with the most changes first."""
    changed = [(name, p) for name, p in each.tasks.items() if p.gained or p.lost]
    return sorted(changed, key=lambda pair: (-pair[1].gained - pair[1].lost, pair[0]))


def _episode(
    episode: EpisodeName,
    solver: int,
    names: tuple[str, str],
    places: Mapping[tuple[str, str, int], int],
) -> list[Any]:
    id, seed = episode
    shown = wording.name(str(Id.recorded(id).brief))
    return [shown, seed, solver, *(places.get((name, shown, seed)) for name in names)]


def expected_by_chance(pairs: Sequence[Compared]) -> tuple[int, int]:
    """How many pairs there are, and how many would be clear if no two agents differed."""
    count = sum(map(len, pairs))
    return count, round(CLEAR * count)
