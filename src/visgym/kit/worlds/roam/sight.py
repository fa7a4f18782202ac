"""Whether something can be seen from a pose, for generators and for explorers."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan, degrees, radians, tan

from visgym.kit.worlds.roam.plans import FloorPlan, Wall
from visgym.kit.worlds.roam.poses import Pose, bearing, off
from visgym.kit.worlds.roam.things import PILLAR, RoamThing
from visgym.kit.worlds.roam.views import FOV, SIZE

HALF = degrees(atan(tan(radians(FOV / 2)) * SIZE[1] / SIZE[0]))  # from the middle to a side


def in_picture(pose: Pose, x: int, y: int, slack: float = 0.0) -> bool:
    """Whether a point lies between the sides of the picture, with some degrees to spare."""
    return abs(off(pose.heading, bearing(x - pose.x, y - pose.y))) < HALF - slack


def sides(thing: RoamThing) -> list[Wall]:
    """The four sides of a pillar."""
    half = thing.size * 3 // 20
    left, right, low, high = thing.x - half, thing.x + half, thing.y - half, thing.y + half
    return [
        (left, low, right, low), (right, low, right, high),
        (right, high, left, high), (left, high, left, low),
    ]  # fmt: skip


def screens(plan: FloorPlan, things: Sequence[RoamThing]) -> list[Wall]:
    """All that one cannot see through: walls and pillars."""
    pillars = (side for thing in things if thing.kind == PILLAR for side in sides(thing))
    return [*plan.walls, *pillars]


def is_hidden(plan: FloorPlan, things: Sequence[RoamThing], pose: Pose, thing: RoamThing) -> bool:
    """Whether walls or pillars hide the middle of a thing and its rims, whichever way one looks."""
    walls, wide = screens(plan, things), thing.radius * 7 // 10
    spots = ((0, 0), (wide, wide), (-wide, wide), (wide, -wide), (-wide, -wide))
    return all(
        any(_cuts(wall, pose.x, pose.y, thing.x + x, thing.y + y) for wall in walls)
        for x, y in spots
    )


def _cuts(wall: Wall, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Whether a wall crosses the line between two points, in whole numbers."""
    x0, y0, x1, y1 = wall
    ex, ey, dx, dy = x1 - x0, y1 - y0, to_x - x, to_y - y
    return (ex * (y - y0) - ey * (x - x0)) * (ex * (to_y - y0) - ey * (to_x - x0)) < 0 and (
        dx * (y0 - y) - dy * (x0 - x)
    ) * (dx * (y1 - y) - dy * (x1 - x)) <= 0
