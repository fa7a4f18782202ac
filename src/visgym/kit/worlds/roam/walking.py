"""The base of tasks in which one walks about and sees with one's own eyes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot
from random import Random
from typing import Annotated, ClassVar, Literal

from visgym.core.budgets import Budget
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Span
from visgym.core.tags import Tag
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.caches import cached_frame
from visgym.kit.search import with_round_trips
from visgym.kit.worlds.roam.exploring import Memory, explored
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.plans import FloorPlan
from visgym.kit.worlds.roam.poses import BODY, Pose, stride_to
from visgym.kit.worlds.roam.routes import MOST, Goal, route
from visgym.kit.worlds.roam.things import PILLAR, RoamThing, instance
from visgym.kit.worlds.roam.views import view

STRIDES, TURNS = (0.1, 0.75), (15, 30, 45, 90)  # metres and degrees that may be chosen
SHORT = 200  # millimetres between a thing that is carried and the body

Layout = tuple[str | int, ...]
"""All that a plan is built from."""
Side = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class RoamState:
    """Where somebody is in a place, what stands there, and what was done with it."""

    layout: Layout
    pose: Pose
    things: tuple[RoamThing, ...]
    carried: tuple[RoamThing, ...] = ()
    lost: bool = False
    """Whether something was done that ends the episode."""
    health: int = 100
    """What is left of it, where it falls."""
    survived: int = 0
    """Calls that were carried out, where they count."""


@dataclass(frozen=True, kw_only=True)
class RoamTask(Task[RoamState]):
    """Turn, walk, and reach the first of the things; others say more of what there is."""

    stride: float = 0.7
    """Metres of a stride."""
    turn_step: int = 45
    """Degrees of a turn."""

    tags: ClassVar[frozenset[Tag]] = frozenset({"synthetic", "partial", "known", "navigation"})
    budget = Budget(
        generate=20.0, first=60.0, draw=12.0, solve=80.0, advance=0.3, demonstrations=2.0
    )
    can_stop = False

    def validate(self) -> None:
        low, high = STRIDES
        if not low <= self.stride <= high or self.turn_step not in TURNS:
            raise ValueError(
                f"stride is from {low} to {high} metres, and turn_step is 15, 30, 45 or 90 degrees."
            )

    # What a task says of its world

    @abstractmethod
    def plan(self, state: RoamState) -> FloorPlan:
        """The place, from its layout."""

    def is_won(self, state: RoamState) -> bool:
        """Whether the goal is reached."""
        target, pose = state.things[0], state.pose
        return self.ground(state).has_reached(target, pose.x, pose.y)

    def is_lost(self, state: RoamState, ground: WalkedGround) -> bool:
        """Whether the last stride lost everything."""
        return False

    # Rules

    def controls(self) -> str:
        """How one moves, told to the agent."""
        return (
            f"A turn is {self.turn_step} degrees and a stride is {self.stride:g} m long. You can "
            "make up to 4 of them at once. Walls and things block the way; if a walk would not end "
            "well, you are told so and stay where you are."
        )

    def legend(self, medium: Medium) -> str:
        return "The picture is what you see straight ahead, from 1.5 m above the floor."

    @action
    def turn(self, state: RoamState, side: Side, times: Annotated[int, Span(1, MOST)]) -> RoamState:
        """Turn on the spot, so many times in a row."""
        by = self.turn_step * times * (1 if side == "left" else -1)
        pose = replace(state.pose, heading=(state.pose.heading + by) % 360)
        return replace(state, pose=pose)

    @action
    def forward(self, state: RoamState, times: Annotated[int, Span(1, MOST)]) -> RoamState:
        """Walk so many strides straight ahead."""
        return self.walked(state, times, 0)

    def walked(self, state: RoamState, times: int, around: int) -> RoamState:
        """The state after strides, ahead or turned around; it ends where the episode does."""
        ground, start = self.ground(state), state.pose
        east, north = stride_to((start.heading + around) % 360, ground.stride)
        for done in range(times):
            x, y = state.pose.x + east, state.pose.y + north
            if blocker := ground.blocker(x, y):
                raise Illegal(_refusal(blocker, done))
            state = replace(state, pose=replace(start, x=x, y=y))
            if self.is_lost(state, ground):
                return replace(state, lost=True)
            if self.is_won(state):
                break
        return state

    def ground(self, state: RoamState) -> WalkedGround:
        return WalkedGround(
            self.plan(state), state.things, round(1000 * self.stride), self.turn_step
        )

    def is_over(self, state: RoamState) -> bool:
        return state.lost or self.is_won(state)

    def score(self, state: RoamState) -> float:
        return float(not state.lost and self.is_won(state))

    def hopeless(self, state: RoamState) -> bool:
        return state.lost

    # Observation

    def draw(self, state: RoamState) -> Frame:
        return _picture(self.plan(state), state.pose, state.things, state.carried)

    # Solvers

    def avoided(self, state: RoamState) -> tuple[RoamThing, ...]:
        """Things that one must not come near."""
        return ()

    def keeps_clear(self, state: RoamState, ground: WalkedGround, x: int, y: int) -> bool:
        """Whether a stride to here loses nothing."""
        return not any(ground.has_reached(thing, x, y) for thing in self.avoided(state))

    def way_to(self, state: RoamState, goal: Goal, aim: tuple[int, int]) -> list[Call] | None:
        """The calls that lead to a goal near a point."""
        ground = self.ground(state)
        return route(
            ground, state.pose, goal, aim, lambda x, y: self.keeps_clear(state, ground, x, y)
        )


class GoalTask(RoamTask):
    """A task that is solved where a plan ends, by default at the first of the things."""

    def planned(self, state: RoamState) -> list[Call]:
        """The calls that solve a state, with a look at the plan of the place."""
        ground, target = self.ground(state), state.things[0]

        def reached(x: int, y: int, heading: int) -> int | None:
            return heading if ground.has_reached(target, x, y) else None

        return self.way_to(state, reached, (target.x, target.y)) or []

    @solver
    def shortest(self, state: RoamState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """A* over poses, with turns there and back for more steps."""
        plan = self.planned(state)

        def there_and_back(at: RoamState) -> list[Call]:
            return [Call("turn", (side, 1)) for side in rng.sample(("left", "right"), 2)]

        yield from with_round_trips(self, state, plan, steps, rng, there_and_back, ends_itself=True)


class ExploredRoamTask(GoalTask):
    """A task that can be solved by looking for the first of the things."""

    @solver
    def explore(self, state: RoamState, rng: Random) -> Iterator[Call]:
        """Look around and walk to what was not seen yet; nothing is used but what was seen."""
        memory = Memory(self.ground(state), self.matters)
        yield from self.sought(state, memory, state.pose)

    def sought(self, state: RoamState, memory: Memory, pose: Pose) -> Iterator[Call]:
        """Find the first of the things and walk to it, with what is remembered."""
        ground = memory.ground
        yield from explored(
            memory, pose, state.things[0], lambda x, y: self.keeps_clear(state, ground, x, y)
        )

    def matters(self, x: int, y: int) -> bool:
        """Whether an explorer should look at a place."""
        return True


class OpenRoamTask(ExploredRoamTask):
    """A task in an open place, where what is nearer as the crow flies is nearer on foot, too."""

    distance_unit: ClassVar[str] = "metres"

    def distance(self, state: RoamState) -> float:
        """As the crow flies to the first of the things, until it is reached."""
        target = state.things[0]
        away = hypot(target.x - state.pose.x, target.y - state.pose.y)
        return 0.0 if self.is_won(state) else max(away, 1.0) / 1000


def _refusal(blocker: str, strides: int) -> str:
    what = blocker[0].upper() + blocker[1:]
    if not strides:
        return f"{what} blocks the way."
    return f"{what} blocks the way after {strides} stride{'s' if strides > 1 else ''}."


@cached_frame
def _picture(
    plan: FloorPlan, pose: Pose, things: tuple[RoamThing, ...], carried: tuple[RoamThing, ...]
) -> Frame:
    shown = [instance(thing) for thing in things]
    for thing in carried:
        east, north = stride_to(pose.heading, BODY + thing.radius + SHORT)
        held = replace(thing, x=pose.x + east, y=pose.y + north, turn=pose.heading)
        shown.append(instance(held, 0.2))
    spots = [(thing.x, thing.y, thing.radius) for thing in things if thing.kind != PILLAR]
    return view(plan, pose, shown, spots)
