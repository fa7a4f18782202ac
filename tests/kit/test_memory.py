"""Pictures follow from scenes alone, never from what the memory held before."""

from __future__ import annotations

import numpy as np
import pytest

from visgym import catalog
from visgym.core.episode import begin
from visgym.kit.solid import drawing
from visgym.kit.solid.layout import Faces
from visgym.tasks.spatial import mental_rotation_3d_cube as cubes

made = drawing._room


@pytest.mark.parametrize("seed", range(3))
def test_pictures_do_not_depend_on_what_memory_held(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = catalog.load("mental_rotation_3d_cube/hard")
    start = begin(task, seed).start
    frames = []
    for junk in range(6):
        rng = np.random.default_rng(junk)

        def room(count: int, rng: np.random.Generator = rng) -> Faces:
            faces = made(count)
            for array in (faces.planes, faces.polygons, faces.looks):
                array[:] = rng.choice([0.0, 1e-3, 1.0, -1.0, np.nan], size=array.shape)
            return faces

        monkeypatch.setattr(drawing, "_room", room)
        cubes._panel.cache_clear()
        frames.append(task.draw(start).tobytes())
    assert len(set(frames)) == 1
