"""Draw instances into the arrays of a layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from visgym.kit.solid import raster, shading
from visgym.kit.solid.layout import (
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
    Ids,
    Ints,
    Pen,
    Singles,
    Surroundings,
)
from visgym.kit.solid.meshes import Texture
from visgym.kit.solid.projection import World

if TYPE_CHECKING:
    from visgym.kit.solid.scene import Instance

BAND = 64  # rows of pixels that are drawn together, few enough for a fast cache
INK = 0.12  # brightness of edge lines, 0..1


@dataclass(frozen=True, eq=False)
class Trace:
    """What a drawn scene leaves for drawing more: its faces and who owns each sample."""

    world: World
    faces: Faces
    depth: Singles
    owner: Ids
    shadow: Singles
    textures: tuple[Texture, ...] = ()
    instances: int = 0


def blank(world: World, rows: int, width: int) -> Trace:
    """Return the trace of an empty scene; it needs no more rows than are drawn together."""
    samples, side = (rows, len(raster.SAMPLES), width), world.shadow_side
    return Trace(
        world,
        _room(0),
        np.full(samples, np.inf, np.float32),
        np.full(samples, -1, np.int32),
        np.full((side, side), np.inf, np.float32),
    )


def draw(trace: Trace, instances: Sequence[Instance], frame: Bytes, ids: Ids, keep: bool) -> Trace:
    """Draw instances into a frame; return their trace, if it is kept in place of the old one."""
    world, old = trace.world, len(trace.faces.counts)
    textures = tuple(dict.fromkeys((*trace.textures, *_textures(instances))))
    new = _place(instances, world, textures, trace.instances)
    shadow = trace.shadow if keep or world.shadow_side == 1 else trace.shadow.copy()
    changed = _cast(instances, world, shadow)
    faces = Faces(*(np.concatenate(both) for both in zip(trace.faces, new, strict=True)))
    around = Surroundings(*_texels(textures), shadow, world.sun, world.rays)
    (height, width), (first, last) = ids.shape, _rows(new)
    xs, pad = np.arange(float(width)), np.empty((PADS, width))
    for top in range(0, height, BAND):
        bottom, start = min(top + BAND, height), top % len(trace.depth)
        rows = slice(start, start + bottom - top)
        depth, owner = trace.depth[rows], trace.owner[rows]
        if top <= last and bottom >= first:
            if not keep:
                depth, owner = depth.copy(), owner.copy()
            raster.cover(new, old, raster.SAMPLES, xs, top, depth, owner)
        elif world.shadow_side == 1:
            continue
        shading.resolve(owner, top, faces, old, changed, around, world.background, pad, frame, ids)
    end = trace.instances + len(instances)
    return replace(trace, faces=faces, textures=textures, instances=end)


def _rows(faces: Faces) -> tuple[float, float]:
    """Return the first and the last row that faces reach."""
    ys = np.where(np.arange(4) < faces.counts[:, None], faces.polygons[:, :, 1], np.nan)
    return (float(np.nanmin(ys)), float(np.nanmax(ys))) if ys.size else (0.0, -1.0)


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


def _room(count: int) -> Faces:
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
    faces = _room(sum(len(i.mesh.faces) for i in instances) + sum(map(len, lines)) // 2)
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
    faces, used = _room(sum(len(i.mesh.faces) for i in instances)), 0
    for instance in instances:
        mesh, model, start = instance.mesh, np.array(instance.transform, np.float64), used
        used = raster.place(mesh.shape, mesh.looks, model, world.sunview, faces, used)
        corners = faces.polygons[start:used, :3].reshape(-1, 2) // BLOCK
        if len(corners):
            # one block more on each side for soft borders and for slanted pixels
            left, top = np.maximum(corners.min(axis=0) - 1, 0).astype(int)
            right, bottom = np.maximum(corners.max(axis=0) + 2, 0).astype(int)
            changed[top:bottom, left:right] = 1
    xs, owner = np.arange(float(len(shadow))), np.empty((len(shadow), 1, len(shadow)), np.int32)
    raster.cover(_cut(faces, used), 0, np.array([0.5]), xs, 0, shadow[:, None], owner)
    return changed
