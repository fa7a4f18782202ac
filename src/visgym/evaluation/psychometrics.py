"""Where on a ladder an agent succeeds half of the time: what outcomes say, and where to ask next.

Success falls along the ladder like a logistic curve whose place, steepness, guesses, lapses and
bend are unknown. All combinations on a grid keep a weight, which outcomes change by Bayes' rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

COVERAGE = 0.95
TRUST = 0.65  # of what an outcome says counts, for no ladder is quite logistic
BEYOND = 1.0  # rungs before the first and after the last one that a half can be told to lie
_PLACES = 49
_SLOPES = np.geomspace(0.25, 6.0, 5)  # per rung
_BENDS = (0.6, 1.0, 1.6)  # powers of the place on the ladder: rungs need not be equally far apart
_GUESSES = (0.0, 0.08)  # success without any skill
_LAPSES = (0.0, 0.05)  # failure with all skill
_BINS = 48  # of the half, between which questions are to decide


@dataclass(frozen=True)
class _Grid:
    """All curves that are thought possible, those with the half in one bin side by side."""

    half: Numbers
    """Where each curve is at a half, in rungs from 0."""
    success: Numbers
    """The chance of success on every rung (a row) for every curve (a column)."""
    log_success: Numbers
    log_failure: Numbers
    starts: NDArray[np.int64]
    """Where the curves of each bin begin."""


@lru_cache(maxsize=32)
def _grid(rungs: int) -> _Grid:
    last = max(1.0, rungs - 1.0)
    places = np.linspace(-1.5, last + 1.5, _PLACES)
    axes = np.meshgrid(places, _SLOPES, _BENDS, _GUESSES, _LAPSES, indexing="ij")
    place, slope, bend, guess, lapse = (axis.ravel() for axis in axes)
    level = (0.5 - guess) / (1 - guess - lapse)
    bent = place - np.log(level / (1 - level)) / slope
    inside = last * np.clip(bent / last, 0, 1) ** (1 / bend)
    half = np.clip(np.where((bent < 0) | (bent > last), bent, inside), -BEYOND, last + BEYOND)
    order = np.argsort(half, kind="stable")
    at = last * (np.arange(rungs)[:, None] / last) ** bend[order]
    rise = 1 / (1 + np.exp(np.clip(slope[order] * (at - place[order]), -60, 60)))
    success = guess[order] + (1 - guess[order] - lapse[order]) * rise
    bins = np.floor((half[order] + BEYOND) / (last + 2 * BEYOND) * _BINS).astype(np.int64)
    starts = np.unique(np.minimum(bins, _BINS - 1), return_index=True)[1]
    sure = np.clip(success, 1e-6, 1 - 1e-6)
    return _Grid(half[order], sure, np.log(sure), np.log(1 - sure), starts)


@dataclass(frozen=True)
class HalfEstimate:
    """Where success is a half, in rungs from 0, with its credible interval."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


@dataclass(frozen=True)
class Posterior:
    """What is believed about an agent on a ladder."""

    rungs: int
    weights: Numbers

    @staticmethod
    def prior(rungs: int) -> Posterior:
        """Nothing is known: the half may lie anywhere on the ladder, or beyond its ends."""
        count = len(_grid(rungs).half)
        return Posterior(rungs, np.full(count, 1 / count))

    def after(self, outcomes: Iterable[tuple[int, bool]]) -> Posterior:
        """What is believed after some outcomes on some rungs."""
        found = self
        for rung, success in outcomes:
            found = found.weighed(rung, float(success))
        return found

    def weighed(self, rung: int, share: float, plays: int = 1) -> Posterior:
        """What is believed after some plays, of which this share were successes."""
        grid = _grid(self.rungs)
        told = share * grid.log_success[rung] + (1 - share) * grid.log_failure[rung]
        weights = self.weights * np.exp(TRUST * plays * told)
        return replace(self, weights=weights / weights.sum())

    @property
    def half(self) -> HalfEstimate:
        """The median of where success is a half, and what lies around it."""
        outside = (1 - COVERAGE) / 2
        below = np.cumsum(self.weights)
        places = np.searchsorted(below, (0.5, outside, 1 - outside))
        value, low, high = _grid(self.rungs).half[np.minimum(places, len(below) - 1)]
        return HalfEstimate(float(value), float(low), float(high))

    @property
    def success(self) -> list[float]:
        """The chance of success on each rung."""
        return [float(each) for each in _grid(self.rungs).success @ self.weights]

    def choose(self, many: int) -> list[int]:
        """The rungs to play next, two plays each: what tells most, given what the others will.

        What the others will tell is taken as what is expected of them.
        """
        chosen: list[int] = []
        believed = self
        while len(chosen) < many:
            rung = int(np.argmax(np.round(believed.information(), 12)))
            expected = float(_grid(self.rungs).success[rung] @ believed.weights)
            believed = believed.weighed(rung, expected, 2)
            chosen += [rung] * min(2, many - len(chosen))
        return chosen

    def information(self) -> Numbers:
        """How many bits a play on each rung is expected to tell about where the half is."""
        grid = _grid(self.rungs)
        mass = np.add.reduceat(self.weights, grid.starts)
        joint = np.add.reduceat(grid.success * self.weights, grid.starts, axis=1)
        known = np.clip(joint / np.maximum(mass, 1e-300), 0, 1)
        bits: Numbers = _entropy(joint.sum(axis=1)) - (mass * _entropy(known)).sum(axis=1)
        return bits


def _entropy(chance: Numbers) -> Numbers:
    inside = np.clip(chance, 1e-12, 1 - 1e-12)
    found: Numbers = -inside * np.log2(inside) - (1 - inside) * np.log2(1 - inside)
    return found
