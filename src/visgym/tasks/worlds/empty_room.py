"""Empty Room: walk to the green goal in a walled square.

You see only what is ahead of you, so the goal may have to be looked for by turning first.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Cell, redrawn
from visgym.kit.worlds.rooms.building import apart, floor_of, start_at, walled
from visgym.kit.worlds.rooms.things import GOAL, LARGEST, RoomState
from visgym.kit.worlds.rooms.walks import RoomTask


@dataclass(frozen=True, kw_only=True)
class EmptyRoom(RoomTask):
    size: int = 6
    """Cells along a side, with the walls."""
    far: int = 4
    """Cells from the start to the goal, at least."""

    tags = frozenset({"synthetic", "partial", "known", "navigation"})
    distinct_starts = 0.7  # the smallest room has 240 of them

    def fits(self) -> None:
        if not 4 <= self.size <= LARGEST or not 1 <= self.far <= 2 * (self.size - 3):
            raise ValueError(f"size is from 4 to {LARGEST}, far from 1 to 2 * (size - 3).")

    def built(self, rng: Random) -> RoomState:
        plan = walled(self.size, self.size)
        inner = range(1, self.size - 1)
        floor = floor_of(plan, inner, inner)
        agent, goal = redrawn(lambda rng: self._far_pair(rng.sample(floor, 2)), rng)
        return start_at({**plan, goal: GOAL}, agent, rng)

    def _far_pair(self, pair: list[Cell]) -> list[Cell] | None:
        return pair if apart(*pair) >= self.far else None

    def story(self) -> str:
        return f"Walk to the goal in a walled room of {self.size}x{self.size} cells."


PRESETS = {
    "level_0": EmptyRoom(size=6, far=4, step_limit=20),
    "level_1": EmptyRoom(size=9, far=8, step_limit=35),
    "level_2": EmptyRoom(size=14, far=14, step_limit=70),
    "plan": EmptyRoom(size=9, far=8, view="full", turns="one", step_limit=1, longest=30),
}
