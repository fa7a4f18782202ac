"""Meshes: what they are, primitive shapes, and a reader for GLB files.

The world is right-handed with y up; faces run counter-clockwise seen from outside.
"""

from __future__ import annotations

import io
import json
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image, UnidentifiedImageError

if TYPE_CHECKING:
    from visgym.kit import raster

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Pixels = NDArray[np.uint8]
Vector = tuple[float, float, float]
Profile = Sequence[tuple[float, float]]

ROUND = 1e-30  # keeps lengths from being zero
CREASE_DEGREES = 40.0


# Values


@dataclass(frozen=True, eq=False)
class Texture:
    """A picture (height, width, 3) for surfaces; its first row is at v = 0, and it repeats."""

    pixels: Pixels

    @cached_property
    def levels(self) -> tuple[Ints, ...]:
        """The texels at full, half, quarter... size, down to one, as `raster` packs them."""
        levels = [np.asarray(self.pixels)]
        while levels[-1].shape[:2] != (1, 1):
            levels.append(_halve(levels[-1]))
        return tuple(level.astype(np.int64) @ (1, 2**21, 2**42) for level in levels)


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
    def shape(self) -> raster.Shape:
        """The arrays that the kernels read."""
        from visgym.kit import raster

        points, faces = self.vertices, self.faces
        uv = np.zeros((len(points), 2)) if self.uv is None else self.uv
        if self.normals is not None:
            return raster.Shape(points, self.normals, frozen(uv), faces, self.two_sided)
        return raster.Shape(
            frozen(points[faces].reshape(-1, 3)),
            frozen(np.repeat(_facing(self), 3, axis=0)),
            frozen(uv[faces].reshape(-1, 2)),
            frozen(np.arange(3 * len(faces)).reshape(-1, 3)),
            self.two_sided,
        )

    @cached_property
    def looks(self) -> Floats:
        """Per face what `raster` calls a look."""
        looks = np.ones((len(self.faces), 8))
        looks[:, 3:7] = 0.0
        if self.face_colors is not None:
            looks[:, :3] = self.face_colors / 255.0
        if self.face_textures is not None:
            looks[:, 5] = self.face_textures
        elif not self.textures:
            looks[:, 5] = -1.0
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


def _unit(vectors: Floats) -> Floats:
    lengths: Floats = np.sqrt((vectors * vectors).sum(axis=-1, keepdims=True))
    return vectors / np.maximum(lengths, ROUND)


def _facing(mesh: Mesh) -> Floats:
    """Return the unit normal of each face."""
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    return _unit(np.cross(b - a, c - a))


def _spots(vertices: Floats) -> Ints:
    """Number the vertices so that those at one place have one number."""
    return np.unique(vertices.round(6), axis=0, return_inverse=True)[1].reshape(-1)


def merge(meshes: Sequence[Mesh]) -> Mesh:
    """Return one mesh of many, with all their textures; all or none must have normals."""
    vertex = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    texture = np.cumsum([0, *(len(mesh.textures) for mesh in meshes)])
    worn = [mesh.looks[:, 5].astype(np.int64) for mesh in meshes]
    smooth = all(mesh.normals is not None for mesh in meshes)
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.faces + start for mesh, start in zip(meshes, vertex, strict=False)]),
        np.concatenate([m.normals for m in meshes if m.normals is not None]) if smooth else None,
        np.concatenate([np.zeros((len(m.vertices), 2)) if m.uv is None else m.uv for m in meshes]),
        np.concatenate([mesh.looks[:, :3] * 255.0 for mesh in meshes]).round().astype(np.uint8),
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
        _unit(np.stack(normals, axis=1)), uv, mesh.face_colors, mesh.textures,
        mesh.face_textures, mesh.two_sided,
    )  # fmt: skip


# Primitive shapes, centred on the origin unless said otherwise


def polyhedron(vertices: ArrayLike, polygons: Sequence[Sequence[int]]) -> Mesh:
    """Return flat convex polygons; four-sided ones carry a whole texture each."""
    points = np.asarray(vertices, dtype=np.float64)
    corners = [index for polygon in polygons for index in polygon]
    faces, uv, start = [], [], 0
    for polygon in polygons:
        faces += [(start, start + i, start + i + 1) for i in range(1, len(polygon) - 1)]
        uv += (
            [(0, 1), (1, 1), (1, 0), (0, 0)][: len(polygon)]
            if len(polygon) < 5
            else [(0, 0)] * len(polygon)
        )
        start += len(polygon)
    return Mesh(points[corners], np.array(faces), uv=np.array(uv, dtype=np.float64))


def quad(
    a: Vector,
    b: Vector,
    c: Vector,
    d: Vector,
    tiles: tuple[float, float] = (1, 1),
    texture: Texture | None = None,
) -> Mesh:
    """Return a four-sided face; a is the texture's lower left, b its lower right."""
    uv = np.array([(0, tiles[1]), (tiles[0], tiles[1]), (tiles[0], 0), (0, 0)])
    return Mesh(
        np.array([a, b, c, d]),
        np.array([(0, 1, 2), (0, 2, 3)]),
        uv=uv,
        textures=(texture,) if texture else (),
    )


def plane(
    width: float, depth: float, tiles: tuple[float, float] = (1, 1), texture: Texture | None = None
) -> Mesh:
    """Return a floor in the plane y = 0, its texture's upper side towards -z."""
    x, z = width / 2, depth / 2
    return quad((-x, 0, z), (x, 0, z), (x, 0, -z), (-x, 0, -z), tiles, texture)


def box(width: float = 1.0, height: float = 1.0, depth: float = 1.0) -> Mesh:
    """Return a box with flat sides."""
    half = (width / 2, height / 2, depth / 2)
    corners = np.array(list(product((-1, 1), repeat=3))) * half
    sides = [(1, 5, 7, 3), (4, 0, 2, 6), (5, 4, 6, 7), (0, 1, 3, 2), (3, 7, 6, 2), (0, 4, 5, 1)]
    return polyhedron(corners, sides)


def pyramid(side: float = 1.0, height: float = 1.0) -> Mesh:
    """Return a pyramid on a square base."""
    x, y = side / 2, height / 2
    corners = [(-x, -y, x), (x, -y, x), (x, -y, -x), (-x, -y, -x), (0, y, 0)]
    return polyhedron(corners, [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (3, 2, 1, 0)])


def prism(side: float = 1.0, depth: float = 1.0) -> Mesh:
    """Return a bar whose ends are upright equilateral triangles facing along z."""
    x, y, z = side / 2, side * math.sqrt(3) / 4, depth / 2
    corners = [(-x, -y, z), (x, -y, z), (0, y, z), (-x, -y, -z), (x, -y, -z), (0, y, -z)]
    return polyhedron(corners, [(0, 1, 2), (4, 3, 5), (1, 4, 5, 2), (3, 0, 2, 5), (3, 4, 1, 0)])


def rounded_box(
    width: float = 1.0,
    height: float = 1.0,
    depth: float = 1.0,
    radius: float = 0.08,
    steps: int = 2,
) -> Mesh:
    """Return a box with rounded edges and corners."""
    half = np.array([width, height, depth]) / 2
    rim = [radius * i / steps for i in range(steps + 1)]
    parts = []
    for axis, sign in product(range(3), (-1, 1)):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        lines = [[-half[k] + r for r in rim] + [half[k] - r for r in rim[::-1]] for k in (u, v)]
        count = 2 * steps + 2
        points = np.empty((count * count, 3))
        points[:, axis] = half[axis] * sign
        points[:, u], points[:, v] = np.repeat(lines[0], count), np.tile(lines[1], count)
        core = np.clip(points, radius - half, half - radius)
        normals = _unit(points - core)
        faces = _grid(count, count)
        parts.append(Mesh(core + radius * normals, faces if sign > 0 else faces[:, ::-1], normals))
    return merge(parts)


def _grid(rows: int, columns: int) -> Ints:
    """Return the faces of a rows x columns grid of points, x before y counter-clockwise."""
    corner = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).reshape(-1, 1)
    return np.concatenate(
        [corner + np.array(t) for t in ((0, columns, columns + 1), (0, columns + 1, 1))]
    )


def _lathe(
    bands: Sequence[tuple[Profile, Profile]],
    segments: int,
) -> Mesh:
    """Turn bands of (radius, y) with their (outward, up) normals about the y axis."""
    angles = [math.tau * i / segments for i in range(segments)] + [0.0]
    cosine = np.array([round(math.cos(a), 12) for a in angles])
    sine = np.array([round(math.sin(a), 12) for a in angles])

    def turn(profile: Profile) -> Floats:
        r, y = np.array(profile, dtype=np.float64).T[:, :, None]
        return np.stack([r * sine, y + 0 * sine, r * cosine], axis=-1).reshape(-1, 3)

    def band(profile: Profile, normals: Profile) -> Mesh:
        points, faces = turn(profile), _grid(len(profile), segments + 1)
        a, b, c = (points[faces[:, i]] for i in range(3))
        full = np.cross(b - a, c - a).any(axis=1)  # at the axis half of them vanish
        return Mesh(points, faces[full], turn(normals))

    return merge([band(profile, normals) for profile, normals in bands])


def sphere(radius: float = 0.5, segments: int = 32) -> Mesh:
    """Return a sphere."""
    angles = [math.pi * i / (segments // 2) for i in range(segments // 2 + 1)]
    normals = [(round(math.sin(a), 12), round(math.cos(a), 12)) for a in angles]
    return _lathe([([(radius * x, radius * y) for x, y in normals], normals)], segments)


def cylinder(radius: float = 0.5, height: float = 1.0, segments: int = 32) -> Mesh:
    """Return an upright cylinder with both lids."""
    y, up, down, out = height / 2, [(0.0, 1.0)] * 2, [(0.0, -1.0)] * 2, [(1.0, 0.0)] * 2
    side = [(radius, y), (radius, -y)]
    return _lathe([([(0, y), side[0]], up), (side, out), ([side[1], (0, -y)], down)], segments)


def cone(radius: float = 0.5, height: float = 1.0, segments: int = 32) -> Mesh:
    """Return an upright cone with its base."""
    y, slant = height / 2, math.sqrt(radius * radius + height * height)
    out = [(height / slant, radius / slant)] * 2
    return _lathe(
        [([(0, y), (radius, -y)], out), ([(radius, -y), (0, -y)], [(0.0, -1.0)] * 2)], segments
    )


# GLB files


def load_glb(source: Path | str | bytes) -> Mesh:
    """Return a binary glTF 2.0 file as one two-sided mesh with smooth normals."""
    name = "The given data" if isinstance(source, bytes) else str(source)
    try:
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
        return smooth(merge(_Glb(*_chunks(data)).meshes()))
    except (ValueError, LookupError, TypeError, struct.error, UnidentifiedImageError) as error:
        raise ValueError(
            f"{name} cannot be read: expected a binary glTF 2.0 file of triangles ({error})."
        ) from error


def _chunks(data: bytes) -> tuple[dict[str, Any], bytes]:
    magic, version, _, length, kind = struct.unpack_from("<4sIII4s", data)
    if (magic, version, kind) != (b"glTF", 2, b"JSON"):
        raise ValueError("its header is another")
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def _local(node: dict[str, Any]) -> Floats:
    """Return the 4x4 matrix of a glTF node."""
    if "matrix" in node:
        return np.array(node["matrix"], dtype=np.float64).reshape(4, 4).T
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    matrix = np.eye(4)
    matrix[:3, :3] = [
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    ]
    matrix[:3, :3] *= np.array(node.get("scale", (1.0, 1.0, 1.0)))
    matrix[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return matrix


@dataclass(frozen=True)
class _Glb:
    tree: dict[str, Any]
    blob: bytes

    def meshes(self) -> list[Mesh]:
        """Return the primitives of the scene in world coordinates."""
        roots = self.tree["scenes"][self.tree.get("scene", 0)]["nodes"]
        return [mesh for root in roots for mesh in self.below(self.tree["nodes"][root], [])]

    def below(self, node: dict[str, Any], parents: list[Floats]) -> list[Mesh]:
        """Return the primitives of a node and its children."""
        path = [_local(node), *parents]
        parts = self.tree["meshes"][node["mesh"]]["primitives"] if "mesh" in node else []
        meshes = [self.primitive(part, path) for part in parts]
        for child in node.get("children", []):
            meshes += self.below(self.tree["nodes"][child], path)
        return meshes

    def primitive(self, part: dict[str, Any], path: list[Floats]) -> Mesh:
        """Return the triangles of one material."""
        if part.get("mode", 4) != 4:
            raise ValueError("some primitive is not made of triangles")
        named = part["attributes"]
        points = self.array(named["POSITION"])
        for m in path:
            points = sum(m[:3, i] * points[:, i, None] for i in range(3)) + m[:3, 3]
        listed = self.array(part["indices"]) if "indices" in part else np.arange(len(points))
        uv = self.array(named["TEXCOORD_0"]) if "TEXCOORD_0" in named else None
        material = self.tree["materials"][part["material"]] if "material" in part else {}
        paint = material.get("pbrMetallicRoughness", {})
        # base colour factors are linear; ours have gamma 2
        factor = np.sqrt(np.array(paint.get("baseColorFactor", (1.0, 1.0, 1.0, 1.0))[:3]))
        faces = listed.reshape(-1, 3).astype(np.int64)
        colors = np.tile((factor * 255).round().astype(np.uint8), (len(faces), 1))
        textured = uv is not None and "baseColorTexture" in paint
        textures = (self.texture(paint["baseColorTexture"]["index"]),) if textured else ()
        return Mesh(points, faces, None, uv, colors, textures, two_sided=True)

    def array(self, index: int) -> Floats:
        """Return an accessor's numbers as rows."""
        accessor = self.tree["accessors"][index]
        view = self.tree["bufferViews"][accessor["bufferView"]]
        kind = np.dtype(
            {5121: "u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}[accessor["componentType"]]
        )
        columns = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor["type"]]
        stride = view.get("byteStride", kind.itemsize * columns)
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        shape, strides = (accessor["count"], columns), (stride, kind.itemsize)
        return np.ndarray(shape, kind, self.blob, start, strides).astype(np.float64)

    def texture(self, index: int) -> Texture:
        """Return a picture stored in the file."""
        image = self.tree["images"][self.tree["textures"][index]["source"]]
        view = self.tree["bufferViews"][image["bufferView"]]
        start = view.get("byteOffset", 0)
        with Image.open(io.BytesIO(self.blob[start : start + view["byteLength"]])) as picture:
            return Texture(np.asarray(picture.convert("RGB")))
