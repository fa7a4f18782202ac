"""Draw instances into the arrays of a layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym.kit.solid.crowds import arrays, deepen, gather, room, silhouettes, some
from visgym.kit.solid.kernels import raster, shading
from visgym.kit.solid.kernels.faces import tell_seen
from visgym.kit.solid.kernels.shadows import CELL, nearest_cells, touch
from visgym.kit.solid.layout import (
    BLOCK,
    FAR,
    LINES,
    PADS,
    Bytes,
    Faces,
    Ids,
    Singles,
    Surroundings,
)
from visgym.kit.solid.meshes import Texture
from visgym.kit.solid.projection import World
from visgym.kit.solid.texels import in_a_row
from visgym.kit.solid.values import Instance

BAND = 64  # rows of pixels that are drawn together, few enough for a fast cache


@dataclass(frozen=True, eq=False)
class DrawnScene:
    """What a drawn scene leaves for drawing more: its faces and who owns each sample."""

    world: World
    faces: Faces
    depth: Singles
    owner: Ids
    shadow: Singles
    textures: tuple[Texture, ...] = ()
    instances: int = 0

    @property
    def nbytes(self) -> int:
        parts = (*arrays(self.faces), self.depth, self.owner, self.shadow, self.world.background)
        return sum(part.nbytes for part in parts)


def blank(world: World, rows: int, width: int) -> DrawnScene:
    """Return the trace of an empty scene; it needs no more rows than are drawn together."""
    samples, side = (rows * LINES, width), world.shadow_side
    return DrawnScene(
        world,
        room(0),
        np.full(samples, np.inf, np.float32),
        np.full(samples, -1, np.int32),
        np.full((side, side), np.inf, np.float32),
    )


def draw(
    trace: DrawnScene, instances: Sequence[Instance], frame: Bytes, ids: Ids, keep: bool
) -> DrawnScene:
    """Draw instances into a frame; return their trace, if it is kept in place of the old one."""
    world, old = trace.world, len(trace.faces.counts)
    textures = tuple(dict.fromkeys((*trace.textures, *_textures(instances))))
    crowd = gather(instances, world.view, world.pull, textures, trace.faces, trace.instances)
    shadow = trace.shadow if keep or world.shadow_side == 1 else trace.shadow.copy()
    changed = _cast(instances, world, shadow)
    nearest = _nearest(shadow)
    around = Surroundings(*in_a_row(textures), shadow, nearest, world.sun, world.rays)
    (height, width), faces = ids.shape, crowd.faces
    first, last = _reach(faces.spans[old : crowd.used])
    xs, sides, pad = np.arange(float(width)), np.empty((4, 4)), np.empty((PADS, width))
    spare = np.empty((BAND * LINES, width), np.float32), np.empty((BAND * LINES, width), np.int32)
    for top in range(0, height, BAND):
        bottom, start = min(top + BAND, height), top * LINES % len(trace.depth)
        rows = slice(start, start + (bottom - top) * LINES)
        depth, owner = trace.depth[rows], trace.owner[rows]
        if top < last and bottom > first:
            if not keep:
                depth, owner = _copied(depth, spare[0]), _copied(owner, spare[1])
            line = top * LINES
            raster.cover(faces, old, crowd.used, raster.SAMPLES, xs, sides, line, depth, owner)
            tell_seen(owner, faces, old, crowd.vertices, crowd.looks)
        elif world.shadow_side == 1:
            continue
        owners = owner.reshape(-1, LINES, width)
        shading.resolve(
            owners, top, faces.planes, faces.looks, old, changed, around, world.background, pad,
            frame, ids,
        )  # fmt: skip
    seen = _seen(faces, crowd.used, trace.owner) if keep else trace.faces
    end = trace.instances + len(instances)
    return replace(trace, faces=seen, textures=textures, instances=end)


def _copied(rows: NDArray[Any], spare: NDArray[Any]) -> NDArray[Any]:
    """Return a copy in memory that was used before, for fresh pages cost more than copying."""
    copy = spare[: len(rows)]
    copy[:] = rows
    return copy


def _reach(spans: Ids) -> tuple[float, float]:
    """Return between which rows of pixels faces lie."""
    return (spans[:, 0].min() / LINES, spans[:, 1].max() / LINES) if len(spans) else (0.0, 0.0)


def _seen(faces: Faces, used: int, owner: Ids) -> Faces:
    """Return the faces that own samples or did, and number them anew in the samples."""
    told = faces.told[:used] > 0
    numbers = np.append(np.cumsum(told) - 1, -1).astype(np.int32)  # the last is for nobody
    owner[:] = numbers[owner]
    return some(faces, np.nonzero(told)[0])


def _textures(instances: Sequence[Instance]) -> list[Texture]:
    return [texture for instance in instances for texture in instance.mesh.textures]


def _nearest(shadow: Singles) -> Singles:
    """Return the least depth in and around each cell of the shadow map."""
    cells = -(-len(shadow) // CELL)
    line, near = np.empty(cells * CELL, np.float32), np.full((cells + 2,) * 2, FAR, np.float32)
    out = np.empty((cells, cells), np.float32)
    nearest_cells(shadow, line, near, out)
    return out


def _cast(instances: Sequence[Instance], world: World, shadow: Singles) -> Bytes:
    """Draw instances into the shadow map; return which blocks of it they may have changed."""
    if world.shadow_side == 1:
        return np.zeros((1, 1), np.uint8)
    changed = np.zeros((len(shadow) // BLOCK + 1,) * 2, np.uint8)
    bodies = [(each.mesh, each.transform) for each in instances if each.casts]
    faces, ends = silhouettes(bodies, world.sunview)
    for start, end in zip((0, *ends), ends, strict=False):
        touch(faces.polygons, start, end, changed)
    deepen(faces, 0, ends[-1] if ends else 0, shadow, np.empty(shadow.shape, np.int32))
    return changed
