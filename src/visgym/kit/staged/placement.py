"""Put things into a scene at random so that each stands free and can be seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from visgym.kit.solid import objects
from visgym.kit.solid.lens import Lens
from visgym.kit.staged.compose import PAINTS, Box, Scene, SceneView, Thing, lens, outline, view
from visgym.kit.staged.settings import stage
from visgym.kit.staged.surroundings import SIZE, Area, Stage
from visgym.kit.staged.things import SHEET, SHELF, ThingKind, kinds_for

FEWEST_PIXELS = 150
SEEN = 0.6  # part of a thing that must be seen
MARGIN = 5  # pixels to the edge of the picture
GAP = 0.03  # between things that stand side by side
HIDDEN = 0.22  # part of a thing's box that another box may cover
_PAINTS = tuple(PAINTS)
TRIES = 40  # things are the smaller, the more often they did not fit


def cast(style: str, rng: Random, most: int) -> list[ThingKind]:
    """Up to so many kinds that fit a style and are not easily confused with each other."""
    chosen: dict[str, ThingKind] = {}
    for kind in rng.sample(kinds_for(style), len(kinds_for(style))):
        chosen.setdefault(kind.family or kind.name, kind)
    return list(chosen.values())[:most]


def furnish(style: str, seed: int, wanted: Sequence[ThingKind], rng: Random) -> Scene:
    """A scene with things of the wanted kinds; some are left out where they do not fit."""
    where = stage(style, seed)
    unit, through = where.unit * _crowding(style, len(wanted)), lens(where.camera)
    things: list[Thing] = []
    feet: list[Footprint] = []
    boxes: list[Box] = []
    for kind in wanted:
        for attempt in range(TRIES):
            thrown = _thrown(kind, where, through, unit * (1 - attempt / TRIES / 2), rng)
            if thrown is None or any(_touch(thrown[1], foot) for foot in feet):
                continue
            thing, foot = thrown
            box = outline(thing, through)
            if _is_inside(box) and not any(_hides(box, other) for other in boxes):
                things.append(thing)
                feet.append(foot)
                boxes.append(box)
                break
    return without_hidden(Scene(style, seed, tuple(things)))


def _crowding(style: str, count: int) -> float:
    """How much smaller things are among so many."""
    room = {SHEET: 16, SHELF: 14}.get(style, 12)
    return min(1.15, max(math.sqrt(room / count), 0.6))


def _thrown(
    kind: ThingKind, where: Stage, through: Lens, unit: float, rng: Random
) -> tuple[Thing, Footprint] | None:
    """A thing of a kind at a random place in the picture, or None if it would not stand there."""
    area = rng.choice(where.areas)
    spot: tuple[float, float] | None
    if len(where.areas) > 1:
        spot = rng.uniform(area.left, area.right), rng.uniform(area.back, area.front)
    else:
        column, row = rng.uniform(0, SIZE[1]), rng.uniform(0, SIZE[0])
        spot = through.ground(column, row, area.height)
    if spot is None or not area.holds(*spot):
        return None
    paint = rng.choice(_PAINTS) if kind.paint else ""
    degrees, size = float(rng.randrange(0, 360, 5)), unit * kind.size * rng.uniform(0.88, 1.12)
    x, y, z = (round(value, 3) for value in (spot[0], area.height, spot[1]))
    thing = Thing(rng.choice(kind.meshes), x, y, z, degrees, round(size, 3), paint)
    foot, high = footprint(thing), _limits(thing.mesh)[1][1] * thing.size
    return (thing, foot) if high < area.headroom and _is_on(area, foot) else None


# The ground that a thing needs


@dataclass(slots=True)
class Footprint:
    """A rectangle on a level: its centre, its two half sides as vectors, and their lengths."""

    level: float
    centre: tuple[float, float]
    sides: tuple[tuple[float, float], tuple[float, float]]
    halves: tuple[float, float]
    radius: float
    """Of the circle around it."""

    def reach(self, x: float, z: float) -> float:
        """How far it extends from its centre along a unit vector."""
        (a, b), (c, d) = self.sides
        return abs(a * x + b * z) + abs(c * x + d * z)


def footprint(thing: Thing) -> Footprint:
    """The rectangle around a thing seen from above."""
    (left, _, back), (right, _, front) = _limits(thing.mesh)
    x, z = thing.size * (left + right) / 2, thing.size * (back + front) / 2
    width, depth = thing.size * (right - left) / 2, thing.size * (front - back) / 2
    angle = math.radians(thing.degrees)
    cosine, sine = round(math.cos(angle), 12), round(math.sin(angle), 12)
    centre = thing.x + cosine * x + sine * z, thing.z + cosine * z - sine * x
    sides = (cosine * width, -sine * width), (sine * depth, cosine * depth)
    return Footprint(thing.y, centre, sides, (width, depth), math.hypot(width, depth))


@lru_cache(maxsize=256)
def _limits(mesh: str) -> tuple[list[float], list[float]]:
    """The lowest and the highest x, y and z of a mesh."""
    corners = objects.coarse(mesh).corners
    return corners.min(axis=0).tolist(), corners.max(axis=0).tolist()


def _touch(one: Footprint, other: Footprint) -> bool:
    """Whether two footprints on one level come closer than the gap."""
    if one.level != other.level:
        return False
    dx, dz = one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]
    if math.hypot(dx, dz) > one.radius + other.radius + 2 * GAP:
        return False
    for foot in (one, other):
        for (x, z), length in zip(foot.sides, foot.halves, strict=True):
            ux, uz = x / length, z / length
            if abs(dx * ux + dz * uz) > one.reach(ux, uz) + other.reach(ux, uz) + GAP:
                return False
    return True


def _is_on(area: Area, foot: Footprint) -> bool:
    (x, z), width, depth = foot.centre, foot.reach(1, 0), foot.reach(0, 1)
    across = area.left <= x - width and x + width <= area.right
    return across and area.back <= z - depth and z + depth <= area.front


# What is seen of a thing


def without_hidden(place: Scene) -> Scene:
    """The scene without things that are too small or too much behind others to be counted."""
    while True:
        seen = view(place)
        clear = tuple(t for i, t in enumerate(place.things) if is_clear(seen, i))
        if len(clear) == len(place.things):
            return place
        place = Scene(place.style, place.seed, clear)


def is_clear(seen: SceneView, thing: int) -> bool:
    """Whether a thing shows enough pixels, and enough of those it would show alone."""
    pixels = seen.seen[thing]
    return pixels >= FEWEST_PIXELS and pixels >= SEEN * seen.alone[thing]


def _is_inside(box: Box) -> bool:
    left, top, right, bottom = box
    across, down = right <= SIZE[1] - MARGIN, bottom <= SIZE[0] - MARGIN
    return left >= MARGIN and top >= MARGIN and across and down


def _overlap(one: Box, other: Box) -> float:
    """The pixels that two boxes share."""
    if one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]:
        return 0.0
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height


def _hides(one: Box, other: Box) -> bool:
    """Whether one of two boxes covers too much of the other."""
    shared = _overlap(one, other)
    if not shared:
        return False
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return shared > HIDDEN * smaller
