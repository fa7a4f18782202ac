"""Who is better: rankings over episodes that every ranked agent has finished, setting by setting.

The success of an agent is the mean over tasks, each with the same weight, on these episodes only.
Whoever has too few episodes in common with the others is listed apart and has no place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from visgym.analysis.statistics import Estimate, Share, average, setting_of, task_of
from visgym.evaluation.records import Record

LEAST_OVERLAP = 0.5  # of the episodes that ranked agents finished between them
_FIRST_SETTINGS = ("easy", "hard")

EpisodeName = tuple[str, int]
"""An id and a seed."""
Finished = dict[str, dict[EpisodeName, bool]]
"""Whether each finished episode was solved, by agent."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One agent on the common episodes of a setting."""

    agent: str
    place: int
    """Agents that tie all take the better place."""
    success: Estimate
    """The mean over tasks."""
    solved: int
    finished: int
    """Episodes of the setting that were played to their end, common or not."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """An agent with too few episodes in common with those that are ranked."""

    agent: str
    finished: int
    solved: int
    """Of those that it has finished."""
    common: int
    """Of the common episodes, those that it has finished too."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The agents on one setting, the best first."""

    setting: str
    standings: tuple[Standing, ...]
    apart: tuple[Coverage, ...]
    common: frozenset[EpisodeName]
    known: int
    """Episodes of the setting that anybody has begun."""
    known_tasks: int
    shares: Mapping[tuple[str, str], Share]
    """The share of common episodes solved, by ranked agent and task."""

    @property
    def tasks(self) -> int:
        return len({task_of(id) for id, _ in self.common})


def finished(records: Iterable[Record]) -> Finished:
    """What every agent has played to its end."""
    found: Finished = {}
    for kept in records:
        if kept.scored:
            episode = (kept.entry.id, kept.entry.seed)
            found.setdefault(kept.entry.agent, {})[episode] = kept.success
    return found


def settings(names: Iterable[str]) -> list[str]:
    """Settings in the order in which pages show them: easy, hard, then by name."""
    known = set(names)
    first = [each for each in _FIRST_SETTINGS if each in known]
    return first + sorted(known - set(first))


def rankings(records: Iterable[Record]) -> list[Ranking]:
    """A ranking for each setting."""
    groups: dict[str, list[Record]] = {}
    for kept in records:
        groups.setdefault(setting_of(kept.entry.id), []).append(kept)
    return [ranking(setting, groups[setting]) for setting in settings(groups)]


def agents_in_order(found: Iterable[Ranking]) -> list[str]:
    """All agents, as the first ranking that has them does; those that are never ranked last."""
    known = list(found)
    ranked = [each.agent for one in known for each in one.standings]
    apart = sorted(each.agent for one in known for each in one.apart)
    return list(dict.fromkeys((*ranked, *apart)))


def ranking(setting: str, records: Sequence[Record]) -> Ranking:
    """The agents on the records of one setting."""
    played = finished(records)
    known = {(kept.entry.id, kept.entry.seed) for kept in records}
    tasks = len({task_of(id) for id, _ in known})
    ranked = comparable({agent: played[agent].keys() for agent in played})
    common = frozenset.intersection(*(frozenset(played[a]) for a in ranked)) if ranked else None
    shares = common_shares({agent: played[agent] for agent in ranked}, common or ())
    standings = _standings({agent: played[agent] for agent in ranked}, shares)
    apart = tuple(
        Coverage(
            agent,
            len(played[agent]),
            sum(played[agent].values()),
            len((common or frozenset()) & played[agent].keys()),
        )
        for agent in sorted(played.keys() - set(ranked))
    )
    return Ranking(setting, standings, apart, common or frozenset(), len(known), tasks, shares)


def comparable(played: Mapping[str, Collection[EpisodeName]]) -> list[str]:
    """The agents to rank: whoever stands most in the way of a common ground is left out in turn,
    until at least `LEAST_OVERLAP` of what the others finished between them is common to all.
    """
    left = {agent: played[agent] for agent in sorted(played) if played[agent]}
    while len(left) > 1:
        holders: dict[EpisodeName, int] = {}
        for episodes in left.values():
            for episode in episodes:
                holders[episode] = holders.get(episode, 0) + 1
        common = sum(count == len(left) for count in holders.values())
        if common >= LEAST_OVERLAP * len(holders):
            break
        worst = max(left, key=lambda agent: (*_obstruction(left, holders, agent), agent))
        del left[worst]
    return list(left)


def _obstruction(
    left: Mapping[str, Collection[EpisodeName]], holders: Mapping[EpisodeName, int], agent: str
) -> tuple[int, int]:
    """The episodes that only this agent lacks, and then how few it has."""
    mine = set(left[agent])
    lacking = sum(
        count == len(left) - 1 and episode not in mine for episode, count in holders.items()
    )
    return lacking, -len(mine)


def common_shares(
    played: Mapping[str, Mapping[EpisodeName, bool]], common: Collection[EpisodeName]
) -> dict[tuple[str, str], Share]:
    """The share of common episodes solved, by agent and task."""
    found = {}
    groups: dict[str, list[EpisodeName]] = {}
    for episode in common:
        groups.setdefault(task_of(episode[0]), []).append(episode)
    for agent, results in played.items():
        for task, episodes in groups.items():
            found[agent, task] = Share(sum(results[each] for each in episodes), len(episodes))
    return found


def _standings(
    played: Mapping[str, Mapping[EpisodeName, bool]], shares: Mapping[tuple[str, str], Share]
) -> tuple[Standing, ...]:
    by_agent: dict[str, list[Share]] = {}
    for (agent, _), share in shares.items():
        by_agent.setdefault(agent, []).append(share)
    means = {agent: average(parts) for agent, parts in by_agent.items()}
    order = sorted(means, key=lambda agent: (-round(means[agent].value, 12), agent))
    values = [round(means[agent].value, 12) for agent in order]
    return tuple(
        Standing(
            agent,
            values.index(round(means[agent].value, 12)) + 1,
            means[agent],
            sum(part.hits for part in by_agent[agent]),
            len(played[agent]),
        )
        for agent in order
    )
