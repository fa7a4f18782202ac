"""Room Chain: open door after door and reach the goal in the last room.

Limits are twice the longest of the shortest ways, and 40 at least.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import Call, Cell, redrawn
from visgym.kit.grid import neighbours
from visgym.kit.worlds.rooms import chains
from visgym.kit.worlds.rooms.building import start_at
from visgym.kit.worlds.rooms.things import COLORS, FLOOR, GOAL, RoomState, RoomThing
from visgym.kit.worlds.rooms.walks import RoomTask


@dataclass(frozen=True, kw_only=True)
class RoomChain(RoomTask):
    rooms: int = 2
    """Rooms in the chain."""
    largest: int = 4
    """Cells along a side of a room at most, with its walls."""

    tags = frozenset({"synthetic", "partial", "known", "navigation", "memory", "search"})
    verbs = ("turn", "forward", "toggle")
    shown = ("goal", "door")

    def fits(self) -> None:
        if not 2 <= self.rooms <= 6 or not 4 <= self.largest <= 10:
            raise ValueError("rooms is from 2 to 6, largest from 4 to 10.")

    @property
    def size(self) -> int:
        """Cells along a side of the whole place."""
        return min(25, self.rooms * self.largest // 2 + 4)

    def built(self, rng: Random) -> RoomState:
        chain = redrawn(lambda rng: chains.chained(self.rooms, self.largest, self.size, rng), rng)
        agent = rng.choice(chain.rooms[0].floor)
        goal = rng.choice(chain.rooms[-1].floor)
        colors = [rng.choice(COLORS)]
        while len(colors) < len(chain.doors):
            colors.append(rng.choice([color for color in COLORS if color != colors[-1]]))
        doors = [RoomThing("door", color, "closed") for color in colors]
        things = sorted(zip(chain.doors, doors, strict=True), key=lambda each: each[0])
        plan = {**chains.drawn(chain, self.size), goal: GOAL}
        return replace(start_at(plan, agent, rng), things=tuple(things))

    def story(self) -> str:
        return (
            f"{self.rooms} rooms form a chain, each joined to the next by a closed door. You are "
            "in the first one. Walk to the goal, which is in the last one."
        )

    def measure(
        self, states: Sequence[RoomState], calls: Sequence[Call | None]
    ) -> dict[str, float]:
        visited = {state.agent for state in states}
        entered = sum(bool(visited & room) for room in _rooms(states[-1]))
        return {**super().measure(states, calls), "rooms": entered / self.rooms}


def _rooms(state: RoomState) -> list[set[Cell]]:
    """The floor of each room, doors left out."""
    left = {
        (row, column)
        for row, line in enumerate(state.rows)
        for column, tile in enumerate(line)
        if tile in (FLOOR, GOAL)
    } - {cell for cell, _ in state.things}
    found = list[set[Cell]]()
    while left:
        room, fringe = set[Cell](), [left.pop()]
        while fringe:
            room.add(at := fringe.pop())
            near = left & set(neighbours(at))
            left -= near
            fringe += near
        found.append(room)
    return found


PRESETS = {
    "level_0": RoomChain(rooms=2, largest=4, step_limit=40),
    "level_1": RoomChain(rooms=4, largest=6, step_limit=70),
    "level_2": RoomChain(rooms=6, largest=8, step_limit=120),
    "plan": RoomChain(rooms=4, largest=6, view="full", turns="one", step_limit=1, longest=80),
}
