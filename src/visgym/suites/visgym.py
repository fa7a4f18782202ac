"""The VisGym benchmark: 70 episodes of each task, easy with 20 and hard with 30 steps."""

from __future__ import annotations

from visgym.suites.suite import Suite

TASKS = (
    "colorization",
    "counting",
    "fetch_pick_and_place",
    "fetch_reach",
    "jigsaw",
    "matchstick_equation",
    "matchstick_rotation",
    "maze_2d",
    "maze_3d",
    "mental_rotation_2d",
    "mental_rotation_3d_cube",
    "mental_rotation_3d_objaverse",
    "patch_reassembly",
    "referring_dot_pointing",
    "sliding_block",
    "video_unshuffle",
    "zoom_in_puzzle",
)

SUITES = [
    Suite(f"visgym/{preset}", tuple(f"{task}/{preset}" for task in TASKS))
    for preset in ("easy", "hard")
]
