"""What runs measure beside success: the metrics of tasks, and the regret of sliding puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from statistics import fmean
from typing import Any

from visgym.analysis.regret import Distances, Sliding, regret
from visgym.core.episode import Episode
from visgym.evaluation.records import Record, replayed

Averages = dict[str, dict[str, dict[str, float]]]
"""The mean of each metric by task and agent."""


def measured(records: Iterable[Record]) -> Averages:
    """The means over recorded episodes, leaving out those that machinery spoiled."""
    known: Distances = {}
    found: dict[str, dict[str, list[dict[str, float]]]] = {}
    for kept in records:
        if kept.outcome != "error":
            episode = replayed(kept)
            agents = found.setdefault(episode.task.name, {})
            agents.setdefault(kept.entry.agent, []).append(metrics(episode, known))
    return {
        task: {agent: _means(values) for agent, values in agents.items()}
        for task, agents in found.items()
    }


def metrics(episode: Episode[Any], known: Distances) -> dict[str, float]:
    """The metrics of one episode; states in `known` are not solved again."""
    found = dict(episode.task.metrics(episode.state))
    if isinstance(episode.task, Sliding):
        strayed = regret(episode, known)
        found |= {"completed": float(strayed.completed), "deviation": strayed.mean_deviation}
        found |= asdict(strayed.counts)
    return found


def _means(values: list[dict[str, float]]) -> dict[str, float]:
    """The mean of each metric over the episodes that have it."""
    names = dict.fromkeys(name for each in values for name in each)
    return {name: fmean(each[name] for each in values if name in each) for name in names}
