"""How many demonstrations a core makes in a second, pictures encoded."""

from __future__ import annotations

from time import process_time

from visgym.core.identity import fingerprint
from visgym.demonstrations.recipes import Recipe, candidate
from visgym.demonstrations.shards import conversations_of, demonstration

SHORTEST = 0.5  # seconds that are measured, at least


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
    shown = demonstration(chosen)
    fingerprint(shown.episode.start)
    list(conversations_of(recipe, chosen, shown))
