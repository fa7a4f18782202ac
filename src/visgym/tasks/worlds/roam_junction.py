"""Roam Junction: walk along a corridor to a fork and take the arm with the red box.

The corridor ends in a cross corridor (t), or three arms meet at 120 degrees (y). Arms that hide the
box end in a pocket. Equal seeds with the box at the left and at the right mirror each other, so
that a bias to one side can be measured. The limit is about three times what the solver needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Literal

from visgym.core.calls import Call
from visgym.kit.worlds.roam.exploring import Memory, looked
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.plans import FloorArea, FloorPlan, Picture, rectangle
from visgym.kit.worlds.roam.poses import Point, Pose, stride_to
from visgym.kit.worlds.roam.things import BOX, RoamThing
from visgym.kit.worlds.roam.walking import ExploredRoamTask, Layout, RoamState

HALF, LONG, ARM, LEG = 1500, 9000, 8000, 8000  # mm: half a corridor, that of t, its arms, legs of y
MARK = 4000  # millimetres from the south wall to a mark
POCKET, DEEP = 3000, 1500  # how deep a pocket is, and how far into an arm one has chosen it
WALLS = ("sand bricks", "striped", "blue stripes", "green stripes", "boards", "tiled", "cream")
FLOORS = ("checks", "wood", "slabs", "red checks")


@dataclass(frozen=True, kw_only=True)
class RoamJunction(ExploredRoamTask):
    shape: Literal["t", "y"] = "t"
    """The floor plan."""
    side: Literal["any", "left", "right"] = "any"
    """The arm of the box; where it is not any, the rules tell."""
    cue: Literal["lit", "decoy", "mark"] = "lit"
    """The box can be seen from the fork; or is hidden, with a blue one in the other arm; or a mark
    at the start tells the side, and a wrong choice ends the episode."""
    astray: int = 45
    """Degrees that the start may face away from the way ahead."""

    def validate(self) -> None:
        super().validate()
        if not 0 <= self.astray <= 180:
            raise ValueError("astray is from 0 to 180 degrees.")

    def generate(self, rng: Random) -> RoamState:
        mirrored = rng.random() < 0.5
        if self.side != "any":
            mirrored = self.side == "right"
        looks = rng.sample(WALLS, 3)
        layout: Layout = (self.shape, self.cue, int(mirrored), *looks, rng.choice(FLOORS))
        x, y = rng.randrange(-800, 801, 50), rng.randrange(800, 2000, 50)
        turned = rng.randrange(-(self.astray // self.turn_step), self.astray // self.turn_step + 1)
        heading = (90 + turned * self.turn_step) % 360
        boxes = [_box(self.shape, self.cue, "red", rng)]
        if self.cue != "lit":
            other = _box(self.shape, self.cue, "blue", rng)
            boxes.append(replace(other, x=-other.x))
        if mirrored:
            x, heading = -x, (180 - heading) % 360
            boxes = [replace(box, x=-box.x, turn=(90 - box.turn) % 90) for box in boxes]
        return RoamState(layout, Pose(x, y, heading), tuple(boxes))

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def is_lost(self, state: RoamState, ground: WalkedGround) -> bool:
        """Whether a wrong arm was chosen where one may choose once."""
        return self.cue == "mark" and not self.keeps_clear(
            state, ground, state.pose.x, state.pose.y
        )

    def keeps_clear(self, state: RoamState, ground: WalkedGround, x: int, y: int) -> bool:
        if self.cue != "mark":
            return True
        right = state.layout[2] == 1
        return (x if not right else -x) < self._chosen()

    def _chosen(self) -> int:
        """How far to a side one has chosen an arm, in millimetres."""
        return HALF + DEEP if self.shape == "t" else HALF + 2 * DEEP

    def sought(self, state: RoamState, memory: Memory, pose: Pose) -> Iterator[Call]:
        """Where a mark tells the arm, look for it first and go into neither."""
        if self.cue == "mark":
            mark = (HALF if state.layout[2] else -HALF), MARK
            chosen = self._chosen()
            pose = yield from looked(
                memory, pose, lambda at: memory.sees(at, *mark), lambda x, y: abs(x) < chosen
            )
        yield from super().sought(state, memory, pose)

    def rules(self) -> str:
        fork = (
            "ends in a cross corridor"
            if self.shape == "t"
            else "forks into two arms, one half left and one half right"
        )
        told = {
            "lit": "A red box stands at the end of one of the two arms.",
            "decoy": "A red box stands at the end of one arm and a blue one at the end of the "
            "other.",
            "mark": "A red box stands at the end of one arm and a blue one at the end of the "
            "other. A "
            "red patch hangs in the corridor, on its left or its right wall as one walks to the "
            "fork: "
            "the red box is on that side. If you go into the other arm, all is lost.",
        }[self.cue]
        where = "" if self.side == "any" else f" The red box is in the {self.side} arm."
        return (
            f"You stand in a corridor that {fork}. {told}{where} Walk to the red box; you "
            "succeed as "
            f"soon as you are close to it. {self.controls()}"
        )

    def metrics(self, state: RoamState) -> dict[str, float]:
        return {"wrong_arm": float(state.lost)}


def _box(shape: str, cue: str, color: str, rng: Random) -> RoamThing:
    """A box at the end of the left arm."""
    size, turn, off = 800, rng.randrange(0, 90, 15), rng.randrange(-300, 301, 50)
    if shape == "t":
        x, y = -ARM + 900, LONG + HALF + off
        return RoamThing(
            BOX,
            color,
            x if cue == "lit" else -ARM + HALF + off,
            y if cue == "lit" else LONG + 2 * HALF + POCKET - 900,
            size,
            turn,
        )
    (ax, ay), (bx, by) = _leg(cue)[-1][1:3]
    mid, way = ((ax + bx) // 2, (ay + by) // 2), stride_to(150 if cue == "lit" else 60, 900)
    return RoamThing(BOX, color, mid[0] - way[0], mid[1] - way[1] + off // 3, size, turn)


def _leg(cue: str) -> list[tuple[Point, ...]]:
    """The left leg of y, and the pocket at its end: corners from the fork on, counter-clockwise."""
    low, top = (-HALF, LEG), (0, LEG + 2598)  # the left side of the triangle where arms meet
    east, north = stride_to(150, LEG)
    far = [(x + east, y + north) for x, y in (top, low)]
    leg: list[tuple[Point, ...]] = [(top, far[0], far[1], low)]
    if cue == "lit":
        return leg
    east, north = stride_to(60, POCKET)
    end = [(x + east, y + north) for x, y in far]
    return [*leg, (far[0], end[0], end[1], far[1])]


@lru_cache(maxsize=256)
def _plan(layout: Layout) -> FloorPlan:
    """The corridor of the start runs north; the red box is in the west unless mirrored."""
    shape, cue, (first, second, third), floor = (
        str(layout[0]),
        str(layout[1]),
        map(str, layout[3:6]),
        str(layout[6]),
    )
    legs: list[tuple[Point, ...]] = []
    fork: list[tuple[Point, ...]]
    if shape == "t":
        long, fork = (
            LONG,
            [((-ARM, LONG), (ARM, LONG), (ARM, LONG + 2 * HALF), (-ARM, LONG + 2 * HALF))],
        )
        if cue != "lit":
            top, end = LONG + 2 * HALF, LONG + 2 * HALF + POCKET
            legs = [((-ARM, top), (-ARM + 2 * HALF, top), (-ARM + 2 * HALF, end), (-ARM, end))]
    else:
        long, fork = LEG, [((-HALF, LEG), (HALF, LEG), (0, LEG + 2598))]
        legs = _leg(cue)
    areas = [
        rectangle(-HALF, 0, HALF, long, (first,), floor),
        FloorArea(tuple(fork[0]), (second,), floor),
    ]
    west, east = (second, third) if layout[2] else (third, second)
    areas += [FloorArea(leg, (west,), floor) for leg in legs]
    areas += [FloorArea(tuple((-x, y) for x, y in leg[::-1]), (east,), floor) for leg in legs]
    pictures: tuple[Picture, ...] = ()
    if cue == "mark":
        side = 1 if layout[2] else 3  # the east wall from the south, the west one from the north
        at = MARK if side == 1 else long - MARK
        pictures = (Picture("mark red", 0, side, at, 900, 1000, 1900),)
    return FloorPlan(tuple(areas), pictures)


def _levels(shape: Literal["t", "y"], side: Literal["left", "right"]) -> dict[str, RoamJunction]:
    fit = zip((45, 90, 180), (0.7, 0.5, 0.3), (45, 30, 15), (30, 45, 80), strict=True)
    return {
        f"level_{level}_{shape}_{side}": RoamJunction(
            shape=shape, side=side, cue="decoy", astray=astray, stride=stride, turn_step=turn,
            step_limit=limit,
        )
        for level, (astray, stride, turn, limit) in enumerate(fit)
    }  # fmt: skip


def _ladder(shape: Literal["t", "y"], variant: str) -> dict[str, RoamJunction]:
    return {
        f"level_0{variant}": RoamJunction(shape=shape, cue="lit", step_limit=30),
        f"level_1{variant}": RoamJunction(
            shape=shape, cue="decoy", astray=90, stride=0.5, turn_step=30, step_limit=60
        ),
        f"level_2{variant}": RoamJunction(
            shape=shape, cue="mark", astray=180, stride=0.3, turn_step=15, step_limit=80
        ),
    }


PRESETS = {
    **_ladder("t", ""),
    **_ladder("y", "_y"),
    **_levels("t", "left"),
    **_levels("t", "right"),
    **_levels("y", "left"),
    **_levels("y", "right"),
}
