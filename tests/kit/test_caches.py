from __future__ import annotations

import numpy as np

from visgym.core.task import Frame
from visgym.kit.caches import cached_frames


def test_frames_are_kept_up_to_a_size_and_those_used_longest_ago_go_first() -> None:
    made: list[int] = []

    @cached_frames(most=250)
    def frame(size: int) -> Frame:
        made.append(size)
        return np.zeros(size, np.uint8)

    assert frame(100) is frame(100)
    frame(101), frame(100), frame(102)  # no room for the three of them
    assert made == [100, 101, 102]
    frame(100), frame(102), frame(101)
    assert made == [100, 101, 102, 101]
    frame(1000), frame(1000)  # too large to be kept
    assert made[-2:] == [1000, 1000]
