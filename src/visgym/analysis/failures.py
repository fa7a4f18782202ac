"""Why episodes failed: detectors of four classes on replayed records, and their frequencies.

Every detector follows from the record alone and serves any task. A solved episode and one that
machinery spoiled have no findings; a failed one has at most one finding of each class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from visgym.agents.findings import FAILURES, Failure, Finding
from visgym.analysis.action_loops import Stretch, find_loop, looping
from visgym.analysis.statistics import group_of
from visgym.analysis.traces import Trace
from visgym.core.calls import STOP
from visgym.core.episode import Episode, EpisodeOver
from visgym.core.errors import Mistake
from visgym.core.task import Task
from visgym.evaluation.records import Entry, Record, replayed
from visgym.kit.framing import sight

FEWEST_STEPS = 3  # after which it can be said that somebody went away
STEPS_REDONE = 3  # steps taken again from the same state that show a lost thread
CALLS_FARTHER = 3  # calls by which a solution must have moved away, where it is counted in calls
SHARE_FARTHER = 0.2  # of the distance at the start by which it must have, in any other unit
PLAIN_DIFFERENCE = 0.02  # share of pixels that differ, for a difference that anybody sees

Shares = dict[Failure, float]


@dataclass(frozen=True)
class Analysis:
    """A record of a failed episode with its findings, or the sentence why there are none."""

    record: Record
    findings: tuple[Finding, ...]
    problem: str | None = None


def findings(record: Record, episode: Episode[Any]) -> tuple[Finding, ...]:
    """What went wrong in an episode, at most one finding of each class."""
    if not has_failed(record):
        return ()
    trace = Trace(episode, record.entry.wrappers)
    loop = find_loop(trace)
    found = (
        looping(trace, loop),
        state_mismanagement(trace, loop),
        early_termination(trace),
        unused_information(trace),
    )
    return tuple(each for each in found if each is not None)


def has_failed(record: Record) -> bool:
    """Whether the agent failed; an error of machinery is no failure of the agent."""
    return record.outcome in ("wrong", "out_of_steps")


def state_mismanagement(trace: Trace, loop: Stretch | None = None) -> Finding | None:
    """A refused call said again in the same state, or `STEPS_REDONE` steps taken once more.

    A step is taken once more when the same call is done in a state in which it was done before;
    going back out of a dead end and trying something else is none. Repeats inside a loop are
    action looping and do not count here.
    """
    first: dict[tuple[Any, str], int] = {}
    redone: list[int] = []
    for step, (turn, said) in enumerate(zip(trace.turns, trace.said, strict=True), start=1):
        if turn.tool:
            continue  # looking again changes nothing
        before = first.setdefault((trace.states[step - 1], said), step)
        if before == step or (loop is not None and step in loop.steps):
            continue
        if turn.verdict != "done":
            reason = (
                f"Repeated at step {step} what had been refused in the same state at step {before}."
            )
            return Finding("state_mismanagement", reason, trace.evidence((before, step)))
        redone.append(step)
    if len(redone) < STEPS_REDONE:
        return None
    reason = f"Came back to known states and took {len(redone)} of its steps there once more."
    return Finding("state_mismanagement", reason, trace.evidence(redone))


def early_termination(trace: Trace) -> Finding | None:
    """Stopped in a state that is not solved while steps were left."""
    last = trace.turns[-1] if trace.turns else None
    left = trace.task.step_limit - (last.step if last else 0)
    if last is None or last.call != STOP or left < 1 or trace.episode.success:
        return None
    reason = f"Stopped unsolved at step {len(trace.turns)} with {left} more steps allowed."
    return Finding("early_termination", reason, trace.evidence((len(trace.turns),)))


def unused_information(trace: Trace) -> Finding | None:
    """Acted against what could be seen, in one of three ways.

    Left a solved state and did not come back to one; stopped although the solved state was shown
    at the start and differs in `PLAIN_DIFFERENCE` of the pixels; or, unless the way had to be
    found out by walking, ended farther from a solution than at the start or halfway, by
    `CALLS_FARTHER` calls or `SHARE_FARTHER` of the distance at the start.
    """
    return _went_on(trace) or _stopped_unlike_goal(trace) or _went_away(trace)


def _went_on(trace: Trace) -> Finding | None:
    if trace.task.score(trace.episode.state) >= 1:
        return None
    for step, (turn, state) in enumerate(zip(trace.turns, trace.states, strict=False), start=1):
        if turn.call != STOP and not turn.tool and trace.task.score(state) >= 1:
            reason = f"The state was solved before step {step}, and the episode went on from it."
            return Finding("unused_information", reason, trace.evidence((step,)))
    return None


def _stopped_unlike_goal(trace: Trace) -> Finding | None:
    stopped = bool(trace.turns) and trace.turns[-1].call == STOP
    if "goal" not in trace.wrappers or not stopped:
        return None
    task = trace.task
    shown = sight(task, task.goal(trace.episode.start))
    final = sight(task, trace.episode.state)
    share = float(np.mean(np.any(shown != final, axis=-1)))
    if share < PLAIN_DIFFERENCE:
        return None
    reason = f"Stopped although {share:.0%} of the picture differ from the goal that was shown."
    return Finding("unused_information", reason, trace.evidence((len(trace.turns),)))


def _went_away(trace: Trace) -> Finding | None:
    end, half = len(trace.turns), len(trace.turns) // 2
    if not _shows_the_way(trace) or end < FEWEST_STEPS:
        return None
    far = trace.distance(end)
    near, since = min(
        ((left, at) for at in (0, half) if (left := trace.distance(at)) is not None),
        default=(None, 0),
    )
    if far is None or near is None or far - near < _plainly_farther(trace):
        return None
    reason = f"Went from {trace.way(since, end)} away from a solution after step {since}."
    return Finding("unused_information", reason, trace.evidence(_changes(trace, since)))


def _shows_the_way(trace: Trace) -> bool:
    """Whether pictures tell where to go: all is seen, or both where one is and what is wanted."""
    tags = trace.task.tags
    declared = type(trace.task).distance is not Task.distance
    return "full" in tags or (declared and not {"hidden", "navigation"} & tags)


def _plainly_farther(trace: Trace) -> float:
    if type(trace.task).distance is Task.distance:
        return CALLS_FARTHER
    return max(1.0, SHARE_FARTHER * (trace.distance(0) or 0.0))


def _changes(trace: Trace, since: int) -> list[int]:
    """The steps after `since` that changed the state."""
    steps = range(since + 1, len(trace.states))
    return [step for step in steps if trace.states[step] != trace.states[step - 1]]


# Frequencies


def analyse(records: Iterable[Record]) -> list[Analysis]:
    """The findings of every failed episode among some records, seed by seed."""
    return examine(record for record in records if has_failed(record))


def examine(records: Iterable[Record]) -> list[Analysis]:
    """The findings of episodes, seed by seed; those that are solved have none."""
    return [_analysis(record) for record in sorted(records, key=_order)]


def _order(record: Record) -> tuple[int, str, str, tuple[str, ...]]:
    entry = record.entry
    return entry.seed, entry.id, entry.agent, entry.wrappers


def _analysis(record: Record) -> Analysis:
    try:
        episode = replayed(record)
    except (Mistake, EpisodeOver) as problem:
        return Analysis(record, (), str(problem))
    if tuple(turn.verdict for turn in episode.turns) != record.verdicts:
        where = f"{record.entry.id} seed {record.entry.seed}"
        return Analysis(record, (), f"{where} plays otherwise than when it was recorded.")
    return Analysis(record, findings(record, episode))


def by_agent(entry: Entry) -> str:
    """The agent of an entry."""
    return entry.agent


def by_task(entry: Entry) -> str:
    """The task and preset of an entry."""
    return group_of(entry.id)


def shares(
    analyses: Iterable[Analysis], group: Callable[[Entry], str] = by_agent
) -> dict[str, Shares]:
    """By group, the share of failed episodes that show each class; one may show several."""
    groups: dict[str, list[Analysis]] = {}
    for each in analyses:
        if each.problem is None:
            groups.setdefault(group(each.record.entry), []).append(each)
    return {name: _shares(groups[name]) for name in sorted(groups)}


def shares_by_task(
    analyses: Iterable[Analysis], group: Callable[[Entry], str] = by_agent
) -> dict[str, dict[str, Shares]]:
    """By group and by task and preset, the share of failed episodes that show each class."""
    known = list(analyses)
    names = sorted({group(each.record.entry) for each in known})
    return {
        name: shares((a for a in known if group(a.record.entry) == name), by_task) for name in names
    }


def _shares(analyses: list[Analysis]) -> Shares:
    shown = [{finding.failure for finding in each.findings} for each in analyses]
    return {failure: sum(failure in s for s in shown) / len(shown) for failure in FAILURES}


def failure_table(records: Iterable[Record]) -> dict[str, Shares]:
    """By agent, the share of failed episodes that show each class."""
    return shares(analyse(records))
