"""Primitive shapes, centred on the origin unless said otherwise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from visgym.kit.solid.layout import Floats, Ints
from visgym.kit.solid.meshes import Mesh, Texture, merge, unit

Vector = tuple[float, float, float]
Profile = Sequence[tuple[float, float]]


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
        normals = unit(points - core)
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
