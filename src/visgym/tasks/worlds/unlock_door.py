"""Unlock Door: fetch the key that fits and open the locked door.

There is no goal to walk to, of which the published prompt speaks. On the last level the key is in a
box in a second room, and a ball that has to be carried away lies in the gap between the rooms.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import Budget, Cell
from visgym.kit.worlds.rooms.building import floor_of, start_at, walled
from visgym.kit.worlds.rooms.planning import Planner, Stand, at_open_door
from visgym.kit.worlds.rooms.things import COLORS, FLOOR, WALL, Placed, RoomState, RoomThing
from visgym.kit.worlds.rooms.walks import RoomTask


@dataclass(frozen=True, kw_only=True)
class UnlockDoor(RoomTask):
    size: int = 6
    """Cells along a side of a room, with the walls."""
    rooms: int = 1
    """Rooms, joined by a gap."""
    keys: int = 1
    """Keys that lie about; one of them fits."""
    boxed: bool = False
    """Whether the key is in a box beyond a ball."""

    tags = frozenset({"synthetic", "partial", "known", "navigation", "planning", "color"})
    budget = Budget(generate=3.0, solve=60.0, advance=0.8)
    verbs = ("turn", "forward", "pickup", "drop", "toggle")
    shown = ("door", "key", "box", "ball")

    def fits(self) -> None:
        if not 5 <= self.size <= 12 or not 1 <= self.rooms <= 2 or not 1 <= self.keys <= 3:
            raise ValueError("size is from 5 to 12, rooms 1 or 2, keys from 1 to 3.")
        if self.boxed and (self.rooms, self.keys) != (2, 1):
            raise ValueError("A key in a box is the only one, and takes two rooms.")

    def built(self, rng: Random) -> RoomState:
        last, wide = self.size - 1, self.rooms * (self.size - 1) + 1
        plan, inner = walled(self.size, wide), range(1, last)
        gap = (rng.choice(inner), last)
        if self.rooms == 2:
            plan |= {**{(row, last): WALL for row in inner}, gap: FLOOR}
        near = floor_of(plan, inner, inner)
        far = floor_of(plan, inner, range(last + 1, wide - 1))
        door, mat = _door(self.size, last if self.boxed else wide - 1, gap, rng)
        beside = {(gap[0], last - 1), (gap[0], last + 1), mat}
        color, *others = rng.sample(COLORS, self.keys)
        things: list[Placed] = [(door, RoomThing("door", color, "locked"))]
        if self.boxed:
            agent = rng.choice([cell for cell in near if cell not in beside])
            box = rng.choice([cell for cell in far if cell not in beside])
            things.append((gap, RoomThing("ball", rng.choice(COLORS))))
            things.append((box, RoomThing("box", rng.choice(COLORS), color)))
        else:
            free = [cell for cell in near + far if cell not in beside]
            agent, *places = rng.sample(free, self.keys + 1)
            named = zip(places, [color, *others], strict=True)
            things += [(cell, RoomThing("key", each)) for cell, each in named]
        start = start_at({**plan, door: FLOOR}, agent, rng)
        return replace(start, things=tuple(sorted(things, key=lambda each: each[0])))

    def won(self, state: RoomState) -> bool:
        return any(thing.kind == "door" and thing.detail == "open" for _, thing in state.things)

    def found(self, planner: Planner, stand: Stand) -> bool:
        return at_open_door(planner, stand)

    def in_view(self, seen: RoomState) -> bool:
        things = [thing for _, thing in seen.things]
        doors = [thing for thing in things if thing.kind == "door"]
        held = [seen.carried] if seen.carried else []
        return any(thing.fits(door) for thing in things + held for door in doors)

    def story(self) -> str:
        place = "a room" if self.rooms == 1 else "two rooms that a gap joins"
        which = "the key of the door's colour" if self.keys > 1 else "its key"
        box = " The key is in a box; toggle opens that too." if self.boxed else ""
        return (
            f"Open the locked door of {place}: it opens by toggle while you hold {which}. "
            f"Nothing else is to be done.{box}"
        )

    def metrics(self, state: RoomState) -> dict[str, float]:
        doors = [thing for _, thing in state.things if thing.kind == "door"]
        held = state.carried is not None and any(map(state.carried.fits, doors))
        return {"key": float(held), "door": self.score(state)}


def _door(size: int, right: int, gap: Cell, rng: Random) -> tuple[Cell, Cell]:
    """A place in the outer walls up to a column, and the cell before it."""
    last = size - 1
    found = [((row, 0), (row, 1)) for row in range(1, last)]
    for column in range(1, right):
        if column != gap[1]:
            found += [((0, column), (1, column)), ((last, column), (last - 1, column))]
    return rng.choice(found)


PRESETS = {
    "level_0": UnlockDoor(size=6, step_limit=40),
    "level_1": UnlockDoor(size=6, rooms=2, keys=3, step_limit=70),
    "level_2": UnlockDoor(size=7, rooms=2, boxed=True, step_limit=120),
    "plan": UnlockDoor(size=6, rooms=2, keys=3, view="full", turns="one", step_limit=1, longest=60),
}
