"""Meshes: what they are, how they are joined and rounded.

The world is right-handed with y up; faces run counter-clockwise seen from outside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym.kit.solid.layout import LIT, LOOKS, RED, SLOPE, TEXTURE, Floats, Ints, Shape

Pixels = NDArray[np.uint8]

ROUND = 1e-30  # keeps lengths from being zero
CREASE_DEGREES = 40.0


@dataclass(frozen=True, eq=False)
class Texture:
    """A picture (height, width, 3) for surfaces; its first row is at v = 0, and it repeats."""

    pixels: Pixels

    @cached_property
    def levels(self) -> tuple[Ints, ...]:
        """The texels at full, half, quarter... size, down to one, packed; borders are twice."""
        levels = [np.asarray(self.pixels)]
        while levels[-1].shape[:2] != (1, 1):
            levels.append(_halve(levels[-1]))
        packed = [level.astype(np.int64) @ (1, 2**21, 2**42) for level in levels]
        return tuple(np.pad(level, 1, "edge") for level in packed)


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles; without normals they are flat, without colours white."""

    vertices: Floats
    faces: Ints
    normals: Floats | None = None
    uv: Floats | None = None
    face_colors: Pixels | None = None
    textures: tuple[Texture, ...] = ()
    face_textures: Ints | None = None
    """The texture of each face, -1 for none; by default every face has the first."""
    two_sided: bool = False

    def __post_init__(self) -> None:
        for name in ("vertices", "normals", "uv"):
            _freeze(self, name, np.float64)
        for name in ("faces", "face_textures"):
            _freeze(self, name, np.int64)
        _freeze(self, "face_colors", np.uint8)

    @cached_property
    def shape(self) -> Shape:
        """The arrays that the kernels read."""
        points, faces = self.vertices, self.faces
        uv = np.zeros((len(points), 2)) if self.uv is None else self.uv
        if self.normals is not None:
            return Shape(points, self.normals, frozen(uv), faces, self.two_sided)
        return Shape(
            frozen(points[faces].reshape(-1, 3)),
            frozen(np.repeat(_facing(self), 3, axis=0)),
            frozen(uv[faces].reshape(-1, 2)),
            frozen(np.arange(3 * len(faces)).reshape(-1, 3)),
            self.two_sided,
        )

    @cached_property
    def looks(self) -> Floats:
        """The look of each face."""
        looks = np.ones((len(self.faces), LOOKS))
        looks[:, SLOPE:LIT] = 0.0
        if self.face_colors is not None:
            looks[:, RED:SLOPE] = self.face_colors / 255.0
        if self.face_textures is not None:
            looks[:, TEXTURE] = self.face_textures
        elif not self.textures:
            looks[:, TEXTURE] = -1.0
        return looks

    @cached_property
    def corners(self) -> Floats:
        """The eight corners of the box around the mesh."""
        limits = self.vertices.min(axis=0), self.vertices.max(axis=0)
        return np.array(list(product(*np.transpose(limits))))

    @cached_property
    def creases(self) -> Floats:
        """The sharp and the open edges: their ends, two rows for each."""
        facing, spots = _facing(self), _spots(self.vertices)[self.faces]
        sides: dict[tuple[int, int], list[int]] = {}
        for side in range(3 * len(self.faces)):
            face, corner = divmod(side, 3)
            a, b = int(spots[face, corner]), int(spots[face, (corner + 1) % 3])
            sides.setdefault((min(a, b), max(a, b)), []).append(side)
        blunt = math.cos(math.radians(CREASE_DEGREES))
        sharp = [
            at[0]
            for at in sides.values()
            if len(at) != 2 or (facing[at[0] // 3] * facing[at[1] // 3]).sum() < blunt
        ]
        ends = [self.faces[side // 3, [side % 3, (side + 1) % 3]] for side in sharp]
        return frozen(self.vertices[np.array(ends, dtype=np.int64).reshape(-1)])


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array made contiguous and read-only."""
    array = np.ascontiguousarray(array)
    array.flags.writeable = False
    return array


def _freeze(mesh: Mesh, name: str, kind: type) -> None:
    value = getattr(mesh, name)
    if value is not None:
        object.__setattr__(mesh, name, frozen(np.array(value, dtype=kind)))


def _halve(pixels: Pixels) -> Pixels:
    for axis in (0, 1):
        if pixels.shape[axis] == 1:
            pixels = np.repeat(pixels, 2, axis=axis)
    height, width = (side // 2 * 2 for side in pixels.shape[:2])
    blocks = pixels[:height, :width].reshape(height // 2, 2, width // 2, 2, 3)
    mean: Pixels = ((blocks.sum(axis=(1, 3), dtype=np.uint16) + 2) // 4).astype(np.uint8)
    return mean


def unit(vectors: Floats) -> Floats:
    """Return vectors scaled to length one."""
    lengths: Floats = np.sqrt((vectors * vectors).sum(axis=-1, keepdims=True))
    return vectors / np.maximum(lengths, ROUND)


def _facing(mesh: Mesh) -> Floats:
    """Return the unit normal of each face."""
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    return unit(np.cross(b - a, c - a))


def _spots(vertices: Floats) -> Ints:
    """Number the vertices so that those at one place have one number."""
    return np.unique(vertices.round(6), axis=0, return_inverse=True)[1].reshape(-1)


def merge(meshes: Sequence[Mesh]) -> Mesh:
    """Return one mesh of many, with all their textures; all or none must have normals."""
    vertex = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    texture = np.cumsum([0, *(len(mesh.textures) for mesh in meshes)])
    worn = [mesh.looks[:, TEXTURE].astype(np.int64) for mesh in meshes]
    smooth = all(mesh.normals is not None for mesh in meshes)
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.faces + start for mesh, start in zip(meshes, vertex, strict=False)]),
        np.concatenate([m.normals for m in meshes if m.normals is not None]) if smooth else None,
        np.concatenate([np.zeros((len(m.vertices), 2)) if m.uv is None else m.uv for m in meshes]),
        np.concatenate([mesh.looks[:, RED:SLOPE] * 255.0 for mesh in meshes])
        .round()
        .astype(np.uint8),
        tuple(texture for mesh in meshes for texture in mesh.textures),
        np.concatenate([np.where(w < 0, w, w + t) for w, t in zip(worn, texture, strict=False)]),
        any(mesh.two_sided for mesh in meshes),
    )


def smooth(mesh: Mesh, crease_degrees: float = CREASE_DEGREES) -> Mesh:
    """Return the mesh with normals rounded over edges blunter than the crease."""
    facing, spots = _facing(mesh), _spots(mesh.vertices)[mesh.faces].reshape(-1)
    order = np.argsort(spots, kind="stable")
    counts = np.bincount(spots)
    first = np.cumsum(counts) - counts
    sizes = counts[spots]
    corner = np.repeat(np.arange(len(spots)), sizes)
    rank = np.arange(len(corner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    other = order[np.repeat(first[spots], sizes) + rank]
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    area = np.sqrt((np.cross(b - a, c - a) ** 2).sum(axis=1))
    cosine = (facing[corner // 3] * facing[other // 3]).sum(axis=1)
    # a face wound the other way round still counts as a neighbour
    weight = (
        np.sign(cosine) * area[other // 3] * (abs(cosine) > math.cos(math.radians(crease_degrees)))
    )
    pulls = facing[other // 3] * weight[:, None]
    normals = [np.bincount(corner, pulls[:, axis], len(spots)) for axis in range(3)]
    uv = None if mesh.uv is None else mesh.uv[mesh.faces].reshape(-1, 2)
    return Mesh(
        mesh.vertices[mesh.faces].reshape(-1, 3), np.arange(len(spots)).reshape(-1, 3),
        unit(np.stack(normals, axis=1)), uv, mesh.face_colors, mesh.textures,
        mesh.face_textures, mesh.two_sided,
    )  # fmt: skip
