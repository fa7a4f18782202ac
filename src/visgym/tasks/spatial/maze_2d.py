"""Maze 2D: walk a blue disc through a maze seen from above to the red square.

Mazes are uniform spanning trees, so there is one way from anywhere to anywhere. A maze whose way to
the target takes more than `longest` moves is carved again, so that 20 and 30 steps suffice. Large
mazes with short ways are rare: where none is found soon, the target lies nearer than the corner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import ClassVar

from visgym.core.budgets import Budget
from visgym.core.calls import Call, Illegal
from visgym.core.frame_size import check_frame_size
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import maze_pictures, mazes
from visgym.kit.grid import Cell, Heading, shift
from visgym.kit.maze_pictures import CELL
from visgym.kit.search import breadth_first, with_round_trips


class Direction(Heading):
    RIGHT = 0
    UP = 1
    LEFT = 2
    DOWN = 3


@dataclass(frozen=True, slots=True)
class MazeState:
    floor: frozenset[Cell]
    agent: Cell
    target: Cell


@dataclass(frozen=True, kw_only=True)
class Maze2D(Task[MazeState]):
    width: int = 9
    """Columns of the maze, walls included; odd."""
    height: int = 9
    """Rows of the maze, walls included; odd."""
    longest: int | None = None
    """Moves that the way to the target may take at most; None for any maze."""

    distance_unit: ClassVar[str] = "cells"
    tags = frozenset({"synthetic", "full", "known", "navigation"})
    budget = Budget(demonstrations=150.0)

    # Generation

    def validate(self) -> None:
        if min(self.width, self.height) < 5 or not self.width % 2 or not self.height % 2:
            raise ValueError("width and height must be odd and at least 5.")
        check_frame_size(self.width * CELL, self.height * CELL)
        if self.longest is not None and self.longest < self.width + self.height - 6:
            raise ValueError(
                f"longest is {self.longest}, but corner to corner of a {self.width}x{self.height} "
                f"maze takes at least {self.width + self.height - 6} moves."
            )

    def generate(self, rng: Random) -> MazeState:
        top, left = rng.choice([1, self.height - 2]), rng.choice([1, self.width - 2])
        agent, target = (top, left), (self.height - 1 - top, self.width - 1 - left)
        longest = math.inf if self.longest is None else self.longest
        for _ in range(mazes.tries(self.height, self.width)):
            floor = mazes.carve(self.height, self.width, rng)
            lengths = mazes.distances(floor, agent)
            if lengths[target] <= longest:
                return MazeState(floor, agent, target)
        return MazeState(floor, agent, mazes.farthest(lengths, longest))

    # Rules

    def rules(self) -> str:
        return (
            f"You walk through a maze of {self.width}x{self.height} cells, seen from above. "
            "You succeed if you stand on the target when you stop."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "# is wall, a space is floor, A is you and T is the target; A hides T."
        return (
            "Grey cells are walls, white cells are floor; you are the blue disc, the target is red."
        )

    @action
    def move(self, state: MazeState, direction: Direction) -> MazeState:
        """Walk one cell."""
        ahead = shift(state.agent, direction.step)
        if ahead not in state.floor:
            raise Illegal(f"A wall blocks the way {direction.word}.")
        return replace(state, agent=ahead)

    def score(self, state: MazeState) -> float:
        return float(state.agent == state.target)

    def distance(self, state: MazeState) -> float:
        """The length of the shortest way."""
        return float(sum(1 for _ in self.shortest(state, Random(0))))

    # Observation

    def draw(self, state: MazeState) -> Frame:
        given = state.floor, state.agent, state.target, self.height, self.width
        return maze_pictures.from_above(*given).frame

    def describe(self, state: MazeState) -> str:
        given = state.floor, state.agent, state.target, self.height, self.width
        return maze_pictures.as_rows(*given)

    # Solvers

    @solver
    def shortest(self, state: MazeState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The shortest way, with detours there and back where more steps are wanted."""
        plan = breadth_first(state.agent, self._ways(state), lambda cell: cell == state.target)
        yield from with_round_trips(self, state, plan or [], steps, rng)

    def _ways(self, state: MazeState) -> Callable[[Cell], list[tuple[Call, Cell]]]:
        """The moves from any cell, without the other things that a state holds."""
        return lambda cell: [way for way in _steps(cell) if way[1] in state.floor]


@lru_cache(maxsize=4096)
def _steps(cell: Cell) -> list[tuple[Call, Cell]]:
    """The moves from a cell, walls or not."""
    return [(Call("move", (way,)), shift(cell, way.step)) for way in Direction]


PRESETS = {
    "easy": Maze2D(width=9, height=9, longest=18, step_limit=20),
    "hard": Maze2D(width=11, height=11, longest=28, step_limit=30),
}
