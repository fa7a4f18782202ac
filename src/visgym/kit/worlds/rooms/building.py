"""Places to walk in: walled rooms, doors in walls, and cells for what lies there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from visgym.kit.grid import Cell
from visgym.kit.worlds.rooms.things import FLOOR, WALL, Compass, RoomState

Plan = dict[Cell, str]
"""Tiles by their cells."""


def walled(tall: int, wide: int) -> Plan:
    """A room with walls around it, of so many rows and columns in all."""
    return {
        (row, column): WALL if row in (0, tall - 1) or column in (0, wide - 1) else FLOOR
        for row in range(tall)
        for column in range(wide)
    }


def as_rows(plan: Plan) -> tuple[str, ...]:
    """A plan as lines; cells that it does not name are wall."""
    tall, wide = (max(cell[axis] for cell in plan) + 1 for axis in (0, 1))
    return tuple(
        "".join(plan.get((row, column), WALL) for column in range(wide)) for row in range(tall)
    )


def floor_of(plan: Plan, rows: Iterable[int], columns: Iterable[int]) -> list[Cell]:
    """The cells of a part that are floor."""
    across = list(columns)
    return [(row, column) for row in rows for column in across if plan[row, column] == FLOOR]


def apart(first: Cell, second: Cell) -> int:
    """Steps between two cells when nothing is in the way."""
    return abs(first[0] - second[0]) + abs(first[1] - second[1])


def mirrored(cells: Sequence[Cell], size: int, rng: Random) -> list[Cell]:
    """Cells of a square turned over at random, all in the same way."""
    swap, down, across = (rng.random() < 0.5 for _ in range(3))
    last, found = size - 1, list[Cell]()
    for row, column in cells:
        row, column = (column, row) if swap else (row, column)
        found.append((last - row if down else row, last - column if across else column))
    return found


def start_at(plan: Plan, agent: Cell, rng: Random) -> RoomState:
    """Somebody who stands there and faces anywhere."""
    return RoomState(as_rows(plan), agent, rng.choice(list(Compass)))
