"""A snake on a board with walls all around: how it moves, and how far it is from its food."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random

from visgym.core.task import Frame
from visgym.kit.canvas import GREEN, INK, RED, SHEET
from visgym.kit.cells.wrapping import STEPS
from visgym.kit.grid import Cell, cells, neighbours, shift
from visgym.kit.tables.boards import Table

Snake = tuple[Cell, ...]
"""The cells of a snake, its head first."""

LAWS = (
    "A snake lies on a board with walls all around. In each move its head goes to one of the four "
    "cells beside it, and every other part goes to where the part before it was, so that the cell "
    "of the tail becomes free: the head may go there. The snake dies if its head runs into a wall "
    "or into another part of its body."
)
PICTURED = (
    "The green ribbon is the snake, the thick end with eyes its head; the red disc is the food."
)
WRITTEN = (
    "The parts of the snake are given from the head to the tail, each as (row, column), and the "
    "food likewise."
)
WIDTH = 0.5  # of a cell, of the ribbon


def coiled(size: int, length: int, rng: Random) -> Snake | None:
    """A snake that grew by a walk which never met itself; None where it could not go on."""
    walk, around = [(rng.randrange(size), rng.randrange(size))], inside(size)
    for _ in range(length - 1):
        ways = [beside for beside in around[walk[-1]] if beside not in walk]
        if not ways:
            return None
        walk.append(rng.choice(ways))
    return tuple(walk[::-1])


def moved(snake: Snake, way: int, size: int) -> Snake | str:
    """The snake after a move, or what its head runs into: the wall or the body."""
    head = shift(snake[0], STEPS[way])
    if not (0 <= head[0] < size and 0 <= head[1] < size):
        return "wall"
    rest = snake[:-1]
    return "body" if head in rest else (head, *rest)


# The fewest moves to the food


def steps_over_bodies(snake: Snake, food: Cell, size: int, most: int) -> int | None:
    """The fewest moves, breadth first over all snakes that can still be in time; None beyond
    `most`."""
    for deadline in range(apart(snake[0], food), most + 1, 2):
        layer = {snake}
        for near in _hopeful(snake, food, size, deadline)[1:]:
            after = (moved(each, way, size) for each in layer for way in range(4))
            layer = {each for each in after if not isinstance(each, str) and each[0] in near}
        if layer:
            return deadline
    return None


def _hopeful(snake: Snake, food: Cell, size: int, deadline: int) -> list[set[Cell]]:
    """After every move, where the head must be if it is to meet the deadline."""
    near, around = {food}, inside(size)
    hopeful = [near]
    for time in range(deadline - 1, -1, -1):
        blocked = set(snake[: max(len(snake) - time, 0)]) if time else set(snake[1:])
        near = {beside for cell in near for beside in around[cell]} - blocked
        hopeful.append(near)
    return hopeful[::-1]


def steps_by_paths(snake: Snake, food: Cell, size: int, most: int) -> int | None:
    """The same by paths that grow one cell at a time, each again and again a bit longer."""
    for limit in range(apart(snake[0], food), most + 1, 2):
        if _reaches(snake[::-1], food, size, len(snake), limit):
            return limit
    return None


def _reaches(trail: Snake, food: Cell, size: int, length: int, left: int) -> bool:
    """Whether the food is near enough; the trail is where the head has been, the snake its end."""
    if trail[-1] == food or apart(trail[-1], food) > left:
        return trail[-1] == food
    own = trail[len(trail) - length + 1 :]
    return any(
        beside not in own and _reaches((*trail, beside), food, size, length, left - 1)
        for beside in inside(size)[trail[-1]]
    )


def apart(one: Cell, other: Cell) -> int:
    """Rows and columns between two cells."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def is_shut_in(snake: Snake, food: Cell, size: int, most: int = 200) -> bool:
    """Whether all its ways end soon, none at the food; of more than `most` snakes, some go on."""
    seen, waiting = {snake}, [snake]
    while waiting and len(seen) <= most:
        each = waiting.pop()
        for way in range(4):
            after = moved(each, way, size)
            if after[0] == food:
                return False
            if not isinstance(after, str) and after not in seen:
                seen.add(after)
                waiting.append(after)
    return not waiting


def greedy_steps(snake: Snake, size: int, most: int) -> dict[Cell, int]:
    """Moves by which cells can be reached, though at times not the fewest: none comes twice.

    No more is looked at once there are `most` cells.
    """
    leaves = {cell: len(snake) - number for number, cell in enumerate(snake)}
    steps, waiting, around = {snake[0]: 0}, [snake[0]], inside(size)
    for cell in waiting:
        count = steps[cell] + 1
        for beside in around[cell]:
            if beside not in steps and leaves.get(beside, 0) <= count:
                steps[beside] = count
                waiting.append(beside)
        if len(steps) >= most:
            break
    return steps


@lru_cache(maxsize=16)
def inside(size: int) -> dict[Cell, tuple[Cell, ...]]:
    """The cells beside every cell of a board."""
    every = set(cells(size, size))
    return {cell: tuple(near for near in neighbours(cell) if near in every) for cell in every}


def picture(snake: Snake, food: Cell, size: int) -> Frame:
    """The snake as a ribbon, so that parts which only touch are told apart."""
    table = Table(size, size, cell=44, first=0)
    canvas, width = table.canvas(), WIDTH * table.cell
    canvas.disc(*table.middle(food), 0.32 * table.cell, RED)
    points = [table.middle(cell) for cell in snake]
    for start, end in pairwise(points):
        canvas.line(start, end, width, GREEN)
    (x, y), (down, across) = points[0], _forward(snake)
    canvas.disc(x, y, 0.4 * table.cell, GREEN)
    for side in (-1, 1):
        eye = x + 6 * across + 7 * side * down, y + 6 * down + 7 * side * across
        canvas.disc(*eye, 4.5, SHEET)
        canvas.disc(*eye, 2.5, INK)
    return canvas.frame


def _forward(snake: Sequence[Cell]) -> Cell:
    (row, column), (before, aside) = snake[0], snake[1]
    return row - before, column - aside
