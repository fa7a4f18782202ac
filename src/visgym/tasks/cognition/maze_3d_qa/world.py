"""Ways over the tops of cubes, made so that their picture can be read in one way only.

Seen from a corner, a top at (x, y, height) lies where one at (x - 1, y - 1, height - 1) would. So
no top and no ladder may be hidden, and tops that touch in the picture must touch in space.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

Spot: TypeAlias = tuple[int, int, int]
"""Of a cube: steps to the lower right, steps to the lower left, and the height of its top."""
Triangle: TypeAlias = tuple[int, int, bool]
"""Half of a square of the picture; the True half has the corner to the lower left."""

WAYS = {(1, 0): "down-right", (-1, 0): "up-left", (0, 1): "down-left", (0, -1): "up-right"}
"""How steps look in the picture."""


@dataclass(frozen=True, slots=True)
class CubeWay:
    cubes: tuple[Spot, ...]
    """The first is the start."""
    ladders: tuple[tuple[int, int], ...]
    """The cubes that ladders join, the lower one first."""
    goal: int


@dataclass(slots=True)
class _Growth:
    """A maze in the making."""

    size: int
    height: int
    cubes: list[Spot] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ladders: list[tuple[int, int]] = field(default_factory=list)
    shown: dict[Triangle, int] = field(default_factory=dict)
    """What must be seen, with how near it is."""
    covered: dict[Triangle, int] = field(default_factory=dict)
    """How near the nearest cube is."""
    tops: dict[tuple[int, int], int] = field(default_factory=dict)

    def grow(self, parent: int, rng: Random) -> bool:
        """Add a cube beside another, if there is room."""
        x, y, h = self.cubes[parent]
        steps = [(dx, dy, 0) for dx, dy in WAYS]
        steps += [(dx, dy, -dx - dy) for dx, dy in WAYS]  # ladders are on the sides that are seen
        rng.shuffle(steps)
        return any(self.add((x + dx, y + dy, h + dh), parent) for dx, dy, dh in steps)

    def add(self, cube: Spot, parent: int) -> bool:
        (x, y, h), number = cube, len(self.cubes)
        if not (0 <= x < self.size and 0 <= y < self.size and 0 <= h < self.height):
            return False
        near, must = x + y + h, dict.fromkeys(top(cube), x + y + h)
        is_level = parent < 0 or self.cubes[parent][2] == h
        if not is_level:
            low, high = sorted((cube, self.cubes[parent]), key=lambda each: each[2])
            must |= dict.fromkeys(side(high, low), sum(high))
        p, q = x - h, y - h
        touching = {self.tops.get((p + dx, q + dy), -1) for dx, dy in WAYS} - {-1}
        hides = any(self.shown.get(each, near) < near for each in hexagon(cube))
        hidden = any(self.covered.get(each, 0) > depth for each, depth in must.items())
        if touching - ({parent} if is_level else set()) or hides or hidden or (p, q) in self.tops:
            return False
        if not is_level:
            self.ladders.append((number, parent) if cube == low else (parent, number))
        self.shown |= must
        self.covered |= {t: max(near, self.covered.get(t, 0)) for t in hexagon(cube)}
        self.tops[p, q] = number
        self.cubes.append(cube)
        self.parents.append(parent)
        return True


def top(cube: Spot) -> tuple[Triangle, ...]:
    p, q = cube[0] - cube[2], cube[1] - cube[2]
    return (p, q, False), (p, q, True)


def side(high: Spot, low: Spot) -> tuple[Triangle, ...]:
    """The side of a cube that a ladder from a lower one leans on."""
    p, q = high[0] - high[2], high[1] - high[2]
    if low[0] > high[0]:
        return (p + 1, q, True), (p + 1, q + 1, False)
    return (p, q + 1, False), (p + 1, q + 1, True)


def hexagon(cube: Spot) -> tuple[Triangle, ...]:
    """All that a cube covers."""
    x, y, h = cube
    return (*top(cube), *side(cube, (x + 1, y, h - 1)), *side(cube, (x, y + 1, h - 1)))


def grown(size: int, height: int, length: int, forks: int, rng: Random) -> CubeWay | None:
    """A way of so many cubes with side branches of two to four; None for a bad draw."""
    growth = _Growth(size, height)
    growth.add((rng.randrange(size), rng.randrange(size), rng.randrange(height)), -1)
    for last in range(length - 1):
        if not growth.grow(last, rng):
            return None
    left = forks
    for fork in rng.sample(range(1, length - 1), length - 2):
        first = len(growth.cubes)
        if left and growth.grow(fork, rng):
            for _ in range(rng.randint(1, 3)):
                growth.grow(len(growth.cubes) - 1, rng)
            if len(growth.cubes) < first + 2:
                return None
            left -= 1
    if left or not growth.ladders:
        return None
    return CubeWay(tuple(growth.cubes), tuple(growth.ladders), length - 1)


def doors(maze: CubeWay) -> list[set[int]]:
    """Which cubes can be reached from each in one step."""
    index = {cube: number for number, cube in enumerate(maze.cubes)}
    found = [
        {index[x + dx, y + dy, h] for dx, dy in WAYS if (x + dx, y + dy, h) in index}
        for x, y, h in maze.cubes
    ]
    for low, high in maze.ladders:
        found[low].add(high)
        found[high].add(low)
    return found


def way_by_search(maze: CubeWay) -> list[int]:
    """The cubes from the start to the goal, by breadth-first search."""
    near, came, queue = doors(maze), {0: 0}, deque([0])
    while queue:
        at = queue.popleft()
        for other in near[at] - came.keys():
            came[other] = at
            queue.append(other)
    way = [maze.goal]
    while way[-1]:
        way.append(came[way[-1]])
    return way[::-1]


def way_by_pruning(maze: CubeWay) -> list[int]:
    """The same, by what is left when dead ends are taken away."""
    near, ends = doors(maze), {0, maze.goal}
    while dead := [n for n, each in enumerate(near) if len(each) == 1 and n not in ends]:
        for number in dead:
            for other in near[number]:
                near[other] = near[other] - {number}
            near[number] = set()
    return list(_followed(near, maze.goal))


def _followed(near: list[set[int]], goal: int) -> Iterator[int]:
    before, at = -1, 0
    while at != goal:
        yield at
        before, at = at, next(iter(near[at] - {before}))
    yield goal


def climbed(maze: CubeWay, cube: int) -> int:
    """The height of a cube, by the ladders between it and the start."""
    near, ladders = doors(maze), set(maze.ladders)
    heights, queue = {0: maze.cubes[0][2]}, [0]
    while cube not in heights:
        at = queue.pop()
        for other in near[at] - heights.keys():
            heights[other] = heights[at] + ((at, other) in ladders) - ((other, at) in ladders)
            queue.append(other)
    return heights[cube]
