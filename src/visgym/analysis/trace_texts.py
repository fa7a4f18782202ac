"""A trace in a few plain sentences: how it ended, what was said again, refused, and to what avail.

Sentences are the same for the same behaviour in any task, so that behaviours can be compared;
numbers and names of a task's things are left out of what was refused and why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from visgym.agents.findings import Evidence
from visgym.analysis.failures import has_failed
from visgym.analysis.traces import Trace
from visgym.core.calls import STOP
from visgym.core.episode import Episode
from visgym.evaluation.records import Record

OFTEN, SOMETIMES = 0.4, 0.15  # shares of the steps
EARLY, LATE = 0.34, 0.67  # shares of the steps allowed
PLAINLY = 0.1  # share of the distance at the start
TERSE, LONG = 60, 600  # characters of a reply, in the mean
MOST_REASONS = 3
LONGEST_REASON = 120  # characters
_CHANGING = re.compile(r"'[^']*'|\"[^\"]*\"|[-+]?\d[\d.,]*|\([^)]*\)|\b[B-HJ-Z]\d*\b")
_SPACES = re.compile(r"\s+")


def sentences(record: Record, episode: Episode[Any]) -> list[str]:
    """What can be said of any trace, from its calls, verdicts and feedback alone."""
    trace = Trace(episode, record.entry.wrappers)
    found = [_ending(record, trace)]
    for part in (_repetition, _refusals, _actions, _way, _length):
        found += part(trace)
    return found


def quoted_steps(record: Record, episode: Episode[Any]) -> tuple[Evidence, ...]:
    """What was said where a description looks first: at refusals, and at the end."""
    trace = Trace(episode, record.entry.wrappers)
    bad = [step for step, turn in enumerate(trace.turns, start=1) if turn.verdict != "done"]
    last = [len(trace.turns)] if trace.turns else []
    return trace.evidence(dict.fromkeys([*bad[:MOST_REASONS], *last]))


def _ending(record: Record, trace: Trace) -> str:
    used = len(trace.turns) / trace.task.step_limit
    when = "early" if used < EARLY else "late" if used > LATE else "halfway"
    if not has_failed(record):
        return f"Solved it {when}."
    if record.outcome == "out_of_steps":
        return "Ran out of steps."
    if trace.task.single_turn:
        return "Gave a wrong answer."
    return f"Stopped {when} without a solution."


def _repetition(trace: Trace) -> Iterator[str]:
    said = trace.said
    if len(said) < 3:
        return
    again = sum(one == other for one, other in pairwise(said)) / len(said)
    turned = sum(one == other for one, other in zip(said, said[2:], strict=False)) / len(said)
    if again > SOMETIMES:
        yield f"Said the same call again right away {_how_often(again)}."
    if turned - again > SOMETIMES:
        yield f"Went back and forth between two calls {_how_often(turned - again)}."
    known = len(set(said)) / len(said)
    if known < OFTEN:
        yield "Had only a few different calls."
    seen = Counter(map(id, _interned(trace)))
    if any(count > 2 for count in seen.values()):
        yield "Came back to the same state again and again."


def _interned(trace: Trace) -> list[Any]:
    """The states after steps that changed something, equal ones as one object."""
    known: dict[Any, Any] = {}
    changed = [after for before, after in pairwise(trace.states) if before != after]
    return [known.setdefault(state, state) for state in changed]


def _refusals(trace: Trace) -> Iterator[str]:
    count = max(1, len(trace.turns))
    verdicts = Counter(turn.verdict for turn in trace.turns)
    told = {
        "unreadable": "Wrote replies without a call that can be read",
        "unknown": "Called actions that do not exist",
        "misfit": "Gave arguments that do not fit",
        "refused": "Made calls that were refused",
    }
    for verdict, words in told.items():
        if verdicts[verdict]:  # type: ignore[index]
            yield f"{words} {_how_often(verdicts[verdict] / count)}."  # type: ignore[index]
    reasons = Counter(_general(t.feedback) for t in trace.turns if t.verdict == "refused")
    for reason, _ in reasons.most_common(MOST_REASONS):
        yield f"Was told: {reason}"


def _general(feedback: str) -> str:
    """Feedback without what differs from turn to turn."""
    bare = _SPACES.sub(" ", _CHANGING.sub("…", feedback)).strip()
    return bare[:LONGEST_REASON]


def _actions(trace: Trace) -> Iterator[str]:
    calls = [turn.call.name for turn in trace.turns if turn.call not in (None, STOP) and turn.call]
    others = [name for name in trace.task.actions if name != STOP.name]
    if len(calls) < 3 or len(others) < 2:
        return
    used = Counter(calls)
    if used.most_common(1)[0][1] / len(calls) > 0.9:
        yield "Kept to one action although there are others."
    elif len(used) == len(others):
        yield "Used all actions."


def _way(trace: Trace) -> Iterator[str]:
    """Whether it led nearer, where the task itself knows distances."""
    if len(trace.turns) < 2 or trace.task.distance(trace.states[0]) is None:
        return
    far = [each for state in trace.states if (each := trace.task.distance(state)) is not None]
    least = max(PLAINLY * far[0], 1e-9)
    if far[-1] > far[0] + least:
        yield "Ended farther from a solution than it began."
    elif far[-1] > min(far) + least:
        yield "Came nearer to a solution and then went away from it."
    elif far[-1] < far[0] - least:
        yield "Came steadily nearer to a solution."
    else:
        yield "Ended about as far from a solution as it began."


def _length(trace: Trace) -> Iterator[str]:
    replies = [turn.reply for turn in trace.turns]
    if not replies:
        return
    mean = sum(map(len, replies)) / len(replies)
    if mean > LONG:
        yield "Wrote long replies."
    elif mean < TERSE:
        yield "Wrote no more than the call."


def _how_often(share: float) -> str:
    return "often" if share > OFTEN else "sometimes" if share > SOMETIMES else "now and then"
