"""The names of pictures."""

from __future__ import annotations

import hashlib

import numpy as np

from visgym import catalog
from visgym.core.episode import begin
from visgym.evaluation.records import frame_hash
from visgym.kit.framing import sight


def test_pictures_that_differ_have_different_names(task_ids: list[str]) -> None:
    names, pictures = set(), set()
    for id in task_ids:
        task = catalog.load(id)
        frame = sight(task, begin(task, 0).start)
        for place in (0, frame.size // 2, frame.size - 1):
            other = frame.copy()
            other.reshape(-1)[place] ^= 1
            names.add(frame_hash(other))
            pictures.add(hashlib.sha256(other.tobytes()).digest())
        assert frame_hash(np.asfortranarray(frame)) == frame_hash(frame) not in names
        assert len(frame_hash(frame)) == 16
    assert len(names) == len(pictures)
