"""Rock Garden: which points to mirror at the diagonal, so that all fit into the smallest box."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Question, Subset, action, levels, redrawn
from visgym.kit.plots import lattice
from visgym.kit.plots.boxes import all_swaps, cheapest_swaps
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
            "least total cost. Half of the score is for the perimeter, and half for the cost where "
            "the perimeter is the smallest."
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
            perimeters, costs = all_swaps(garden.rocks, garden.costs)
            chosen, least = sum(1 << swap for swap in swaps), int(perimeters.min())
            measured["perimeter_ratio"] = ratio(int(perimeters[chosen]), least, fewest=True)
            if perimeters[chosen] == least:
                cheapest = int(costs[perimeters == least].min())
                measured["cost_ratio"] = ratio(int(costs[chosen]), cheapest, fewest=True)
        return measured | {"optimal": float(set(measured.values()) == {1})}

    def solution(self, garden: Garden) -> tuple[int, ...]:
        return cheapest_swaps(garden.rocks, garden.costs)

    def effort(self, state: Asked[Garden]) -> float:
        """Rocks to look at, and swaps to find."""
        return float(self.count + len(self.solution(state.problem)))

    def draw(self, garden: Garden) -> Frame:
        badges = [str(cost) for cost in garden.costs]
        return lattice.numbered(garden.rocks, self.size, badges, diagonal=True)

    def describe(self, garden: Garden) -> str:
        lines = lattice.listed(garden.rocks).splitlines()
        return "\n".join(f"{line} {cost}" for line, cost in zip(lines, garden.costs, strict=True))


PRESETS = levels(RockGarden, count=(5, 8, 12), fewest_swaps=(2, 3, 5))
