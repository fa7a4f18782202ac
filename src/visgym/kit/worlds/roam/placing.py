"""Where things and walkers are put: at random, free of walls and of each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from visgym.kit.worlds.roam.plans import FloorPlan
from visgym.kit.worlds.roam.poses import BODY, Pose, bearing, off
from visgym.kit.worlds.roam.things import RoamThing

GRAIN = 50  # millimetres between places
APART = 900  # millimetres between the rims of things, so that one can pass between


def spot(rng: Random, box: tuple[int, int, int, int]) -> tuple[int, int]:
    """A place in a rectangle."""
    left, low, right, high = box
    return rng.randrange(left, right + 1, GRAIN), rng.randrange(low, high + 1, GRAIN)


def inner(plan: FloorPlan, area: int, rim: int) -> tuple[int, int, int, int]:
    """The rectangle around an area, so far from its rim."""
    xs, ys = zip(*plan.areas[area].corners, strict=True)
    return min(xs) + rim, min(ys) + rim, max(xs) - rim, max(ys) - rim


def is_roomy(
    thing: RoamThing, others: Sequence[RoamThing], pose: Pose | None = None, apart: int = APART
) -> bool:
    """Whether a thing is clear of others and of a walker."""
    if pose and thing.is_within(thing.radius + BODY + apart, pose.x, pose.y):
        return False
    return not any(
        thing.is_within(thing.radius + other.radius + apart, other.x, other.y) for other in others
    )


def put(
    rng: Random,
    thing: RoamThing,
    boxes: Sequence[tuple[int, int, int, int]],
    suits: Callable[[RoamThing], bool],
    tries: int = 60,
) -> RoamThing | None:
    """A thing somewhere in one of the rectangles where it suits, None if no place is found."""
    for _ in range(tries):
        x, y = spot(rng, rng.choice(boxes))
        placed = replace(thing, x=x, y=y, turn=rng.randrange(0, 90, 15))
        if suits(placed):
            return placed
    return None


def heading_with(
    rng: Random, step: int, x: int, y: int, thing: RoamThing, least: float, most: float
) -> int | None:
    """A heading from which a thing is seen off the way ahead by an angle between two bounds."""
    away = bearing(thing.x - x, thing.y - y)
    fit = [h for h in range(0, 360, step) if least <= abs(off(h, away)) <= most]
    return rng.choice(fit) if fit else None
