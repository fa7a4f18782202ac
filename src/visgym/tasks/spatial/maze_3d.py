"""Maze 3D: walk through a maze seen from within to the red sphere.

Large mazes with short ways are rare: where none is found soon, the sphere is nearer than a corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from random import Random

import numpy as np

from visgym.core.budgets import SCENE
from visgym.core.calls import Call, Illegal
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import mazes
from visgym.kit.caches import cached_frame, cached_layer
from visgym.kit.canvas import RED
from visgym.kit.grid import Cell, Heading, shift
from visgym.kit.search import breadth_first, with_round_trips
from visgym.kit.solid.meshes import Mesh, Texture, merge
from visgym.kit.solid.scene import render
from visgym.kit.solid.shapes import quad, sphere
from visgym.kit.solid.textures import rooms as textures
from visgym.kit.solid.transforms import translate
from visgym.kit.solid.values import Camera, Instance, Light

SIZE, LARGEST = (512, 512), 51  # pixels of a picture, cells of a side
EYE, BACK, FOV = 0.5, 0.25, 84.0  # cells above the floor and from the middle of the cell, degrees
STONE, PALE, DARK, CHALK = (205, 178, 138), (206, 212, 216), (110, 126, 140), (238, 236, 230)
SUN = Light((0.35, -0.55, -0.75), ambient=0.74, diffuse=0.36)
BALL, GLOW = 0.28, 3  # the sphere: radius in cells, tenths of red in the view from inside it


class Facing(Heading):
    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


class Ahead(IntEnum):
    FORWARD = 0


class Side(IntEnum):
    LEFT = 1
    RIGHT = 2
    AROUND = 3


Stand = tuple[Cell, int]
"""Where a walker is and which way he faces; codes are quicker to look up than their names."""
QUARTERS = {Side.LEFT: 3, Side.RIGHT: 1, Side.AROUND: 2}


@dataclass(frozen=True, slots=True)
class WalkState:
    floor: frozenset[Cell]
    agent: Cell
    facing: Facing
    target: Cell


@dataclass(frozen=True, kw_only=True)
class Maze3D(Task[WalkState]):
    width: int = 7
    """Columns of the maze, walls included; odd."""
    height: int = 7
    """Rows of the maze, walls included; odd."""
    longest: int | None = None
    """Moves and turns that the way to the target may take at most; None for any maze."""

    shared_pictures = "views of corridors that mazes have in common"
    tags = frozenset({"synthetic", "partial", "known", "navigation"})
    budget = replace(SCENE, draw=20.0)

    # Generation

    def validate(self) -> None:
        if not all(5 <= side <= LARGEST and side % 2 for side in (self.width, self.height)):
            raise ValueError(f"width and height must be odd and from 5 to {LARGEST}.")
        least = self.width + self.height - 4  # no path has fewer moves, nor less than 2 turns
        if self.longest is not None and self.longest < least:
            size = f"{self.width}x{self.height}"
            raise ValueError(f"A {size} maze may take {least} moves and turns; raise longest.")

    def generate(self, rng: Random) -> WalkState:
        top, left = rng.choice([1, self.height - 2]), rng.choice([1, self.width - 2])
        agent, target = (top, left), (self.height - 1 - top, self.width - 1 - left)
        longest = math.inf if self.longest is None else self.longest
        for _ in range(mazes.tries(self.height, self.width)):
            floor = mazes.carve(self.height, self.width, rng)
            facing = rng.choice([each for each in Facing if shift(agent, each.step) in floor])
            lengths = mazes.distances(floor, agent, facing.step)
            if lengths[target] <= longest:
                return WalkState(floor, agent, facing, target)
        return WalkState(floor, agent, facing, mazes.farthest(lengths, longest))

    # Rules

    def rules(self) -> str:
        return (
            f"You walk through a 3D maze of {self.width}x{self.height} cells, walls included, and "
            "see it with your own eyes. A move takes you one cell forward in the direction that "
            "you face; a turn changes only that direction. Corridors are one cell wide, and a wall "
            "ahead blocks the way. Reach the red sphere: you succeed if you stand in its cell when "
            "you stop."
        )

    def legend(self, medium: Medium) -> str:
        return (
            "The picture is your view straight ahead. Each square of the checkered floor is one "
            "cell. Inside the red sphere everything looks red."
        )

    @action
    def move(self, state: WalkState, direction: Ahead) -> WalkState:
        """Walk one cell forward."""
        ahead = shift(state.agent, state.facing.step)
        if ahead not in state.floor:
            raise Illegal("A wall blocks the way ahead.")
        return replace(state, agent=ahead)

    @action
    def turn(self, state: WalkState, direction: Side) -> WalkState:
        """Turn on the spot."""
        return replace(state, facing=_turned(state.facing, direction))

    def score(self, state: WalkState) -> float:
        return float(state.agent == state.target)

    def goal(self, state: WalkState) -> WalkState:
        return replace(state, agent=state.target)

    def distance(self, state: WalkState) -> float:
        return float(mazes.distances(state.floor, state.agent, state.facing.step)[state.target])

    # Observation

    def draw(self, state: WalkState) -> Frame:
        seen = _view(state)
        if state.agent != state.target:
            return seen
        red = (seen.astype(np.uint16) * (10 - GLOW) + np.array(RED, np.uint16) * GLOW) // 10
        frame = red.astype(np.uint8)
        frame.flags.writeable = False
        return frame

    # Solvers

    @solver
    def shortest(self, state: WalkState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The shortest way as moves and turns, with turns there and back for more steps."""
        floor = state.floor

        def ways(at: Stand) -> list[tuple[Call, Stand]]:
            return [way for entered, way in _steps(*at) if entered in floor]

        start: Stand = (state.agent, int(state.facing))
        plan = breadth_first(start, ways, lambda at: at[0] == state.target)
        yield from with_round_trips(self, state, plan or [], steps, rng)


@lru_cache(maxsize=8192)
def _steps(cell: Cell, facing: int) -> list[tuple[Cell, tuple[Call, Stand]]]:
    """A move and the turns, each with the cell ahead that it makes sense for if that is floor."""
    ahead = shift(cell, Facing(facing).step)
    found = [(ahead, (Call("move", (Ahead.FORWARD,)), (ahead, facing)))]
    for side in Side:
        after = _turned(Facing(facing), side)
        found.append((shift(cell, after.step), (Call("turn", (side,)), (cell, int(after)))))
    return found


def _turned(facing: Facing, side: Side) -> Facing:
    return Facing((facing + QUARTERS[side]) % 4)


# Drawing: rows run along z and columns along x, so that up on the plan is -z


@cached_frame
def _view(state: WalkState) -> Frame:
    """What stands around the agent, without the glow of the target."""
    (row, column), (south, east) = state.agent, state.facing.step
    eye = (column - BACK * east, EYE, row - BACK * south)
    camera = Camera(eye, (column + east, EYE, row + south), fov_degrees=FOV)
    instances = [Instance(mesh) for mesh in _building(state.floor)]
    if state.agent != state.target:
        place = translate(state.target[1], BALL, state.target[0])
        instances.append(Instance(_ball(), place, tint=RED))
    return render(instances, camera, SUN, SIZE)


@lru_cache(maxsize=1)
def _ball() -> Mesh:
    return sphere(BALL)


@cached_layer
def _building(floor: frozenset[Cell]) -> tuple[Mesh, ...]:
    """The walls, the floor and the ceiling of a maze."""
    walls = [
        _wall(cell, facing)
        for cell in sorted(floor)
        for facing in Facing
        if shift(cell, facing.step) not in floor
    ]
    return (
        _covered(walls, textures.bricks(STONE)),
        _covered([_slab(cell, 0.0) for cell in sorted(floor)], textures.checks(PALE, DARK)),
        _covered([_slab(cell, 1.0) for cell in sorted(floor)], textures.plaster(CHALK)),
    )


def _covered(parts: list[Mesh], texture: Texture) -> Mesh:
    return replace(merge(parts), textures=(texture,), face_textures=None)


def _wall(cell: Cell, facing: Facing) -> Mesh:
    """The wall on one side of a cell, as seen from the cell."""
    (row, column), (south, east) = cell, facing.step
    x, z = column + east / 2, row + south / 2
    left, right = (x + south / 2, z - east / 2), (x - south / 2, z + east / 2)
    corners = [(left, 0), (right, 0), (right, 1), (left, 1)]
    a, b, c, d = ((x, float(height), z) for (x, z), height in corners)
    return quad(a, b, c, d)


def _slab(cell: Cell, height: float) -> Mesh:
    """The floor or the ceiling of a cell; textures repeat every two cells."""
    row, column = cell
    west, east, north, south = column - 0.5, column + 0.5, row - 0.5, row + 0.5
    corners = [(west, south), (east, south), (east, north), (west, north)]
    if height:
        corners.reverse()
    a, b, c, d = ((x, height, z) for x, z in corners)
    slab = quad(a, b, c, d)
    return replace(slab, uv=(slab.vertices[:, [0, 2]] + 0.5) / 2)


PRESETS = {
    "easy": Maze3D(width=7, height=7, longest=18, step_limit=20),
    "hard": Maze3D(width=9, height=9, longest=28, step_limit=30),
}
