"""Fetch Pick and Place: grasp a block with the hand of a robot and bring it to a red ball.

The published task is one standard task for easy and hard, which differ in their steps. Half of its
starts take its own solver more than the 20 steps of easy; `longest` keeps to starts that fit, and
the target is at most 30 cm high. How far a move goes is not told, as there. Two views leave depth
in doubt, so the ball has a rod down to the table and a ring of dots that nothing hides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from random import Random
from typing import Annotated, ClassVar

from visgym.core.budgets import ROBOT
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.rejection_sampling import first_accepted
from visgym.kit.robots import fetch, fetch_scene
from visgym.kit.robots.physics import Point

CLOSE = 0.05  # metres within which the block counts as placed
JITTER = 0.012  # metres from a place that the hand can go to, so that the block can be grasped
RESTING = fetch.TABLE + fetch.BLOCK / 2  # height of the block's middle on the table
CLEAR = RESTING + fetch.BLOCK  # height at which the hand passes above the block
MOST_CALLS = 80  # after which the solver gives up on a block that fell or got stuck
Step = Annotated[int, Span(-1, 1)]


class Grip(IntEnum):
    OPEN = 0
    CLOSE = 1


@dataclass(frozen=True, slots=True)
class PlaceState:
    """The simulation as bytes, where the block must go, and whether the hand closes."""

    physics: bytes
    target: Point
    closed: bool = True


@dataclass(frozen=True, kw_only=True)
class FetchPickAndPlace(Task[PlaceState]):
    move_distance: float = 0.05
    """Metres that one move goes along an axis."""
    block_range: float = 0.1
    """Metres along x and y from the hand at the start to the block, at most."""
    target_range: float = 0.15
    """Metres along x and y from the hand at the start to the target, at most."""
    target_height: float = 0.2
    """Metres that the target lies above a block on the table, at most; half of them lie on it."""
    longest: int = 18
    """Calls that the solution may take at most, stop not included."""
    renderer: fetch_scene.Renderer = "software"
    """What draws: the built-in rasteriser, or MuJoCo's own where GL works."""

    version: ClassVar[int] = 2
    one_level: ClassVar[bool] = True
    distance_unit: ClassVar[str] = "centimetres"
    tags = frozenset({"synthetic", "partial", "unknown", "manipulation"})
    budget = ROBOT

    # Generation

    def validate(self) -> None:
        if not 0.03 <= self.move_distance <= 0.05:
            raise ValueError("move_distance must be from 0.03 to 0.05, or the block is missed.")
        if not self.move_distance <= self.block_range <= 0.15:
            raise ValueError("block_range must be from move_distance to 0.15.")
        if not 0.1 <= self.target_range <= 0.15 or not 0 <= self.target_height <= 0.3:
            raise ValueError("target_range is 0.1 to 0.15 and target_height is 0 to 0.3.")
        if self.longest < 12:
            raise ValueError("longest must be at least 12.")

    def generate(self, rng: Random) -> PlaceState:
        def draw() -> PlaceState | None:
            block, target = self._block(rng), self._target(rng)
            if math.dist(block, target) > 2 * CLOSE and self._length(block, target) <= self.longest:
                return PlaceState(fetch.with_block(block[0], block[1]), target)
            return None

        wanted = f"targets is reached within {self.longest} calls; raise longest"
        return first_accepted(draw, wanted)

    def _block(self, rng: Random) -> Point:
        """A place on the table beside the hand, near one that the hand can go to."""
        most = int(self.block_range / self.move_distance + 0.01)
        steps = 0, 0
        while steps == (0, 0):
            steps = rng.randint(-most, most), rng.randint(-most, most)
        x, y = (
            round(start + step * self.move_distance + rng.uniform(-JITTER, JITTER), 4)
            for start, step in zip(fetch.START, steps, strict=False)
        )
        return x, y, RESTING

    def _target(self, rng: Random) -> Point:
        x, y = (
            round(start + rng.uniform(-self.target_range, self.target_range), 4)
            for start in fetch.START[:2]
        )
        rise = rng.uniform(0, self.target_height) if rng.random() < 0.5 else 0.0
        return x, y, round(RESTING + rise, 4)

    def _length(self, block: Point, target: Point) -> int:
        """About how many calls it takes to go there, open, go down, close and carry."""
        low = RESTING + fetch.BLOCK / 2
        ways = zip((*fetch.START, *block), (block[0], block[1], low, *target), strict=True)
        return 2 + sum(round(abs(there - here) / self.move_distance) for here, there in ways)

    # Rules

    def rules(self) -> str:
        return (
            "You control the arm of a robot. Grasp the grey block and bring it to the red ball. "
            "Each move takes the hand by a fixed step along every axis you name. "
            "The block has sides of 5 cm; the fingers grasp along y, and the hand must be low, "
            "with the open fingers around the block, before it closes. The gripper is sticky: "
            "once it opens or closes, it stays so until told otherwise; it is closed at first. "
            f"You succeed if the middle of the block is within {100 * CLOSE:g} cm of the middle "
            "of the ball when you stop, whether the hand still holds it or not."
        )

    def legend(self, medium: Medium) -> str:
        return fetch_scene.legend(self.renderer)

    @action(listed=True)
    def move(self, state: PlaceState, x: Step, y: Step, z: Step) -> PlaceState:
        """Move the hand one step: x is -1=left, 0=no change, 1=right; y is -1=backward,
        0=no change, 1=forward; z is -1=down, 0=no change, 1=up."""
        way = fetch.way((x, y, z), self.move_distance)
        return replace(state, physics=fetch.moved("pick_and_place", state.physics, way))

    @action
    def gripper(self, state: PlaceState, grip: Grip) -> PlaceState:
        """Open or close the fingers, which stay so until the next such action."""
        closed = grip == Grip.CLOSE
        if closed == state.closed:
            raise Illegal(f"The gripper is {'closed' if closed else 'open'} already.")
        physics = fetch.gripped(state.physics, closed)
        return replace(state, physics=physics, closed=closed)

    def score(self, state: PlaceState) -> float:
        return float(math.dist(fetch.block_centre(state.physics), state.target) <= CLOSE)

    def distance(self, state: PlaceState) -> float:
        """From the hand to the block, and from there to the middle of the ball."""
        block = fetch.block_centre(state.physics)
        hand = fetch.fingertips("pick_and_place", state.physics)
        placed = math.dist(block, state.target)
        return 100 * (placed if placed <= CLOSE else placed + math.dist(hand, block))

    # Observation

    def draw(self, state: PlaceState) -> Frame:
        return fetch_scene.draw("pick_and_place", state.physics, state.target, self.renderer)

    # Solvers

    @solver
    def staged(self, state: PlaceState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Go above the block, open, go down, close, and carry along the axis furthest off."""
        plan = self._played(state)
        spare = max(0, -(-((steps or 0) - len(plan)) // 2))
        hands = [fetch.aim("pick_and_place", before.physics) for _, before in plan]
        high = [i for i, hand in enumerate(hands) if hand[2] - self.move_distance > CLEAR]
        places = [rng.choice(high) for _ in range(spare)] if high else []
        for index, (call, _) in enumerate(plan):
            for _ in range(places.count(index)):
                yield from fetch.detour(hands[index], self.move_distance, rng)
            yield call
        yield from [Call("move", (0, 0, 0))] * (0 if high else 2 * spare)

    def _played(self, state: PlaceState) -> list[tuple[Call, PlaceState]]:
        """The calls of the stages, each with the state before it."""
        plan: list[tuple[Call, PlaceState]] = []
        while len(plan) < MOST_CALLS and (call := self._next(state)):
            plan.append((call, state))
            try:
                state = self.apply(state, call)
            except Illegal:
                break
        return plan

    def _next(self, state: PlaceState) -> Call | None:
        """What to do at a state; None once the block is where it belongs."""
        hand = fetch.aim("pick_and_place", state.physics)
        block = fetch.block_joint(state.physics)
        near = [abs(a - b) for a, b in zip(hand, block, strict=True)]
        carry = fetch.approach(block, state.target, self.move_distance)
        if carry is None or (state.closed and near[0] < 0.03 and max(near[1:]) < 0.02):
            return carry
        over = fetch.approach(hand, (block[0], block[1], hand[2]), self.move_distance)
        if over:
            return fetch.one_step(2, 1) if hand[2] < CLEAR else over
        if state.closed:
            return Call("gripper", (Grip.OPEN,))
        if hand[2] - self.move_distance >= fetch.LOW[2]:
            return fetch.one_step(2, -1)
        return Call("gripper", (Grip.CLOSE,))


PRESETS = {
    "easy": FetchPickAndPlace(block_range=0.15, target_height=0.3, longest=18, step_limit=20),
    "hard": FetchPickAndPlace(block_range=0.15, target_height=0.3, longest=18, step_limit=30),
}
