"""How far an episode strays from the shortest way, and what its moves were good for.

For tasks whose first solver is optimal, and whose moves can be undone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, MutableMapping, Sequence
from dataclasses import asdict, dataclass, fields
from random import Random
from statistics import fmean
from typing import Any, Literal, Protocol, runtime_checkable

from visgym.core.calls import Call, Value
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.task import Task
from visgym.kit.caches import Bounded

MoveKind = Literal["effective", "ineffective", "occupied", "out_of_bounds", "illegal"]
Distances = MutableMapping[tuple[Task[Any], Any], int]
"""Moves from each state of a task to the goal, as far as they are known."""


@runtime_checkable
class Sliding(Protocol):
    """A task that can say what stands in the way of a move."""

    def hindrance(self, state: Any, *args: Value) -> str | None: ...


@dataclass(frozen=True, slots=True)
class MoveCounts:
    """How many moves of each kind an episode has."""

    effective: int = 0
    """Led nearer to the goal."""
    ineffective: int = 0
    """Led away from it."""
    occupied: int = 0
    """Were blocked by another piece."""
    out_of_bounds: int = 0
    """Were blocked by the edge of the board."""
    illegal: int = 0
    """Were no move at all: unreadable, or of a piece that is not there."""


@dataclass(frozen=True, slots=True)
class Regret:
    """What an episode was like."""

    completed: bool
    shortest: int
    """Moves from the start to the goal."""
    deviation: tuple[int, ...]
    """d(s_t) - (d(s_0) - t) after each step t, from 1 on; 0 is as good as can be."""
    counts: MoveCounts

    @property
    def mean_deviation(self) -> float:
        """The deviation, on average over the steps."""
        return fmean(self.deviation) if self.deviation else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """What many episodes were like, on average."""

    episodes: int
    completed: float
    """The share of episodes that reached the goal."""
    mean_deviation: float
    """The mean of the episodes' mean deviations."""
    deviation_by_step: tuple[float, ...]
    """The mean deviation at each step, over the episodes that came so far."""
    counts: dict[str, float]
    """Moves of each kind in an episode."""


_known: Distances = Bounded(200_000)


def strayed(
    task: Task[Any], states: Sequence[Any], calls: Sequence[Call | None]
) -> dict[str, float]:
    """What `visgym metrics` says of an episode with these states and the calls between them."""
    found = regret_of(task, states, calls)
    counts = {name: float(count) for name, count in asdict(found.counts).items()}
    return {"completed": float(found.completed), "deviation": found.mean_deviation, **counts}


def regret(episode: Episode[Any], known: Distances | None = None) -> Regret:
    """What an episode was like; states in `known` are not solved again, and new ones are added."""
    calls = [turn.call for turn in episode.turns]
    return regret_of(episode.task, episode.states, calls, known)


def regret_of(
    task: Task[Any],
    states: Sequence[Any],
    calls: Sequence[Call | None],
    known: Distances | None = None,
) -> Regret:
    """What an episode with these states, and the calls between them, was like."""
    known = _known if known is None else known
    far = [distance(task, state, known) for state in states]
    kinds: Counter[str] = Counter(
        _kind(task, call, states[step], far[step + 1] - far[step])
        for step, call in enumerate(calls)
    )
    deviation = tuple(far[step] - far[0] + step for step in range(1, len(far)))
    return Regret(not far[-1], far[0], deviation, MoveCounts(**kinds))


def distance(task: Task[Any], state: Any, known: Distances) -> int:
    """Moves to the goal; every state on the way that is found becomes known too."""
    if (task, state) in known:
        return known[task, state]
    way = [state]
    for call in task.strategies()[0](state, Random(0)):
        way.append(task.apply(way[-1], call))
    if task.score(way[-1]) < 1:
        raise Mistake(f"The first solver of {task.name} finds no way, so there is no regret.")
    for left, each in enumerate(reversed(way)):
        known[task, each] = left
    return known[task, state]


def _kind(task: Task[Any], call: Call | None, before: Any, change: int) -> MoveKind:
    if change:
        return "effective" if change < 0 else "ineffective"
    if call is None:
        return "illegal"
    why = task.hindrance(before, *call.args) if isinstance(task, Sliding) else None
    if why == "occupied":
        return "occupied"
    return "out_of_bounds" if why == "out_of_bounds" else "illegal"


def summary(episodes: Sequence[Regret]) -> Summary:
    """The averages over many episodes."""
    longest = max((len(each.deviation) for each in episodes), default=0)
    steps = [[e.deviation[t] for e in episodes if len(e.deviation) > t] for t in range(longest)]
    return Summary(
        len(episodes),
        _mean(each.completed for each in episodes),
        _mean(each.mean_deviation for each in episodes),
        tuple(_mean(step) for step in steps),
        {
            kind.name: _mean(getattr(each.counts, kind.name) for each in episodes)
            for kind in fields(MoveCounts)
        },
    )


def _mean(values: Iterable[float]) -> float:
    collected = list(values)
    return fmean(collected) if collected else 0.0
