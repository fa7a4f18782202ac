"""Boxes in a room, to be pushed onto targets: exact distances, shortest ways, generated rooms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb
from random import Random

import numpy as np

from visgym.kit.boards.kernels.boxes import (
    BITS,
    FAR,
    NO_ROOM,
    NO_WAY,
    PLAYER,
    ROOM,
    pull_back,
    push_home,
)
from visgym.kit.boards.kernels.sets import FREE, Numbers
from visgym.kit.grid import Cell, Heading, shift
from visgym.kit.search import breadth_first

LARGEST, MOST_BOXES = 9, 4  # sides with walls, for cells are bits of a number; boxes
LONGEST = 120  # moves of generated solutions
MOST_STATES = 1 << 17  # that are listed to find a start
POWERS = (12, 15, 18, 21)  # of two: places for states, more where fewer were not enough
LONGEST_WAY = 2_000  # moves that a way may have at all


class BoxHeading(Heading):
    """Numbered around, as the kernels have it."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


@dataclass(frozen=True, slots=True)
class Warehouse:
    """A room, its boxes, and who pushes them."""

    floor: frozenset[Cell]
    targets: frozenset[Cell]
    boxes: frozenset[Cell]
    player: Cell
    past: str = ""
    """The moves so far: the first letters of directions, capital where a box was pushed."""


# Generation


def stocked(
    size: int, walls: int, boxes: int, fewest: int, most: int, rng: Random
) -> Warehouse | None:
    """A random room that takes from `fewest` to `most` moves, with no box on a target yet.

    Boxes are pulled away from the targets in all ways; one of the states so far away is chosen.
    None where this room has no such state.
    """
    floor = _carved(size - 2, walls, rng)
    targets = frozenset(rng.sample(sorted(floor), boxes))
    cells, home = _numbered(floor), _mask(floor, targets)
    room = min(MOST_STATES, comb(len(cells), boxes) * (len(cells) - boxes))
    states, ends = np.empty(room, np.int64), np.empty(most + 1, np.int64)
    table = np.empty(1 << (2 * room).bit_length(), np.int64)
    count = pull_back(_near(floor), home, states, ends, table)
    first = int(ends[fewest - 1])
    fitting = first + np.flatnonzero(states[first:count] >> BITS & home == 0)
    depths = np.searchsorted(ends, fitting, side="right")
    if not len(depths):
        return None
    depth = rng.choice(np.unique(depths).tolist())
    state = int(states[rng.choice(fitting[depths == depth].tolist())])
    found = frozenset(cell for number, cell in enumerate(cells) if state >> BITS + number & 1)
    return Warehouse(floor, targets, found, cells[state & PLAYER])


def _carved(side: int, walls: int, rng: Random) -> frozenset[Cell]:
    """The floor of a square room within its outer walls, with some walls that do not divide it."""
    every = (1 << side * side) - 1
    first_column = sum(1 << row * side for row in range(side))
    not_first, not_last = every & ~first_column, every & ~(first_column << side - 1)
    order = list(range(side * side))
    rng.shuffle(order)
    floor, left = every, walls
    for cell in order:
        rest = floor & ~(1 << cell)
        seen, grown = 0, rest & -rest
        while seen != grown:
            seen = grown
            across = (seen & not_last) << 1 | (seen & not_first) >> 1
            grown = (seen | seen << side | seen >> side | across) & rest
        if left and seen == rest:
            floor, left = rest, left - 1
    return frozenset((c // side + 1, c % side + 1) for c in order if floor >> c & 1)


# Ways


def shortest(here: Warehouse) -> list[BoxHeading] | None:
    """The fewest moves that bring all boxes onto targets, walks included, or None."""
    cells, start = _numbered(here.floor), _packed(here)
    home, near = _mask(here.floor, here.targets), _near(here.floor)
    far = _far_array(here.floor, here.targets)
    heads, scratch = np.empty(LONGEST_WAY, np.int64), np.empty(ROOM, np.int64)
    for power in POWERS:
        nodes, table = np.empty((1 << power, 2), np.int64), np.empty(1 << power, np.int64)
        queue = np.empty((1 << power, 3), np.int64)
        last = push_home(near, far, start, home, nodes, table, queue, heads, scratch)
        if last != NO_ROOM:
            break
    if last in (NO_WAY, NO_ROOM):
        return None
    line = []
    while last != FREE:
        line.append(int(table[last]))
        last = int(nodes[last, 1])
    return [move for a, b in pairwise(line[::-1]) for move in _moves_between(here, cells, a, b)]


def _moves_between(
    here: Warehouse, cells: list[Cell], before: int, after: int
) -> Iterator[BoxHeading]:
    """The walk to a box and the push between two states of a search."""
    boxes, moved = before >> BITS, (before ^ after) >> BITS
    taken = frozenset(cell for number, cell in enumerate(cells) if boxes >> number & 1)
    box = cells[after & PLAYER]
    push = next(d for d in BoxHeading if moved & _mask(here.floor, {shift(box, d.step)}))
    behind = (box[0] - push.step[0], box[1] - push.step[1])
    free = here.floor - taken

    def steps(cell: Cell) -> list[tuple[BoxHeading, Cell]]:
        ways = [(d, shift(cell, d.step)) for d in BoxHeading]
        return [way for way in ways if way[1] in free]

    yield from breadth_first(cells[before & PLAYER], steps, lambda c: c == behind) or []
    yield push


def pushes_left(here: Warehouse) -> int | None:
    """Pushes that are needed at least, if each box gets a target of its own; None if none do."""
    far = _far(here.floor, here.targets)
    costs = {0: 0}  # by the targets that are taken, as bits
    for box in here.boxes:
        ahead: dict[int, int] = {}
        for taken, cost in costs.items():
            for target, pushes in enumerate(far):
                total = cost + pushes.get(box, FAR)
                if not taken >> target & 1 and total < ahead.get(taken | 1 << target, FAR):
                    ahead[taken | 1 << target] = total
        costs = ahead
    return min(costs.values(), default=None)


# Numbers for the kernels


@lru_cache(maxsize=256)
def _numbered(floor: frozenset[Cell]) -> list[Cell]:
    return sorted(floor)


@lru_cache(maxsize=256)
def _near(floor: frozenset[Cell]) -> Numbers:
    """The number of the cell beside each cell in each direction, or -1."""
    numbers = {cell: number for number, cell in enumerate(_numbered(floor))}
    rows = [[numbers.get(shift(cell, d.step), -1) for d in BoxHeading] for cell in numbers]
    return np.array(rows, np.int64)


@lru_cache(maxsize=256)
def _far(floor: frozenset[Cell], targets: frozenset[Cell]) -> list[dict[Cell, int]]:
    """For each target, the pushes to it for one box alone, by the cells where there is a way."""
    found = []
    for target in sorted(targets):
        pushes, line = {target: 0}, [target]
        for cell in line:
            for direction in BoxHeading:
                down, across = direction.step
                box, player = shift(cell, (-down, -across)), shift(cell, (-2 * down, -2 * across))
                if box in floor and player in floor and box not in pushes:
                    pushes[box] = pushes[cell] + 1
                    line.append(box)
        found.append(pushes)
    return found


@lru_cache(maxsize=256)
def _far_array(floor: frozenset[Cell], targets: frozenset[Cell]) -> Numbers:
    cells = _numbered(floor)
    rows = [[pushes.get(cell, FAR) for cell in cells] for pushes in _far(floor, targets)]
    return np.array(rows, np.int64)


def _mask(floor: frozenset[Cell], chosen: frozenset[Cell] | set[Cell]) -> int:
    return sum(1 << number for number, cell in enumerate(_numbered(floor)) if cell in chosen)


def _packed(here: Warehouse) -> int:
    return _mask(here.floor, here.boxes) << BITS | _numbered(here.floor).index(here.player)
