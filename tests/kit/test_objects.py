import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import visgym.data
from visgym.core.errors import Mistake
from visgym.kit.solid import objects
from visgym.kit.solid.scene import render_with_ids
from visgym.kit.solid.values import Camera, Instance

HOME = Path(visgym.data.__file__).parent / "meshes"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two objects in the layout of Objaverse, written out of order."""
    for folder, uid, key in (("000-011", "f" * 32, "cap"), ("000-000", "a" * 32, "hammer")):
        place = tmp_path / "hf-objaverse-v1" / "glbs" / folder
        place.mkdir(parents=True)
        shutil.copy(HOME / f"{key}.glb", place / f"{uid}.glb")
    return tmp_path


def test_every_embedded_object_has_an_author_a_licence_and_its_bytes() -> None:
    entries = json.loads((HOME / "manifest.json").read_text(encoding="utf-8"))
    assert {entry["file"] for entry in entries} == {path.name for path in HOME.glob("*.glb")}
    for entry in entries:
        data = (HOME / entry["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == entry["sha256"]
        assert entry["licence"] in ("CC0-1.0", "CC-BY-3.0", "CC-BY-3.0-US")
        assert entry["author"] and entry["attribution"] and len(entry["size_cm"]) == 3
    assert sum(path.stat().st_size for path in HOME.glob("*.glb")) < 5_500_000
    assert 40 <= len(objects.turnable()) <= 60


def test_objects_for_training_are_none_of_evaluation() -> None:
    trained, evaluated = objects.turnable(use="training"), objects.turnable()
    assert len(trained) == 13 and not set(trained) & set(objects.keys())
    assert objects.turnable(use="all") == tuple(sorted((*trained, *evaluated)))


def test_every_turnable_object_fills_the_ball_of_radius_1() -> None:
    for key in objects.turnable(use="all"):
        points = objects.mesh(key).vertices
        matrix = objects.into_ball(key)
        reach = np.linalg.norm(points @ matrix[:3, :3].T + matrix[:3, 3], axis=1)
        assert reach.max() == pytest.approx(1)


def test_coarse_objects_are_made_of_the_vertices_and_the_looks_of_the_fine_ones() -> None:
    fine, few = 0, 0
    for key in sorted(objects.keys()):
        mesh, coarse = objects.mesh(key), objects.coarse(key)
        assert coarse.normals is not None and coarse.uv is not None
        assert mesh.normals is not None and mesh.uv is not None
        theirs = np.concatenate([mesh.vertices, mesh.normals, mesh.uv], axis=1)
        ours = np.concatenate([coarse.vertices, coarse.normals, coarse.uv], axis=1)
        assert {row.tobytes() for row in ours} <= {row.tobytes() for row in theirs}
        assert set(map(tuple, coarse.looks)) <= set(map(tuple, mesh.looks))
        assert abs(coarse.corners - mesh.corners).max() <= 0.01
        fine, few = fine + len(mesh.faces), few + len(coarse.faces)
    assert 2.5 * few < fine


@pytest.mark.parametrize("key", objects.keys()[::7])
def test_coarse_objects_look_like_the_fine_ones(key: str) -> None:
    camera = Camera((3.0, 2.5, 4.0), (0.0, 0.4, 0.0), fov_degrees=18)  # about 100 pixels long
    (fine, where), (few, there) = (
        render_with_ids([Instance(mesh)], camera, size=(160, 160))
        for mesh in (objects.mesh(key), objects.coarse(key))
    )
    assert (where != there).sum() < 0.05 * (where == 0).sum() + 10
    assert abs(fine.astype(int) - few)[where == 0].mean() < 8


def test_an_objaverse_tree_is_read_in_sorted_order(tree: Path) -> None:
    keys = objects.keys(str(tree))
    assert keys == (
        f"hf-objaverse-v1/glbs/000-000/{'a' * 32}.glb",
        f"hf-objaverse-v1/glbs/000-011/{'f' * 32}.glb",
    )
    assert np.array_equal(
        objects.mesh(keys[0], str(tree)).vertices, objects.mesh("hammer").vertices
    )


def test_missing_and_broken_files_are_named_with_the_layout(tree: Path, tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"no folder .*nowhere.*hf-objaverse-v1/glbs"):
        objects.keys(str(tmp_path / "nowhere"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(Mistake, match=r"empty holds no GLB file.*hf-objaverse-v1/glbs"):
        objects.keys(str(tmp_path / "empty"))
    (tree / "broken.glb").write_bytes(b"glTF but not really")
    with pytest.raises(Mistake, match=r"broken\.glb cannot be read.*hf-objaverse-v1/glbs"):
        objects.mesh("broken.glb", str(tree))
    with pytest.raises(Mistake, match=r"gone\.glb is missing"):
        objects.mesh("gone.glb", str(tree))
