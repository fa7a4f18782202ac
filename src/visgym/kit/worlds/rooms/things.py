"""What rooms are made of: tiles, things, and somebody who looks one way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from visgym.kit.chance import Dice
from visgym.kit.grid import Cell, Heading, shift

WALL, FLOOR, LAVA, GOAL, UNKNOWN = "#", ".", "~", "G", " "
COLORS = ("red", "green", "blue", "purple", "yellow", "white")
LARGEST = 25  # cells along a side
NO_DICE = Dice(0)
HIDDEN = "?"  # what a closed box holds, for those who look at it


class Compass(Heading):
    """Directions on the plan, clockwise."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


@dataclass(frozen=True, slots=True)
class RoomThing:
    """A key, a ball, a box, a door, or a roller, which is a ball that moves by itself."""

    kind: str
    color: str
    detail: str = ""
    """A door is open, closed or locked; a box holds a key of a colour; a roller came that way."""

    @property
    def is_closed(self) -> bool:
        """Whether it is a door that neither feet nor eyes pass."""
        return self.kind == "door" and self.detail != "open"

    @property
    def can_be_carried(self) -> bool:
        return self.kind in ("key", "ball", "box")

    @property
    def name(self) -> str:
        """What it is called, in words."""
        if self.kind == "door":
            return f"{self.detail} {self.color} door"
        return f"{self.color} {'ball' if self.kind == 'roller' else self.kind}"

    def fits(self, door: RoomThing) -> bool:
        """Whether it is the key of a door."""
        return self.kind == "key" and self.color == door.color


Placed: TypeAlias = tuple[Cell, RoomThing]


@dataclass(frozen=True, slots=True)
class RoomState:
    rows: tuple[str, ...]
    """Tiles that never change."""
    agent: Cell
    facing: Compass
    things: tuple[Placed, ...] = ()
    """What lies on tiles, in the order of their cells."""
    carried: RoomThing | None = None
    seen: tuple[int, ...] = ()
    """The cells that were seen so far: a bit for each column of each row."""
    dice: Dice = NO_DICE
    answered: bool = False
    """Whether a whole plan was given."""

    @property
    def ahead(self) -> Cell:
        """The cell before the agent."""
        return shift(self.agent, self.facing.step)

    def tile(self, cell: Cell) -> str:
        return self.rows[cell[0]][cell[1]]

    def thing(self, cell: Cell) -> RoomThing | None:
        """What lies on a cell."""
        return next((thing for at, thing in self.things if at == cell), None)

    def is_free(self, cell: Cell) -> bool:
        """Whether something may be put down on a cell."""
        return self.tile(cell) == FLOOR and cell != self.agent and self.thing(cell) is None

    def has_seen(self, cell: Cell) -> bool:
        return bool(self.seen[cell[0]] >> cell[1] & 1)


def swapped(
    things: Iterable[Placed], cell: Cell, thing: RoomThing | None = None
) -> tuple[Placed, ...]:
    """The things when another one lies on a cell, or none."""
    others = [each for each in things if each[0] != cell]
    return tuple(sorted([*others, (cell, thing)] if thing else others, key=lambda each: each[0]))
