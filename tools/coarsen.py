"""Write shorter lists of faces for the embedded meshes: `python tools/coarsen.py`.

Things in composed scenes are about a hundred pixels long, where most faces of a mesh are smaller
than a pixel. For each mesh, faces that cannot be seen from outside are left out, the others are
simplified with meshoptimizer, and of many results the shortest is kept that looks like the mesh
itself from all around. A result names corners of the mesh, 3 * face + corner, so that places,
normals and texture positions stay what they are.

It needs the packages `visgym[scenes]` and `meshoptimizer`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from ctypes import c_float, c_size_t, c_uint
from itertools import product

import numpy as np
from numpy.typing import NDArray

from visgym.kit.solid import objects
from visgym.kit.solid.layout import TEXTURE
from visgym.kit.solid.meshes import Mesh, alike
from visgym.kit.solid.scene import render, render_with_ids
from visgym.kit.solid.values import Camera, Instance, Light

try:
    from meshoptimizer import SIMPLIFY_PRUNE, simplify_with_attributes
except ImportError:
    sys.exit("This script needs meshoptimizer: pip install meshoptimizer==0.2.30a0")

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# What is tried: the permitted error as a part of the mesh's size, how much the error counts that
# is made in normals and in texture positions, and between which normals no edge is kept.
ERRORS = (*(0.03 * 0.8**i for i in range(20)), 0.0)
WEIGHTS = ((0.02, 0.02), (0.07, 0.05), (0.2, 0.1), (0.4, 0.2))
DEGREES = (1.0, 20.0, 45.0, 75.0)

FAR = 100.0  # some files have texture positions that mean nothing

PIXELS = 104  # length of the mesh in the pictures that are compared
MEAN = 4.5  # difference, of 255, that the mesh's pixels may have on average in any view
LOCAL = 24.0  # difference between the averages of any block
EDGE = 0.16  # part of any block that only one of both meshes may cover
REACH = 0.01  # how much shorter it may be in any direction
BLOCK = 8  # side of a block in pixels
VIEWS, SIDE = 20, 160
LOOKOUTS, CLOSE = 64, 768  # pictures in which faces are looked for, and their pixels
HITS = 3  # pixels of its colour that a face has to have there; a mixture may be one by chance
SUN = Light(direction=(0.45, -1.0, -0.6), ambient=0.38, diffuse=0.58)


def around(count: int) -> Floats:
    """So many directions, evenly spread over the sphere."""
    height = 1 - (2 * np.arange(count) + 1) / count
    angle = np.pi * (1 + 5**0.5) * np.arange(count)
    across = np.sqrt(1 - height**2)
    return np.stack([across * np.cos(angle), height, across * np.sin(angle)], axis=1)


def camera(mesh: Mesh, direction: Floats, pixels: float, side: int) -> Camera:
    """A camera that shows a length of 1 in so many pixels of a picture's side."""
    middle = mesh.corners.mean(axis=0)
    up = (0.0, 0.0, 1.0) if abs(direction[1]) > 0.95 else (0.0, 1.0, 0.0)
    x, y, z = (middle + 6 * direction).tolist()
    a, b, c = middle.tolist()
    return Camera((x, y, z), (a, b, c), up, ortho_height=side / pixels)


# Faces that are seen


def unhidden(mesh: Mesh) -> NDArray[np.bool_]:
    """Which faces are seen from outside, each in a colour of its own without light."""
    count = len(mesh.faces)
    codes = (np.arange(1, count + 1) * 0x9E3779) % 2**24
    colors = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1).astype(np.uint8)
    flat = np.zeros_like(mesh.vertices)  # without normals, every side has the same light
    painted = Mesh(mesh.vertices, mesh.faces, flat, face_colors=colors, two_sided=True)
    light = Light(ambient=1.0, diffuse=0.0)
    hits = np.zeros(2**24, np.int64)
    reach = float(np.linalg.norm(np.ptp(mesh.corners, axis=0)))
    for direction in around(LOOKOUTS):
        view = camera(mesh, direction, CLOSE / reach, CLOSE)
        frame = render([Instance(painted)], view, light, (CLOSE, CLOSE), (0, 0, 0)).astype(int)
        found, times = np.unique(frame @ (65536, 256, 1), return_counts=True)
        hits[found] += times
    shown = hits[codes] >= HITS
    spots = alike(mesh.vertices.round(5))[1][mesh.faces]
    beside = np.zeros(spots.max() + 1, np.bool_)
    beside[spots[shown]] = True
    # faces too small to be met count if all around them is seen, but not if they lie on others
    first, kind = alike(np.sort(spots, axis=1).astype(np.float64))
    covered = np.bincount(kind[shown], minlength=len(first)) > 0
    alone = np.isin(np.arange(count), first) & ~covered[kind]
    return np.asarray(shown | (beside[spots].all(axis=1) & alone))


# Fewer faces


def welded(mesh: Mesh, corners: Ints, degrees: float) -> tuple[Ints, Ints]:
    """One corner of each kind that is alike but for normals that are near, and each one's kind."""
    assert mesh.normals is not None and mesh.uv is not None
    vertices, looks = mesh.faces.reshape(-1)[corners], mesh.looks[corners // 3]
    uv = np.clip(mesh.uv, -FAR, FAR)[vertices] * (looks[:, [TEXTURE]] >= 0)
    table = np.concatenate([mesh.vertices[vertices].round(6), uv, looks], axis=1)
    normals, cosine = mesh.normals[vertices], np.cos(np.radians(degrees))
    members: list[list[int]] = []
    near: dict[int, list[int]] = {}  # the kinds at one place
    for corner, group in enumerate(alike(table)[1].tolist()):
        kinds = near.setdefault(group, [])
        for each in kinds:
            if normals[members[each][0]] @ normals[corner] >= cosine:
                members[each].append(corner)
                break
        else:
            kinds.append(len(members))
            members.append([corner])
    kind = np.empty(len(corners), np.int64)
    chosen = []
    for number, those in enumerate(members):
        kind[those] = number
        nearest = (normals[those] @ normals[those].sum(axis=0)).argmax()
        chosen.append(those[int(nearest)])
    return np.array(chosen), kind


def simplified(
    mesh: Mesh, corners: Ints, weld: tuple[Ints, Ints], error: float, weights: tuple[float, float]
) -> Ints:
    """The corners of fewer faces, within an error."""
    assert mesh.normals is not None and mesh.uv is not None
    first, kind = weld
    faces, vertices = kind.reshape(-1, 3), mesh.faces.reshape(-1)[corners[first]]
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    uv = np.clip(mesh.uv[vertices], -FAR, FAR)
    out = np.zeros(faces.size, np.uint32)
    length = simplify_with_attributes(
        out,
        faces.reshape(-1).astype(np.uint32),
        mesh.vertices[vertices].round(6).astype(np.float32),
        np.concatenate([mesh.normals[vertices], uv], axis=1).astype(np.float32),
        np.array([weights[0]] * 3 + [weights[1]] * 2, np.float32),
        # this function has no argument types, so that each number has to have one
        index_count=c_size_t(faces.size),
        vertex_count=c_size_t(len(first)),
        vertex_positions_stride=c_size_t(12),
        vertex_attributes_stride=c_size_t(20),
        attribute_count=c_size_t(5),
        target_index_count=c_size_t(3),
        target_error=c_float(error),
        options=c_uint(SIMPLIFY_PRUNE),
    )
    return np.asarray(corners[first[out[:length]]].reshape(-1, 3))


def candidates(mesh: Mesh) -> Iterator[Ints]:
    """Face lists that may do."""
    whole = np.arange(3 * len(mesh.faces)).reshape(-1, 3)
    yield whole
    for corners, degrees in product((whole, whole[unhidden(mesh)]), DEGREES):
        weld = welded(mesh, corners.reshape(-1), degrees)
        for error, weights in product(ERRORS, WEIGHTS):
            yield simplified(mesh, corners.reshape(-1), weld, error, weights)


# How it looks


def pictures(mesh: Mesh, like: Mesh) -> Iterator[tuple[Floats, Floats]]:
    """The mesh from all around and where it is, as if it were another mesh."""
    for direction in around(VIEWS):
        view = camera(like, direction, PIXELS, SIDE)
        frame, ids = render_with_ids([Instance(mesh)], view, SUN, (SIDE, SIDE), (128, 128, 160))
        yield frame.astype(np.float64), (ids >= 0).astype(np.float64)


def is_like(fine: Sequence[tuple[Floats, Floats]], mesh: Mesh, other: Mesh) -> bool:
    """Whether another mesh looks like the one whose pictures are given."""
    if abs(mesh.corners - other.corners).max() > REACH:
        return False
    for (one, here), (two, there) in zip(fine, pictures(other, mesh), strict=True):
        gap = one - two
        if abs(gap).max(axis=2).sum() > MEAN * max(here.sum(), 400):
            return False
        if blockwise(gap) > LOCAL or blockwise((here - there)[..., None]) > EDGE:
            return False
    return True


def blockwise(gap: Floats) -> float:
    """The largest average in a block: much where something is missing, little where it moved."""
    largest, count = 0.0, SIDE // BLOCK - 1
    for start in (0, BLOCK // 2):
        inside = gap[start : start + count * BLOCK, start : start + count * BLOCK]
        blocks = inside.reshape(count, BLOCK, count, BLOCK, -1).mean(axis=(1, 3))
        largest = max(largest, float(abs(blocks).max()))
    return largest


def coarse(mesh: Mesh) -> Ints:
    """The shortest face list that looks like the mesh."""
    fine = list(pictures(mesh, mesh))
    ranked = sorted(candidates(mesh), key=len)
    return next(faces for faces in ranked if is_like(fine, mesh, objects.chosen(mesh, faces)))


if __name__ == "__main__":
    lists = {}
    for key in sorted(objects.keys()):
        mesh = objects.mesh(key)
        lists[key] = coarse(mesh).astype(np.uint16)
        print(key, len(mesh.faces), len(lists[key]), flush=True)
    path = objects.HOME / "coarse.npz"
    np.savez(path, **lists)
    print("on average", np.mean([len(faces) for faces in lists.values()]), path.stat().st_size)
