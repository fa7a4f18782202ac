"""The VSP benchmark: 100 problems of each task and level."""

from __future__ import annotations

from visgym.suites.suite import Suite

MAZES, BLOCKS = range(3, 9), range(3, 6)
LEVELS = {
    "vsp_maze": MAZES,
    "vsp_maze_hole": MAZES,
    "vsp_maze_relation": MAZES,
    "vsp_maze_text": MAZES,
    "vsp_maze_safe": (1, 3, 5, 7, 9),
    "vsp_blocks": (1, 3, 5, 7),
    "vsp_blocks_color": BLOCKS,
    "vsp_blocks_relation": BLOCKS,
    "vsp_blocks_text": BLOCKS,
    "vsp_blocks_valid": (1, 3, 5, 7),
    "vsp_street_map": (1,),
    "vsp_collision": (1,),
}

SUITES = [
    Suite(
        "vsp",
        tuple(f"{task}/level_{level}" for task, levels in LEVELS.items() for level in levels),
        episodes=100,
    )
]
