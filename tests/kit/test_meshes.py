"""Laws of meshes: their shapes, their places and their files."""

from __future__ import annotations

import json
import struct
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from toys_3d import SHAPES
from visgym.kit.solid import shapes
from visgym.kit.solid.glb import load_glb
from visgym.kit.solid.meshes import Mesh, alike, smooth
from visgym.kit.solid.scene import render_with_ids
from visgym.kit.solid.transforms import compose, euler, rotate_y, rotate_z, scale, translate
from visgym.kit.solid.values import Camera, Instance

GLBS = files("visgym.data") / "meshes"


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_shapes_are_closed_and_wound_outwards(name: str) -> None:
    mesh = SHAPES[name]
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    assert (np.cross(b - a, c - a).sum(axis=0).round(9) == 0).all()
    assert (a * np.cross(b, c)).sum() > 0  # six times the volume
    if mesh.normals is not None:
        facing = np.cross(b - a, c - a)
        assert ((facing * mesh.normals[mesh.faces[:, 0]]).sum(axis=1) > -1e-9).all()


def test_creases_are_sharp_edges_without_diagonals() -> None:
    assert len(shapes.box().creases) == 2 * 12 and len(shapes.sphere().creases) == 0


def test_smooth_meshes_share_the_vertices_that_are_alike() -> None:
    corners = shapes.box()
    loose = Mesh(corners.vertices[corners.faces].reshape(-1, 3), np.arange(36).reshape(-1, 3))
    box = smooth(loose)
    assert box.normals is not None and len(box.vertices) == 4 * 6
    assert (box.vertices[box.faces].reshape(-1, 3) == loose.vertices).all()
    ball = smooth(shapes.sphere())
    assert ball.normals is not None and len(ball.vertices) < len(ball.faces)
    rows = np.concatenate([ball.vertices, ball.normals], axis=1)
    assert len(np.unique(rows, axis=0)) == len(rows)


def test_alike_rows_are_numbered_by_their_first() -> None:
    first, kind = alike(np.array([(2.0, 1.0), (0.0, 1.0), (2.0, 1.0), (-0.0, 1.0), (1.0, 2.0)]))
    assert first.tolist() == [0, 1, 4] and kind.tolist() == [0, 1, 0, 1, 2]


def test_transforms_compose_from_the_last_to_the_first() -> None:
    moved = compose(translate(1, 2, 3), rotate_z(90), scale(2)) @ (1, 0, 0, 1)
    assert moved.tolist() == [1, 4, 3, 1]
    assert (euler(0, 90, 0) == rotate_y(90)).all()


def glb(tree: dict[str, object], blob: bytes) -> bytes:
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    chunks += struct.pack("<I4s", len(blob), b"BIN\0") + blob
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def triangle() -> dict[str, object]:
    return {
        "scenes": [{"nodes": [0]}],
        "nodes": [{"children": [1], "translation": [1, 0, 0]}, {"mesh": 0, "scale": [2, 2, 2]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0.25, 0, 1]}}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
    }


def test_a_glb_keeps_its_places_and_colours() -> None:
    mesh = load_glb(glb(triangle(), struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)))
    assert mesh.vertices.tolist() == [[1, 0, 0], [3, 0, 0], [1, 2, 0]]
    assert mesh.face_colors is not None and mesh.face_colors.tolist() == [[255, 128, 0]]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a mesh at all, only text",
        glb({}, b""),
        glb(triangle(), b"short"),
        glb({"scenes": 1}, b""),
    ],
)
def test_a_broken_glb_is_refused_in_one_sentence_that_names_the_file(
    data: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "broken.glb"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"broken\.glb cannot be read: expected a binary glTF 2"):
        load_glb(path)


@pytest.mark.skipif(not GLBS.is_dir(), reason="no meshes are embedded")
def test_stored_glbs_stand_on_the_floor_and_can_be_seen() -> None:
    camera = Camera((1.2, 1.2, 1.6), (0, 0.4, 0))
    for path in sorted(path for path in GLBS.iterdir() if path.name.endswith(".glb"))[::16]:
        mesh = load_glb(path.read_bytes())
        assert abs(mesh.vertices[:, 1].min()) < 1e-3, path
        assert abs(np.ptp(mesh.vertices, axis=0).max() - 1) < 1e-3, path
        _, ids = render_with_ids([Instance(mesh)], camera, size=(96, 96))
        assert (ids == 0).sum() > 60, path
