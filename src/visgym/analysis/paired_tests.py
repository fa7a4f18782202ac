"""Conditions on the same episodes: how often each succeeds, and whether they differ.

Episodes come in groups, one per task, because tasks are chosen and only episodes are drawn. An
episode that was played several times counts by the share of its plays that succeeded.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from visgym.analysis.statistics import wilson

RESAMPLES = 10_000
COVERAGE = 0.95
BOOTSTRAP_SEED = 0
_FINEST = 15_120  # parts that values are counted in: whole for sixths of up to 10 plays
_MOST = 20_000_000  # sums of a sign-flip test, beyond which the normal law stands for them

EpisodeKey = tuple[str, int]
"""An id and a seed."""
Results = Mapping[EpisodeKey, float]
"""The share of plays of an episode that solved it, 0 or 1 where it was played once; episodes that
machinery spoiled are absent."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a condition succeeds."""

    episodes: int
    plays: int
    solved: int
    """Plays that succeeded."""
    success: float
    """The mean over episodes: mean@k where each was played k times."""
    standard_error: float
    rate_low: float
    rate_high: float
    """Ends of Wilson's interval, for as many episodes as plays are worth."""
    passed: float
    """The share of episodes that one play at least solved: pass@k."""


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """A condition against another on the episodes that both have."""

    pairs: int
    gained: int
    """Episodes solved under this condition only, or more often."""
    lost: int
    """Episodes solved under the other one only, or more often."""
    difference: float
    low: float
    high: float
    """Ends of the paired bootstrap interval with `COVERAGE`."""
    p_value: float
    """Exact sign-flip test, two-sided; for single plays it is McNemar's."""


def rate(plays: Mapping[EpisodeKey, Sequence[bool]]) -> Rate | None:
    """Mean success with its standard error; None without episodes."""
    if not plays:
        return None
    means = {key: sum(each) / len(each) for key, each in plays.items()}
    count, success = len(means), sum(means.values()) / len(means)
    variance = 0.0
    for id in _ids(means):
        group = [share for (at, _), share in means.items() if at == id]
        middle = sum(group) / len(group)
        variance += sum((share - middle) ** 2 for share in group)
    total, solved = sum(map(len, plays.values())), sum(map(sum, plays.values()))
    around = wilson(success, _worth(means, success, total))
    return Rate(
        count,
        total,
        solved,
        success,
        math.sqrt(variance) / count,
        around.low,
        around.high,
        sum(map(any, plays.values())) / count,
    )


def _worth(means: Results, success: float, plays: int) -> float:
    """How many independent plays make a mean vary like this one; as many as episodes at least."""
    spread = sum((share - success) ** 2 for share in means.values())
    if not spread:
        return float(plays if 0 < success < 1 else len(means))
    worth = success * (1 - success) * len(means) ** 2 / spread
    return min(float(plays), max(float(len(means)), worth))


def compare(these: Results, those: Results) -> PairedComparison | None:
    """How `these` differ from `those` on common episodes; None if there are none."""
    both = sorted(these.keys() & those.keys())
    return contrast({key: these[key] - those[key] for key in both}) if both else None


def contrast(differences: Results) -> PairedComparison:
    """Whether a number that every episode has is zero on average."""
    values = list(differences.values())
    gained, lost = sum(each > 0 for each in values), sum(each < 0 for each in values)
    low, high = bootstrap_interval(differences)
    return PairedComparison(
        len(values), gained, lost, sum(values) / len(values), low, high, sign_flips(values)
    )


def sign_flips(values: Sequence[float]) -> float:
    """The chance of a sum at least as far from 0 if each value could as well have the other sign.

    It is exact; of single plays it is McNemar's test.
    """
    whole = [abs(round(each * _FINEST)) for each in values]
    total = abs(sum(round(each * _FINEST) for each in values))
    whole = [each for each in whole if each]
    unit = math.gcd(*whole)
    if not unit or not total:
        return 1.0
    sizes, reached = [each // unit for each in whole], total // unit
    if sum(sizes) * len(sizes) > _MOST:
        spread = math.sqrt(sum(each * each for each in sizes))
        return 2 * NormalDist().cdf(-reached / spread)
    chances = np.ones(1)
    for size in sizes:
        wider = np.zeros(len(chances) + 2 * size)
        wider[: len(chances)] += chances / 2
        wider[2 * size :] += chances / 2
        chances = wider
    middle = len(chances) // 2
    return min(1.0, float(2 * chances[middle + reached :].sum()))


def holm(p_values: Sequence[float]) -> list[float]:
    """P values corrected for their number: Holm's, which holds however they depend.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted, worst = [1.0] * len(p_values), 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = worst
    return adjusted


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


def bootstrap_interval(differences: Results) -> tuple[float, float]:
    """Percentiles of the mean difference when the episodes of each task are drawn again."""
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    total = np.zeros(RESAMPLES)
    for id in _ids(differences):
        counts = Counter(value for (at, _), value in differences.items() if at == id)
        values = sorted(counts, reverse=True)
        size = counts.total()
        chances = np.array([counts[value] for value in values]) / size
        total += rng.multinomial(size, chances, size=RESAMPLES) @ np.array(values, np.float64)
    outside = (1 - COVERAGE) / 2
    low, high = np.quantile(total / len(differences), (outside, 1 - outside))
    return float(low), float(high)


def _ids(results: Mapping[EpisodeKey, object]) -> list[str]:
    return sorted({id for id, _ in results})
