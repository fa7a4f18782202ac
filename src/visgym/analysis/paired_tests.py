"""Two conditions on the same episodes: how often each succeeds, and whether they differ.

Episodes come in groups, one per task, because tasks are chosen and only episodes are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

RESAMPLES = 10_000
COVERAGE = 0.95
BOOTSTRAP_SEED = 0

Results = dict[tuple[str, int], bool]
"""Whether the episode of an id and seed was solved; episodes that machinery spoiled are absent."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a condition succeeds."""

    episodes: int
    solved: int
    success: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """A condition against another on the episodes that both have."""

    pairs: int
    gained: int
    """Episodes solved under this condition only."""
    lost: int
    """Episodes solved under the other one only."""
    difference: float
    low: float
    high: float
    """Ends of the paired bootstrap interval with `COVERAGE`."""
    p_value: float
    """Exact McNemar test, two-sided."""


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The pairs of one task: solved under one condition only, and all."""

    gained: int
    lost: int
    count: int


def rate(results: Results) -> Rate | None:
    """Mean success with its standard error; None without episodes."""
    if not results:
        return None
    variance = 0.0
    for id in _ids(results):
        group = [solved for (at, _), solved in results.items() if at == id]
        share = sum(group) / len(group)
        variance += len(group) * share * (1 - share)
    count, solved = len(results), sum(results.values())
    return Rate(count, solved, solved / count, math.sqrt(variance) / count)


def compare(these: Results, those: Results) -> PairedComparison | None:
    """How `these` differ from `those` on common episodes; None if there are none."""
    groups = [_pairs(these, those, id) for id in _ids(these)]
    groups = [group for group in groups if group.count]
    if not groups:
        return None
    count = sum(group.count for group in groups)
    gained, lost = sum(g.gained for g in groups), sum(g.lost for g in groups)
    low, high = bootstrap_interval(groups)
    return PairedComparison(
        count, gained, lost, (gained - lost) / count, low, high, mcnemar(gained, lost)
    )


def mcnemar(gained: int, lost: int) -> float:
    """The chance of a split at least as uneven if both directions were equally likely."""
    changed = gained + lost
    tail = sum(math.comb(changed, k) for k in range(min(gained, lost) + 1))
    return min(1.0, (tail << 1) / (1 << changed))


def paired_interval(gained: int, lost: int, pairs: int) -> tuple[float, float]:
    """Bonett and Price's interval of the difference of two paired rates.

    It adds one pair each way, so it claims no certainty where nothing changed.
    """
    up, down = (gained + 1) / (pairs + 2), (lost + 1) / (pairs + 2)
    z = NormalDist().inv_cdf((1 + COVERAGE) / 2)
    reach = z * math.sqrt((up + down - (up - down) ** 2) / (pairs + 2))
    return max(-1.0, up - down - reach), min(1.0, up - down + reach)


def bootstrap_interval(groups: Sequence[_Pairs]) -> tuple[float, float]:
    """Percentiles of the mean difference when the pairs of each task are drawn again."""
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    total = np.zeros(RESAMPLES)
    for group in groups:
        same = group.count - group.gained - group.lost
        chances = np.array([group.gained, group.lost, same]) / group.count
        drawn = rng.multinomial(group.count, chances, size=RESAMPLES)
        total += drawn[:, 0] - drawn[:, 1]
    outside = (1 - COVERAGE) / 2
    low, high = np.quantile(total / sum(g.count for g in groups), (outside, 1 - outside))
    return float(low), float(high)


def _ids(results: Results) -> list[str]:
    return sorted({id for id, _ in results})


def _pairs(these: Results, those: Results, id: str) -> _Pairs:
    both = [key for key in these.keys() & those.keys() if key[0] == id]
    gained = sum(these[key] and not those[key] for key in both)
    lost = sum(those[key] and not these[key] for key in both)
    return _Pairs(gained, lost, len(both))
