"""Roam Rooms: find the red box in a house of three or four rooms.

Four rooms of 6 m lie in a ring around a cross of walls; or one of 14 m lies before two of 6 m.
Walls differ from room to room. In the published house of three rooms no goal was ever paid. The
limit is about three times what the solver needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Literal

from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.placing import inner, is_roomy, put, spot
from visgym.kit.worlds.roam.plans import FloorPlan, Picture, doorway, rectangle
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.things import BALL, BOX, KEY, RoamThing
from visgym.kit.worlds.roam.walking import ExploredRoamTask, Layout, RoamState

SIDE, THICK, DOOR, WIDE = 6000, 250, 1000, 1250  # mm: rooms, walls, half of either house's doors
RIM = 1000
WALLS = (
    "striped", "blue stripes", "green stripes", "sage", "rose", "boards", "red bricks", "tiled",
    "plaid", "marble", "sky blue",
)  # fmt: skip
FLOORS = ("wood", "checks", "carpet", "red checks", "slabs", "dark wood")
PHOTOS = ("machu_picchu", "lake_sherburne", "tea_gardens", "canyonde_chelly")
COLORS = ("blue", "green", "yellow", "purple")
MORE = (("box", "green"), ("ball", "blue"), ("key", "yellow"), ("chicken", ""))
RED = (("ball", "red"), ("key", "red"), ("ball", "red"))
HEIGHTS = {BOX: 800, BALL: 600, KEY: 700}


@dataclass(frozen=True, kw_only=True)
class RoamRooms(ExploredRoamTask):
    layout: Literal["four", "three"] = "four"
    """How many rooms the house has."""
    box: Literal["near", "any", "far"] = "near"
    """The room of the red box: the same or the next one, any, or the farthest from the start."""
    decoys: int = 0
    """Red things of other kinds in three rooms, boxes of other colours in four."""

    def validate(self) -> None:
        super().validate()
        if not 0 <= self.decoys <= 4 or (self.layout == "three" and self.decoys > 3):
            raise ValueError("decoys are at most 4, and at most 3 in a house of three rooms.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng, tries=200)

    def _drawn(self, rng: Random) -> RoamState | None:
        rooms = 4 if self.layout == "four" else 3
        looks = [*rng.sample(WALLS, rooms), *rng.sample(FLOORS, rooms), rng.choice(PHOTOS)]
        layout: Layout = (self.layout, *looks)
        plan = _plan(layout)
        start = rng.randrange(rooms) if self.layout == "four" else 0
        room = self._room_of_box(start, rng)
        x, y = spot(rng, inner(plan, start, RIM))
        pose, things = Pose(x, y, rng.randrange(0, 360, self.turn_step)), list[RoamThing]()
        for number, (kind, color) in enumerate(self._wanted()):
            boxes = [inner(plan, each, RIM) for each in ([room] if not number else range(rooms))]
            thing = RoamThing(kind, color, 0, 0, HEIGHTS.get(kind, 600))
            placed = put(rng, thing, boxes, lambda t: is_roomy(t, things, pose))
            if placed is None:
                return None
            things.append(placed)
        state = RoamState(layout, pose, tuple(things))
        return None if self.is_won(state) else state

    def _room_of_box(self, start: int, rng: Random) -> int:
        if self.layout == "three":
            return (
                0 if self.box == "near" else rng.choice((1, 2) if self.box == "far" else (0, 1, 2))
            )
        steps = {"near": (0, 1, 3), "any": (0, 1, 2, 3), "far": (2,)}[self.box]
        return (start + rng.choice(steps)) % 4

    def _wanted(self) -> Sequence[tuple[str, str]]:
        """Kinds and colours of the things, the red box first."""
        if self.layout == "three":
            return [(BOX, "red"), *MORE, *RED[: self.decoys]]
        return [(BOX, "red"), *((BOX, color) for color in COLORS[: self.decoys])]

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def rules(self) -> str:
        house = (
            "four rooms, joined in a ring by doorways"
            if self.layout == "four"
            else "a large room and two smaller ones behind it, joined by doorways"
        )
        others = ", and nothing else counts" if self.decoys or self.layout == "three" else ""
        return (
            f"You stand in a house of {house}. Find the red box and walk to it{others}; you "
            "succeed "
            f"as soon as you are close to it. {self.controls()}"
        )


@lru_cache(maxsize=256)
def _plan(layout: Layout) -> FloorPlan:
    house, *looks = map(str, layout)
    rooms = 4 if house == "four" else 3
    walls, floors, photo = looks[:rooms], looks[rooms:-1], f"photo {looks[-1]}"
    return _four(walls, floors, photo) if rooms == 4 else _three(walls, floors, photo)


def _four(walls: Sequence[str], floors: Sequence[str], photo: str) -> FloorPlan:
    far, end, mid = SIDE + THICK, 2 * SIDE + THICK, SIDE // 2
    corners = ((0, 0), (far, 0), (far, far), (0, far))  # counter-clockwise, so neighbours follow
    rooms = [
        rectangle(x, y, x + SIDE, y + SIDE, (wall,), floor)
        for (x, y), wall, floor in zip(corners, walls, floors, strict=True)
    ]
    low, high = end - mid - DOOR, end - mid + DOOR
    doors = [
        doorway(SIDE, mid - DOOR, far, mid + DOOR, floors[0]),
        doorway(low, SIDE, high, far, floors[1]),
        doorway(SIDE, low, far, high, floors[2]),
        doorway(mid - DOOR, SIDE, mid + DOOR, far, floors[3]),
    ]
    return FloorPlan((*rooms, *doors), (Picture(photo, 0, 3, mid, 1600, 1000, 2200),))


def _three(walls: Sequence[str], floors: Sequence[str], photo: str) -> FloorPlan:
    large, deep, gap = 14_000, 8_000, 2_000
    back, right = deep + THICK, SIDE + gap
    areas = [
        rectangle(0, 0, large, deep, (walls[0],), floors[0]),
        rectangle(0, back, SIDE, back + SIDE, (walls[1],), floors[1]),
        rectangle(right, back, large, back + SIDE, (walls[2],), floors[2]),
    ]
    for left in (0, right):
        mid = left + SIDE // 2
        areas.append(doorway(mid - WIDE, deep, mid + WIDE, back, floors[0]))
    pictures = (
        Picture(photo, 0, 0, large // 2, 1600, 1000, 2200),
        Picture(photo, 1, 2, 3000, 1600, 1000, 2200),
    )
    return FloorPlan(tuple(areas), pictures)


PRESETS = {
    "level_0": RoamRooms(box="near", step_limit=40),
    "level_1": RoamRooms(box="any", stride=0.5, turn_step=30, step_limit=70),
    "level_2": RoamRooms(box="far", decoys=4, stride=0.3, turn_step=15, step_limit=140),
    "level_0_three": RoamRooms(layout="three", box="near", step_limit=40),
    "level_1_three": RoamRooms(layout="three", box="far", stride=0.5, turn_step=30, step_limit=70),
    "level_2_three": RoamRooms(
        layout="three", box="far", decoys=3, stride=0.3, turn_step=15, step_limit=140
    ),
}
