"""Roam Health: stay alive by picking up medkits in time.

Every call costs 2 of 100 health, and a medkit gives all of it back. The published prompt speaks of
lava that does not exist and keeps quiet about picking up. Refused calls cost no health, and the
limit leaves a quarter of the steps for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Annotated

from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, action, solver
from visgym.kit.canvas import GREEN, INK, RED, SHEET, YELLOW, Canvas
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.exploring import looked
from visgym.kit.worlds.roam.gathering import Sightings, anywhere, carried_out
from visgym.kit.worlds.roam.handling import TAKE, facing, picked
from visgym.kit.worlds.roam.placing import inner, is_roomy, put, spot
from visgym.kit.worlds.roam.plans import FloorPlan, rectangle
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.routes import MOST
from visgym.kit.worlds.roam.things import MEDKIT, RoamThing
from visgym.kit.worlds.roam.walking import Layout, RoamState, RoamTask, Side

FULL, COST, RIM = 100, 2, 1000  # health, its loss by a call, millimetres from walls to medkits
WALLS = ("tiled", "teal tiles", "cream", "sky blue", "sage", "marble")
FLOORS = ("checks", "slabs", "red checks")
WAIT, BACK = Call("turn", ("left", 1)), Call("turn", ("right", 1))
SPARE, SOON = 4, 25  # calls with which a medkit is fetched, and from which on one thinks of it


@dataclass(frozen=True, kw_only=True)
class RoamHealth(RoamTask):
    side: int = 8
    """Metres of the room."""
    kits: int = 8
    """Medkits in it."""
    calls: int = 60
    """Calls to survive."""

    def validate(self) -> None:
        super().validate()
        if not 6 <= self.side <= 20 or not 2 <= self.kits <= 18:
            raise ValueError("side is from 6 to 20 metres, and kits are from 2 to 18.")
        if self.kits > self.side * self.side // 7:
            raise ValueError("There must be 7 square metres for each medkit.")
        if not 10 <= self.calls <= 20 * self.kits:
            raise ValueError("calls are from 10 to 20 for each medkit.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng, tries=200)

    def _drawn(self, rng: Random) -> RoamState | None:
        layout: Layout = (1000 * self.side, *rng.sample(WALLS, 4), rng.choice(FLOORS))
        plan, kits = _plan(layout), list[RoamThing]()
        x, y = spot(rng, inner(plan, 0, RIM))
        pose = Pose(x, y, rng.randrange(0, 360, self.turn_step))
        for _ in range(self.kits):
            kit = RoamThing(MEDKIT, "", 0, 0, 500)
            placed = put(rng, kit, [inner(plan, 0, RIM)], lambda t: is_roomy(t, kits, pose, 700))
            if placed is None:
                return None
            kits.append(placed)
        return RoamState(layout, pose, tuple(kits), health=FULL)

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def is_won(self, state: RoamState) -> bool:
        return state.health > 0 and state.survived >= self.calls

    # Rules

    def rules(self) -> str:
        return (
            f"You stand in a room with {self.kits} medkits, white cases with a red cross. You "
            "begin "
            f"with {FULL} health, and every call that is carried out costs {COST}. To pick up a "
            "medkit "
            f"ahead of you, once you are close to it, gives you {FULL} health again; it is used up "
            f"then. Stay alive for {self.calls} calls; all is lost when health is 0. "
            f"{self.controls()}"
        )

    def legend(self, medium: Medium) -> str:
        return f"{super().legend(medium)} The bar at the top is your health."

    def _spent(self, state: RoamState) -> RoamState:
        """The state after a call was paid for."""
        health = max(state.health - COST, 0)
        return replace(state, health=health, survived=state.survived + 1, lost=health == 0)

    @action
    def turn(self, state: RoamState, side: Side, times: Annotated[int, Span(1, MOST)]) -> RoamState:
        """Turn on the spot, so many times in a row."""
        return self._spent(super().turn(state, side, times))

    @action
    def forward(self, state: RoamState, times: Annotated[int, Span(1, MOST)]) -> RoamState:
        """Walk so many strides straight ahead."""
        return self._spent(super().forward(state, times))

    @action
    def pickup(self, state: RoamState) -> RoamState:
        """Use the nearest medkit ahead that is within reach."""
        after = picked(self.ground(state), state)
        return self._spent(replace(after, carried=(), health=FULL + COST))

    def metrics(self, state: RoamState) -> dict[str, float]:
        return {"share": state.survived / self.calls}

    def reward(self, before: RoamState, call: Call, after: RoamState) -> float:
        """A share for each call that was survived."""
        return 0.0 if after.lost else 1 / self.calls

    def effort(self, state: RoamState) -> float:
        """Calls to survive, which is what differs between levels."""
        return float(self.calls)

    # Observation

    def draw(self, state: RoamState) -> Frame:
        canvas, health = Canvas.on(super().draw(state)), state.health
        canvas.rect(16, 14, 208, 24, INK)
        canvas.rect(20, 18, 200, 16, SHEET)
        color = GREEN if health > 50 else YELLOW if health > 24 else RED
        canvas.rect(20, 18, 2 * health, 16, color)
        canvas.text(240, 26, str(health), 18, INK if health > 24 else RED, align="left", bold=True)
        return canvas.frame

    # Solvers

    @solver
    def survive(self, state: RoamState, rng: Random) -> Iterator[Call]:
        """Wait until the nearest medkit must be fetched, and fetch it."""
        while not self.is_over(state):
            for call in self._next(state):
                if self.is_over(state):
                    break
                yield call
                state = self.apply(state, call)

    def _next(self, state: RoamState) -> list[Call]:
        ground = self.ground(state)
        left = state.health // COST - 1  # calls that one survives
        if state.survived + left >= self.calls or not state.things:
            return [WAIT]
        here = state.pose
        kit = min(state.things, key=lambda t: (t.x - here.x) ** 2 + (t.y - here.y) ** 2)

        def reached(x: int, y: int, heading: int) -> int | None:
            return facing(ground, kit, x, y, heading)

        way = self.way_to(state, reached, (kit.x, kit.y))
        if way is None:
            return [WAIT]
        spare = max(left - len(way) - 3, 0) // 2
        return [*[WAIT, BACK] * spare, *way, TAKE]

    @solver
    def explore(self, state: RoamState, rng: Random) -> Iterator[Call]:
        """Look around, and fetch the nearest medkit that was seen when it must be."""
        memory = Sightings(self.ground(state))
        while not self.is_over(state):
            look = looked(memory, state.pose, lambda at: False, anywhere)
            while not self.is_over(state) and not (fetch := self._urgent(state, memory)):
                state = yield from carried_out(self, state, memory, [next(look, WAIT)])
            state = yield from carried_out(self, state, memory, fetch)

    def _urgent(self, state: RoamState, memory: Sightings) -> list[Call]:
        """The calls that take a known medkit, if there is no more time than for that."""
        left = state.health // COST - 1
        if left > SOON or state.survived + left >= self.calls:
            return []
        for kit in memory.known(state.pose):
            way = memory.way_to_take(state.pose, kit)
            if way is not None:
                return way if left <= len(way) + SPARE else []
        return []


@lru_cache(maxsize=64)
def _plan(layout: Layout) -> FloorPlan:
    side, walls, floor = int(layout[0]), tuple(map(str, layout[1:5])), str(layout[5])
    return FloorPlan((rectangle(0, 0, side, side, walls, floor),))


PRESETS = {
    "level_0": RoamHealth(side=8, kits=8, calls=60, step_limit=75),
    "level_1": RoamHealth(side=12, kits=10, calls=120, stride=0.5, turn_step=30, step_limit=150),
    "level_2": RoamHealth(side=16, kits=12, calls=200, stride=0.3, turn_step=15, step_limit=250),
}
