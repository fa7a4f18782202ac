"""Two agents on the episodes that both have finished: who gains, who loses, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from visgym.analysis.categories import category_of
from visgym.analysis.paired_tests import mcnemar, paired_interval
from visgym.analysis.rankings import EpisodeName
from visgym.analysis.statistics import Estimate, task_of


@dataclass(frozen=True, slots=True)
class Pairing:
    """Episodes that both have finished, counted."""

    pairs: int
    gained: int
    """Solved by the first agent only."""
    lost: int
    """Solved by the second agent only."""
    both: int
    """Solved by both."""

    @property
    def neither(self) -> int:
        return self.pairs - self.gained - self.lost - self.both

    @property
    def first(self) -> float:
        """The share of these episodes that the first agent solved."""
        return (self.gained + self.both) / self.pairs

    @property
    def second(self) -> float:
        return (self.lost + self.both) / self.pairs

    @property
    def difference(self) -> Estimate:
        """How much larger the first share is, with its interval."""
        low, high = paired_interval(self.gained, self.lost, self.pairs)
        return Estimate((self.gained - self.lost) / self.pairs, low, high)

    @property
    def p_value(self) -> float:
        """Exact McNemar test, two-sided."""
        return mcnemar(self.gained, self.lost)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The first agent against the second, in all, by category and by task."""

    total: Pairing
    categories: Mapping[str, Pairing]
    tasks: Mapping[str, Pairing]
    gained: tuple[EpisodeName, ...]
    """Episodes that the first agent alone has solved."""
    lost: tuple[EpisodeName, ...]


Results = Mapping[EpisodeName, bool]


def head_to_head(first: Results, second: Results) -> HeadToHead | None:
    """Two agents compared; None if they have finished no episode in common."""
    common = sorted(first.keys() & second.keys())
    if not common:
        return None
    return HeadToHead(
        pairing(first, second, common),
        _grouped(first, second, common, lambda id: category_of(task_of(id))),
        _grouped(first, second, common, task_of),
        tuple(each for each in common if first[each] and not second[each]),
        tuple(each for each in common if second[each] and not first[each]),
    )


def pairing(first: Results, second: Results, episodes: Iterable[EpisodeName]) -> Pairing:
    """The counts over some episodes that both have finished."""
    pairs = gained = lost = both = 0
    for each in episodes:
        one, other = first[each], second[each]
        pairs += 1
        gained += one and not other
        lost += other and not one
        both += one and other
    return Pairing(pairs, gained, lost, both)


def _grouped(
    first: Results,
    second: Results,
    episodes: Iterable[EpisodeName],
    group: Callable[[str], str],
) -> dict[str, Pairing]:
    groups: dict[str, list[EpisodeName]] = {}
    for each in episodes:
        groups.setdefault(group(each[0]), []).append(each)
    return {name: pairing(first, second, groups[name]) for name in sorted(groups)}
