"""Balls that move by themselves: anywhere beside them, or to and fro."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from visgym.kit.grid import Cell, shift
from visgym.kit.worlds.rooms.things import FLOOR, RoomState, swapped

ARROWS: dict[Cell, str] = {
    (-1, 0): "↑",
    (-1, 1): "↗",
    (0, 1): "→",
    (1, 1): "↘",
    (1, 0): "↓",
    (1, -1): "↙",
    (0, -1): "←",
    (-1, -1): "↖",
}
STEPS = {arrow: step for step, arrow in ARROWS.items()}
STILL = "·"  # of a roller that did not move

Way = Callable[[str, list[Cell], Random], tuple[Cell, str]]
"""From the last arrow and the steps that are free to the next step and its arrow."""


def wandering(arrow: str, free: list[Cell], rng: Random) -> tuple[Cell, str]:
    """Any of the steps that are free."""
    step = rng.choice(free) if free else (0, 0)
    return step, ARROWS.get(step, STILL)


def straight(arrow: str, free: list[Cell], rng: Random) -> tuple[Cell, str]:
    """On as before, or back where that is not free."""
    down, across = STEPS[arrow]
    ways = [step for step in ((down, across), (-down, -across)) if step in free]
    return (ways[0], ARROWS[ways[0]]) if ways else ((0, 0), arrow)


def rolled(state: RoomState, way: Way) -> RoomState:
    """The state when each roller, one after the other, has made a step to a free cell."""
    rng, dice = state.dice.roll()
    things = state.things
    for cell, roller in state.things:
        if roller.kind == "roller":
            taken = {at for at, _ in things} | {state.agent}
            free = [step for step in ARROWS if _is_free(state, taken, shift(cell, step))]
            step, arrow = way(roller.detail, free, rng)
            moved = shift(cell, step), replace(roller, detail=arrow)
            things = swapped(swapped(things, cell), *moved)
    return replace(state, things=things, dice=dice)


def _is_free(state: RoomState, taken: set[Cell], cell: Cell) -> bool:
    return cell not in taken and state.rows[cell[0]][cell[1]] == FLOOR
