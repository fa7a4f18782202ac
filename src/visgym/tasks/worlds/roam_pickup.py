"""Roam Pickup: pick up the things that the question names, and no others.

Balls, boxes and keys lie in a yard. In the published environment the prompt speaks of a colour that
it does not name; here the question says what to take. The limit is about three times what the
solver needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import permutations
from math import dist
from random import Random
from typing import Annotated, Literal

from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Span
from visgym.core.task import action, solver
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.gathering import Sightings, carried_out, fetched
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.handling import TAKE, facing, picked
from visgym.kit.worlds.roam.placing import inner, is_roomy, put, spot
from visgym.kit.worlds.roam.plans import FloorPlan, rectangle
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.routes import MOST
from visgym.kit.worlds.roam.things import BALL, BOX, KEY, RoamThing
from visgym.kit.worlds.roam.walking import GoalTask, Layout, RoamState

SIDE, RIM = 12_000, 1100  # millimetres of the yard, and from its walls to things
KINDS, HEIGHTS = (BALL, BOX, KEY), {BALL: 600, BOX: 600, KEY: 700}
COLORS = ("red", "green", "blue", "yellow", "purple", "orange")
GROUNDS = ("grass", "gravel", "paving")
WALLS = ("red bricks", "sand bricks", "fence", "mossy bricks")


@dataclass(frozen=True, kw_only=True)
class RoamPickup(GoalTask):
    wanted: Literal["all", "color", "kind"] = "all"
    """What is to be taken: everything, all of one colour, or all of one colour and kind."""
    count: int = 3
    """Things to take."""
    others: int = 0
    """Things to leave."""

    def validate(self) -> None:
        super().validate()
        if not 1 <= self.count <= 4 or not 0 <= self.others <= 6:
            raise ValueError("count is from 1 to 4, and others are from 0 to 6.")
        if (self.wanted == "all") != (self.others == 0):
            raise ValueError("There are others if and only if not all is wanted.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng, tries=200)

    def _drawn(self, rng: Random) -> RoamState | None:
        layout: Layout = (rng.choice(WALLS), rng.choice(GROUNDS), self.wanted)
        plan = _plan(layout)
        x, y = spot(rng, inner(plan, 0, RIM))
        pose, things = Pose(x, y, rng.randrange(0, 360, self.turn_step)), list[RoamThing]()
        looks = self._looks(rng)
        for kind, color in looks:
            thing = RoamThing(kind, color, 0, 0, HEIGHTS[kind])
            placed = put(rng, thing, [inner(plan, 0, RIM)], lambda t: is_roomy(t, things, pose))
            if placed is None:
                return None
            things.append(placed)
        return RoamState((*layout, *looks[0], self.count), pose, tuple(things))

    def _looks(self, rng: Random) -> list[tuple[str, str]]:
        """Kinds and colours, those to be taken first."""
        every = [(kind, color) for color in COLORS for kind in KINDS]
        kind, color = rng.choice(every)
        if self.wanted == "all":
            return rng.sample(every, self.count)
        if self.wanted == "color":
            rest = [each for each in every if each[1] != color]
            return [
                *((rng.choice(KINDS), color) for _ in range(self.count)),
                *rng.sample(rest, self.others),
            ]
        near = [each for each in every if (each[0] == kind) != (each[1] == color)]
        return [*[(kind, color)] * self.count, *rng.sample(near, self.others)]

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout[:3])

    def is_wanted(self, state: RoamState, thing: RoamThing) -> bool:
        """Whether the question names a thing."""
        _, _, wanted, kind, color, _ = state.layout
        return wanted == "all" or (
            thing.color == color and (wanted == "color" or thing.kind == kind)
        )

    def is_won(self, state: RoamState) -> bool:
        return not any(self.is_wanted(state, thing) for thing in state.things)

    # Rules

    def rules(self) -> str:
        return (
            f"You stand in a yard with a wall around it. Pick up what the question names; what you "
            "pick up goes into your bag. If you take anything else, all is lost. You can pick "
            "up the "
            f"nearest thing ahead of you once you are close to it. {self.controls()}"
        )

    def question(self, state: RoamState) -> str:
        _, _, wanted, kind, color, count = state.layout
        if wanted == "all":
            return f"Pick up all {count} things in the yard."
        things = f"{color} things" if wanted == "color" else f"{color} {_plural(str(kind))}"
        return f"Pick up all {count} {things}, and nothing else."

    @action
    def back(self, state: RoamState, times: Annotated[int, Span(1, MOST)]) -> RoamState:
        """Walk so many strides backwards."""
        return self.walked(state, times, 180)

    @action
    def pickup(self, state: RoamState) -> RoamState:
        """Take the nearest thing ahead that is within reach."""
        after = picked(self.ground(state), state)
        (thing,) = after.carried
        return replace(after, carried=(), lost=not self.is_wanted(state, thing))

    def metrics(self, state: RoamState) -> dict[str, float]:
        left = sum(self.is_wanted(state, thing) for thing in state.things)
        return {"share": 1 - left / int(state.layout[5])}

    def reward(self, before: RoamState, call: Call, after: RoamState) -> float:
        """A share for each thing that was named and taken."""
        if len(after.things) == len(before.things) or after.lost:
            return 0.0
        return 1 / int(after.layout[5])

    def effort(self, state: RoamState) -> float:
        """How many things must be told apart."""
        return float(len(state.things))

    # Solvers

    def planned(self, state: RoamState) -> list[Call]:
        """The shortest tour as the crow flies, leg by leg."""
        wanted = [thing for thing in state.things if self.is_wanted(state, thing)]

        def length(tour: tuple[RoamThing, ...]) -> float:
            spots = [(state.pose.x, state.pose.y), *((thing.x, thing.y) for thing in tour)]
            return sum(map(dist, spots, spots[1:]))

        calls: list[Call] = []
        for thing in min(permutations(wanted), key=length):
            leg = self._leg(state, thing)
            for call in leg:
                state = self.apply(state, call)
            calls += leg
        return calls

    def _leg(self, state: RoamState, thing: RoamThing) -> list[Call]:
        ground: WalkedGround = self.ground(state)

        def reached(x: int, y: int, heading: int) -> int | None:
            return facing(ground, thing, x, y, heading)

        way = self.way_to(state, reached, (thing.x, thing.y))
        if way is None:
            raise Illegal(f"There is no way to the {thing.name}.")
        return [*way, TAKE]

    @solver
    def explore(self, state: RoamState, rng: Random) -> Iterator[Call]:
        """Look around and take the nearest thing that is named and was seen, until all are."""
        memory = Sightings(self.ground(state))
        for _ in state.things:
            calls = fetched(memory, state.pose, partial(self.is_wanted, state))
            state = yield from carried_out(self, state, memory, calls)


def _plural(kind: str) -> str:
    return {BOX: "boxes"}.get(kind, f"{kind}s")


@lru_cache(maxsize=64)
def _plan(layout: Layout) -> FloorPlan:
    wall, ground, _ = map(str, layout)
    return FloorPlan((rectangle(0, 0, SIDE, SIDE, (wall,), ground, ""),), sky="hills")


PRESETS = {
    "level_0": RoamPickup(wanted="all", count=3, step_limit=40),
    "level_1": RoamPickup(
        wanted="color", count=2, others=4, stride=0.5, turn_step=30, step_limit=50
    ),
    "level_2": RoamPickup(
        wanted="kind", count=3, others=6, stride=0.3, turn_step=15, step_limit=100
    ),
}
