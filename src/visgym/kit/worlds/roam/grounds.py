"""Where one may stand: a plan with things in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from visgym.kit.worlds.roam.plans import FloorPlan
from visgym.kit.worlds.roam.poses import BODY, Pose, stride_to
from visgym.kit.worlds.roam.things import RoamThing


@dataclass(frozen=True, eq=False)
class WalkedGround:
    """A plan, things that are in the way, and how far a stride and a turn lead."""

    plan: FloorPlan
    things: Sequence[RoamThing]
    stride: int
    turn: int

    @cached_property
    def _kept_off(self) -> list[tuple[int, int, int]]:
        """The place of each thing, and the square of how near a body may come to it."""
        return [(thing.x, thing.y, (BODY + thing.radius) ** 2) for thing in self.things]

    def blocker(self, x: int, y: int) -> str:
        """What keeps a body from standing here, empty if nothing does."""
        for number, (at, on, least) in enumerate(self._kept_off):
            if (at - x) ** 2 + (on - y) ** 2 < least:
                return f"the {self.things[number].name}"
        if self.plan.is_clear(x, y) and self.plan.area_at(x, y) >= 0:
            return ""
        return "a wall"

    def is_free(self, x: int, y: int) -> bool:
        """Whether a body may stand here."""
        return not self.blocker(x, y)

    def ahead(self, pose: Pose) -> Pose:
        """Where one stride leads, whatever is there."""
        east, north = stride_to(pose.heading, self.stride)
        return Pose(pose.x + east, pose.y + north, pose.heading)

    def reach(self, thing: RoamThing) -> int:
        """How near one must be to a thing to have reached it, in millimetres."""
        return BODY + thing.radius + self.stride * 11 // 10

    def has_reached(self, thing: RoamThing, x: int, y: int) -> bool:
        """Whether somebody who stands here has reached a thing."""
        return thing.is_within(self.reach(thing), x, y)
