"""Meshes: what they are, how they are joined and rounded.

The world is right-handed with y up; faces run counter-clockwise seen from outside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from visgym.kit.solid.layout import LIT, LOOKS, RED, SLOPE, TEXTURE, Floats, Ints, MeshArrays

Pixels = NDArray[np.uint8]

MIXER = np.uint64(0x9E3779B97F4A7C15)
ROUND = 1e-30  # keeps lengths from being zero
CREASE_DEGREES = 40.0


@dataclass(frozen=True, eq=False)
class Texture:
    """A picture (height, width, 3) for surfaces; its first row is at v = 0, and it repeats."""

    pixels: Pixels

    @property
    def nbytes(self) -> int:
        return self.pixels.nbytes


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

    @property
    def nbytes(self) -> int:
        """The memory that it takes, with what is made of it when it is drawn."""
        rows = len(self.vertices) + 4 * len(self.faces)  # of about 64 bytes each
        return 64 * rows + sum(texture.nbytes for texture in self.textures)

    @cached_property
    def shape(self) -> MeshArrays:
        """The arrays that the kernels read."""
        points, faces = self.vertices, self.faces
        uv = np.zeros((len(points), 2)) if self.uv is None else self.uv
        if self.normals is not None:
            return MeshArrays(points, self.normals, frozen(uv), faces, self.two_sided)
        return MeshArrays(
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


def unit(vectors: Floats) -> Floats:
    """Return vectors scaled to length one."""
    lengths: Floats = np.sqrt((vectors * vectors).sum(axis=-1, keepdims=True))
    return vectors / np.maximum(lengths, ROUND)


def _facing(mesh: Mesh) -> Floats:
    """Return the unit normal of each face."""
    return unit(_areas(mesh))


def _areas(mesh: Mesh) -> Floats:
    """Return a normal of each face, twice as long as the face is large."""
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    return np.cross(b - a, c - a)


def _spots(vertices: Floats) -> Ints:
    """Number the vertices so that those at one place have one number."""
    return alike(vertices.round(6))[1]


def alike(rows: Floats) -> tuple[Ints, Ints]:
    """Return where each different row is first met, and which of these every row equals."""
    bits = np.ascontiguousarray(rows + 0.0).view(np.uint64)  # + 0.0 makes -0.0 equal 0.0
    key = np.zeros(len(rows), np.uint64)
    for column in bits.T:  # among 20,000 rows, two share a key by chance once in 10**11 times
        key = (key ^ column) * MIXER
        key ^= key >> np.uint64(29)
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return first[order], rank[kind.reshape(-1)]


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
    """Return the mesh with normals rounded over edges blunter than the crease, welded."""
    normals = _rounded(mesh, crease_degrees)
    points = mesh.vertices[mesh.faces].reshape(-1, 3)
    rows = [points, normals, *([] if mesh.uv is None else [mesh.uv[mesh.faces].reshape(-1, 2)])]
    table = np.concatenate(rows, axis=1)
    first, kind = alike(table)
    points, normals, uv = np.split(table[first], (3, 6), axis=1)
    return replace(
        mesh,
        vertices=points,
        faces=kind.reshape(-1, 3),
        normals=normals,
        uv=None if mesh.uv is None else uv,
    )


def _rounded(mesh: Mesh, crease_degrees: float) -> Floats:
    """Return a unit normal for each corner of each face."""
    areas, spots = _areas(mesh), _spots(mesh.vertices)[mesh.faces].reshape(-1)
    facing, area = unit(areas), np.sqrt((areas * areas).sum(axis=1))
    order = np.argsort(spots, kind="stable")
    counts = np.bincount(spots)
    first = np.cumsum(counts) - counts
    sizes = counts[spots]
    corner = np.repeat(np.arange(len(spots)), sizes)
    start = first[spots] - (np.cumsum(sizes) - sizes)
    other = order[np.repeat(start, sizes) + np.arange(len(corner))] // 3
    mine = corner // 3
    sides = [np.ascontiguousarray(facing[:, axis]) for axis in range(3)]
    there = [side[other] for side in sides]
    x, y, z = (side[mine] * along for side, along in zip(sides, there, strict=True))
    cosine = x + y + z
    # a face wound the other way round still counts as a neighbour
    near = abs(cosine) > math.cos(math.radians(crease_degrees))
    weight = np.sign(cosine) * area[other] * near
    pulls = [np.bincount(corner, along * weight, len(spots)) for along in there]
    return unit(np.stack(pulls, axis=1))
