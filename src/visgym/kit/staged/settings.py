"""The five kinds of places where scenes are set: what surrounds the things, camera and sun."""

from __future__ import annotations

from random import Random

import numpy as np

from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.kit.solid import meshes, shapes
from visgym.kit.solid.lens import Lens
from visgym.kit.solid.values import Camera, Instance, Light
from visgym.kit.staged.surroundings import (
    SIZE,
    Area,
    Coat,
    Stage,
    backdrop,
    box,
    camera_above,
    floor,
    sun,
    wall,
)
from visgym.kit.staged.things import OUTDOORS, ROOM, SHEET, SHELF, TABLE

STYLES = (TABLE, ROOM, SHELF, SHEET, OUTDOORS)


@cached_layer
def stage(style: str, seed: int) -> Stage:
    """The place that a style and a seed name."""
    return _SETTINGS[style](Random(f"stage {style} {seed}"))


# Table: a desk or kitchen table seen from a chair

_TABLES: tuple[Coat, ...] = (
    ("wood", (214, 172, 120), (142, 92, 52)),
    ("wood", (236, 220, 190), (186, 160, 124)),
    ("wood", (130, 92, 66), (70, 46, 32)),
    ("marble", (222, 220, 216), (168, 166, 166)),
    ("plaid", (232, 226, 216), (184, 66, 60)),
    ("plaid", (230, 232, 228), (70, 110, 160)),
    ("weave", (88, 112, 104), (130, 152, 142)),
)
_WALLS: tuple[Coat, ...] = (
    ("plaster", (232, 226, 214), (206, 198, 184)),
    ("plaster", (188, 204, 208), (164, 182, 190)),
    ("stripes", (230, 222, 204), (204, 192, 166)),
    ("stripes", (198, 214, 206), (170, 190, 184)),
    ("plaster", (224, 200, 184), (204, 176, 158)),
    ("tiles", (226, 232, 232), (186, 196, 198)),
)


def _table(rng: Random) -> Stage:
    area, top, paper = Area(-2.3, 2.3, -1.7, 1.7), rng.choice(_TABLES), rng.choice(_WALLS)
    props = (
        floor(area, 2.4, top),
        box((-2.3, 2.3), (-0.16, -0.001), (-1.7, 1.7), top[2]),
        wall((-6, -3, -3.4), 12, 6, paper),
    )
    camera = camera_above(5.6, rng.uniform(40, 54), (0, -0.12, -0.05), 40, rng.uniform(-0.7, 0.7))
    return Stage(props, camera, sun(rng), paper[2], (area,), 0.62)


# Room: a floor before a wall with a photo on it

_FLOORS: tuple[Coat, ...] = (
    ("wood", (206, 164, 112), (150, 104, 62)),
    ("wood", (176, 142, 112), (116, 88, 66)),
    ("tiles", (222, 214, 200), (164, 156, 146)),
    ("checks", (232, 230, 224), (138, 146, 154)),
    ("weave", (150, 120, 120), (188, 160, 152)),
    ("weave", (104, 120, 146), (150, 164, 184)),
)
_PHOTOS = (
    "lake_sherburne",
    "machu_picchu",
    "canyonde_chelly",
    "tea_gardens",
    "extreme_desert_hike",
)


def _room(rng: Random) -> Stage:
    paper = rng.choice(_WALLS)
    props = [
        floor(Area(-6, 6, -2.4, 4), 1.7, rng.choice(_FLOORS)),
        wall((-6, 0, -2.4), 12, 5, paper),
        box((-6, 6), (0, 0.16), (-2.4, -2.36), (236, 234, 228)),
    ]
    photos = rng.sample(_PHOTOS, rng.randint(1, 2))
    for x, photo in zip(rng.sample((-2.5, -0.2, 2.1), len(photos)), photos, strict=True):
        props += _framed(photo, x, 1.45)
    camera = camera_above(6.6, rng.uniform(30, 38), (0, 0.2, -0.1), 42, rng.uniform(-0.8, 0.8))
    areas = (Area(-3.4, 3.4, -2.1, 2.5),)
    return Stage(tuple(props), camera, sun(rng), paper[2], areas, 0.85)


def _framed(photo: str, x: float, y: float) -> list[Instance]:
    """A photo in a frame on the wall; its lower left corner is given."""
    right, top, z = x + 1.1, y + 0.82, -2.33
    a, b, c, d = (x, y, z), (right, y, z), (right, top, z), (x, top, z)
    rim = box((x - 0.06, right + 0.06), (y - 0.06, top + 0.06), (-2.4, -2.335), (70, 54, 42))
    return [rim, Instance(shapes.quad(a, b, c, d, texture=_print(photo)))]


@cached_layer
def _print(photo: str) -> meshes.Texture:
    """A photo as it hangs on walls."""
    return meshes.Texture(backdrop(photo, 1.0, 128, 96))


# Shelf: boards seen from the front

_BOARDS: tuple[tuple[Color, Color], ...] = (
    ((206, 166, 116), (150, 108, 68)),
    ((238, 236, 230), (206, 204, 198)),
    ((120, 84, 60), (76, 52, 38)),
    ((178, 190, 196), (120, 132, 140)),
)


def _shelf(rng: Random) -> Stage:
    (light, dark), paper, rows = rng.choice(_BOARDS), rng.choice(_WALLS), rng.choice((3, 4))
    rise, top, deep = 3.6 / rows, 1.8, (-0.68, 0.42)
    heights = [top - rise * (row + 1) for row in range(rows)]
    props = [wall((-4, -3, -0.7), 8, 6, paper)]
    props += [box((-2.5, 2.5), (h - 0.07, h), deep, light) for h in (*heights, top + 0.07)]
    upright = (heights[-1] - 0.07, top + 0.07)
    props += [box((x - 0.07, x), upright, deep, dark) for x in (-2.5, 2.57)]
    camera = camera_above(7.4, rng.uniform(5, 10), (0, 0.0, 0), 32, rng.uniform(-0.5, 0.5))
    lamp = Light((0.35, -0.75, -1.2), ambient=0.56, diffuse=0.5, shadows=True)
    areas = tuple(Area(-2.38, 2.38, -0.35, 0.3, height, rise - 0.1) for height in heights)
    return Stage(tuple(props), camera, lamp, paper[2], areas, 0.74 * rise)


# Sheet: a cloth, a mat or a desk seen from straight above

_SHEETS: tuple[Coat, ...] = (
    ("grid", (44, 104, 88), (128, 182, 164)),
    ("grid", (232, 232, 226), (150, 182, 214)),
    ("weave", (92, 116, 148), (128, 152, 182)),
    ("weave", (172, 150, 128), (204, 186, 164)),
    ("wood", (232, 206, 166), (178, 140, 96)),
    ("gravel", (196, 188, 174), (222, 216, 204)),
    ("plaster", (238, 214, 206), (220, 190, 182)),
)


def _sheet(rng: Random) -> Stage:
    cloth = rng.choice(_SHEETS)
    camera = Camera((0, 9.0, 0.0), (0, 0, 0), up=(0, 0, -1), fov_degrees=25)
    lamp = Light((rng.choice((-0.5, 0.5)), -1.6, 0.35), ambient=0.46, diffuse=0.54, shadows=True)
    props = (floor(Area(-4, 4, -3, 3), 2.0, cloth),)
    return Stage(props, camera, lamp, cloth[1], (Area(-2.7, 2.7, -2.0, 2.0),), 0.66)


# Outdoors: ground before a photo

_GRASS: Coat = ("grass", (70, 98, 42), (128, 156, 72))
_GRAVEL: Coat = ("gravel", (160, 148, 128), (206, 196, 178))
_SAND: Coat = ("gravel", (204, 128, 74), (226, 158, 100))
_PAVING: Coat = ("paving", (172, 168, 162), (112, 110, 108))
_VIEWS: tuple[tuple[str, float, Coat], ...] = (
    ("aitzgorri", 0.64, _GRASS),
    ("lake_sherburne", 0.92, _GRAVEL),
    ("picosdeeuropa", 0.62, _GRASS),
    ("machu_picchu", 0.9, _GRASS),
    ("canyonde_chelly", 0.62, _GRAVEL),
    ("extreme_desert_hike", 0.72, _SAND),
    ("tea_gardens", 0.8, _GRASS),
    ("singaporean_cityscape", 0.68, _PAVING),
    ("beacon_street_sunset", 0.8, _PAVING),
)  # photo, the part of it from the top that is used, and the ground before it


def _outdoors(rng: Random) -> Stage:
    photo, part, coat = rng.choice(_VIEWS)
    camera = camera_above(9.0, rng.uniform(24, 29), (0, 0.2, 0.6), 42, rng.uniform(-0.6, 0.6))
    rows = int(Lens(camera, SIZE).spot(0.0, 0.0, -7.5)[1]) + 2
    picture = np.empty((*SIZE, 3), np.uint8)
    picture[:rows], picture[rows:] = backdrop(photo, part, SIZE[1], rows), coat[2]
    light = Light((rng.choice((-0.7, 0.7)), -1.3, -0.4), ambient=0.54, diffuse=0.58, shadows=True)
    props = (floor(Area(-10, 10, -7.5, 7), 3.0, coat),)
    return Stage(props, camera, light, picture, (Area(-6.5, 6.5, -5.0, 4.0),), 1.35)


_SETTINGS = {TABLE: _table, ROOM: _room, SHELF: _shelf, SHEET: _sheet, OUTDOORS: _outdoors}
