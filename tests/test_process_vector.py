from __future__ import annotations

import os
import signal

import numpy as np
import pytest

from visgym.adapters.process_vector import VisProcessVectorEnv
from visgym.adapters.vector import VisVectorEnv
from visgym.core.errors import Mistake


def test_processes_give_what_one_process_gives_texts_included() -> None:
    spread = VisProcessVectorEnv("maze_2d", 3, 2, preset="easy", step_limit=4)
    alone = VisVectorEnv("maze_2d", 3, preset="easy", step_limit=4)
    try:
        found, wanted = spread.reset(seed=3), alone.reset(seed=3)
        alone.action_space.seed(1)
        for _ in range(6):  # beyond the end of the episodes
            assert np.array_equal(found[0], wanted[0])
            for one, other in zip(found[1:-1], wanted[1:-1], strict=True):
                assert np.array_equal(one, other)
            assert found[-1].keys() == wanted[-1].keys()
            assert found[-1]["text"].tolist() == wanted[-1]["text"].tolist()
            kept, before = found[0], found[0].copy()
            actions = alone.action_space.sample()
            found, wanted = spread.step(actions), alone.step(actions)
            assert np.array_equal(kept, before)
    finally:
        spread.close()


def test_a_lost_worker_is_told_of() -> None:
    spread = VisProcessVectorEnv("maze_2d", 2, 1, preset="easy")
    try:
        spread.reset(seed=0)
        os.kill(spread._workers[0]._process.pid or 0, signal.SIGKILL)
        with pytest.raises(RuntimeError, match="worker process has ended"):
            spread.step(["", ""])
    finally:
        spread.close()


def test_more_workers_than_environments_are_refused() -> None:
    with pytest.raises(Mistake, match="from 1 to 2 workers"):
        VisProcessVectorEnv("maze_2d", 2, 3)
