"""Roam Hallway: walk along a corridor to the red box at its end.

The corridor is 4 m wide and may bend twice. The limit is about three times what the solver needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.placing import heading_with
from visgym.kit.worlds.roam.plans import FloorPlan, rectangle
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.things import BOX, RoamThing
from visgym.kit.worlds.roam.walking import Layout, OpenRoamTask, RoamState

WIDE, SIZE, RIM = 4000, 800, 900  # millimetres of the corridor, of the box, and from a wall to it
LONGEST = 40.0  # metres
WALLS = (
    "striped",
    "blue stripes",
    "green stripes",
    "sage",
    "rose",
    "boards",
    "sand bricks",
    "tiled",
)
FLOORS = ("checks", "red checks", "wood", "slabs")


@dataclass(frozen=True, kw_only=True)
class RoamHallway(OpenRoamTask):
    length: float = 8.0
    """Metres from end to end, along the middle."""
    bends: int = 0
    """Corners on the way, 0 or 2."""
    astray: int = 45
    """Degrees that the start may face away from the way ahead."""

    def validate(self) -> None:
        super().validate()
        least = 20.0 if self.bends else 6.0
        if self.bends not in (0, 2) or not least <= self.length <= LONGEST:
            raise ValueError(
                f"bends are 0 or 2, and length is from 6, or 20 with bends, to {LONGEST:g}."
            )
        if not 0 <= self.astray <= 180:
            raise ValueError("astray is from 0 to 180 degrees.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> RoamState | None:
        length = round(1000 * self.length)
        side = rng.choice((-1, 1)) if self.bends else 0
        layout: Layout = (length, side, *rng.sample(WALLS, 3), rng.choice(FLOORS))
        plan = _plan(layout)
        start, end = plan.areas[0].corners, plan.areas[-1].corners
        low = min(y for _, y in end) + RIM
        x = max(x for x, _ in end) - RIM - rng.randrange(0, 300, 50)
        box = RoamThing(
            BOX,
            "red",
            x,
            rng.randrange(low, low + WIDE - 2 * RIM, 50),
            SIZE,
            rng.randrange(0, 90, 15),
        )
        y = min(y for _, y in start) + rng.randrange(700, WIDE - 700, 50)
        x = rng.randrange(700, 1300, 50)
        ahead = RoamThing(BOX, "red", length, y, SIZE)
        least = 90 if self.astray > 90 else 0
        heading = heading_with(rng, self.turn_step, x, y, ahead, least, self.astray)
        return None if heading is None else RoamState(layout, Pose(x, y, heading), (box,))

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def rules(self) -> str:
        way = "bends twice" if self.bends else "is straight"
        return (
            f"You stand in a corridor that is 4 m wide and {way}. Walk to the red box at its end; "
            f"you succeed as soon as you are close to it. {self.controls()}"
        )


@lru_cache(maxsize=256)
def _plan(layout: Layout) -> FloorPlan:
    """A corridor from west to east; with bends its middle part runs to the north or the south."""
    (length, side), (first, second, third, floor) = map(int, layout[:2]), map(str, layout[2:])
    if not side:
        walls = (first, second, first, third)
        return FloorPlan((rectangle(0, 0, length, WIDE, walls, floor),))
    third_part = (length - WIDE) // 3
    shift = (third_part + WIDE) * side
    first_end, last = third_part + WIDE, 2 * third_part + WIDE
    low, high = (WIDE, WIDE + third_part) if side > 0 else (-third_part, 0)
    return FloorPlan((
        rectangle(0, 0, first_end, WIDE, (first,), floor),
        rectangle(third_part, low, first_end, high, (second,), floor),
        rectangle(third_part, shift, last + third_part, shift + WIDE, (third,), floor),
    ))  # fmt: skip


PRESETS = {
    "level_0": RoamHallway(length=8.0, astray=45, step_limit=15),
    "level_1": RoamHallway(length=12.0, astray=180, stride=0.5, turn_step=30, step_limit=30),
    "level_2": RoamHallway(
        length=20.0, bends=2, astray=180, stride=0.3, turn_step=15, step_limit=60
    ),
}
