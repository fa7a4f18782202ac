"""Put instances on a screen: their faces, and what tells how those look that are seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym.kit.solid.kernels import faces as kernels
from visgym.kit.solid.kernels import raster
from visgym.kit.solid.layout import (
    COLUMNS,
    FIELD,
    INSTANCE,
    LOOKS,
    RED,
    SLOPE,
    TEXTURE,
    Faces,
    Floats,
    Ids,
    Pen,
    Singles,
    Viewport,
)
from visgym.kit.solid.meshes import Mesh, Texture
from visgym.kit.solid.values import Instance

INK = 0.12  # brightness of edge lines, 0..1
NO_LINES = np.empty((0, 3))
MIDDLE = np.array([0.5])


@dataclass(frozen=True, eq=False)
class Crowd:
    """Faces on the screen, the first `used` rows, and the vertices and looks they refer to."""

    faces: Faces
    used: int
    vertices: Floats
    looks: Floats


def room(count: int) -> Faces:
    """Return space for faces."""
    return Faces(
        spans=np.empty((count, 2), np.int32),
        counts=np.empty(count, np.int32),
        polygons=np.empty((count, 4, 2)),
        depths=np.empty((count, 3)),
        corners=np.empty((count, 3), np.int32),
        sources=np.empty(count, np.int32),
        fronts=np.empty(count, np.uint8),
        told=np.empty(count, np.uint8),
        planes=np.empty((count, COLUMNS - FIELD, 3)),
        looks=np.empty((count, LOOKS)),
    )


def some(faces: Faces, which: Any) -> Faces:
    """Return faces by their numbers."""
    return Faces(*(rows[which] for rows in arrays(faces)))


def arrays(faces: Faces) -> list[NDArray[Any]]:
    """Return the columns of faces."""
    return list(faces)


def gather(
    instances: Sequence[Instance],
    view: Viewport,
    pull: tuple[float, float],
    textures: Sequence[Texture],
    still: Faces,
    first: int,
) -> Crowd:
    """Return the faces and edge lines of instances, numbered from `first`, after still faces."""
    counts = [len(instance.mesh.faces) for instance in instances]
    lines = [instance.mesh.creases if instance.edges else NO_LINES for instance in instances]
    faces = room(len(still.counts) + sum(counts) + sum(map(len, lines)) // 2)
    for whole, part in zip(arrays(faces), arrays(still), strict=True):
        whole[: len(part)] = part
    vertices = np.empty((sum(len(i.mesh.shape.points) for i in instances), COLUMNS))
    looks = np.empty((sum(counts), LOOKS))
    used, start, source, turned = len(still.counts), 0, 0, np.empty((3, 4))
    for number, instance in enumerate(instances, first):
        shape, model = instance.mesh.shape, np.array(instance.transform, np.float64)
        end, last = start + len(shape.points), source + len(shape.faces)
        upright = kernels.turn(model, turned)
        kernels.aim(shape.points, model, view.screen, vertices[start:end])
        kernels.dress(shape, model, turned, view.sun, vertices[start:end])
        used = kernels.place(vertices, shape, upright, view, start, source, faces, used)
        _write_looks(instance, number, textures, looks[source:last])
        start, source, ends = end, last, lines[number - first]
        if len(ends):
            half = instance.edges / 2
            look = np.array([INK, INK, INK, 0.0, 0.0, -1.0, number, 0.0])
            pen, spots = Pen(half, half * pull[0], half * pull[1], look), np.empty((len(ends), 4))
            kernels.aim(ends, model, view.screen, spots)
            used = raster.outline(spots, view, pen, faces, used)
    return Crowd(faces, used, vertices, looks)


def _write_looks(
    instance: Instance, number: int, textures: Sequence[Texture], looks: Floats
) -> None:
    """Write the looks of an instance's faces."""
    looks[:] = instance.mesh.looks
    looks[:, INSTANCE] = number
    if instance.mesh.textures:
        spots = np.array([*map(textures.index, instance.mesh.textures), -1])
        looks[:, TEXTURE] = spots[looks[:, TEXTURE].astype(np.int64)]
    if instance.tint:
        looks[:, RED:SLOPE] *= np.array(instance.tint) / 255.0


def silhouettes(bodies: Sequence[tuple[Mesh, Floats]], view: Viewport) -> tuple[Faces, list[int]]:
    """Return the bare faces of meshes at transforms, and where those of each mesh end."""
    faces = room(sum(len(mesh.faces) for mesh, _ in bodies))
    most = max((len(mesh.shape.points) for mesh, _ in bodies), default=0)
    vertices, turned, used, ends = np.empty((most, 4)), np.empty((3, 4)), 0, []
    for mesh, transform in bodies:
        shape, model = mesh.shape, np.array(transform, np.float64)
        kernels.aim(shape.points, model, view.screen, vertices)
        upright = kernels.turn(model, turned)
        used = kernels.place(vertices, shape, upright, view, 0, 0, faces, used)
        ends.append(used)
    return faces, ends


def deepen(faces: Faces, first: int, last: int, depth: Singles, scratch: Ids) -> None:
    """Draw the depth of some faces at the middle of each pixel; `scratch` is of its shape."""
    columns, sides = np.arange(float(depth.shape[1])), np.empty((4, 4))
    raster.cover(faces, first, last, MIDDLE, columns, sides, 0, depth, scratch)
