"""What the reference player looks at: what is about to meet the flyer, and what can be shot."""

from __future__ import annotations

from visgym.tasks.arcade.arcade_rail_shooter.world import (
    BEAM,
    BODY,
    FAST,
    FOES,
    HEDGE,
    POST,
    RANGE,
    SPEED,
    TREE,
    TREETOP,
    Oncoming,
    Ride,
    bars,
    depth_of,
    place,
)

AHEAD = 24  # ticks in which an obstacle is looked at


def worry(ride: Ride) -> float:
    """Points that the flyer has to go to be safe from obstacles, and, less so, to hit a foe."""
    found, shot = 0.0, 120.0
    for number, thing in enumerate(ride.things):
        depth = depth_of(thing, ride.pace, ride.clock)
        if depth <= 0:
            continue
        if depth > RANGE:
            break
        if thing.kind in FOES:
            if ride.left[number]:
                shot = min(shot, _aside(ride, thing, depth) + depth / 16)
        elif depth < AHEAD * ride.pace and bars(thing, ride.x, ride.y):
            away = _to_go(thing, ride.x, ride.y)
            late = away - SPEED * depth // ride.pace
            found += away + (400 if late > 0 else 0)
    return found + shot / 4


def _to_go(thing: Oncoming, x: int, y: int) -> int:
    """Points to where an obstacle is passed."""
    if thing.kind == "hedge":
        return HEDGE + BODY - y
    if thing.kind == "beam":
        return y + BODY - BEAM
    side = (POST if thing.kind == "column" else TREE) + BODY - abs(x - thing.x)
    return min(side, TREETOP + BODY - y) if thing.kind == "tree" else side


def _aside(ride: Ride, thing: Oncoming, depth: int) -> int:
    """Points between the flyer and where a shot of now would hit a foe."""
    x, y = place(thing, ride.clock + depth // (FAST + ride.pace))
    return max(abs(x - ride.x) - 8, 0) + max(abs(y - ride.y) - 8, 0)
