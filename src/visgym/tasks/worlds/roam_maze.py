"""Roam Maze: walk through a maze of rooms to the red box.

Rooms of 3 m form a perfect maze; bricks differ from row to row, so that a map can be made. The box
is never seen at the start. The limit is about three times what the solver needs: an explorer meets
it in most mazes, and a player who follows walls in many.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from visgym.kit import mazes
from visgym.kit.grid import Cell
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.worlds.roam.plans import FloorArea, FloorPlan, rectangle
from visgym.kit.worlds.roam.poses import Pose
from visgym.kit.worlds.roam.sight import in_picture, is_hidden
from visgym.kit.worlds.roam.things import BOX, RoamThing
from visgym.kit.worlds.roam.walking import ExploredRoamTask, Layout, RoamState

ROOM, THICK, SIZE = 3000, 250, 700  # millimetres of a room, a wall and a box
CROSS = 400  # millimetres to both sides of the lines between the middles of rooms
BRICKS = ("sand bricks", "red bricks", "blue bricks", "mossy bricks", "grey bricks", "dark bricks")
COLORS = ("blue", "green", "yellow", "purple", "orange")


@dataclass(frozen=True, kw_only=True)
class RoamMaze(ExploredRoamTask):
    rows: int = 5
    """Rooms along each side of the maze."""
    least: int = 8
    """Rooms that one enters on the way to the box, at least."""
    decoys: int = 0
    """Boxes of other colours."""

    def validate(self) -> None:
        super().validate()
        if not 2 <= self.rows <= 8 or not 1 <= self.least <= self.rows * 3 - 3:
            raise ValueError(
                "rows are from 2 to 8, and least is from 1 to three times that less 3."
            )
        if not 0 <= self.decoys <= min(len(COLORS), self.rows):
            raise ValueError("decoys are at most as many as rows, and at most 5.")

    def generate(self, rng: Random) -> RoamState:
        return redrawn(self._drawn, rng, tries=400)

    def _drawn(self, rng: Random) -> RoamState | None:
        side = 2 * self.rows + 1
        floor = mazes.carve(side, side, rng)
        rooms = sorted(cell for cell in floor if cell[0] % 2 and cell[1] % 2)
        agent = rng.choice(rooms)
        lengths = mazes.distances(floor, agent)
        far = [room for room in rooms if lengths[room] >= 2 * self.least]
        if not far:
            return None
        target = rng.choice(far)
        cells = "".join("1" if (r, c) in floor else "0" for r in range(side) for c in range(side))
        layout: Layout = (self.rows, cells, rng.randrange(len(BRICKS)))
        others = [room for room in rooms if room not in (agent, target)]
        places = [target, *rng.sample(others, self.decoys)]
        colors = ["red", *rng.sample(COLORS, self.decoys)]
        things = tuple(
            _beside(rng, room, color) for room, color in zip(places, colors, strict=True)
        )
        x, y = _middle(agent)
        pose = Pose(x, y, rng.randrange(0, 360, self.turn_step))
        box = things[0]
        if in_picture(pose, box.x, box.y, -8) and not is_hidden(_plan(layout), things, pose, box):
            return None
        return RoamState(layout, pose, things)

    def plan(self, state: RoamState) -> FloorPlan:
        return _plan(state.layout)

    def rules(self) -> str:
        others = " Boxes of other colours do not count." if self.decoys else ""
        return (
            f"You stand in a maze of {self.rows}x{self.rows} rooms, each 3 m wide; between any two "
            "rooms there is exactly one way. Find the red box and walk to it; you succeed as soon "
            f"as you are close to it.{others} {self.controls()}"
        )

    def matters(self, x: int, y: int) -> bool:
        """Whether a place lies on the way between the middles of rooms, so not in a corner."""
        pitch, half = ROOM + THICK, ROOM // 2
        return min(abs((at - half + pitch // 2) % pitch - pitch // 2) for at in (x, y)) < CROSS

    def metrics(self, state: RoamState) -> dict[str, float]:
        """How many rooms lie between the agent and the box."""
        rows, cells = int(state.layout[0]), str(state.layout[1])
        side = 2 * rows + 1
        floor = frozenset(divmod(n, side) for n, cell in enumerate(cells) if cell == "1")
        here = _room_at(state.pose.x, state.pose.y)
        there = _room_at(state.things[0].x, state.things[0].y)
        return {"rooms_away": mazes.distances(floor, there)[here] / 2}


def _middle(room: Cell) -> tuple[int, int]:
    pitch = ROOM + THICK
    return room[1] // 2 * pitch + ROOM // 2, -(room[0] // 2) * pitch + ROOM // 2


def _room_at(x: int, y: int) -> Cell:
    """The cell of the room nearest to a place."""
    pitch = ROOM + THICK
    return 2 * ((ROOM - y + THICK // 2) // pitch) + 1, 2 * ((x + THICK // 2) // pitch) + 1


def _beside(rng: Random, room: Cell, color: str) -> RoamThing:
    """A box near the middle of a room."""
    x, y = _middle(room)
    shift = [rng.randrange(-400, 401, 50) for _ in range(2)]
    return RoamThing(BOX, color, x + shift[0], y + shift[1], SIZE, rng.randrange(0, 90, 15))


@lru_cache(maxsize=64)
def _plan(layout: Layout) -> FloorPlan:
    """The rooms of a maze from north to south, and what lies between those that are joined."""
    rows, cells, first = int(layout[0]), str(layout[1]), int(layout[2])
    side, half, areas = 2 * rows + 1, ROOM // 2, list[FloorArea]()
    for n, cell in enumerate(cells):
        row, column = divmod(n, side)
        if cell == "0":
            continue
        x, y = _middle((row - (row % 2 == 0), column - (column % 2 == 0)))
        look = (BRICKS[(first + row // 2) % len(BRICKS)],)
        if row % 2 and column % 2:
            areas.append(rectangle(x - half, y - half, x + half, y + half, look, "slabs"))
        elif row % 2:
            areas.append(rectangle(x + half, y - half, x + half + THICK, y + half, look, "slabs"))
        else:
            areas.append(rectangle(x - half, y - half - THICK, x + half, y - half, look, "slabs"))
    return FloorPlan(tuple(areas))


PRESETS = {
    "level_0": RoamMaze(rows=5, least=8, step_limit=80),
    "level_1": RoamMaze(rows=6, least=12, stride=0.5, turn_step=30, step_limit=120),
    "level_2": RoamMaze(rows=8, least=20, stride=0.3, turn_step=15, step_limit=300),
    "level_0_two": RoamMaze(rows=2, least=2, step_limit=20),
    "level_1_two": RoamMaze(rows=2, least=2, stride=0.5, turn_step=30, step_limit=26),
    "level_2_two": RoamMaze(rows=2, least=2, stride=0.3, turn_step=15, step_limit=36),
    "level_0_three": RoamMaze(rows=3, least=3, step_limit=32),
    "level_1_three": RoamMaze(rows=3, least=4, stride=0.5, turn_step=30, step_limit=45),
    "level_2_three": RoamMaze(rows=3, least=5, stride=0.3, turn_step=15, step_limit=66),
    "level_0_three_fast": RoamMaze(rows=3, least=3, step_limit=32),
    "level_1_three_fast": RoamMaze(rows=3, least=4, decoys=2, step_limit=40),
    "level_2_three_fast": RoamMaze(rows=4, least=5, decoys=3, step_limit=60),
}
