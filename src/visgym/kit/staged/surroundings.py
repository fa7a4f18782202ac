"""What places are made of: areas to stand on, floors, walls, boxes, a sun and a camera."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import numpy as np

from visgym.core.task import Frame
from visgym.kit import pictures
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.kit.solid import shapes
from visgym.kit.solid.textures.grounds import surface
from visgym.kit.solid.transforms import translate
from visgym.kit.solid.values import Background, Camera, Instance, Light, Vector

Coat = tuple[str, Color, Color]
"""A surface and its two colours."""

SIZE = (384, 512)  # rows and columns of a scene's picture


@dataclass(frozen=True)
class Area:
    """A level rectangle on which things stand."""

    left: float
    right: float
    back: float
    front: float
    height: float = 0.0
    headroom: float = 100.0
    """Up to what is above it."""

    def holds(self, x: float, z: float) -> bool:
        return self.left < x < self.right and self.back < z < self.front


@dataclass(frozen=True, eq=False)
class Stage:
    """Surroundings without the things."""

    props: tuple[Instance, ...]
    camera: Camera
    light: Light
    background: Background
    areas: tuple[Area, ...]
    unit: float = 1.0
    """The length of a thing of size 1 in a sparse scene."""

    @property
    def nbytes(self) -> int:
        """The memory of its background and its meshes; surfaces are kept by themselves."""
        behind = self.background.nbytes if isinstance(self.background, np.ndarray) else 0
        return behind + 2048 * len(self.props)


def floor(area: Area, tile: float, coat: Coat) -> Instance:
    """A level ground; each repeat of its surface is `tile` wide."""
    width, depth = area.right - area.left, area.front - area.back
    mesh = shapes.plane(width, depth, (width / tile, depth / tile), surface(*coat))
    middle = ((area.left + area.right) / 2, area.height, (area.back + area.front) / 2)
    return Instance(mesh, translate(*middle), casts=False)


def wall(corner: Vector, width: float, height: float, coat: Coat) -> Instance:
    """A wall that faces the camera; `corner` is its lower left."""
    x, y, z = corner
    mesh = shapes.quad(
        (x, y, z), (x + width, y, z), (x + width, y + height, z), (x, y + height, z),
        (width / 2, height / 2), surface(*coat),
    )  # fmt: skip
    return Instance(mesh, casts=False)


def box(
    x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], color: Color
) -> Instance:
    """A box between two values on each axis."""
    mesh = shapes.box(x[1] - x[0], y[1] - y[0], z[1] - z[0])
    return Instance(mesh, translate(*(sum(ends) / 2 for ends in (x, y, z))), color)


def sun(rng: Random) -> Light:
    """A sun from the left or the right."""
    side = rng.choice((-1.0, 1.0)) * rng.uniform(0.3, 0.8)
    return Light((round(side, 3), -1.4, -0.5), ambient=0.46, diffuse=0.58, shadows=True)


def camera_above(
    distance: float, pitch: float, target: Vector, fov: float, swing: float = 0.0
) -> Camera:
    """A camera `pitch` degrees above the horizon."""
    cosine, sine = (round(f(math.radians(pitch)), 9) for f in (math.cos, math.sin))
    x, y, z = target
    eye = (x + swing, y + distance * sine, z + distance * cosine)
    return Camera(eye, target, fov_degrees=fov)


@cached_layer
def backdrop(photo: str, part: float, width: int, height: int) -> Frame:
    """The top of a photo, cropped at the sides or the top to fill a rectangle."""
    columns, tall = pictures.size_of("", f"{photo}.jpg")
    rows = int(tall * part)
    across, down = min(columns, rows * width // height), min(rows, columns * height // width)
    box = ((columns - across) // 2, rows - down, across, down)
    return pictures.cut("", f"{photo}.jpg", box, width, height)
