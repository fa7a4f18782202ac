"""Boards of the sliding geom puzzle, for the game and for questions about its boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from visgym.core.errors import Mistake
from visgym.kit.boards.geoms import Geom
from visgym.kit.boards.slides import Layout, Unsettled, scattered, shortest
from visgym.kit.rejection_sampling import first_accepted

GAME = "sliding_geom_puzzle"  # seeds of the game are drawn under its name
LONGEST = 60  # moves of a solution
MOST_TRIES = 4_000, 200  # boards drawn, and such as must be searched, until knobs are impossible
MOST_LAYOUTS = 2_000  # looked at to tell how far a board is
MOST_SEARCHED, MOST_WAITING = 300_000, 1_500_000  # looked at and held to solve a board


def solution(cells: Layout, goal: Layout, side: int) -> list[Layout]:
    """The layouts on a shortest way, none if there is no way; `Mistake` where it takes too long."""
    try:
        return shortest(cells, goal, side, None, MOST_SEARCHED, MOST_WAITING) or []
    except Unsettled:
        held = f"more than {MOST_SEARCHED:,} layouts"
        raise Mistake(f"A board takes {held} to solve; use fewer geoms or moves.") from None


@dataclass(frozen=True)
class GeomPuzzles:
    """Which boards are wanted."""

    side: int
    geoms: int
    length: int
    """Moves of the shortest solution."""
    interference: int = 0

    def check(self, known: Sequence[Geom]) -> None:
        """Raise `ValueError` if there are no such boards."""
        if not 1 <= self.geoms <= min(len(known), self.side**2 - 2):
            raise ValueError("geoms must differ in colour or shape and leave two tiles free.")
        if self.interference % 2 or not 0 <= self.interference < self.length <= LONGEST:
            raise ValueError(f"interference must be even, and less than length, at most {LONGEST}.")

    def draw(self, known: Sequence[Geom], rng: Random) -> tuple[tuple[Geom, ...], Layout, Layout]:
        """Geoms, the cell of each at the goal, and at the start."""
        geoms = tuple(rng.sample(known, self.geoms))

        def placed() -> tuple[Layout, Layout] | None:
            goal = tuple(rng.sample(range(self.side**2), self.geoms))
            cells = self._away(goal, rng)
            return (goal, cells) if cells is not None and self._takes(cells, goal) else None

        wanted = (
            f"{self.side}x{self.side} boards with {self.geoms} geoms takes {self.length} moves "
            f"with interference {self.interference}; change one of them"
        )
        return (geoms, *first_accepted(placed, wanted, MOST_TRIES[self.interference > 0]))

    def _away(self, goal: Layout, rng: Random) -> Layout | None:
        """A layout at the right Manhattan distance, where geoms may be in each other's way."""
        left = self.length - self.interference
        swaps = min(self.interference, left) // 2
        return scattered(goal, left, rng.randint(1, swaps) if swaps > 1 else swaps, self.side, rng)

    def _takes(self, cells: Layout, goal: Layout) -> bool:
        """Whether the shortest way takes exactly as many moves as are wanted."""
        if not self.interference:
            return True  # every move led away from home, so none can be saved
        try:
            way = shortest(cells, goal, self.side, self.length, MOST_LAYOUTS)
        except Unsettled:
            return False
        return way is not None and len(way) == self.length + 1
