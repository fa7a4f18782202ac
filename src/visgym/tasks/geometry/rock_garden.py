"""Rock Garden: which points to mirror at the diagonal, so that all fit into the smallest box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from visgym.authoring import Asked, Below, Frame, Question, Subset, action, levels, redrawn
from visgym.kit.plots import lattice
from visgym.kit.plots.lattice import Spot
from visgym.kit.scoring import ratio

DEAREST = 9  # the most that a swap costs
MOST_ROCKS = 12  # since the score looks at all sets of swaps


@dataclass(frozen=True, slots=True)
class Garden:
    rocks: tuple[Spot, ...]
    costs: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class RockGarden(Question[Garden]):
    count: int = 5
    """Rocks, whose coordinates go from 0 to twice that number."""
    fewest_swaps: int = 2
    """Swaps that the best answer takes, at least."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "planning"})
    pictured = (
        f"{lattice.NUMBERED} The yellow badge behind the number is the cost. The dashed line has "
        "the points with x = y."
    )
    written = "Each line has the number of a rock, counted from 0, its (x, y), and its cost."

    def validate(self) -> None:
        if not 3 <= self.count <= MOST_ROCKS or not 1 <= self.fewest_swaps <= self.count // 2:
            raise ValueError(
                f"count must be from 3 to {MOST_ROCKS} and fewest_swaps from 1 to half of it."
            )

    @property
    def size(self) -> int:
        """The largest coordinate."""
        return 2 * self.count

    def generate(self, rng: Random) -> Garden:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Garden | None:
        rocks = lattice.scattered(self.count, self.size, rng)
        costs = tuple(rng.randint(1, DEAREST) for _ in rocks)
        garden = Garden(rocks, costs)
        if any(x == y for x, y in rocks) or len(self.solution(garden)) < self.fewest_swaps:
            return None
        return garden

    def rules(self) -> str:
        return (
            "Rocks lie at points with whole coordinates. To swap a rock exchanges its x and its y, "
            "at the cost of that rock. The box is the smallest rectangle with sides along the axes "
            "that has every rock inside of it or on its rim. Choose the rocks to swap so that the "
            "perimeter of the box is as small as possible, and among these choices one with the "
            "least total cost. Half of the score is for the perimeter, half for the cost."
        )

    @action
    def answer(
        self, garden: Garden, swaps: Annotated[tuple[int, ...], Subset(Below("count"))]
    ) -> None:
        """Give the numbers of the rocks to swap, in any order."""

    def grade(self, garden: Garden, swaps: tuple[int, ...]) -> float:
        measured = self.metrics(garden, swaps)
        return (measured["perimeter_ratio"] ** 5 + measured["cost_ratio"] ** 5) / 2

    def metrics(self, garden: Garden, swaps: tuple[int, ...] | None = None) -> dict[str, float]:
        """The cost counts where the perimeter is the least."""
        measured = {"perimeter_ratio": 0.0, "cost_ratio": 0.0}
        if swaps is not None:
            perimeters, costs = _all_choices(garden)
            chosen, least = sum(1 << swap for swap in swaps), int(perimeters.min())
            measured["perimeter_ratio"] = ratio(int(perimeters[chosen]), least, fewest=True)
            if perimeters[chosen] == least:
                cheapest = int(costs[perimeters == least].min())
                measured["cost_ratio"] = ratio(int(costs[chosen]), cheapest, fewest=True)
        return measured | {"optimal": float(set(measured.values()) == {1})}

    def solution(self, garden: Garden) -> tuple[int, ...]:
        """The cheapest way into one of the four boxes that may be the smallest."""
        lower, upper = zip(*map(sorted, garden.rocks), strict=True)
        low, high = (min(lower), max(lower)), (min(upper), max(upper))
        inner, outer = (min(upper), max(lower)), (min(lower), max(upper))
        found = [_swaps(garden.rocks, *box) for box in permutations((low, high))]
        found += [_swaps(garden.rocks, *box) for box in permutations((inner, outer))]
        possible = [swaps for swaps in found if swaps is not None]
        return min(possible, key=lambda swaps: sum(garden.costs[each] for each in swaps))

    def effort(self, state: Asked[Garden]) -> float:
        """Rocks to look at, and swaps to find."""
        return float(self.count + len(self.solution(state.problem)))

    def draw(self, garden: Garden) -> Frame:
        badges = [str(cost) for cost in garden.costs]
        return lattice.numbered(garden.rocks, self.size, badges, diagonal=True)

    def describe(self, garden: Garden) -> str:
        lines = lattice.listed(garden.rocks).splitlines()
        return "\n".join(f"{line} {cost}" for line, cost in zip(lines, garden.costs, strict=True))


def _swaps(rocks: Sequence[Spot], across: Spot, up: Spot) -> tuple[int, ...] | None:
    """The rocks that must be swapped to lie in a box, None if some cannot."""
    swaps = []
    for number, (x, y) in enumerate(rocks):
        if not (across[0] <= x <= across[1] and up[0] <= y <= up[1]):
            if not (across[0] <= y <= across[1] and up[0] <= x <= up[1]):
                return None
            swaps.append(number)
    return tuple(swaps)


def _all_choices(garden: Garden) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The perimeter of the box and the cost, for each set of swaps as the bits of a number."""
    numbers = np.arange(len(garden.rocks))
    swapped = (np.arange(1 << len(numbers))[:, None] >> numbers & 1).astype(bool)
    x, y = np.array(garden.rocks).T
    perimeters = sum(
        2 * np.ptp(np.where(swapped, other, own), axis=1) for own, other in ((x, y), (y, x))
    )
    return perimeters, swapped @ np.array(garden.costs)


PRESETS = levels(RockGarden, count=(5, 8, 12), fewest_swaps=(2, 3, 5))
