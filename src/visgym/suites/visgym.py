"""The VisGym benchmark: 70 episodes of each task, easy with 20 and hard with 30 steps."""

from __future__ import annotations

from visgym.suites.suite import Suite

TASKS = ("matchstick_equation", "maze_2d", "patch_reassembly", "sliding_block")

SUITES = [
    Suite(f"visgym/{preset}", tuple(f"{task}/{preset}" for task in TASKS))
    for preset in ("easy", "hard")
]
