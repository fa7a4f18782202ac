"""Caves: roof and floor bend so that no straight way leads through, and some walls move."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

from visgym.kit.arcade.bodies import to_and_fro
from visgym.kit.arcade.screen import HEIGHT, WIDTH

COLUMN = 16  # points from one height of roof and floor to the next
HIGHEST, LOWEST = 26, HEIGHT - 10  # rows between which a way may lie
PISTON = 12  # points to each side of the middle of a moving wall
LEAD, HALL = 14, 24  # columns that are wide at the beginning, and at the end
SCROLL = 2  # points a tick
SPREAD, HULL = 30, 8  # points by which narrow places differ in height, and of a ship down


@dataclass(frozen=True, slots=True)
class Piston:
    """A wall that comes out of the roof or the floor and goes back."""

    x: int
    hangs: bool
    reach: int
    period: int


@dataclass(frozen=True)
class Cave:
    roof: tuple[int, ...]
    """Rows of the roof's lower edge, one for each column."""
    floor: tuple[int, ...]
    pistons: tuple[Piston, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        """What the cave is, without what was worked out of it."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def end(self) -> int:
        """Points by which the cave scrolls in all."""
        return (len(self.roof) - 1) * COLUMN - WIDTH

    @cached_property
    def walls(self) -> tuple[tuple[int, int], ...]:
        """The rows of roof and floor at every point, which every shot asks for at every tick."""
        return tuple(_mixed(self, x) for x in range((len(self.roof) - 1) * COLUMN))


def camera_at(cave: Cave, clock: int) -> int:
    """Points by which the cave has scrolled."""
    return min(SCROLL * clock, cave.end)


def walls_at(cave: Cave, x: int) -> tuple[int, int]:
    """The rows of roof and floor at a place, without walls that move."""
    walls = cave.walls
    return walls[x] if 0 <= x < len(walls) else _mixed(cave, x)


def _mixed(cave: Cave, x: int) -> tuple[int, int]:
    column = min(max(x >> 4, 0), len(cave.roof) - 2)
    part = x & 15
    rest = COLUMN - part
    roof = cave.roof[column] * rest + cave.roof[column + 1] * part >> 4
    floor = cave.floor[column] * rest + cave.floor[column + 1] * part >> 4
    return roof, floor


def out_by(piston: Piston, clock: int) -> int:
    """Points by which a wall has come out."""
    return to_and_fro(clock + piston.x, piston.reach, piston.period)


def opening_at(cave: Cave, x: int, clock: int) -> tuple[int, int]:
    """The rows between which there is air at a place."""
    roof, floor = walls_at(cave, x)
    for piston in cave.pistons:
        if abs(x - piston.x) <= PISTON:
            if piston.hangs:
                roof += out_by(piston, clock)
            else:
                floor -= out_by(piston, clock)
    return roof, floor


def carved(rng: Random, columns: int, gap: int, pistons: int) -> Cave | None:
    """A cave with narrow places that no straight way leads through, or None if one does."""
    keys = [(0, HIGHEST, LOWEST), (LEAD, HIGHEST, LOWEST)]
    column, upward = LEAD + 5, rng.random() < 0.5
    narrow = list[tuple[int, int, int]]()
    while column < columns - HALL - 4:
        low, high = HIGHEST + gap // 2, LOWEST - gap // 2
        middle = rng.randint(low, low + SPREAD) if upward else rng.randint(high - SPREAD, high)
        key = column, middle - gap // 2, middle + gap // 2
        narrow.append(key)
        keys += [key, _wider(rng, key, column + rng.randint(3, 4))]
        column, upward = keys[-1][0] + rng.randint(4, 5), rng.random() < 0.35 or not upward
    keys += [(columns - HALL, HIGHEST, LOWEST), (columns, HIGHEST, LOWEST)]
    if max(roof for _, roof, _ in narrow) + HULL < min(floor for _, _, floor in narrow):
        return None
    roof, floor = (_between([(key[0], key[side]) for key in keys]) for side in (1, 2))
    return Cave(roof, floor, _pistons(rng, keys, pistons, gap))


def _wider(rng: Random, key: tuple[int, int, int], column: int) -> tuple[int, int, int]:
    _, roof, floor = key
    more = rng.randint(16, 40), rng.randint(16, 40)
    return column, max(roof - more[0], HIGHEST), min(floor + more[1], LOWEST)


def _between(keys: list[tuple[int, int]]) -> tuple[int, ...]:
    """Heights for every column, in straight lines from key to key."""
    found = list[int]()
    for (first, high), (last, low) in pairwise(keys):
        found += [high + (low - high) * n // (last - first) for n in range(last - first)]
    return (*found, keys[-1][1])


def _pistons(
    rng: Random, keys: list[tuple[int, int, int]], count: int, gap: int
) -> tuple[Piston, ...]:
    """Walls that move, at places that are wide."""
    wide = keys[3:-2:2]
    chosen = sorted(rng.sample(wide, min(count, len(wide))))
    return tuple(
        Piston(
            column * COLUMN,
            rng.random() < 0.5,
            max(floor - roof - gap * 3 // 4, 20),
            rng.choice((80, 100, 120)),
        )
        for column, roof, floor in chosen
    )
