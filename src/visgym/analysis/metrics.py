"""What runs measure beside success: the metrics of tasks, and the regret of sliding puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from visgym.core.episode import Episode
from visgym.evaluation.records import Record, replayed

Averages = dict[str, dict[str, dict[str, float]]]
"""The mean of each metric by task and agent."""


def measured(records: Iterable[Record]) -> Averages:
    """The means over recorded episodes, leaving out those that machinery spoiled."""
    found: dict[str, dict[str, list[dict[str, float]]]] = {}
    for kept in records:
        if kept.outcome not in ("error", "overflow"):
            episode = replayed(kept)
            agents = found.setdefault(episode.task.name, {})
            agents.setdefault(kept.entry.agent, []).append(_measures(episode))
    return {
        task: {agent: _means(values) for agent, values in agents.items()}
        for task, agents in found.items()
    }


def _measures(episode: Episode[Any]) -> dict[str, float]:
    """What a task measures, and how far an episode was from solved at its start and at its end."""
    task, unit = episode.task, episode.task.distance_unit
    ends = {"start": episode.start, "end": episode.state}
    far = {f"distance_at_{name} ({unit})": task.distance(state) for name, state in ends.items()}
    known = {name: distance for name, distance in far.items() if distance is not None}
    return {**episode.measures, **known}


def _means(values: list[dict[str, float]]) -> dict[str, float]:
    """The mean of each metric over the episodes that have it."""
    names = dict.fromkeys(name for each in values for name in each)
    return {name: fmean(each[name] for each in values if name in each) for name in names}
