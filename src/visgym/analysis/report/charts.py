"""The geometry of charts, in percent of the width and height they are given."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from visgym.analysis.statistics import Estimate, Steps

LEVELS = 10  # shades of the heat map beyond the first
NARROWEST = 0.5  # steps; the least width of a kernel, as steps are whole numbers
_POINTS = 121


@dataclass(frozen=True)
class Bar:
    """A bar from 0 to 100 % with its interval."""

    label: str
    width: float
    low: float
    high: float


def bar(label: str, estimate: Estimate) -> Bar:
    """A bar as long as a rate."""
    return Bar(label, 100 * estimate.value, 100 * estimate.low, 100 * estimate.high)


@dataclass(frozen=True)
class Segment:
    """A part of a strip."""

    kind: str
    start: float
    width: float


def strip(parts: Sequence[tuple[str, int]]) -> list[Segment]:
    """Counts side by side, as long as their shares."""
    total = max(1, sum(count for _, count in parts))
    segments, start = [], 0.0
    for kind, count in parts:
        width = 100 * count / total
        if count:
            segments.append(Segment(kind, start, width))
        start += width
    return segments


@dataclass(frozen=True)
class Curve:
    """A density in a box of 100 by 100, with its mean."""

    path: str
    mean: float
    mean_at: float
    count: int


@dataclass(frozen=True)
class Panel:
    """The step counts of one agent."""

    agent: str
    solved: Curve | None
    unsolved: Curve | None


def panels(steps: dict[str, Steps], agents: Sequence[str]) -> tuple[list[Panel], int]:
    """A panel for every agent, and the number of steps at their right edge."""
    longest = max(max(each.solved + each.unsolved, default=1) for each in steps.values())
    edge = longest + max(2, longest // 8)
    return [_panel(agent, steps[agent], edge) for agent in agents], edge


def _panel(agent: str, steps: Steps, edge: int) -> Panel:
    at = np.linspace(0, edge, _POINTS)
    curves = [density(values, at) if values else None for values in (steps.solved, steps.unsolved)]
    peak = max(float(each.max()) for each in curves if each is not None)
    solved, unsolved = (
        _curve(values, heights / peak, edge) if heights is not None else None
        for values, heights in zip((steps.solved, steps.unsolved), curves, strict=True)
    )
    return Panel(agent, solved, unsolved)


def _curve(values: Sequence[int], heights: NDArray[np.float64], edge: int) -> Curve:
    across = np.linspace(0, 100, _POINTS)
    points = " ".join(f"{x:.1f},{100 - 94 * y:.1f}" for x, y in zip(across, heights, strict=True))
    mean = fmean(values)
    return Curve(f"M{points}", mean, 100 * mean / edge, len(values))


def density(values: Sequence[int], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """The density of some numbers at some points: Gaussian kernels of Scott's width."""
    data = np.asarray(values, np.float64)
    spread = float(data.std(ddof=1)) if len(data) > 1 else 0.0
    width = max(spread * len(data) ** -0.2, NARROWEST)
    kernels = np.exp(-0.5 * ((at[:, None] - data[None, :]) / width) ** 2)
    heights: NDArray[np.float64] = kernels.mean(axis=1) / (width * math.sqrt(2 * math.pi))
    return heights


def level(rate: float) -> int:
    """The shade of a rate."""
    return round(LEVELS * min(1.0, max(0.0, rate)))
