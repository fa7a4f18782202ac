"""Metrics by the knobs of tasks, and distances from the goal over the steps of episodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from visgym.analysis.metrics import means, measures_of, ratios_of
from visgym.core.episode import Episode
from visgym.core.errors import not_found
from visgym.core.task import Task
from visgym.evaluation.records import Record, replayed
from visgym.kit.regret import Regret, Sliding, regret, summary

Values = tuple[object, ...]
Groups = dict[Values, list[dict[str, float]]]
KnobTable = dict[Values, dict[str, float]]
"""The means of metrics by the values of knobs."""


def by_knobs(records: Iterable[Record], knobs: Sequence[str]) -> dict[tuple[str, str], KnobTable]:
    """The means of all metrics by task and agent, for each combination of values of knobs."""
    found: dict[tuple[str, str], Groups] = {}
    tasks: dict[str, Task[object]] = {}
    for kept in records:
        if kept.outcome in ("error", "overflow"):
            continue
        episode = replayed(kept)
        task = tasks.setdefault(episode.task.name, episode.task)
        known = episode.task.knobs()
        if all(knob in known for knob in knobs):
            group = found.setdefault((task.name, kept.entry.agent), {})
            values = tuple(known[knob] for knob in knobs)
            group.setdefault(values, []).append(measures_of(episode))
    if tasks and not found:
        names = dict.fromkeys(name for task in tasks.values() for name in task.knobs())
        missing = [knob for knob in knobs if knob not in names] or list(knobs)
        raise not_found("knob", missing[0], names)
    return {
        (task, agent): {v: means(e, ratios_of(tasks[task])) for v, e in _sorted(groups)}
        for (task, agent), groups in found.items()
    }


def in_order(value: object) -> tuple[bool, float, str]:
    """What values of a knob are sorted by: numbers first, then everything else by its text."""
    is_number = isinstance(value, int | float)
    return not is_number, float(value) if isinstance(value, int | float) else 0.0, str(value)


def _sorted(groups: Groups) -> list[tuple[Values, list[dict[str, float]]]]:
    return sorted(groups.items(), key=lambda item: tuple(map(in_order, item[0])))


def distances_by_step(records: Iterable[Record]) -> dict[tuple[str, str], tuple[float, ...]]:
    """How far from solved episodes are at the start and after each step, on average.

    That is in moves for sliding puzzles, and otherwise in the unit of the task's own distance.
    """
    slid: dict[tuple[str, str], list[Regret]] = {}
    told: dict[tuple[str, str], list[list[float]]] = {}
    for kept in records:
        if kept.outcome not in ("error", "overflow"):
            episode = replayed(kept)
            key = episode.task.name, kept.entry.agent
            if isinstance(episode.task, Sliding):
                slid.setdefault(key, []).append(regret(episode))
            elif far := _distances(episode):
                named = f"{key[0]} ({episode.task.distance_unit})"
                told.setdefault((named, key[1]), []).append(far)
    by_regret = {key: summary(each).distance_by_step for key, each in slid.items()}
    return {**by_regret, **{key: _mean_by_step(each) for key, each in told.items()}}


def _distances(episode: Episode[object]) -> list[float]:
    """How far every state of an episode is from solved; empty where the task does not say."""
    found = [episode.task.distance(state) for state in episode.states]
    known = [each for each in found if each is not None]
    return known if len(known) == len(found) > 1 else []


def _mean_by_step(episodes: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The means over episodes, of which those that are over stay where they ended."""
    longest = max(map(len, episodes))
    steps = ([each[min(step, len(each) - 1)] for each in episodes] for step in range(longest))
    return tuple(map(fmean, steps))
