"""Roam Sign: read the colour on the wall, and walk to the thing of that colour.

The question names the kind. Coming close to any thing chooses it, and a wrong choice loses. In the
published environment the sign is always BLUE and things never move, so that one plan solves all
seeds. The solver reads the sign before it goes to the thing. The limit is at least twice what the
solver needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from random import Random
from typing import Literal

from visgym.core.calls import Call
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.exploring import Memory, looked
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.placing import inner, is_roomy, put, spot
from visgym.kit.worlds.roam.plans import FloorPlan, Picture, doorway, rectangle
from visgym.kit.worlds.roam.poses import Pose, bearing, off
from visgym.kit.worlds.roam.routes import Allowed, route
from visgym.kit.worlds.roam.sight import in_picture, is_hidden
from visgym.kit.worlds.roam.things import BOX, KEY, RoamThing
from visgym.kit.worlds.roam.walking import ExploredRoamTask, Layout, RoamState

LARGE, DEEP, SMALL, THICK, DOOR = 12_000, 9_000, 6_000, 250, 1000  # millimetres
BESIDE = 1000  # from a corner to the middle of the sign
RIM, APART, CLEAR = 900, 2600, 1500  # from walls, between things, and from the door
LEGIBLE, BEFORE = 6500, 2500  # how far one reads a sign, and a good place to read it
STRAIGHT = 0.5  # the sine of the flattest angle at which one reads
WHOLE = 10  # degrees between the middle of a sign and the side of the picture, to see all of it
COLORS = ("red", "green", "blue", "yellow", "purple", "orange")
WALLS = ("striped", "sage", "boards", "cream", "red bricks", "rose", "marble")
FLOORS = ("wood", "checks", "slabs", "carpet")
HEIGHTS = {BOX: 700, KEY: 700}


@dataclass(frozen=True, kw_only=True)
class RoamSign(ExploredRoamTask):
    sign: Literal["ahead", "next", "corner"] = "ahead"
    """Where the sign hangs: before the start, in the next room, or round the corner there."""
    colors: int = 2
    """Colours of things; with more than 2 there is a box and a key of each."""

    def validate(self) -> None:
        super().validate()
        if not 2 <= self.colors <= 3:
            raise ValueError("colors are 2 or 3.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng, tries=400)

    def _drawn(self, rng: Random) -> RoamState | None:
        colors, kind = rng.sample(COLORS, self.colors), rng.choice((BOX, KEY))
        looks = [*rng.sample(WALLS, 2), *rng.sample(FLOORS, 2)]
        layout: Layout = (self.sign, colors[0], *looks)
        plan, things = _plan(layout), list[RoamThing]()
        kinds = (kind,) if self.colors == 2 else (kind, KEY if kind == BOX else BOX)
        if self.sign == "ahead":
            pose = Pose(LARGE // 2 + rng.randrange(-400, 401, 50), DEEP - 4000, 90)
        else:
            x, y = spot(rng, (LARGE // 2 - 1500, DEEP - 2500, LARGE // 2 + 1500, DEEP - 1500))
            pose = Pose(x, y, rng.randrange(0, 360, self.turn_step))
        door = RoamThing(BOX, "", LARGE // 2, DEEP, 0)
        for color, what in [(color, what) for color in colors for what in kinds]:
            thing = RoamThing(what, color, 0, 0, HEIGHTS[what])

            def suits(t: RoamThing) -> bool:
                if not is_roomy(t, things, pose, CLEAR) or t.is_within(
                    CLEAR + 1200, door.x, door.y
                ):
                    return False
                return not any(t.is_within(APART, other.x, other.y) for other in things)

            placed = put(rng, thing, [inner(plan, 0, RIM)], suits)
            if placed is None:
                return None
            things.append(placed)
        state = RoamState(layout, pose, tuple(things))
        return state if self.planned(state) else None

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def is_lost(self, state: RoamState, ground: WalkedGround) -> bool:
        return not self.keeps_clear(state, ground, state.pose.x, state.pose.y)

    def avoided(self, state: RoamState) -> tuple[RoamThing, ...]:
        return state.things[1:]

    def rules(self) -> str:
        where = {
            "ahead": "on the wall ahead of you",
            "next": "in the next room, opposite the doorway",
            "corner": "in the next room, beside the doorway",
        }[self.sign]
        return (
            f"You stand in a room with things of several colours. A sign {where} has the name of a "
            "colour. Walk to the thing of that colour and of the kind that the question names. "
            "As soon "
            f"as you are close to a thing you have chosen it; a wrong one loses. {self.controls()}"
        )

    def question(self, state: RoamState) -> str:
        return f"Walk to the {state.things[0].kind} that has the colour on the sign."

    # Solvers

    def planned(self, state: RoamState) -> list[Call]:
        """The calls that lead to where the sign can be read, and from there to the thing."""
        ground, (x, y, toward) = self.ground(state), _board(str(state.layout[0]))

        def readable(px: int, py: int, heading: int) -> int | None:
            if not _is_legible(state.layout, px, py):
                return None
            if in_picture(Pose(px, py, heading), x, y, WHOLE):
                return heading
            away = off(heading, bearing(x - px, y - py))
            return (heading + round(away / ground.turn) * ground.turn) % 360

        aim = x, y + toward * BEFORE
        calls = route(ground, state.pose, readable, aim, self._untouched(state, ground)) or []
        for call in calls:
            state = self.apply(state, call)
        last = super().planned(state)
        return [*calls, *last] if last else []

    def _untouched(self, state: RoamState, ground: WalkedGround) -> Allowed:
        """Where nothing is chosen, for nobody knows what is right before the sign is read."""
        return lambda x, y: not any(ground.has_reached(thing, x, y) for thing in state.things)

    def sought(self, state: RoamState, memory: Memory, pose: Pose) -> Iterator[Call]:
        """Look for the sign first, and choose nothing until it is read."""
        x, y, _ = _board(str(state.layout[0]))
        pose = yield from looked(
            memory,
            pose,
            lambda at: in_picture(at, x, y, WHOLE) and _is_legible(state.layout, at.x, at.y),
            self._untouched(state, memory.ground),
        )
        yield from super().sought(state, memory, pose)


def _board(where: str) -> tuple[int, int, int]:
    """The middle of the sign, and whether it faces north, 1, or south, -1."""
    back = DEEP + THICK
    if where == "corner":
        return LARGE // 2 - SMALL // 2 + BESIDE, back, 1
    return LARGE // 2, DEEP if where == "ahead" else back + SMALL, -1


def _is_legible(layout: Layout, x: int, y: int) -> bool:
    """Whether the sign can be read from a place, if one looks at it."""
    sign_x, sign_y, toward = _board(str(layout[0]))
    far = hypot(sign_x - x, sign_y - y)
    if far > LEGIBLE or (y - sign_y) * toward < STRAIGHT * far:
        return False
    board = RoamThing(BOX, "", sign_x, sign_y + toward, 0)
    return not is_hidden(_plan(layout), (), Pose(x, y, 0), board)


@lru_cache(maxsize=64)
def _plan(layout: Layout) -> FloorPlan:
    """The room of the things in the south, the next room in the north."""
    where, color, wall, other, floor, second = map(str, layout)
    mid, back, half = LARGE // 2, DEEP + THICK, SMALL // 2
    large = rectangle(0, 0, LARGE, DEEP, (wall,), floor)
    if where == "ahead":
        return FloorPlan((large,), (Picture(f"sign {color}", 0, 2, mid, 2000, 1250, 2000),))
    small = rectangle(mid - half, back, mid + half, back + SMALL, (other,), second)
    door = doorway(mid - DOOR, DEEP, mid + DOOR, back, floor)
    hung = Picture(f"sign {color}", 1, 2, half, 2000, 1250, 2000)
    if where == "corner":  # on the wall with the doorway, to be seen when one turns round
        hung = Picture(f"sign {color}", 1, 0, BESIDE, 1500, 1350, 1910)
    return FloorPlan((large, small, door), (hung,))


PRESETS = {
    "level_0": RoamSign(sign="ahead", colors=2, step_limit=25),
    "level_1": RoamSign(sign="next", colors=3, stride=0.5, turn_step=30, step_limit=50),
    "level_2": RoamSign(sign="corner", colors=3, stride=0.3, turn_step=15, step_limit=80),
}
