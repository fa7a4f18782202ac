"""Draw instances into the arrays of a layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from visgym.kit import raster, shading
from visgym.kit.layout import (
    BLOCK,
    COLUMNS,
    FIELD,
    INSTANCE,
    LOOKS,
    PADS,
    RED,
    SLOPE,
    TEXTURE,
    Bytes,
    Faces,
    Floats,
    Ints,
    Pen,
    Singles,
    Surroundings,
)
from visgym.kit.meshes import Texture
from visgym.kit.projection import World

if TYPE_CHECKING:
    from visgym.kit.scene import Instance, Layer

INK = 0.12  # brightness of edge lines, 0..1


def add(base: Layer, instances: Sequence[Instance]) -> Layer:
    """Draw instances into the arrays of a layer and return it complete."""
    world, old, end = base._world, len(base._faces.counts), base._instances + len(instances)
    textures = tuple(dict.fromkeys((*base._textures, *_textures(instances))))
    new = _place(instances, world, textures, base._instances)
    xs = np.arange(float(base.frame.shape[1]))
    raster.cover(new, old, raster.SAMPLES, xs, base._depth, base._owner)
    changed = _cast(instances, world, base._shadow)
    faces = Faces(*(np.concatenate(both) for both in zip(base._faces, new, strict=True)))
    around = Surroundings(*_texels(textures), base._shadow, world.sun, world.rays)
    shading.resolve(
        base._owner,
        faces,
        old,
        changed,
        around,
        world.background,
        np.empty((PADS, base.frame.shape[1])),
        base.frame,
        base.ids,
    )
    base.frame.flags.writeable = base.ids.flags.writeable = False
    return replace(base, _faces=faces, _textures=textures, _instances=end)


def _textures(instances: Sequence[Instance]) -> list[Texture]:
    return [texture for instance in instances for texture in instance.mesh.textures]


@lru_cache(maxsize=8)
def _texels(textures: tuple[Texture, ...]) -> tuple[Ints, Ints]:
    """Return the levels of all textures in one row, and where each begins."""
    rows, start = [(0, 1, 1, 1)], 0
    for texture in textures:
        height, width = texture.pixels.shape[:2]
        rows.append((start, width, height, len(texture.levels)))
        start += sum(level.size for level in texture.levels)
    texels = [level.reshape(-1) for texture in textures for level in texture.levels]
    return np.concatenate([*texels, np.zeros(1, np.int64)]), np.array(rows[1:] or rows)


def room(count: int) -> Faces:
    """Return space for some faces."""
    planes, polygons = np.empty((count, COLUMNS - FIELD, 3)), np.empty((count, 4, 2))
    return Faces(planes, polygons, np.empty(count, np.int64), np.empty((count, LOOKS)))


def _cut(faces: Faces, used: int) -> Faces:
    planes, polygons, counts, looks = faces
    return Faces(planes[:used], polygons[:used], counts[:used], looks[:used])


def _looks(instance: Instance, number: int, textures: Sequence[Texture]) -> Floats:
    """Return the looks of an instance's faces."""
    looks = instance.mesh.looks.copy()
    looks[:, INSTANCE] = number
    if instance.mesh.textures:
        spots = np.array([*map(textures.index, instance.mesh.textures), -1])
        looks[:, TEXTURE] = spots[looks[:, TEXTURE].astype(np.int64)]
    if instance.tint:
        looks[:, RED:SLOPE] *= np.array(instance.tint) / 255.0
    return looks


def _place(
    instances: Sequence[Instance], world: World, textures: Sequence[Texture], first: int
) -> Faces:
    """Return the faces and edge lines of instances on the screen."""
    lines = [i.mesh.creases if i.edges else np.empty((0, 3)) for i in instances]
    faces = room(sum(len(i.mesh.faces) for i in instances) + sum(map(len, lines)) // 2)
    used = 0
    for number, instance in enumerate(instances, first):
        looks, model = _looks(instance, number, textures), np.array(instance.transform, np.float64)
        used = raster.place(instance.mesh.shape, looks, model, world.view, faces, used)
        if len(lines[number - first]):
            half = instance.edges / 2
            look = np.array([INK, INK, INK, 0.0, 0.0, -1.0, number, 0.0])
            pen = Pen(half, half * world.pull[0], half * world.pull[1], look)
            used = raster.outline(lines[number - first], model, world.view, pen, faces, used)
    return _cut(faces, used)


def _cast(instances: Sequence[Instance], world: World, shadow: Singles) -> Bytes:
    """Draw instances into the shadow map; return which blocks of it they may have changed."""
    if world.shadow_side == 1:
        return np.zeros((1, 1), np.uint8)
    changed = np.zeros((len(shadow) // BLOCK + 1,) * 2, np.uint8)
    faces, used = room(sum(len(i.mesh.faces) for i in instances)), 0
    for instance in instances:
        mesh, model, start = instance.mesh, np.array(instance.transform, np.float64), used
        used = raster.place(mesh.shape, mesh.looks, model, world.sunview, faces, used)
        corners = faces.polygons[start:used, :3].reshape(-1, 2) // BLOCK
        if len(corners):
            # one block more on each side for soft borders and for slanted pixels
            left, top = np.maximum(corners.min(axis=0) - 1, 0).astype(int)
            right, bottom = np.maximum(corners.max(axis=0) + 2, 0).astype(int)
            changed[top:bottom, left:right] = 1
    xs, owner = np.arange(float(len(shadow))), np.empty((1, *shadow.shape), np.int32)
    raster.cover(_cut(faces, used), 0, np.array([0.5]), xs, shadow[None], owner)
    return changed
