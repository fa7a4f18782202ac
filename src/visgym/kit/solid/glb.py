"""A reader for GLB files."""

from __future__ import annotations

import io
import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, UnidentifiedImageError

from visgym.kit.solid.layout import Floats
from visgym.kit.solid.meshes import Mesh, Texture, merge, smooth


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
