"""Frozen Lake: walk over the ice to the gift, around the holes, step by step.

Moves are certain. Start and goal lie in opposite corners, and the shortest way has a least length,
so that from the second level on it turns back somewhere. Rewards on the way are the share of the
way that a move gains; who falls into a hole loses all that was gained.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from visgym.authoring import (
    Budget,
    Call,
    Canvas,
    Cell,
    Frame,
    Illegal,
    Medium,
    Task,
    action,
    redrawn,
    solver,
)
from visgym.kit import sprites
from visgym.kit.boards import lakes
from visgym.kit.boards.lakes import Lake
from visgym.kit.framing import MARGIN
from visgym.kit.grid import Heading, cells, neighbours, shift
from visgym.kit.search import with_round_trips

NOWHERE = (-1, -1)


class Direction(Heading):
    LEFT = 0
    DOWN = 1
    RIGHT = 2
    UP = 3


@dataclass(frozen=True, slots=True)
class Walk:
    lake: Lake
    facing: Direction = Direction.DOWN
    """The direction of the last move."""


@dataclass(frozen=True, kw_only=True)
class FrozenLake(Task[Walk]):
    size: int = 4
    """Rows of the lake, and columns."""
    holes: int = 3
    """Holes in the ice."""
    fewest: int = 6
    """Moves that the shortest way takes at least."""
    most: int = 10
    """Moves that the shortest way takes at most."""

    distance_unit = "cells"
    tags = frozenset({"synthetic", "full", "known", "navigation", "planning"})
    budget = Budget(demonstrations=100.0)
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 3 <= self.size <= 12 or not 0 <= self.holes <= self.size**2 // 3:
            raise ValueError("size must be from 3 to 12, and holes at most a third of the cells.")
        if not 2 * self.size - 2 <= self.most >= self.fewest:
            raise ValueError("most must be at least fewest, and the way from corner to corner.")

    def generate(self, rng: Random) -> Walk:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Walk | None:
        last = self.size - 1
        start = rng.choice((0, last)), rng.choice((0, last))
        goal = last - start[0], last - start[1]
        ice = [cell for cell in cells(self.size, self.size) if cell not in (start, goal)]
        lake = Lake(self.size, frozenset(rng.sample(ice, self.holes)), start, goal)
        way = _distances(self.size, lake.holes, goal).get(start, 0)
        return Walk(lake) if self.fewest <= way <= self.most else None

    # Rules

    def rules(self) -> str:
        return (
            f"You walk over a frozen lake of {self.size}x{self.size} squares, one square a move. "
            "Moves are certain: the ice is not slippery. You succeed when you reach the goal, and "
            "lose when you step into a hole. A move off the lake is refused."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "@ is you, X is you in a hole, * is the goal, # a hole and _ safe ice."
        return (
            "Light blue squares are safe ice, dark blue ones are holes; you wear a red coat and a "
            "green hat and look the way you last moved, and the goal is the purple gift."
        )

    @action
    def move(self, state: Walk, direction: Direction) -> Walk:
        """Walk one square."""
        if self.hopeless(state):
            raise Illegal("You are in a hole, and there is no way out.")
        row, column = ahead = shift(state.lake.player, direction.step)
        if not (0 <= row < self.size and 0 <= column < self.size):
            raise Illegal(f"The lake ends here; there is no square {_TOWARD[direction]}.")
        return Walk(replace(state.lake, player=ahead), direction)

    def is_over(self, state: Walk) -> bool:
        return self.hopeless(state) or self.score(state) == 1

    def hopeless(self, state: Walk) -> bool:
        return state.lake.player in state.lake.holes

    def score(self, state: Walk) -> float:
        return float(state.lake.player == state.lake.goal)

    def reward(self, before: Walk, call: Call, after: Walk) -> float:
        return self._progress(after) - self._progress(before)

    def distance(self, state: Walk) -> float:
        far = _distances(self.size, state.lake.holes, state.lake.goal)
        return float(far.get(state.lake.player, self.size**2))  # a hole is farther than any ice

    def metrics(self, state: Walk) -> dict[str, float]:
        return {"progress": self._progress(state)}

    def _progress(self, state: Walk) -> float:
        """How much nearer the goal is than from its opposite corner; nothing in a hole."""
        row, column = state.lake.goal
        far = _distances(self.size, state.lake.holes, state.lake.goal)
        start = far[self.size - 1 - row, self.size - 1 - column]
        return 1 - far.get(state.lake.player, start) / start

    # Observation

    def draw(self, state: Walk) -> Frame:
        lake = state.lake
        row, column = lake.player
        canvas = Canvas.on(lakes.picture(replace(lake, player=NOWHERE)))
        ground = "hole" if lake.player in lake.holes else "gift" if lake.player == lake.goal else ""
        figure = _figure(ground, (row + column) % 2, state.facing.name)
        canvas.paste(figure, MARGIN + column * sprites.TILE, MARGIN + row * sprites.TILE)
        return canvas.frame

    def describe(self, state: Walk) -> str:
        lake = state.lake
        marks = dict.fromkeys(lake.holes, "#") | {lake.goal: "*"}
        marks[lake.player] = "X" if lake.player in lake.holes else "@"
        span = range(self.size)
        rows = [" ".join(marks.get((row, column), "_") for column in span) for row in span]
        return "\n".join([*rows, f"You look {state.facing.word}."])

    # Solvers

    @solver
    def shortest(self, state: Walk, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Every move nearer to the goal, with steps there and back where more are wanted."""
        lake = state.lake
        far = _distances(self.size, lake.holes, lake.goal)
        plan, at = list[Call](), lake.player
        while far.get(at):
            near = [way for way in Direction if far.get(shift(at, way.step), far[at]) < far[at]]
            plan.append(Call("move", (near[0],)))
            at = shift(at, near[0].step)

        def there_and_back(here: Walk) -> list[Call]:
            ways = [way for way in Direction if far.get(shift(here.lake.player, way.step))]
            way = rng.choice(ways)
            return [Call("move", (way,)), Call("move", (Direction((way + 2) % 4),))]

        yield from with_round_trips(self, state, plan, steps, rng, there_and_back, ends_itself=True)


_TOWARD = {
    Direction.LEFT: "to the left",
    Direction.DOWN: "below",
    Direction.RIGHT: "to the right",
    Direction.UP: "above",
}


@lru_cache(maxsize=256)
def _distances(size: int, holes: frozenset[Cell], goal: Cell) -> dict[Cell, int]:
    """Moves to the goal from every square from which it can be reached."""
    safe = set(cells(size, size)) - holes
    far, fringe = {goal: 0}, [goal]
    for at in fringe:
        for near in neighbours(at):
            if near in safe and near not in far:
                far[near] = far[at] + 1
                fringe.append(near)
    return far


@lru_cache(maxsize=32)
def _figure(ground: str, shade: int, heading: str) -> Frame:
    """The player on a square."""
    if ground == "hole":
        return sprites.sunk(sprites.hole())
    ice = sprites.ice(shade)
    return sprites.walker(sprites.gift(ice) if ground == "gift" else ice, heading)


PRESETS = {
    "level_0": FrozenLake(size=4, holes=3, fewest=6, most=10, step_limit=20),
    "level_1": FrozenLake(size=6, holes=9, fewest=11, most=18, step_limit=30),
    "level_2": FrozenLake(size=8, holes=18, fewest=16, most=26, step_limit=40),
}
