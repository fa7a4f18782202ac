"""Shortest plans in rooms, over poses and what was carried, opened and put down.

A first search moves nothing out of the way. Where that finds nothing, a second one may carry things
a little aside, and a third one anywhere, which is a far larger space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from visgym.core.calls import Call
from visgym.kit.grid import Cell
from visgym.kit.search import breadth_first
from visgym.kit.worlds.rooms.building import apart
from visgym.kit.worlds.rooms.sight import lit, shut_cells, unknown_bits
from visgym.kit.worlds.rooms.things import (
    FLOOR,
    GOAL,
    HIDDEN,
    LARGEST,
    Compass,
    Placed,
    RoomState,
    RoomThing,
    swapped,
)

FORWARD, PICK_UP, DROP, TOGGLE = (Call(name) for name in ("forward", "pickup", "drop", "toggle"))
LEFT, RIGHT = (Call("turn", (side,)) for side in ("left", "right"))
WALKED = (FLOOR, GOAL)
_STEPS = tuple(facing.step for facing in Compass)
LITTLE, ANYWHERE = 2, 2 * LARGEST  # cells that things are carried aside
NOWHERE = (-1, -1)

Stand: TypeAlias = tuple[Cell, int, int]
"""A cell, a direction, and the number of an arrangement."""
Wanted: TypeAlias = Callable[["Planner", Stand], bool]
"""Whether a search ends here."""


@dataclass(frozen=True)
class Arrangement:
    """What lies where, and what is in the agent's hands."""

    things: tuple[Placed, ...]
    carried: RoomThing | None
    origin: Cell
    """Where what is carried was picked up."""
    settled: frozenset[Cell] = frozenset()
    """Where things were put aside, which stay there."""

    def useful(self, thing: RoomThing) -> bool:
        """Whether it is the key of a door that is locked."""
        return any(each.detail == "locked" and thing.fits(each) for _, each in self.things)

    @property
    def opened(self) -> bool:
        """Whether a door is open."""
        return any(each.kind == "door" and each.detail == "open" for _, each in self.things)

    @property
    def revealed(self) -> bool:
        """Whether a box was opened of which nobody knew what it holds."""
        return any(each.color == HIDDEN for _, each in self.things)


@dataclass
class Planner:
    """A search in the rooms of a state; arrangements are numbered as they are met."""

    state: RoomState
    aside: int
    """Cells that things may be carried out of the way; 0 where they stay."""
    arrangements: list[Arrangement] = field(default_factory=list)
    _numbers: dict[Arrangement, int] = field(default_factory=dict)
    _where: list[dict[Cell, RoomThing]] = field(default_factory=list)
    _shut: list[list[Cell]] = field(default_factory=list)

    def plan(self, is_goal: Wanted) -> list[Call] | None:
        """The calls to the nearest goal, None if there is none."""
        first = self._number(Arrangement(self.state.things, self.state.carried, self.state.agent))
        start: Stand = (self.state.agent, int(self.state.facing), first)
        return breadth_first(start, self._ways, lambda stand: is_goal(self, stand))

    def tells_news(self, stand: Stand) -> bool:
        """Whether something unknown would be seen from here."""
        cell, facing, number = stand
        bits, lines = lit(self.state.rows, self._shut[number], cell, facing)
        news = any(light & unknown_bits(line) for light, line in zip(bits, lines, strict=True))
        return news or self.arrangements[number].revealed

    def _number(self, arrangement: Arrangement) -> int:
        if arrangement not in self._numbers:
            self._numbers[arrangement] = len(self.arrangements)
            self.arrangements.append(arrangement)
            self._where.append(dict(arrangement.things))
            self._shut.append(shut_cells(arrangement.things))
        return self._numbers[arrangement]

    def _ways(self, stand: Stand) -> Iterator[tuple[Call, Stand]]:
        cell, facing, number = stand
        yield LEFT, (cell, (facing + 3) % 4, number)
        yield RIGHT, (cell, (facing + 1) % 4, number)
        down, across = _STEPS[facing]
        ahead = cell[0] + down, cell[1] + across
        tile, thing = self.state.rows[ahead[0]][ahead[1]], self._where[number].get(ahead)
        if tile in WALKED and (thing is None or thing.detail == "open"):
            yield FORWARD, (ahead, facing, number)
        if thing is not None or (tile == FLOOR and self.arrangements[number].carried):
            for call, after in self._changes(self.arrangements[number], ahead, thing):
                yield call, (cell, facing, self._number(after))

    def _changes(
        self, now: Arrangement, ahead: Cell, thing: RoomThing | None
    ) -> Iterator[tuple[Call, Arrangement]]:
        """What can be done with the cell ahead."""
        held, things = now.carried, now.things
        if thing is None:
            if held is not None and self._may_drop(now, ahead):
                after = swapped(things, ahead, held)
                yield DROP, Arrangement(after, None, NOWHERE, now.settled | {ahead})
        elif thing.kind == "box":
            inside = RoomThing("key", thing.detail) if thing.detail else None
            yield TOGGLE, replace(now, things=swapped(things, ahead, inside))
        elif thing.is_closed:
            if thing.detail == "closed" or (held is not None and held.fits(thing)):
                opened = replace(thing, detail="open")
                yield TOGGLE, replace(now, things=swapped(things, ahead, opened))
        elif held is None and self._may_take(now, ahead, thing):
            after = swapped(things, ahead)
            yield PICK_UP, Arrangement(after, thing, ahead, now.settled - {ahead})

    def _may_take(self, now: Arrangement, ahead: Cell, thing: RoomThing) -> bool:
        """Whether it makes sense to pick up a thing."""
        if not thing.can_be_carried:
            return False
        return now.useful(thing) or (bool(self.aside) and ahead not in now.settled)

    def _may_drop(self, now: Arrangement, ahead: Cell) -> bool:
        """Whether it makes sense to put down what is carried."""
        if self.aside < ANYWHERE and now.carried is not None and now.useful(now.carried):
            return False
        return 0 < apart(ahead, now.origin) <= max(self.aside, LITTLE)


def at_goal(planner: Planner, stand: Stand) -> bool:
    """On the goal."""
    row, column = stand[0]
    return planner.state.rows[row][column] == GOAL


def at_open_door(planner: Planner, stand: Stand) -> bool:
    """Where a door is open."""
    return planner.arrangements[stand[2]].opened


def at_news(planner: Planner, stand: Stand) -> bool:
    """Where something unknown is seen."""
    return planner.tells_news(stand)


def shortest(state: RoomState, *goals: Wanted) -> list[Call]:
    """The way to the first of some goals that can be reached; empty if there is none."""
    for aside in (0, LITTLE, ANYWHERE):
        for wanted in goals:
            if plan := Planner(state, aside).plan(wanted):
                return plan
    return []


def cells_walked(state: RoomState, calls: list[Call]) -> list[Cell]:
    """The cells that a plan enters."""
    (row, column), facing = state.agent, int(state.facing)
    entered = list[Cell]()
    for call in calls:
        if call == FORWARD:
            row, column = row + _STEPS[facing][0], column + _STEPS[facing][1]
            entered.append((row, column))
        elif call in (LEFT, RIGHT):
            facing = (facing + (3 if call == LEFT else 1)) % 4
    return entered
