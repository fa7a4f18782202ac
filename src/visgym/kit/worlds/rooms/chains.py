"""Rooms in a row: each stands against a wall of the one before, with a door between."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.kit.grid import Cell
from visgym.kit.worlds.rooms.building import Plan
from visgym.kit.worlds.rooms.things import FLOOR, WALL, Compass

SMALLEST = 4  # cells along a side, with the walls
TRIES = 12  # places of one room


@dataclass(frozen=True, slots=True)
class RoomBox:
    """A room with its walls."""

    top: int
    left: int
    tall: int
    wide: int

    @property
    def floor(self) -> list[Cell]:
        rows = range(self.top + 1, self.top + self.tall - 1)
        columns = range(self.left + 1, self.left + self.wide - 1)
        return [(row, column) for row in rows for column in columns]

    def overlaps(self, other: RoomBox) -> bool:
        """Whether they share more than a wall."""
        return (
            self.top < other.top + other.tall - 1
            and other.top < self.top + self.tall - 1
            and self.left < other.left + other.wide - 1
            and other.left < self.left + self.wide - 1
        )


@dataclass(frozen=True, slots=True)
class RoomPath:
    """Rooms, and the doors between each and the next."""

    rooms: tuple[RoomBox, ...]
    doors: tuple[Cell, ...]


def chained(count: int, largest: int, size: int, rng: Random) -> RoomPath | None:
    """A chain of so many rooms on a square; None where there was no place for one."""
    tall, wide = rng.randint(SMALLEST, largest), rng.randint(SMALLEST, largest)
    rooms = [RoomBox(rng.randint(0, size - tall), rng.randint(0, size - wide), tall, wide)]
    doors = list[Cell]()
    for _ in range(TRIES * count):
        if len(rooms) == count:
            return RoomPath(tuple(rooms), tuple(doors))
        door, room = _next(rooms[-1], largest, rng)
        inside = 0 <= room.top <= size - room.tall and 0 <= room.left <= size - room.wide
        if inside and not any(room.overlaps(other) for other in rooms):
            rooms.append(room)
            doors.append(door)
    return None


def _next(room: RoomBox, largest: int, rng: Random) -> tuple[Cell, RoomBox]:
    """A door in a wall of a room, and a room behind it."""
    tall, wide = rng.randint(SMALLEST, largest), rng.randint(SMALLEST, largest)
    side = rng.choice(list(Compass))
    if side in (Compass.UP, Compass.DOWN):
        row = room.top if side is Compass.UP else room.top + room.tall - 1
        column = rng.randrange(room.left + 1, room.left + room.wide - 1)
        top = row - tall + 1 if side is Compass.UP else row
        return (row, column), RoomBox(top, column - rng.randint(1, wide - 2), tall, wide)
    column = room.left if side is Compass.LEFT else room.left + room.wide - 1
    row = rng.randrange(room.top + 1, room.top + room.tall - 1)
    left = column - wide + 1 if side is Compass.LEFT else column
    return (row, column), RoomBox(row - rng.randint(1, tall - 2), left, tall, wide)


def drawn(chain: RoomPath, size: int) -> Plan:
    """The plan of a chain."""
    plan = {(row, column): WALL for row in range(size) for column in range(size)}
    for room in chain.rooms:
        plan |= dict.fromkeys(room.floor, FLOOR)
    return plan | dict.fromkeys(chain.doors, FLOOR)
