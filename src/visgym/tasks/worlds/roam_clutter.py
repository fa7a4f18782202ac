"""Roam Clutter: walk to the thing that the question names, in a room full of furniture and things.

The published environment has no goal at all. On the last level one must not come close to anything
else first. The limit is about three times what the solver needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.placing import inner, is_roomy, put, spot
from visgym.kit.worlds.roam.plans import FloorPlan, Picture, rectangle
from visgym.kit.worlds.roam.poses import BODY, Pose
from visgym.kit.worlds.roam.things import BALL, BOX, KEY, RoamThing
from visgym.kit.worlds.roam.walking import Layout, OpenRoamTask, RoamState

SIDE, RIM, TOUCH = 12_000, 1000, 100  # mm: the room, from walls to things, how near is touching
PLAIN, HEIGHTS = (BOX, BALL, KEY), {BOX: 700, BALL: 600, KEY: 700}
COLORS = ("red", "green", "blue", "yellow", "purple", "orange")
FURNITURE = {
    "osaka_chair": 850, "round_table": 760, "stool": 780, "barrel": 900, "vase": 700,
    "rattan_armchair": 820, "stone_lantern": 900, "dog": 750, "mailbox": 900, "crate": 600,
    "bedside_table": 560, "shopping_basket": 610, "scooter": 880,
}  # fmt: skip
"""Meshes and their heights in millimetres."""
NAMES = {"osaka_chair": "chair", "rattan_armchair": "armchair"}
WALLS = ("striped", "sage", "boards", "cream", "tiled", "rose", "blue stripes")
FLOORS = ("wood", "checks", "carpet", "dark wood")
PHOTOS = ("machu_picchu", "lake_sherburne", "tea_gardens")


@dataclass(frozen=True, kw_only=True)
class RoamClutter(OpenRoamTask):
    things: int = 3
    """Things in the room, the named one among them."""
    rivals: int = 0
    """Things of the same kind in other colours, or of the same colour, among them."""
    careful: bool = False
    """Whether touching another thing first loses."""

    def validate(self) -> None:
        super().validate()
        if not 2 <= self.things <= 10 or not 0 <= self.rivals <= min(4, self.things - 1):
            raise ValueError("things are from 2 to 10, rivals from 0 to 4 and fewer than things.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng, tries=200)

    def _drawn(self, rng: Random) -> RoamState | None:
        layout: Layout = (*rng.sample(WALLS, 2), rng.choice(FLOORS), rng.choice(PHOTOS))
        plan, placed = _plan(layout), list[RoamThing]()
        x, y = spot(rng, inner(plan, 0, RIM))
        pose = Pose(x, y, rng.randrange(0, 360, self.turn_step))
        for kind, color in self._looks(rng):
            thing = RoamThing(kind, color, 0, 0, HEIGHTS.get(kind) or FURNITURE[kind])
            found = put(rng, thing, [inner(plan, 0, RIM)], lambda t: is_roomy(t, placed, pose))
            if found is None:
                return None
            placed.append(found)
        state = RoamState(layout, pose, tuple(placed))
        return None if self.is_won(state) else state

    def _looks(self, rng: Random) -> list[tuple[str, str]]:
        """Kinds and colours, the named one first, its rivals after it."""
        meshes = rng.sample(sorted(FURNITURE), self.things)
        if not self.rivals:
            named = (
                (rng.choice(PLAIN), rng.choice(COLORS))
                if rng.random() < 0.5
                else (meshes.pop(), "")
            )
            return [named, *((mesh, "") for mesh in meshes[: self.things - 1])]
        kind, color = rng.choice(PLAIN), rng.choice(COLORS)
        near = [(kind, other) for other in COLORS if other != color]
        near += [(other, color) for other in PLAIN if other != kind]
        rivals = [near[0], *rng.sample(near[1:], self.rivals - 1)] if self.rivals else []
        rest = self.things - 1 - self.rivals
        return [(kind, color), *rivals, *((mesh, "") for mesh in meshes[:rest])]

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def is_lost(self, state: RoamState, ground: WalkedGround) -> bool:
        return not self.keeps_clear(state, ground, state.pose.x, state.pose.y)

    def keeps_clear(self, state: RoamState, ground: WalkedGround, x: int, y: int) -> bool:
        if not self.careful:
            return True
        return not any(t.is_within(BODY + t.radius + TOUCH, x, y) for t in state.things[1:])

    def rules(self) -> str:
        lost = (
            " If you come within 10 cm of any other thing first, all is lost."
            if self.careful
            else ""
        )
        return (
            "You stand in a room with furniture and other things. Walk to the thing that the "
            "question "
            f"names; you succeed as soon as you are close to it.{lost} {self.controls()}"
        )

    def question(self, state: RoamState) -> str:
        thing = state.things[0]
        kind = NAMES.get(thing.kind, thing.kind.replace("_", " "))
        return f"Walk to the {thing.color} {kind}." if thing.color else f"Walk to the {kind}."

    def effort(self, state: RoamState) -> float:
        """How many things must be told apart."""
        return float(len(state.things))


@lru_cache(maxsize=64)
def _plan(layout: Layout) -> FloorPlan:
    first, second, floor, photo = map(str, layout)
    room = rectangle(0, 0, SIDE, SIDE, (first, second), floor)
    return FloorPlan((room,), (Picture(f"photo {photo}", 0, 2, SIDE // 2, 1600, 1000, 2200),))


PRESETS = {
    "level_0": RoamClutter(things=3, step_limit=25),
    "level_1": RoamClutter(things=6, rivals=2, stride=0.5, turn_step=30, step_limit=40),
    "level_2": RoamClutter(
        things=10, rivals=4, careful=True, stride=0.3, turn_step=15, step_limit=60
    ),
}
