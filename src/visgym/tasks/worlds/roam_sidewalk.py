"""Roam Sidewalk: walk along a pavement to the red box, and never step onto the street.

Cones mark the kerb. The limit is about three times what the solver needs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.placing import heading_with, is_roomy, put
from visgym.kit.worlds.roam.plans import FloorPlan, rectangle
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.things import BOX, RoamThing
from visgym.kit.worlds.roam.walking import Layout, OpenRoamTask, RoamState

WIDE, STREET, AHEAD = 3000, 6000, 4000  # mm: pavement, street, and houses beyond both ends
HOUSES = ("house", "red house", "white house")
OBSTACLES = (("bicycle", 950), ("bullet_trash_can", 800), ("mailbox", 950), ("scooter", 880))
CONES = 2500  # millimetres between cones


@dataclass(frozen=True, kw_only=True)
class RoamSidewalk(OpenRoamTask):
    length: int = 8
    """Metres of the pavement."""
    astray: int = 45
    """Degrees that the start may face away from the way ahead."""
    obstacles: int = 0
    """Bicycles, bins and the like to walk around."""

    def validate(self) -> None:
        super().validate()
        if not 6 <= self.length <= 30 or not 0 <= self.astray <= 180:
            raise ValueError("length is from 6 to 30 metres, and astray from 0 to 180 degrees.")
        if not 0 <= self.obstacles <= min(4, self.length // 4 - 1):
            raise ValueError("obstacles are at most 4, and one for each 4 metres beyond the first.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng, tries=300)

    def _drawn(self, rng: Random) -> RoamState | None:
        length = 1000 * self.length
        layout: Layout = (length, *rng.sample(HOUSES, 2))
        x, y = rng.randrange(700, WIDE - 600, 50), rng.randrange(700, 1500, 50)
        box = RoamThing(
            BOX,
            "red",
            rng.randrange(900, WIDE - 800, 50),
            length - 900,
            800,
            rng.randrange(0, 90, 15),
        )
        heading = heading_with(
            rng, self.turn_step, x, y, RoamThing(BOX, "", x, length, 0), 0, self.astray
        )
        if heading is None:
            return None
        cones = [RoamThing("cone", "", WIDE - 150, at, 600) for at in range(1200, length, CONES)]
        pose, things = Pose(x, y, heading), [box]
        for kind, height in rng.sample(OBSTACLES, self.obstacles):
            # beside the house or beside the kerb, so that one can pass
            spots = [(250, 3000, 450, length - 3500), (WIDE - 350, 3000, WIDE - 150, length - 3500)]
            thing = RoamThing(kind, "", 0, 0, height)
            placed = put(rng, thing, spots, lambda t: is_roomy(t, things, pose, 1500))
            if placed is None:
                return None
            things.append(replace(placed, turn=0))
            cones = [cone for cone in cones if not placed.is_within(1400, cone.x, cone.y)]
        return RoamState(layout, pose, (*things, *cones))

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def is_lost(self, state: RoamState, ground: WalkedGround) -> bool:
        return state.pose.x > WIDE

    def keeps_clear(self, state: RoamState, ground: WalkedGround, x: int, y: int) -> bool:
        return x <= WIDE

    def rules(self) -> str:
        return (
            "You stand on a pavement 3 m wide, between houses and a street; cones mark the kerb. "
            "Walk to the red box at the end of the pavement; you succeed as soon as you are close "
            f"to it. If you step onto the street, all is lost. {self.controls()}"
        )


@lru_cache(maxsize=64)
def _plan(layout: Layout) -> FloorPlan:
    """The pavement runs north, with the street in the east."""
    length, near, far = int(layout[0]), str(layout[1]), str(layout[2])
    return FloorPlan((
        rectangle(0, 0, WIDE, length, (near,), "paving", "", 3600),
        rectangle(WIDE, -AHEAD, WIDE + STREET, length + AHEAD, (far,), "asphalt", "", 3600),
    ))  # fmt: skip


PRESETS = {
    "level_0": RoamSidewalk(length=8, step_limit=15),
    "level_1": RoamSidewalk(length=12, astray=180, stride=0.5, turn_step=30, step_limit=30),
    "level_2": RoamSidewalk(
        length=20, astray=180, obstacles=3, stride=0.3, turn_step=15, step_limit=80
    ),
}
