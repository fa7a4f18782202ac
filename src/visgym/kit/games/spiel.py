"""States of OpenSpiel as pure functions of what was played: nothing else of it is kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from visgym.core.optional import require

KEPT = 1 << 14  # states of all games together; one takes a few kilobytes


def open_spiel() -> Any:
    """The package, or a `Mistake` that names its extra."""
    return require("pyspiel", "games", "This game")


@lru_cache(maxsize=64)
def spiel_game(name: str) -> Any:
    """A game by the name and parameters that OpenSpiel gives it."""
    return open_spiel().load_game(name)


@lru_cache(maxsize=KEPT)
def spiel_state(game: str, actions: tuple[int, ...], start: str = "") -> Any:
    """The state after some actions, chance among them; it is shared, so clone it to change it."""
    if not actions:
        begin = spiel_game(game).new_initial_state
        return begin(start) if start else begin()
    state = spiel_state(game, actions[:-1], start).clone()
    state.apply_action(actions[-1])
    return state


@lru_cache(maxsize=KEPT)
def dealt_state(game: str, deal: tuple[int, ...], moves: tuple[int, ...]) -> Any:
    """The state after some moves, where chance falls as `deal` says; shared, so clone it too."""
    if moves:
        state = dealt_state(game, deal, moves[:-1]).clone()
        state.apply_action(moves[-1])
    else:
        state = spiel_game(game).new_initial_state()
    fallen = len(state.history()) - len(moves)
    while state.is_chance_node():
        state.apply_action(deal[fallen])
        fallen += 1
    return state
