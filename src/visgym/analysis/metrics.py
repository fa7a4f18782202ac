"""What runs measure beside success: the metrics of tasks, and the regret of sliding puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import Any, Protocol, runtime_checkable

from visgym.core.episode import Episode
from visgym.core.task import Task
from visgym.evaluation.records import Record, replayed

Averages = dict[str, dict[str, dict[str, float]]]
"""The mean of each metric by task and agent."""


@runtime_checkable
class Pooled(Protocol):
    """A task with metrics that are the quotient of two others, over all episodes together."""

    ratios: Mapping[str, tuple[str, str]]


@runtime_checkable
class Describing(Protocol):
    """A task whose replies may describe the state they were given."""

    def described(self, state: Any, reply: str) -> float | None: ...


def measured(records: Iterable[Record]) -> Averages:
    """The means over recorded episodes, leaving out those that machinery spoiled."""
    found: dict[str, dict[str, list[dict[str, float]]]] = {}
    ratios: dict[str, Mapping[str, tuple[str, str]]] = {}
    for kept in records:
        if kept.outcome not in ("error", "overflow"):
            episode = replayed(kept)
            agents = found.setdefault(episode.task.name, {})
            ratios[episode.task.name] = ratios_of(episode.task)
            agents.setdefault(kept.entry.agent, []).append(measures_of(episode))
    return {
        task: {agent: means(values, ratios[task]) for agent, values in agents.items()}
        for task, agents in found.items()
    }


def measures_of(episode: Episode[Any]) -> dict[str, float]:
    """What is measured of an episode."""
    return {**episode.measures, **_distances(episode), **_described(episode)}


def _distances(episode: Episode[Any]) -> dict[str, float]:
    """How far an episode was from solved at its start and at its end."""
    task, unit = episode.task, episode.task.distance_unit
    ends = {"start": episode.start, "end": episode.state}
    far = {f"distance_at_{name} ({unit})": task.distance(state) for name, state in ends.items()}
    return {name: distance for name, distance in far.items() if distance is not None}


def ratios_of(task: Task[Any]) -> Mapping[str, tuple[str, str]]:
    """The quotients among the metrics of a task."""
    return task.ratios if isinstance(task, Pooled) else {}


def _described(episode: Episode[Any]) -> dict[str, float]:
    """How often and how well replies describe the board, where they are asked to."""
    task = episode.task
    if not isinstance(task, Describing) or not task.knobs().get("description"):
        return {}
    states = (episode.start, *(turn.state for turn in episode.turns))
    turns = zip(states, episode.turns, strict=False)
    heard = [task.described(state, turn.reply) for state, turn in turns if not turn.tool]
    told = [each for each in heard if each is not None]
    return {
        "described": len(told) / len(heard) if heard else 0.0,
        "description_accuracy": sum(told) / len(told) if told else 0.0,
    }


def means(
    values: Iterable[Mapping[str, float]], ratios: Mapping[str, tuple[str, str]]
) -> dict[str, float]:
    """The mean of each metric over the episodes that have it, and quotients of means."""
    known = list(values)
    names = dict.fromkeys(name for each in known for name in each)
    found = {name: fmean(each[name] for each in known if name in each) for name in names}
    for name, (part, whole) in ratios.items():
        if found.get(whole):
            found[name] = found[part] / found[whole]
    return found
