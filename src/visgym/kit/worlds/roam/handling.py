"""What hands can do: take the thing ahead, and put it down again."""

from __future__ import annotations

from dataclasses import replace

from visgym.core.calls import Call, Illegal
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.poses import BODY, Pose, bearing, off, stride_to
from visgym.kit.worlds.roam.things import RoamThing
from visgym.kit.worlds.roam.walking import RoamState

CONE = 35  # degrees to both sides of the way ahead in which hands reach
TAKE, DROP = Call("pickup", ()), Call("drop", ())
GAP = 100  # millimetres between the body and a thing that is put down


def within_reach(ground: WalkedGround, pose: Pose) -> RoamThing | None:
    """The nearest thing that hands reach from a pose."""
    near = [
        thing
        for thing in ground.things
        if ground.has_reached(thing, pose.x, pose.y)
        and abs(off(pose.heading, bearing(thing.x - pose.x, thing.y - pose.y))) <= CONE
    ]
    return min(near, key=lambda t: (t.x - pose.x) ** 2 + (t.y - pose.y) ** 2, default=None)


def picked(ground: WalkedGround, state: RoamState) -> RoamState:
    """The state after the thing ahead was taken into the hands."""
    thing = within_reach(ground, state.pose)
    if thing is None:
        raise Illegal("Nothing ahead is close enough to be picked up.")
    if state.carried:
        raise Illegal("Your hands are full.")
    rest = tuple(each for each in state.things if each != thing)
    return replace(state, things=rest, carried=(thing,))


def put_down(thing: RoamThing, pose: Pose) -> RoamThing:
    """A thing where it comes to stand before somebody."""
    east, north = stride_to(pose.heading, BODY + thing.radius + GAP)
    return replace(thing, x=pose.x + east, y=pose.y + north)


def fits(ground: WalkedGround, thing: RoamThing) -> bool:
    """Whether there is room for a thing where it is."""
    if ground.plan.area_at(thing.x, thing.y) < 0 or not ground.plan.is_clear(thing.x, thing.y):
        return False
    return not any(thing.is_within(thing.radius + t.radius, t.x, t.y) for t in ground.things)


def facing(ground: WalkedGround, thing: RoamThing, x: int, y: int, heading: int) -> int | None:
    """The heading from which hands take a thing at a place, None if they would not."""
    if not ground.has_reached(thing, x, y):
        return None
    away = off(heading, bearing(thing.x - x, thing.y - y))
    turned = (heading + round(away / ground.turn) * ground.turn) % 360
    return turned if within_reach(ground, Pose(x, y, turned)) == thing else None
