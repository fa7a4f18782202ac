"""Fetch Reach: lead the hand of a robot to a red ball in space.

The published task is one standard task for easy and hard, which differ in their steps. How far a
move goes is not told, as there. Two views leave depth in doubt, so the ball has a rod down to the
table and a ring of dots that nothing hides, and the table has squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar

from visgym.core.budgets import ROBOT
from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.rejection_sampling import first_accepted
from visgym.kit.robots import fetch, fetch_scene
from visgym.kit.robots.physics import Point

CLOSE = 0.05  # metres within which a target counts as reached
Step = Annotated[int, Span(-1, 1)]


@dataclass(frozen=True, slots=True)
class ReachState:
    """The simulation as bytes, and where the target is."""

    physics: bytes
    target: Point


@dataclass(frozen=True, kw_only=True)
class FetchReach(Task[ReachState]):
    move_distance: float = 0.05
    """Metres that one move goes along an axis."""
    target_range: float = 0.15
    """Metres along each axis from the hand at the start to the target, at most."""
    nearest: float = 0.1
    """Metres from the hand at the start to the target, at least."""
    renderer: fetch_scene.Renderer = "software"
    """What draws: the built-in rasteriser, or MuJoCo's own where GL works."""

    version: ClassVar[int] = 2
    one_level: ClassVar[bool] = True
    distance_unit: ClassVar[str] = "centimetres"
    tags = frozenset({"synthetic", "partial", "unknown", "manipulation"})
    budget = ROBOT

    # Generation

    def validate(self) -> None:
        if not 0.01 <= self.move_distance <= 0.05:
            raise ValueError("move_distance must be from 0.01 to 0.05, or targets are missed.")
        if not CLOSE < self.nearest < self.target_range <= 0.2:
            raise ValueError("nearest must be above 0.05 and below target_range, at most 0.2.")

    def generate(self, rng: Random) -> ReachState:
        def draw() -> ReachState | None:
            offsets = [rng.uniform(-self.target_range, self.target_range) for _ in range(3)]
            x, y, z = (round(a + b, 4) for a, b in zip(fetch.START, offsets, strict=True))
            is_good = z >= fetch.LOW[2] and math.hypot(*offsets) >= self.nearest
            return ReachState(fetch.rest("reach"), (x, y, z)) if is_good else None

        wanted = f"targets is {self.nearest:g} m from the hand; widen target_range"
        return first_accepted(draw, wanted)

    # Rules

    def rules(self) -> str:
        return (
            "You control the arm of a robot. Lead its hand to the red ball. Each move takes the "
            "hand by a fixed step along every axis you name. You succeed if the point between the "
            f"fingertips is within {100 * CLOSE:g} cm of the middle of the ball when you stop."
        )

    def legend(self, medium: Medium) -> str:
        return fetch_scene.legend(self.renderer)

    @action(listed=True)
    def move(self, state: ReachState, x: Step, y: Step, z: Step) -> ReachState:
        """Move the hand one step: x is -1=left, 0=no change, 1=right; y is -1=backward,
        0=no change, 1=forward; z is -1=down, 0=no change, 1=up."""
        way = fetch.way((x, y, z), self.move_distance)
        return replace(state, physics=fetch.moved("reach", state.physics, way))

    def score(self, state: ReachState) -> float:
        return float(math.dist(fetch.fingertips("reach", state.physics), state.target) <= CLOSE)

    def distance(self, state: ReachState) -> float:
        """From the fingertips to the middle of the ball."""
        return 100 * math.dist(fetch.fingertips("reach", state.physics), state.target)

    # Observation

    def draw(self, state: ReachState) -> Frame:
        return fetch_scene.draw("reach", state.physics, state.target, self.renderer)

    # Solvers

    @solver
    def greedy(self, state: ReachState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """One step at a time along the axis that is furthest off."""
        plan: list[Call] = []
        hand = fetch.aim("reach", state.physics)
        while call := fetch.approach(hand, state.target, self.move_distance):
            plan.append(call)
            hand = fetch.after(hand, call, self.move_distance)
        yield from self._padded(state, plan, steps, rng)

    def _padded(
        self, state: ReachState, plan: list[Call], steps: int | None, rng: Random
    ) -> Iterator[Call]:
        """`plan` with steps there and back on its way until it has `steps` calls, or one more."""
        detours = max(0, -(-((steps or 0) - len(plan)) // 2))
        places = sorted(rng.randrange(len(plan) + 1) for _ in range(detours))
        hand = fetch.aim("reach", state.physics)
        for index in range(len(plan) + 1):
            for _ in range(places.count(index)):
                yield from fetch.detour(hand, self.move_distance, rng)
            if index < len(plan):
                yield plan[index]
                hand = fetch.after(hand, plan[index], self.move_distance)


PRESETS = {
    "easy": FetchReach(target_range=0.15, nearest=0.1, step_limit=20),
    "hard": FetchReach(target_range=0.15, nearest=0.1, step_limit=30),
}
