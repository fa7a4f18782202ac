"""What one can do in rooms: turn, walk, carry, open; each a new state, or a refusal."""

from __future__ import annotations

from dataclasses import replace

from visgym.core.calls import Illegal
from visgym.kit.worlds.rooms.things import WALL, Compass, RoomState, RoomThing, swapped


def turned(state: RoomState, quarters: int) -> RoomState:
    """Facing another way, so many quarters clockwise."""
    return replace(state, facing=Compass((state.facing + quarters) % 4))


def stepped(state: RoomState) -> RoomState:
    """One cell on; lava and rollers do not refuse anybody."""
    ahead, thing = state.ahead, state.thing(state.ahead)
    if state.tile(ahead) == WALL:
        raise Illegal("A wall is ahead of you.")
    if thing is not None and thing.detail != "open" and thing.kind != "roller":
        raise Illegal(f"A {thing.name} is in your way.")
    return replace(state, agent=ahead)


def taken(state: RoomState) -> RoomState:
    """With the thing ahead in hand."""
    ahead, thing = state.ahead, state.thing(state.ahead)
    if thing is None or not thing.can_be_carried:
        raise Illegal("There is nothing ahead of you to pick up.")
    if state.carried is not None:
        raise Illegal(f"You carry a {state.carried.name} already.")
    return replace(state, things=swapped(state.things, ahead), carried=thing)


def dropped(state: RoomState) -> RoomState:
    """With empty hands, and what was in them ahead."""
    if state.carried is None:
        raise Illegal("You carry nothing.")
    if not state.is_free(state.ahead):
        raise Illegal("There is no free floor ahead of you.")
    return replace(state, things=swapped(state.things, state.ahead, state.carried), carried=None)


def toggled(state: RoomState) -> RoomState:
    """With the door ahead opened or closed, or the box ahead opened."""
    ahead, thing = state.ahead, state.thing(state.ahead)
    if thing is None or thing.kind not in ("door", "box"):
        raise Illegal("There is neither a door nor a box ahead of you.")
    if thing.detail == "locked" and not (state.carried and state.carried.fits(thing)):
        raise Illegal(f"The {thing.color} door is locked, and you do not hold its key.")
    return replace(state, things=swapped(state.things, ahead, _other_way(thing)))


def _other_way(thing: RoomThing) -> RoomThing | None:
    """A door the other way, or what was in a box."""
    if thing.kind == "door":
        return replace(thing, detail="closed" if thing.detail == "open" else "open")
    return RoomThing("key", thing.detail) if thing.detail else None
