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

    distances: tuple[int, ...]
    """Moves to the goal at the start and after each step."""
    counts: MoveCounts
    steps: int
    """States that an episode is looked at in, the start included; a solved board stays solved."""

    @property
    def completed(self) -> bool:
        return not self.distances[-1]

    @property
    def shortest(self) -> int:
        """Moves from the start to the goal."""
        return self.distances[0]

    @property
    def deviation(self) -> tuple[int, ...]:
        """d(s_t) - (d(s_0) - t) after each step t, from 1 on; 0 is as good as can be."""
        return tuple(far - self.shortest + t for t, far in enumerate(self.distances) if t)

    @property
    def clipped(self) -> tuple[int, ...]:
        """How much farther than the best player at each of the steps, who stays at the goal."""
        best = (max(self.shortest - t, 0) for t in range(self.steps))
        return tuple(far - least for far, least in zip(self.over_steps, best, strict=False))

    @property
    def over_steps(self) -> tuple[int, ...]:
        """Moves to the goal at each of the steps."""
        left = self.steps - len(self.distances) if self.completed else 0
        return (*self.distances[: self.steps], *(0,) * left)

    @property
    def mean_deviation(self) -> float:
        """The clipped deviation, on average over the steps."""
        return fmean(self.clipped)

    @property
    def literal_deviation(self) -> float:
        """The deviation as its formula has it, which grows beyond the best length for ever."""
        found = (0, *self.deviation)[: self.steps]
        left = self.steps - len(found) if self.completed else 0
        return fmean((*found, *found[-1:] * left))

    @property
    def at_best_length(self) -> int:
        """Moves to the goal after as many steps as the best player needs, or at the end."""
        return self.distances[min(self.shortest, len(self.distances) - 1)]


@dataclass(frozen=True, slots=True)
class Summary:
    """What many episodes were like, on average."""

    episodes: int
    completed: float
    """The share of episodes that reached the goal."""
    mean_deviation: float
    """The mean of the episodes' mean deviations."""
    deviation_by_step: tuple[float, ...]
    """The mean clipped deviation at each step, the start first."""
    distance_by_step: tuple[float, ...]
    """The mean of moves to the goal at each step, the start first; solved boards stay solved."""
    counts: dict[str, float]
    """Moves of each kind in an episode."""


_known: Distances = Bounded(200_000)


def strayed(
    task: Task[Any], states: Sequence[Any], calls: Sequence[Call | None]
) -> dict[str, float]:
    """What `visgym metrics` says of an episode with these states and the calls between them."""
    found = regret_of(task, states, calls)
    counts = {name: float(count) for name, count in asdict(found.counts).items()}
    return {
        "completed": float(found.completed),
        "deviation": found.mean_deviation,
        "literal_deviation": found.literal_deviation,
        "distance_at_best_length": float(found.at_best_length),
        "remaining": float(found.distances[-1]),
        "nearest": float(min(found.distances)),
        **counts,
    }


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
    return Regret(tuple(far), MoveCounts(**kinds), task.step_limit)


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
    return Summary(
        len(episodes),
        _mean(each.completed for each in episodes),
        _mean(each.mean_deviation for each in episodes),
        _by_step([each.clipped for each in episodes]),
        _by_step([each.over_steps for each in episodes]),
        {
            kind.name: _mean(getattr(each.counts, kind.name) for each in episodes)
            for kind in fields(MoveCounts)
        },
    )


def _by_step(episodes: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """The mean at each step over the episodes that came so far."""
    longest = max(map(len, episodes), default=0)
    return tuple(_mean(each[t] for each in episodes if len(each) > t) for t in range(longest))


def _mean(values: Iterable[float]) -> float:
    collected = list(values)
    return fmean(collected) if collected else 0.0
