"""Door Key: fetch the key, unlock the door, and walk to the goal behind it.

Limits are 40, 60 and 110 steps, where 640 were published. A key that was dropped can be
picked up again, wherever it lies, so that nothing is ever lost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from visgym.kit.worlds.rooms.building import floor_of, start_at, walled
from visgym.kit.worlds.rooms.things import COLORS, FLOOR, GOAL, LARGEST, WALL, RoomState, RoomThing
from visgym.kit.worlds.rooms.walks import RoomTask


@dataclass(frozen=True, kw_only=True)
class DoorKey(RoomTask):
    size: int = 6
    """Cells along a side, with the walls."""
    keys: int = 1
    """Keys that lie about; one of them fits."""

    tags = frozenset({"synthetic", "partial", "known", "navigation", "planning", "color"})
    verbs = ("turn", "forward", "pickup", "drop", "toggle")
    shown = ("goal", "door", "key")

    def fits(self) -> None:
        if not 6 <= self.size <= LARGEST or not 1 <= self.keys <= 3:
            raise ValueError(f"size is from 6 to {LARGEST}, keys from 1 to 3.")

    def built(self, rng: Random) -> RoomState:
        plan, last = walled(self.size, self.size), self.size - 1
        wall = rng.randrange(3, self.size - 3) if self.size > 6 else 3
        plan |= {(row, wall): WALL for row in range(self.size)}
        near, door = range(1, wall), (rng.randrange(1, last), wall)
        floor = floor_of(plan, range(1, last), near)
        agent, *places = rng.sample(floor, self.keys + 1)
        goal = rng.choice(floor_of(plan, range(1, last), range(wall + 1, last)))
        color, *others = rng.sample(COLORS, self.keys)
        things = [(door, RoomThing("door", color, "locked"))]
        things += [
            (at, RoomThing("key", c)) for at, c in zip(places, [color, *others], strict=True)
        ]
        start = start_at({**plan, door: FLOOR, goal: GOAL}, agent, rng)
        return replace(start, things=tuple(sorted(things, key=lambda each: each[0])))

    def story(self) -> str:
        more = "" if self.keys == 1 else " Other keys do not fit."
        return (
            f"A wall with a locked door splits a place of {self.size}x{self.size} cells. Pick up "
            f"the key of the door's colour, unlock the door with it, and walk to the goal.{more} A "
            "locked door opens by toggle while you hold its key, which stays in your hand."
        )

    def metrics(self, state: RoomState) -> dict[str, float]:
        opened = any(thing.kind == "door" and thing.detail != "locked" for _, thing in state.things)
        held = state.carried is not None and any(
            state.carried.fits(thing) for _, thing in state.things if thing.kind == "door"
        )
        return {"key": float(held or opened), "door": float(opened), "goal": self.score(state)}


PRESETS = {
    "level_0": DoorKey(size=6, step_limit=40),
    "level_1": DoorKey(size=8, step_limit=60),
    "level_2": DoorKey(size=12, keys=2, step_limit=110),
    "plan": DoorKey(size=8, view="full", turns="one", step_limit=1, longest=60),
}
