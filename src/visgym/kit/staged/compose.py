"""Scenes composed of many things, with the exact mask of each.

A scene is plain values; its picture and its masks follow from them and are cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.canvas import Color
from visgym.kit.solid import layout, objects, scene, transforms
from visgym.kit.solid.lens import Lens
from visgym.kit.solid.meshes import Mesh, Texture
from visgym.kit.staged.kinds import Kind, kind_of
from visgym.kit.staged.places import SIZE
from visgym.kit.staged.stages import stage

PAINTS: dict[str, Color] = {
    "red": (214, 44, 40),
    "green": (56, 160, 72),
    "blue": (48, 100, 222),
    "yellow": (250, 212, 48),
    "purple": (142, 68, 186),
    "white": (246, 246, 246),
}
MIDDLE = np.array([0.5])

Mask = NDArray[np.bool_]
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
    def kind(self) -> Kind:
        return kind_of(self.mesh)

    @property
    def transform(self) -> layout.Floats:
        """From the mesh, whose longest side is 1 and whose base is at height 0, to the world."""
        return transforms.compose(
            transforms.translate(self.x, self.y, self.z),
            transforms.rotate_y(self.degrees),
            transforms.scale(self.size),
        )


@dataclass(frozen=True, slots=True)
class Scene:
    """Things at a place; the style and the seed name the place."""

    style: str
    seed: int
    things: tuple[Thing, ...]


# The picture


@lru_cache(maxsize=16)
def picture(place: Scene) -> Frame:
    """The picture of a scene."""
    where = stage(place.style, place.seed)
    instances = [*where.props, *map(_instance, place.things)]
    return scene.render(instances, where.camera, where.light, SIZE, where.background)


def _instance(thing: Thing) -> scene.Instance:
    if not thing.paint:
        return scene.Instance(objects.coarse(thing.mesh), thing.transform)
    return scene.Instance(colourless(thing.mesh), thing.transform, PAINTS[thing.paint])


@lru_cache(maxsize=64)
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
def lens(camera: scene.Camera) -> Lens:
    """The geometry of a camera that takes a scene's picture."""
    return Lens(camera, SIZE)


@lru_cache(maxsize=4096)
def outline(thing: Thing, camera: scene.Camera) -> Box:
    """The box around a thing in the picture."""
    corners, turn = objects.coarse(thing.mesh).corners, thing.transform
    points = sum((corners[:, i, None] * turn[:3, i] for i in range(3)), turn[:3, 3])
    columns, rows, _ = lens(camera).project(points).T.tolist()
    return min(columns), min(rows), max(columns), max(rows)


@dataclass(frozen=True, eq=False)
class View:
    """Which thing is seen at each pixel's middle, -1 for none, and the pixels each has alone."""

    ids: NDArray[np.int16]
    alone: tuple[int, ...]
    """How many pixels each thing would cover if nothing stood before it."""

    @cached_property
    def seen(self) -> tuple[int, ...]:
        """How many pixels each thing covers."""
        counts = np.bincount(self.ids.reshape(-1) + 1, minlength=len(self.alone) + 1)
        return tuple(counts[1:].tolist())

    def mask(self, thing: int) -> Mask:
        return np.asarray(self.ids == thing)


@lru_cache(maxsize=32)
def view(place: Scene) -> View:
    """What is seen where; much faster than the picture."""
    from visgym.kit.solid import raster

    where = stage(place.style, place.seed)
    props = [(prop.mesh, prop.transform) for prop in where.props]
    things = [(objects.coarse(thing.mesh), thing.transform) for thing in place.things]
    screen = lens(where.camera).view
    faces = [_facing(mesh, transform, screen) for mesh, transform in (*props, *things)]
    shape = (SIZE[0], 1, SIZE[1])
    depth, owner = np.full(shape, np.inf, np.float32), np.full(shape, -1, np.int32)
    columns, first = np.arange(float(SIZE[1])), 0
    for each in faces:
        raster.cover(each, first, MIDDLE, columns, 0, depth, owner)
        first += len(each.counts)
    sizes = [len(each.counts) for each in faces]
    ids = np.repeat(np.maximum(np.arange(len(faces)) - len(props), -1), sizes)
    ids = np.append(ids, -1).astype(np.int16)[owner[:, 0]]
    ids.flags.writeable = False
    boxes = [outline(thing, where.camera) for thing in place.things]
    return View(ids, _alone(faces[len(props) :], boxes))


def _facing(mesh: Mesh, transform: layout.Floats, screen: layout.View) -> layout.Faces:
    """The faces of a mesh as they lie in the picture."""
    from visgym.kit.solid import raster

    count = len(mesh.faces)
    planes, polygons = np.empty((count, 10, 3)), np.empty((count, 4, 2))
    room = layout.Faces(planes, polygons, np.empty(count, np.int64), np.empty((count, 8)))
    used = raster.place(mesh.shape, mesh.looks, transform, screen, room, 0)
    planes, polygons, counts, looks = room
    return layout.Faces(planes[:used], polygons[:used], counts[:used], looks[:used])


def _alone(things: Sequence[layout.Faces], boxes: Sequence[Box]) -> tuple[int, ...]:
    """How many pixels each thing covers by itself."""
    from visgym.kit.solid import raster

    shape = (SIZE[0], 1, SIZE[1])
    depth, owner = np.full(shape, np.inf, np.float32), np.full(shape, -1, np.int32)
    columns, counts = np.arange(float(SIZE[1])), []
    for faces, (left, top, right, bottom) in zip(things, boxes, strict=True):
        raster.cover(faces, 0, MIDDLE, columns, 0, depth, owner)
        rows = slice(max(int(top), 0), max(int(bottom) + 2, 0))
        box = (rows, 0, slice(max(int(left), 0), max(int(right) + 2, 0)))
        counts.append(int((owner[box] >= 0).sum()))
        depth[box], owner[box] = np.inf, -1
    return tuple(counts)
