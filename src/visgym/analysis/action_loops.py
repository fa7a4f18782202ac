"""Restricted action space and action looping: doing the same again and again to no effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from visgym.agents.findings import Finding
from visgym.analysis.traces import Trace
from visgym.core.actions import Action
from visgym.core.calls import STOP, Call, brief, literal
from visgym.core.domains import Domain, Real, Whole

REPEATS = 5  # times in a row that make one call a loop; four quarter turns are a look around
ROUNDS = 3  # times in a row that make a short cycle a loop
CALLS_MOVING = 8  # calls in a row that make a loop of what leads to other states
LONGEST_CYCLE = 4  # calls
MOST_CANDIDATES = 2  # stretches whose distances are looked at, as a solver may have to tell
FEWEST_CALLS = 8  # before it can be said that an agent keeps to one kind of action
SAME_SHARE = 0.9  # of the calls, to be called "almost always"


@dataclass(frozen=True)
class Stretch:
    """Steps from `first` to `last` that are whole rounds of a cycle of `period` calls."""

    first: int
    last: int
    period: int

    @property
    def steps(self) -> range:
        return range(self.first, self.last + 1)


def find_loop(trace: Trace) -> Stretch | None:
    """The longest stretch that repeats itself and does not come nearer to a solution.

    One call said `REPEATS` times in a row, or a cycle of up to `LONGEST_CYCLE` calls said
    `ROUNDS` times in a row. Where that leads to another state, at least `CALLS_MOVING` calls, and
    the distance to a solution must not be less at the end: walking down a corridor is no loop.
    """
    stretches = sorted(_stretches(trace.said), key=lambda s: (-len(s.steps), s.period))
    for stretch in stretches:
        if trace.states[stretch.first - 1] == trace.states[stretch.last]:
            return stretch
    moving = [stretch for stretch in stretches if len(stretch.steps) >= CALLS_MOVING]
    for stretch in moving[:MOST_CANDIDATES]:
        if not trace.nearer(stretch.first - 1, stretch.last):
            return stretch
    return None


def looping(trace: Trace, loop: Stretch | None) -> Finding | None:
    """A loop, or else one action or one magnitude almost always.

    The latter needs `FEWEST_CALLS` calls, `SAME_SHARE` of them alike although the task offers
    others, and an end that is no nearer to a solution than the start.
    """
    if loop is not None:
        return Finding("action_looping", _loop_reason(trace, loop), trace.evidence(loop.steps))
    turns = [(n, t) for n, t in enumerate(trace.turns, 1) if not t.tool]
    acted = [(n, t.call) for n, t in turns if t.call not in (None, STOP)]
    calls = [call for _, call in acted if call is not None]
    narrow = _one_action(trace, calls) or _one_magnitude(trace, calls)
    if narrow is None or trace.nearer(0, len(trace.turns)):
        return None
    return Finding("action_looping", narrow, trace.evidence(step for step, _ in acted))


def _stretches(said: list[str]) -> Iterator[Stretch]:
    for period in range(1, LONGEST_CYCLE + 1):
        enough = REPEATS if period == 1 else ROUNDS * period
        first = 1
        again = [said[at] == said[at - period] for at in range(period, len(said))]
        for same, group in groupby(again):
            length = len(list(group))
            whole = (length // period + 1) * period  # the rounds that are complete
            if same and whole >= enough:
                yield Stretch(first, first + whole - 1, period)
            first += length


def _loop_reason(trace: Trace, loop: Stretch) -> str:
    cycle = brief(", ".join(trace.said[loop.first - 1 : loop.first - 1 + loop.period]), 160)
    times = len(loop.steps) // loop.period
    refused = sum(trace.turns[step - 1].verdict != "done" for step in loop.steps)
    if refused:
        return f"Said {cycle} {times} times in a row, {refused} of them refused."
    way = trace.way(loop.first - 1, loop.last)
    told = f" ({way} away)" if way else ""
    return f"Said {cycle} {times} times in a row, without coming nearer to a solution{told}."


def _one_action(trace: Trace, calls: list[Call]) -> str | None:
    others = [name for name in trace.task.actions if name != STOP.name]
    if len(calls) < FEWEST_CALLS or len(others) < 2:
        return None
    name, times = Counter(call.name for call in calls).most_common(1)[0]
    if times < SAME_SHARE * len(calls):
        return None
    others.remove(name)
    unused = ", ".join(f"'{other}'" for other in others[:4])
    return f"Used '{name}' in {times} of {len(calls)} calls, hardly {unused}, and came no nearer."


def _one_magnitude(trace: Trace, calls: list[Call]) -> str | None:
    sizes = [size for call in calls if (size := _magnitude(trace.task.actions[call.name], call))]
    if len(sizes) < FEWEST_CALLS:
        return None
    size, times = Counter(sizes).most_common(1)[0]
    if times < SAME_SHARE * len(sizes):
        return None
    shown = literal(size if len(size) > 1 else size[0])
    return f"Used the magnitude {shown} in {times} of {len(sizes)} calls and came no nearer."


def _magnitude(action: Action, call: Call) -> tuple[float, ...]:
    """The amounts other than zero in a call, without sign, in order of size."""
    pairs = zip(action.parameters, call.args, strict=True)
    amounts = [abs(v) for p, v in pairs if _is_amount(p.domain) and isinstance(v, int | float)]
    return tuple(sorted(amount for amount in amounts if amount))


def _is_amount(domain: Domain) -> bool:
    """Whether values say how much: numbers of both signs, unlike indices and positions."""
    return isinstance(domain, Real | Whole) and domain.low < 0 < domain.high
