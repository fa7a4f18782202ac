"""How many demonstrations a core makes in a second, pictures encoded."""

from __future__ import annotations

from time import process_time

from visgym.core.identity import fingerprint
from visgym.demonstrations.recipes import Recipe, candidate
from visgym.demonstrations.shards import conversations_of, demonstrated
from visgym.ids import Id

_SCENE = 2.0  # for frames in three dimensions and for physics
GOAL = 20.0
SHORTEST = 0.5  # seconds that are measured, at least
GOALS = {
    "counting": _SCENE,  # up to twenty things on a stage, unless it has photos
    "fetch_pick_and_place": _SCENE,
    "fetch_reach": _SCENE,
    "maze_2d": 150.0,
    "maze_3d": _SCENE,
    "mental_rotation_3d_cube": _SCENE,
    "mental_rotation_3d_objaverse": _SCENE,
}
"""Demonstrations a second that the easy preset of a task should reach."""


def goal_of(id: str) -> float:
    """The demonstrations a second that we aim at; hard presets have no aim."""
    parts = Id.parse(id)
    return GOALS.get(parts.task, GOAL) if parts.preset == "easy" else 0.0


def demonstrations_per_second(id: str, count: int) -> float:
    """Demonstrations by CPU time once photos, meshes and code are in memory."""
    recipe = Recipe(ids=(id,))
    for number in range(count):
        _demonstrate(recipe, number)
    before, made = process_time(), 0
    while made < count or process_time() - before < SHORTEST:
        _demonstrate(recipe, count + made)
        made += 1
    return made / (process_time() - before)


def _demonstrate(recipe: Recipe, number: int) -> None:
    """Generate, name, solve, draw and encode one demonstration."""
    chosen = candidate(recipe, number)
    episode = demonstrated(chosen, recipe.step_limit)
    fingerprint(episode.start)
    list(conversations_of(recipe, chosen, episode))
