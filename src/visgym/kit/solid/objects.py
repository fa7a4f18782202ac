"""Textured objects by reference: the embedded ones, or those of a tree of GLB files.

A state names an object by its key; the folder is a knob of the task, and "" stands for the embedded
objects, whose keys are `manifest.json`'s file names without the ending. It says which of them are
for training alone. In a folder such as Objaverse's, keys are paths below it, for any use. Meshes
that were read are cached.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from visgym.core.errors import Mistake
from visgym.kit.caches import cached_layer
from visgym.kit.photo_sources import Use
from visgym.kit.solid.glb import load_glb
from visgym.kit.solid.layout import Ints
from visgym.kit.solid.meshes import Mesh
from visgym.kit.solid.transforms import compose, scale, translate

Corners = NDArray[np.uint16]

HOME = Path(str(files("visgym.data"))) / "meshes"
LAYOUT = (
    "the expected layout is GLB files in folders, such as "
    "hf-objaverse-v1/glbs/000-000/<uid>.glb in Objaverse"
)


@lru_cache(maxsize=16)
def keys(folder: str = "") -> tuple[str, ...]:
    """The objects of a folder in sorted order."""
    if not folder:
        return tuple(sorted(key for key in _embedded() if _use(key) == "evaluation"))
    root = Path(folder)
    if not root.is_dir():
        raise Mistake(f"There is no folder {root}; {LAYOUT}.")
    found = [
        (Path(place) / name).relative_to(root).as_posix()
        for place, _, names in os.walk(root)
        for name in names
        if name.lower().endswith(".glb")
    ]
    if not found:
        raise Mistake(f"The folder {root} holds no GLB file; {LAYOUT}.")
    return tuple(sorted(found))


@lru_cache(maxsize=16)
def turnable(folder: str = "", use: Use = "evaluation") -> tuple[str, ...]:
    """The objects for a use that look different from every side, as far as that is known."""
    if folder:
        return keys(folder)
    known = (key for key, entry in sorted(_embedded().items()) if entry["turnable"])
    return tuple(key for key in known if use in ("all", _use(key)))


def _use(key: str) -> str:
    return str(_embedded()[key].get("use", "evaluation"))


@cached_layer
def mesh(key: str, folder: str = "") -> Mesh:
    """An object as it is stored: y is up, and the embedded ones stand on y = 0."""
    return _read(Path(folder) / key if folder else HOME / f"{key}.glb")


@cached_layer
def coarse(key: str) -> Mesh:
    """An embedded object with few faces, for pictures in which it is about 100 pixels long."""
    return chosen(_read(HOME / f"{key}.glb"), _coarse()[key].astype(np.int64))


def chosen(mesh: Mesh, corners: Ints) -> Mesh:
    """The mesh of three corners (3 * face + corner) for each face, which has the first's look."""
    used, faces = np.unique(mesh.faces.reshape(-1)[corners], return_inverse=True)
    looks = corners[:, 0] // 3
    return replace(
        mesh,
        vertices=mesh.vertices[used],
        faces=faces.reshape(-1, 3),
        normals=None if mesh.normals is None else mesh.normals[used],
        uv=None if mesh.uv is None else mesh.uv[used],
        face_colors=None if mesh.face_colors is None else mesh.face_colors[looks],
        face_textures=None if mesh.face_textures is None else mesh.face_textures[looks],
    )


@lru_cache(maxsize=256)
def into_ball(key: str, folder: str = "") -> NDArray[np.float64]:
    """The 4x4 matrix that puts an object into the ball of radius 1 around the origin."""
    points = mesh(key, folder).vertices
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    radius = float(np.sqrt(((points - middle) ** 2).sum(axis=1).max())) or 1.0
    x, y, z = (float(-part) for part in middle)
    return compose(scale(1 / radius), translate(x, y, z))


def _read(path: Path) -> Mesh:
    try:
        return load_glb(path)
    except FileNotFoundError:
        raise Mistake(f"The object {path} is missing; {LAYOUT}.") from None
    except (OSError, ValueError) as error:
        raise Mistake(f"The object {path} cannot be read ({error}); {LAYOUT}.") from None


@lru_cache(maxsize=1)
def _coarse() -> dict[str, Corners]:
    """The face lists that `tools/coarsen.py` wrote."""
    with np.load(HOME / "coarse.npz") as lists:
        return dict(lists)


@lru_cache(maxsize=1)
def _embedded() -> dict[str, dict[str, object]]:
    entries = json.loads((HOME / "manifest.json").read_text(encoding="utf-8"))
    return {str(entry["file"]).removesuffix(".glb"): entry for entry in entries}
