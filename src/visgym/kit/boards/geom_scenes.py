"""Geoms on a board as a scene in perspective.

The sun is so high that no shadow reaches a neighbour, so shadows are painted on the board, which is
much faster than a shadow map and looks the same.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.boards.geoms import Geom, rgb, tile_name
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, MUTED, Canvas, Color
from visgym.kit.solid import meshes, scene, shapes, transforms, values

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

SIZE = 512  # pixels
TEXEL = 128  # pixels of a tile's texture
RIM = 0.45  # tiles around the board
FRAME: Color = (188, 192, 202)
TILE: Color = (218, 221, 227)
SUN = (0.3, -1.0, -0.24)
LIGHT = values.Light(SUN, ambient=0.5, diffuse=0.56, specular=0.14)
DARKNESS, BLUR = 72, 0.05  # of 256 taken away by a shadow; tiles over which it fades
CORNERS = 48  # sides of the outline of a shadow
ELEVATION, FOV, DISTANCE = 50.0, 24.0, 2.98  # degrees, degrees, sides of the board


def scene_of(
    geoms: tuple[Geom, ...], cells: tuple[int, ...], side: int, tint: Color, labels: bool
) -> Frame:
    """The board with its geoms, seen from the front and above."""
    table = _table(side, tint, labels)
    drawn = table.draw(
        [_standing(geom, cell, side) for geom, cell in zip(geoms, cells, strict=True)]
    )
    dark = np.zeros((SIZE, SIZE), np.uint8)
    for geom, cell in zip(geoms, cells, strict=True):
        top, left, shadow = _shadow(geom.shape, cell, side)
        region = dark[top : top + shadow.shape[0], left : left + shadow.shape[1]]
        np.maximum(region, shadow, out=region)
    return _shaded(drawn.frame, np.where(drawn.ids == table.ids, dark, 0))


def _shaded(drawn: Frame, dark: Bytes) -> Frame:
    """The frame, darker by as much as `dark` says."""
    where = np.flatnonzero(dark)
    light = 256 - dark.ravel().take(where).astype(np.int32)
    frame = drawn.reshape(-1, 3).copy()
    frame[where] = (frame.take(where, axis=0) * light[:, None] + 128) >> 8
    return frame.reshape(drawn.shape)


def _standing(geom: Geom, cell: int, side: int) -> values.Instance:
    mesh, height = _solid(geom.shape)
    x, z = _middle(cell, side)
    return values.Instance(mesh, transforms.translate(x, height / 2, z), tint=rgb(geom.color))


def _middle(cell: int, side: int) -> tuple[float, float]:
    """The middle of a cell, in tiles to the right of and before the middle of the board."""
    return cell % side - (side - 1) / 2, cell // side - (side - 1) / 2


@cache
def _solid(shape: str) -> tuple[meshes.Mesh, float]:
    """The mesh of a shape, and how tall it is."""
    made = {
        "cube": lambda: shapes.rounded_box(0.58, 0.58, 0.58, 0.03, 1),
        "pyramid": lambda: shapes.pyramid(0.74, 0.68),
        "sphere": lambda: shapes.sphere(0.34, 24),
        "cylinder": lambda: shapes.cylinder(0.3, 0.64, 28),
        "cone": lambda: shapes.cone(0.36, 0.72, 28),
        "prism": _bar,
    }
    mesh = made[shape]()
    low, high = mesh.vertices[:, 1].min(), mesh.vertices[:, 1].max()
    return mesh, float(high - low)


def _bar() -> meshes.Mesh:
    """A prism turned so that an end and a long side show."""
    turn = transforms.rotate_y(-36.0)[:3, :3]
    bar = shapes.prism(0.6, 0.62)
    points = sum((bar.vertices[:, i, None] * turn[:, i] for i in range(3)), np.zeros(3))
    return meshes.Mesh(points, bar.faces)


@cached_layer
def _table(side: int, tint: Color, labels: bool) -> scene.Layer:
    """The empty board."""
    reach = side + 2 * RIM
    top = shapes.plane(reach, reach, texture=meshes.Texture(_surface(side, labels)))
    slab = values.Instance(
        shapes.box(reach, 0.16, reach), transforms.translate(0, -0.082, 0), tint=(150, 154, 164)
    )
    eye, target = _eye(side)
    camera = values.Camera(eye, target, fov_degrees=FOV)
    return scene.layer([slab, values.Instance(top)], camera, LIGHT, (SIZE, SIZE), tint)


def _eye(side: int) -> tuple[values.Vector, values.Vector]:
    """Where the camera is and what it looks at."""
    tilt = math.radians(ELEVATION)
    rise, back = round(math.sin(tilt), 12), round(math.cos(tilt), 12)
    away = DISTANCE * (side + 0.5)
    target = (0.0, 0.0, 0.01 * side)
    return (0.0, away * rise, target[2] + away * back), target


@cached_layer
def _surface(side: int, labels: bool) -> Frame:
    """The tiles of the board, with coordinates around them and on them."""
    rim = round(RIM * TEXEL)
    canvas = Canvas(side * TEXEL + 2 * rim, side * TEXEL + 2 * rim, FRAME)
    canvas.rect(rim - 4, rim - 4, side * TEXEL + 8, side * TEXEL + 8, MUTED)
    for cell in range(side * side):
        x, y = rim + cell % side * TEXEL, rim + cell // side * TEXEL
        canvas.rect(x + 2, y + 2, TEXEL - 4, TEXEL - 4, TILE)
        if labels:
            canvas.text(x + TEXEL / 2, y + TEXEL / 2, tile_name(cell, side), 34, MUTED)
    for index in range(side if labels else 0):
        middle = rim + (index + 0.5) * TEXEL
        far = rim + side * TEXEL + rim / 2
        canvas.text(middle, far, tile_name(index, side)[:1], 42, INK, bold=True)
        canvas.text(rim / 2, middle, str(side - index), 42, INK, bold=True)
    return canvas.frame


# Shadows


@lru_cache(maxsize=512)
def _shadow(shape: str, cell: int, side: int) -> tuple[int, int, Bytes]:
    """The top, the left and the darkness of the shadow that a solid casts on the board."""
    x, z = _middle(cell, side)
    right, front = _ground(side)
    outline = _outline(shape)
    east, south, west, north = (reach + BLUR / 2 for _, _, reach in outline[:: CORNERS // 4])
    rows = np.flatnonzero((front > z - north) & (front < z + south))
    right, front = right[rows] - x, front[rows] - z
    columns = np.flatnonzero(((right > -west) & (right < east)).any(axis=0))
    right = right[:, columns]
    beyond = np.full(right.shape, -np.inf)
    for across, along, reach in outline:
        np.maximum(beyond, right * across + front * along - reach, out=beyond)
    dark = np.clip(0.5 - beyond / BLUR, 0.0, 1.0) * DARKNESS
    return int(rows[0]), int(columns[0]), np.floor(dark + 0.5).astype(np.uint8)


@cache
def _outline(shape: str) -> tuple[tuple[float, float, float], ...]:
    """How far the shadow of a solid reaches in each of many directions."""
    mesh, height = _solid(shape)
    up = mesh.vertices[:, 1] + height / 2
    right, front = mesh.vertices[:, 0] + up * SUN[0], mesh.vertices[:, 2] + up * SUN[2]
    found = []
    for number in range(CORNERS):
        angle = math.tau * number / CORNERS
        across, along = round(math.cos(angle), 12), round(math.sin(angle), 12)
        found.append((across, along, float((right * across + front * along).max())))
    return tuple(found)


@cache
def _ground(side: int) -> tuple[Floats, Floats]:
    """The point of the board's plane that pixels show: to the right, and to the front by row."""
    (_, high, back), _target = _eye(side)
    tilt = math.radians(ELEVATION)
    rise, level = round(math.sin(tilt), 12), round(math.cos(tilt), 12)
    zoom = SIZE / 2 / round(math.tan(math.radians(FOV / 2)), 12)
    aside = (np.arange(SIZE) + 0.5 - SIZE / 2)[None, :]
    above = (SIZE / 2 - np.arange(SIZE) - 0.5)[:, None]
    times = high / (rise * zoom - level * above)  # lengths of the ray from the eye to the plane
    front = back - (level * zoom + rise * above) * times
    return aside * times, front
