"""What somebody sees who stands in a place: rooms column by column, and things in front of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

import numpy as np

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.solid.layout import Floats, Ints, Texels
from visgym.kit.solid.meshes import Texture, frozen
from visgym.kit.solid.texels import in_a_row
from visgym.kit.solid.values import Instance
from visgym.kit.worlds.roam.looks import look
from visgym.kit.worlds.roam.plans import FloorPlan
from visgym.kit.worlds.roam.poses import Pose

SIZE = (384, 512)  # rows and columns of a picture
EYE, FOV = 1.5, 60.0  # metres above the floor, degrees from the bottom to the top of a picture
SHADE = 0.18  # how much light a wall loses that the sun does not reach
FLOOR_LIGHT, ROOF_LIGHT = 0.98, 0.93
Arrays = tuple[Floats, Floats, Floats, Texels, Ints]


def zoom(size: tuple[int, int] = SIZE) -> float:
    """Pixels per metre at a distance of one metre."""
    return size[0] / 2 / round(math.tan(math.radians(FOV / 2)), 12)


def view(
    plan: FloorPlan,
    pose: Pose,
    things: Sequence[Instance],
    spots: Sequence[tuple[int, int, int]] = (),
    size: tuple[int, int] = SIZE,
) -> Frame:
    """The picture from a pose; `spots` are x, y and radius of what shades the floor, in mm."""
    from visgym.kit.solid.kernels.columns import draw_columns
    from visgym.kit.solid.kernels.surfaces import BLOCK, darken
    from visgym.kit.worlds.roam.foreground import stand

    areas, rims, pictures, texels, table = _arrays(plan)
    rows, columns = size
    turn = math.radians(pose.heading)
    east, north = round(math.cos(turn), 12), round(math.sin(turn), 12)
    area = plan.area_at(pose.x, pose.y)
    sky, here = len(table) - 1, (pose.x / 1000, pose.y / 1000)
    eye = np.array([*here, east, north, EYE, zoom(size), area, sky, -pose.heading / 360 + 1.0])
    frame, depth = np.empty((rows, columns, 3), np.uint8), np.empty((columns, rows), np.float32)
    lines, levels = np.empty((rows + 2, 4)), np.empty((rows, 3), np.int64)
    draw_columns(
        eye, areas, rims, pictures, texels, table, _around(columns, zoom(size)), lines, levels,
        np.empty((BLOCK, rows), np.int64), frame, depth,
    )  # fmt: skip
    if spots:
        darken(eye, np.array(spots, np.float64) / 1000, frame, depth)
    if things:
        stand(frame, depth, np.array([*here, east, north, zoom(size)]), EYE, things)
    return frozen(frame)


@lru_cache(maxsize=8)
def _around(columns: int, zoom: float) -> Floats:
    """How far around the sky each column looks, as a share of the circle, to the right."""
    angles = [math.atan((column + 0.5 - columns / 2) / zoom) for column in range(columns)]
    return np.array([round(angle / math.tau, 9) for angle in angles])


@cached_layer
def _arrays(plan: FloorPlan) -> Arrays:
    """The areas, rims and pictures of a plan as the kernels read them, and their textures."""
    names: dict[str, int] = {}

    def number(name: str) -> int:
        return names.setdefault(name, len(names))

    areas: list[tuple[float, ...]] = []
    rims: list[tuple[float, ...]] = []
    hung: list[tuple[float, ...]] = []
    for at, (area, rim) in enumerate(zip(plan.areas, plan.rims, strict=True)):
        roof = number(area.ceiling) if area.ceiling else -1
        areas.append((
            len(rims), len(rim), area.height / 1000, float(bool(area.ceiling)),
            number(area.floor), roof, FLOOR_LIGHT, ROOF_LIGHT,
        ))  # fmt: skip
        for piece in rim:
            (x0, y0), (x1, y1) = piece.start, piece.end
            here = [
                (p, p.middle - piece.begins)
                for p in plan.pictures
                if p.area == at and p.side == piece.side and piece.beyond < 0
                and 0 <= p.middle - piece.begins <= isqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
            ]  # fmt: skip
            look_of = number(area.walls[piece.side % len(area.walls)])
            light = _light(x1 - x0, y1 - y0)
            rims.append((
                x0 / 1000, y0 / 1000, x1 / 1000, y1 / 1000, piece.beyond, look_of,
                piece.begins / 1000, light, len(hung), len(here),
            ))  # fmt: skip
            hung += [
                ((middle - p.width / 2) / 1000, (middle + p.width / 2) / 1000, p.low / 1000,
                 p.high / 1000, number(p.shows))
                for p, middle in here
            ]  # fmt: skip
    number(plan.sky)
    texels, table = _textures(tuple(names))
    return (
        frozen(np.array(areas, np.float64)), frozen(np.array(rims, np.float64)),
        frozen(np.array(hung or [(0.0,) * 5], np.float64)), texels, table,
    )  # fmt: skip


def _light(x: int, y: int) -> float:
    """How bright a wall is, seen from its inner side; the sun comes from the south-west."""
    length = math.sqrt(x * x + y * y)
    return round(1.0 - SHADE * (0.5 + 0.5 * (0.8 * y - 0.45 * x) / length), 9)


@cached_layer
def _textures(names: tuple[str, ...]) -> tuple[Texels, Ints]:
    textures: tuple[Texture, ...] = tuple(look(name) for name in names)
    texels, table = in_a_row.__wrapped__(textures)
    return frozen(texels), frozen(table)
