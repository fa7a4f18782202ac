"""Roam Room: find the red box in one square room and walk to it.

The red box is in view, or behind, or among boxes of near colours with pillars that hide it. In the
published environment a room of 6 m is called large; here the side is a knob. With turns of 45
degrees the box is seldom straight ahead, so that ways zigzag. The limit is at least twice what the
solver needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Literal

from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.placing import heading_with, inner, is_roomy, put, spot
from visgym.kit.worlds.roam.plans import HIGH, FloorPlan, rectangle
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.sight import is_hidden
from visgym.kit.worlds.roam.things import BOX, PILLAR, RoamThing
from visgym.kit.worlds.roam.walking import Layout, OpenRoamTask, RoamState

RIM, BODY_RIM = 900, 1100  # millimetres between walls and boxes, and walls and the start
WALLS = (
    "striped", "blue stripes", "sage", "rose", "cream", "boards", "red bricks", "tiled", "plaid",
    "teal tiles", "marble",
)  # fmt: skip
FLOORS = ("wood", "dark wood", "checks", "slabs", "carpet", "red carpet")
NEAR_COLORS = ("orange", "pink", "brown")
IN_VIEW = 25  # degrees off the way ahead, well inside the picture


@dataclass(frozen=True, kw_only=True)
class RoamRoom(OpenRoamTask):
    side: int = 10
    """Metres of the room."""
    box: Literal["ahead", "behind", "hidden"] = "ahead"
    """Where the red box is at the start: in view, behind, or not to be seen at once."""
    decoys: int = 0
    """Boxes of colours near red."""
    pillars: int = 0
    """Pillars that stand in the way and hide things."""

    def validate(self) -> None:
        super().validate()
        if not 5 <= self.side <= 16 or not 0 <= self.decoys <= 3:
            raise ValueError("side is from 5 to 16 metres, and decoys are from 0 to 3.")
        if not 0 <= self.pillars <= (self.side - 4) // 2 or self.pillars > 4:
            raise ValueError("pillars are at most 4, and one for each 2 metres beyond 4.")
        if self.box == "hidden" and not self.pillars and self.side > 12:
            raise ValueError("A hidden box needs a pillar.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng, tries=400)

    def _drawn(self, rng: Random) -> RoamState | None:
        layout: Layout = (1000 * self.side, *rng.sample(WALLS, 4), rng.choice(FLOORS))
        plan = _plan(layout)
        x, y = spot(rng, inner(plan, 0, BODY_RIM))
        boxes, things = [inner(plan, 0, RIM)], list[RoamThing]()
        wanted = [
            RoamThing(BOX, color, 0, 0, 800) for color in ("red", *NEAR_COLORS[: self.decoys])
        ]
        wanted += [RoamThing(PILLAR, "", 0, 0, HIGH)] * self.pillars
        for number, thing in enumerate(wanted):
            spots = boxes
            if self.box == "hidden" and number == self.decoys + 1:
                spots = [_between(x, y, things[0])]
            placed = put(rng, thing, spots, lambda t: is_roomy(t, things, Pose(x, y, 0)))
            if placed is None or (not things and placed.is_within(300 * self.side, x, y)):
                return None
            things.append(placed)
        least, most = (0, IN_VIEW) if self.box == "ahead" else (75, 180)
        heading = heading_with(rng, self.turn_step, x, y, things[0], least, most)
        if heading is None:
            return None
        state = RoamState(layout, Pose(x, y, heading), tuple(things))
        if (self.box == "hidden") != is_hidden(plan, state.things, state.pose, things[0]):
            return None if self.pillars else state
        return state

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def rules(self) -> str:
        others = " Boxes of other colours do not count." if self.decoys else ""
        return (
            f"You stand in a room of {self.side}x{self.side} m. Somewhere in it is a red box. Walk "
            f"to it; you succeed as soon as you are close to it.{others} {self.controls()}"
        )


def _between(x: int, y: int, thing: RoamThing) -> tuple[int, int, int, int]:
    """A small rectangle half way to a thing."""
    x, y = (x + thing.x) // 2, (y + thing.y) // 2
    return x - 250, y - 250, x + 250, y + 250


@lru_cache(maxsize=256)
def _plan(layout: Layout) -> FloorPlan:
    side, walls, floor = int(layout[0]), tuple(map(str, layout[1:5])), str(layout[5])
    return FloorPlan((rectangle(0, 0, side, side, walls, floor),))


PRESETS = {
    "level_0": RoamRoom(box="ahead", step_limit=25),
    "level_1": RoamRoom(box="behind", stride=0.5, turn_step=30, step_limit=40),
    "level_2": RoamRoom(box="hidden", decoys=3, pillars=3, stride=0.3, turn_step=15, step_limit=60),
    "level_0_small": RoamRoom(side=6, box="ahead", step_limit=16),
    "level_1_small": RoamRoom(side=6, box="behind", stride=0.5, turn_step=30, step_limit=24),
    "level_2_small": RoamRoom(side=6, box="behind", stride=0.3, turn_step=15, step_limit=40),
    "level_0_small_fast": RoamRoom(side=6, box="ahead", step_limit=16),
    "level_1_small_fast": RoamRoom(side=6, box="behind", step_limit=20),
    "level_2_small_fast": RoamRoom(side=6, box="behind", decoys=3, step_limit=24),
}
