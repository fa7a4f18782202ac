"""Scenes composed of many things, with the exact mask of each.

A scene is plain values; its picture and its masks follow from them and are cached.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.kit.pointing import Mask as Mask
from visgym.kit.pointing import Region
from visgym.kit.solid import layout, objects, scene, values
from visgym.kit.solid.lens import Lens
from visgym.kit.solid.meshes import Mesh, Texture
from visgym.kit.staged.settings import stage
from visgym.kit.staged.surroundings import SIZE
from visgym.kit.staged.things import ThingKind, kind_of

PAINTS: dict[str, Color] = {
    "red": (214, 44, 40),
    "green": (56, 160, 72),
    "blue": (48, 100, 222),
    "yellow": (250, 212, 48),
    "purple": (142, 68, 186),
    "white": (246, 246, 246),
}

Box = tuple[float, float, float, float]  # left, top, right, bottom in pixels


@dataclass(frozen=True, slots=True)
class Thing:
    """A mesh that stands at a point of a scene, turned about the vertical."""

    mesh: str
    x: float
    y: float
    z: float
    degrees: float
    size: float
    """Its longest side."""
    paint: str = ""

    @property
    def kind(self) -> ThingKind:
        return kind_of(self.mesh)

    @property
    def turn(self) -> tuple[float, float]:
        """Cosine and sine of its angle, times its size."""
        angle = math.radians(self.degrees)
        return round(math.cos(angle), 12) * self.size, round(math.sin(angle), 12) * self.size

    @property
    def transform(self) -> layout.Floats:
        """From the mesh, whose longest side is 1 and whose base is at height 0, to the world."""
        across, along = self.turn
        return np.array(
            [
                [across, 0.0, along, self.x],
                [0.0, self.size, 0.0, self.y],
                [-along, 0.0, across, self.z],
                [0.0, 0.0, 0.0, 1.0],
            ]
        )


@dataclass(frozen=True, slots=True)
class Scene:
    """Things at a place; the style and the seed name the place."""

    style: str
    seed: int
    things: tuple[Thing, ...]

    def __hash__(self) -> int:
        return hash((self.style, self.seed))  # all things would take as long as drawing a dot


# The picture


@cached_layer
def picture(place: Scene) -> Frame:
    """The picture of a scene."""
    where = stage(place.style, place.seed)
    instances = [*where.props, *map(_instance, place.things)]
    return scene.render(instances, where.camera, where.light, SIZE, where.background)


def _instance(thing: Thing) -> values.Instance:
    if not thing.paint:
        return values.Instance(objects.coarse(thing.mesh), thing.transform)
    return values.Instance(colourless(thing.mesh), thing.transform, PAINTS[thing.paint])


@cached_layer
def colourless(key: str) -> Mesh:
    """A mesh in greys so bright that a tint gives it the tint's colour."""
    mesh = objects.coarse(key)
    faces = (mesh.looks[:, :3] * 255.0).round().astype(np.uint8)
    return replace(
        mesh,
        face_colors=_grey(faces),
        textures=tuple(Texture(_grey(texture.pixels)) for texture in mesh.textures),
    )


def _grey(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Brightness alone, the brightest tenth white."""
    red, green, blue = (pixels[..., i].astype(np.int64) for i in range(3))
    grey = (3 * red + 6 * green + blue) // 10
    white = max(int(np.sort(grey, axis=None)[grey.size * 9 // 10]), 1)
    bright = np.minimum(grey * 255 // white, 255).astype(np.uint8)
    return np.repeat(bright[..., None], 3, axis=-1)


# What is seen


@lru_cache(maxsize=64)
def lens(camera: values.Camera) -> Lens:
    """The geometry of a camera that takes a scene's picture."""
    return Lens(camera, SIZE)


def outline(thing: Thing, through: Lens) -> Box:
    """The box around a thing in the picture."""
    (cosine, sine), left, base, back = thing.turn, thing.x, thing.y, thing.z
    return through.box(
        (left + cosine * x + sine * z, base + thing.size * y, back + cosine * z - sine * x)
        for x, y, z in _corners(thing.mesh)
    )


@lru_cache(maxsize=256)
def _corners(mesh: str) -> list[tuple[float, float, float]]:
    """The corners of the box around a mesh."""
    return [(x, y, z) for x, y, z in objects.coarse(mesh).corners.tolist()]


@dataclass(frozen=True, eq=False)
class SceneView:
    """Which thing is seen at each pixel's middle, -1 for none, and how much of each."""

    ids: NDArray[np.signedinteger[Any]]
    seen: tuple[int, ...]
    """How many pixels each thing covers."""
    alone: tuple[int, ...]
    """How many pixels each thing would cover if nothing stood before it."""
    boxes: tuple[tuple[slice, slice], ...]
    """Rows and columns in which each thing lies."""

    @property
    def nbytes(self) -> int:
        return self.ids.nbytes

    def mask(self, thing: int) -> Mask:
        return np.asarray(self.ids == thing)

    def region(self, thing: int) -> Region:
        """The pixels of a thing, and no more of the picture than is around them."""
        down, across = self.boxes[thing]
        mask = np.asarray(self.ids[down, across] == thing)
        return Region(mask, across.start, down.start, SIZE)


@cached_layer
def view(place: Scene) -> SceneView:
    """What is seen where; much faster than the picture."""
    from visgym.kit.solid import crowds

    where = stage(place.style, place.seed)
    through = lens(where.camera)
    props = [(prop.mesh, prop.transform) for prop in where.props]
    things = [(objects.coarse(thing.mesh), thing.transform) for thing in place.things]
    faces, ends = crowds.silhouettes([*props, *things], through.view)
    kind = np.int8 if len(place.things) < 128 else np.int16
    depth, ids = np.full(SIZE, np.inf, np.float32), np.full(SIZE, -1, kind)
    own, scratch, alone = depth.copy(), np.empty(SIZE, np.int32), []
    crowds.deepen(faces, 0, ends[len(props) - 1], depth, scratch)
    boxes = tuple(_inside(outline(thing, through)) for thing in place.things)
    for number, box in enumerate(boxes):
        last = len(props) + number
        crowds.deepen(faces, ends[last - 1], ends[last], own, scratch)
        mine, nearest = own[box], depth[box]
        alone.append(int(np.count_nonzero(mine < np.inf)))
        nearer = mine < nearest
        np.copyto(nearest, mine, where=nearer)
        np.copyto(ids[box], number, where=nearer)
        mine[:] = np.inf
    ids.flags.writeable = False
    seen = tuple(int(np.count_nonzero(ids[box] == n)) for n, box in enumerate(boxes))
    return SceneView(ids, seen, tuple(alone), boxes)


def _inside(box: Box) -> tuple[slice, slice]:
    """The rows and columns of the picture that a box touches."""
    left, top, right, bottom = (max(int(side), 0) for side in box)
    return slice(top, bottom + 2), slice(left, right + 2)
