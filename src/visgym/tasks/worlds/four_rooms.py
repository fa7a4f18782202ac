"""Four Rooms: walk through gaps in the walls to the goal in another room.

Limits are one and a half times what an honest explorer takes at most, who remembers what it saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.authoring import Cell, Frame, Medium
from visgym.kit.worlds.rooms import pictures, views
from visgym.kit.worlds.rooms.building import floor_of, start_at, walled
from visgym.kit.worlds.rooms.planning import at_goal, cells_walked, shortest
from visgym.kit.worlds.rooms.things import FLOOR, GOAL, LARGEST, WALL, RoomState
from visgym.kit.worlds.rooms.walks import RoomTask


@dataclass(frozen=True, kw_only=True)
class FourRooms(RoomTask):
    size: int = 9
    """Cells along a side, with the walls; odd."""
    goal_room: Literal["adjacent", "opposite"] = "adjacent"
    """Where the goal is, from the room of the start."""
    detour: bool = False
    """Whether the shorter one of the two ways around is closed."""
    map: bool = False
    """Whether a map of what was seen is shown beside the view."""

    tags = frozenset({"synthetic", "partial", "known", "navigation", "memory", "search"})

    def fits(self) -> None:
        if not 7 <= self.size <= LARGEST or not self.size % 2:
            raise ValueError(f"size must be odd and from 7 to {LARGEST}.")
        if self.map and self.view == "full":
            raise ValueError("A map is of use where view=ego.")

    def built(self, rng: Random) -> RoomState:
        plan, middle = walled(self.size, self.size), self.size // 2
        plan |= {cell: WALL for at in range(self.size) for cell in ((at, middle), (middle, at))}
        first, second = range(1, middle), range(middle + 1, self.size - 1)
        gaps = [
            (rng.choice(first), middle),
            (middle, rng.choice(second)),
            (rng.choice(second), middle),
            (middle, rng.choice(first)),
        ]  # clockwise from the top: each joins a room with the next
        rooms = [(first, first), (first, second), (second, second), (second, first)]
        start = rng.randrange(4)
        goal_room = start + (2 if self.goal_room == "opposite" else rng.choice((1, 3)))
        agent = rng.choice(floor_of(plan, *rooms[start]))
        goal = rng.choice(floor_of(plan, *rooms[goal_room % 4]))
        plan |= {**dict.fromkeys(gaps, FLOOR), goal: GOAL}
        if self.detour:
            plan[_first_gap(start_at(plan, agent, rng), gaps)] = WALL
        return start_at(plan, agent, rng)

    def story(self) -> str:
        closed = "three of the four walls between them have" if self.detour else "each wall has"
        return (
            f"A place of {self.size}x{self.size} cells has four rooms, two by two; {closed} "
            "one gap. Walk to the goal, which is in another room."
        )

    def draw(self, state: RoomState) -> Frame:
        view = super().draw(state)
        return pictures.with_map(view, state) if self.map else view

    def describe(self, state: RoomState) -> str:
        seen = super().describe(state)
        if not self.map:
            return seen
        return f"{seen}\n\nMap:\n{views.as_text(views.full_view(state), carries=False)}"

    def legend(self, medium: Medium) -> str:
        where = "Below" if medium == "text" else "Beside"
        more = f" {where} it is a map of what you saw, always the same way up." if self.map else ""
        return super().legend(medium) + more


def _first_gap(state: RoomState, gaps: list[Cell]) -> Cell:
    """The gap through which the shortest way leaves the room."""
    return next(at for at in cells_walked(state, shortest(state, at_goal)) if at in gaps)


PRESETS = {
    "level_0": FourRooms(size=9, step_limit=25),
    "level_1": FourRooms(size=13, goal_room="opposite", step_limit=85),
    "level_2": FourRooms(size=19, goal_room="opposite", detour=True, step_limit=210),
    "plan": FourRooms(
        size=13, goal_room="opposite", view="full", turns="one", step_limit=1, longest=60
    ),
}
