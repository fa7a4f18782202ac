"""Waiting Maze: a maze whose pictures take 50 ms and no CPU, to see nodes work side by side."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from visgym.core.task import Frame
from visgym.tasks.spatial.maze_2d import Maze2D

SECONDS = 0.05


@dataclass(frozen=True, kw_only=True)
class WaitingMaze(Maze2D):
    def draw(self, state: Any) -> Frame:
        time.sleep(SECONDS)
        return super().draw(state)


PRESETS = {"easy": WaitingMaze(longest=18)}
