"""Roam Gap: pass through the gap in a wall to the red box in the other yard.

Reaching the box wins, and not the gap, as the published prompt says. The limit is about three times
what the solver needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.placing import heading_with, inner, put, spot
from visgym.kit.worlds.roam.plans import FloorArea, FloorPlan, rectangle
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.things import BOX, RoamThing
from visgym.kit.worlds.roam.walking import ExploredRoamTask, Layout, RoamState

GAP, THICK, RIM = 3000, 300, 1200  # millimetres of the gap, of the wall, from walls to the box
BRICKS = ("red bricks", "sand bricks", "grey bricks", "mossy bricks")
GROUNDS = ("grass", "gravel", "asphalt", "paving")


@dataclass(frozen=True, kw_only=True)
class RoamGap(ExploredRoamTask):
    side: int = 10
    """Metres of each yard."""
    anywhere: bool = False
    """Whether the gap may be anywhere, and the start faces away from it."""
    fenced: bool = False
    """Whether there is another gap, which a fence closes."""

    def validate(self) -> None:
        super().validate()
        if not 8 <= self.side <= 24:
            raise ValueError("side is from 8 to 24 metres.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> RoamState | None:
        side = 1000 * self.side
        gap, closed = (side - GAP) // 2, -1
        if self.anywhere:
            gap = rng.randrange(500, side - GAP - 500, 100)
        if self.fenced:
            closed = rng.randrange(500, side - GAP - 500, 100)
            if abs(closed - gap) < GAP + 1000:
                return None
        layout: Layout = (side, gap, closed, *rng.sample(BRICKS, 2), *rng.sample(GROUNDS, 2))
        plan = _plan(layout)
        box = put(rng, RoamThing(BOX, "red", 0, 0, 900), [inner(plan, 1, RIM)], lambda _: True)
        x, y = spot(rng, inner(plan, 0, RIM))
        opening = RoamThing(BOX, "", gap + GAP // 2, side, 0)
        least, most = (100, 180) if self.anywhere else (0, 25)
        heading = heading_with(rng, self.turn_step, x, y, opening, least, most)
        if box is None or heading is None:
            return None
        return RoamState(layout, Pose(x, y, heading), (box,))

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def rules(self) -> str:
        fence = " Another gap is closed by a fence." if self.fenced else ""
        return (
            f"You stand in a yard. A wall with a gap of 3 m divides it from another yard.{fence} "
            "A red box stands in the other yard. Walk to the box; you succeed as soon as you are "
            f"close to it. {self.controls()}"
        )

    def metrics(self, state: RoamState) -> dict[str, float]:
        return {"passed_gap": float(state.pose.y > int(state.layout[0]))}


@lru_cache(maxsize=256)
def _plan(layout: Layout) -> FloorPlan:
    """The yard of the start in the south, the other in the north."""
    side, gap, closed = map(int, layout[:3])
    near, far, ground, other = map(str, layout[3:])
    walls, back = (near,), side + THICK
    areas: list[FloorArea] = [
        rectangle(0, 0, side, side, walls, ground, ""),
        rectangle(0, back, side, back + side, (far,), other, ""),
        rectangle(gap, side, gap + GAP, back, walls, ground, ""),
    ]
    if closed >= 0:
        areas.append(
            rectangle(
                closed, side, closed + GAP, back - 100, (near, near, "fence", near), ground, ""
            )
        )
        areas.append(
            rectangle(closed, back - 50, closed + GAP, back, ("fence", far, far, far), other, "")
        )
    return FloorPlan(tuple(areas))


PRESETS = {
    "level_0": RoamGap(side=10, step_limit=30),
    "level_1": RoamGap(side=12, anywhere=True, stride=0.5, turn_step=30, step_limit=60),
    "level_2": RoamGap(
        side=20, anywhere=True, fenced=True, stride=0.3, turn_step=15, step_limit=140
    ),
}
