"""Roam Put Next: carry one box next to another.

The question names both by their colours, which the published prompt keeps to itself. A box that is
carried is seen in front. The limit is about three times what the solver needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Annotated, TypeAlias

from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Span
from visgym.core.task import action, solver
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.exploring import APPROACHES, SURE, looked
from visgym.kit.worlds.roam.gathering import Sightings, anywhere, carried_out
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.handling import DROP, TAKE, facing, fits, picked, put_down
from visgym.kit.worlds.roam.placing import inner, is_roomy, put, spot
from visgym.kit.worlds.roam.plans import FloorPlan, rectangle
from visgym.kit.worlds.roam.poses import Point, Pose
from visgym.kit.worlds.roam.routes import MOST, Goal
from visgym.kit.worlds.roam.things import BOX, RoamThing
from visgym.kit.worlds.roam.walking import GoalTask, Layout, RoamState

SIDE, RIM = 12_000, 1500  # millimetres of the room, and from its walls to boxes
COLORS = ("red", "yellow", "green", "blue", "purple", "grey")
WALLS = ("striped", "sage", "boards", "red bricks", "tiled", "plaid", "cream", "blue stripes")
FLOORS = ("wood", "checks", "slabs", "carpet")

Ways: TypeAlias = Callable[[RoamState, Goal, Point], list[Call] | None]
"""How one finds the calls that lead to a goal near a point."""


@dataclass(frozen=True, kw_only=True)
class RoamPutNext(GoalTask):
    boxes: int = 2
    """Boxes in the room."""
    far: float = 3.0
    """Metres between the two boxes at the start, at least."""

    def validate(self) -> None:
        super().validate()
        if not 2 <= self.boxes <= len(COLORS) or not 3.0 <= self.far <= 8.0:
            raise ValueError("boxes are from 2 to 6, and far is from 3 to 8 metres.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng, tries=200)

    def _drawn(self, rng: Random) -> RoamState | None:
        colors = rng.sample(COLORS, self.boxes)
        layout: Layout = (*rng.sample(WALLS, 4), rng.choice(FLOORS), colors[0], colors[1])
        plan, things = _plan(layout[:5]), list[RoamThing]()
        x, y = spot(rng, inner(plan, 0, RIM))
        pose = Pose(x, y, rng.randrange(0, 360, self.turn_step))
        for color in colors:
            thing = RoamThing(BOX, color, 0, 0, rng.randrange(600, 851, 50))
            placed = put(rng, thing, [inner(plan, 0, RIM)], lambda t: is_roomy(t, things, pose))
            if placed is None:
                return None
            things.append(placed)
        apart = round(1000 * self.far)
        if things[0].is_within(apart, things[1].x, things[1].y):
            return None
        return RoamState(layout, pose, tuple(things))

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout[:5])

    def _pair(self, state: RoamState) -> tuple[RoamThing, RoamThing]:
        """The box to move and the one to which it goes."""
        both = {thing.color: thing for thing in (*state.things, *state.carried)}
        return both[str(state.layout[5])], both[str(state.layout[6])]

    def _reach(self, ground: WalkedGround, one: RoamThing, other: RoamThing) -> int:
        return one.radius + other.radius + ground.stride * 11 // 10

    def is_won(self, state: RoamState) -> bool:
        moved, fixed = self._pair(state)
        reach = self._reach(self.ground(state), moved, fixed)
        return not state.carried and moved.is_within(reach, fixed.x, fixed.y)

    # Rules

    def rules(self) -> str:
        return (
            "You stand in a room with boxes. Put one box next to another, as the question says. "
            "You "
            "can pick up the nearest box ahead of you once you are close to it, carry one at a "
            "time, "
            f"and drop it right in front of you. {self.controls()}"
        )

    def question(self, state: RoamState) -> str:
        return f"Put the {state.layout[5]} box next to the {state.layout[6]} box."

    @action
    def back(self, state: RoamState, times: Annotated[int, Span(1, MOST)]) -> RoamState:
        """Walk so many strides backwards."""
        return self.walked(state, times, 180)

    @action
    def pickup(self, state: RoamState) -> RoamState:
        """Take the nearest box ahead that is within reach."""
        return picked(self.ground(state), state)

    @action
    def drop(self, state: RoamState) -> RoamState:
        """Put down what you carry, right in front of you."""
        if not state.carried:
            raise Illegal("You carry nothing.")
        placed = put_down(state.carried[0], state.pose)
        if not fits(self.ground(state), placed):
            raise Illegal("There is no room for it here.")
        return replace(state, things=(*state.things, placed), carried=())

    def metrics(self, state: RoamState) -> dict[str, float]:
        moved, _ = self._pair(state)
        return {"carried": float(moved in state.carried), "next": float(self.is_won(state))}

    # Solvers

    def planned(self, state: RoamState) -> list[Call]:
        """Drop what is not wanted, fetch the box, carry it, and drop it where it belongs."""
        calls: list[Call] = []
        for leg in self._legs(state):
            made = leg(state, self.way_to)
            calls += made
            for call in made:
                state = self.apply(state, call)
        return calls

    @solver
    def explore(self, state: RoamState, rng: Random) -> Iterator[Call]:
        """Look around until both boxes were seen, then carry one to the other."""
        memory, pair = Sightings(self.ground(state)), self._pair(state)

        def known(at: RoamState, goal: Goal, aim: Point) -> list[Call] | None:
            return memory.way(at.pose, goal, aim, anywhere, SURE)

        missing = [box for box in pair if box not in state.carried]
        look = looked(memory, state.pose, lambda at: memory.met.issuperset(missing), anywhere)
        state = yield from carried_out(self, state, memory, look)
        for leg in self._legs(state):
            for _ in range(APPROACHES):
                calls = leg(state, known)
                if calls:
                    break
                look = looked(memory, state.pose, lambda at: False, anywhere, 1)
                state = yield from carried_out(self, state, memory, look)
            state = yield from carried_out(self, state, memory, calls)

    def _legs(self, state: RoamState) -> list[Callable[[RoamState, Ways], list[Call]]]:
        """What is left to do, each of which finds no calls if there is no way."""
        box, _ = self._pair(state)
        if state.carried == (box,):
            return [self._bring]
        return [*([self._rid] if state.carried else []), self._fetch, self._bring]

    def _rid(self, state: RoamState, ways: Ways) -> list[Call]:
        """Drop a box that is in the way, where there is room for it."""
        ground, (box,) = self.ground(state), state.carried

        def free(x: int, y: int, heading: int) -> int | None:
            turned = [(heading + by) % 360 for by in range(0, 360, ground.turn)]
            return next((h for h in turned if fits(ground, put_down(box, Pose(x, y, h)))), None)

        return _ending(ways(state, free, (SIDE // 2, SIDE // 2)), DROP)

    def _fetch(self, state: RoamState, ways: Ways) -> list[Call]:
        ground, (box, _) = self.ground(state), self._pair(state)

        def held(x: int, y: int, heading: int) -> int | None:
            return facing(ground, box, x, y, heading)

        return _ending(ways(state, held, (box.x, box.y)), TAKE)

    def _bring(self, state: RoamState, ways: Ways) -> list[Call]:
        ground, (box, other) = self.ground(state), self._pair(state)
        reach = self._reach(ground, box, other)

        def beside(x: int, y: int, heading: int) -> int | None:
            if not other.is_within(reach + 2000, x, y):
                return None
            for by in range(0, 360, ground.turn):
                placed = put_down(box, Pose(x, y, (heading + by) % 360))
                if placed.is_within(reach, other.x, other.y) and fits(ground, placed):
                    return (heading + by) % 360
            return None

        return _ending(ways(state, beside, (other.x, other.y)), DROP)


def _ending(way: list[Call] | None, last: Call) -> list[Call]:
    return [] if way is None else [*way, last]


@lru_cache(maxsize=64)
def _plan(layout: Layout) -> FloorPlan:
    *walls, floor = map(str, layout)
    return FloorPlan((rectangle(0, 0, SIDE, SIDE, tuple(walls), floor),))


PRESETS = {
    "level_0": RoamPutNext(boxes=2, step_limit=40),
    "level_1": RoamPutNext(boxes=4, stride=0.5, turn_step=30, far=4.0, step_limit=50),
    "level_2": RoamPutNext(boxes=6, far=6.0, stride=0.3, turn_step=15, step_limit=80),
}
