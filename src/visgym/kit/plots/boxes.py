"""Boxes around points that may be mirrored at the diagonal, for a cost: the smallest, two ways."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from visgym.kit.plots.lattice import Spot


def cheapest_swaps(points: Sequence[Spot], costs: Sequence[int]) -> tuple[int, ...]:
    """The points to mirror, found by a way into each of the four boxes that may be the smallest.

    A box has the smaller coordinates of all points on one axis and the larger ones on the other,
    or both ends of all on one axis and what lies between on the other.
    """
    lower, upper = zip(*map(sorted, points), strict=True)
    apart = (min(lower), max(lower)), (min(upper), max(upper))
    nested = (min(lower), max(upper)), (min(upper), max(lower))
    boxes = [*permutations(apart), *permutations(nested)]
    found = [swaps for box in boxes if (swaps := _swaps_into(points, *box)) is not None]
    return min(found, key=lambda swaps: (sum(costs[each] for each in swaps), len(swaps)))


def _swaps_into(points: Sequence[Spot], across: Spot, up: Spot) -> tuple[int, ...] | None:
    """The points that must be mirrored to lie in a box, None if some cannot."""
    swaps = []
    for number, (x, y) in enumerate(points):
        if not (across[0] <= x <= across[1] and up[0] <= y <= up[1]):
            if not (across[0] <= y <= across[1] and up[0] <= x <= up[1]):
                return None
            swaps.append(number)
    return tuple(swaps)


def all_swaps(
    points: Sequence[Spot], costs: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The perimeter of the box and the cost, for every set of points as the bits of a number."""
    numbers = np.arange(len(points))
    swapped = (np.arange(1 << len(points))[:, None] >> numbers & 1).astype(bool)
    x, y = np.array(points).T
    wide, high = (np.ptp(np.where(swapped, b, a), axis=1) for a, b in ((x, y), (y, x)))
    return 2 * (wide + high), swapped @ np.array(costs)
