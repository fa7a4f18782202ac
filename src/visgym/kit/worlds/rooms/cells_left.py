"""How many cells lie between somebody and what is wanted, on a way that doors do not bar."""

from __future__ import annotations

from functools import lru_cache

from visgym.kit.grid import Cell, shift
from visgym.kit.worlds.rooms.things import GOAL, WALL, Compass, RoomState

Reached = dict[Cell, int]


def cells_left(state: RoomState) -> int:
    """Cells to the nearest goal, or where there is none, to the nearest door; 1 at least."""
    doors = tuple(cell for cell, thing in state.things if thing.kind == "door")
    known = _reached(state.rows, doors)
    return max(1, known.get(state.agent, sum(map(len, state.rows))))


@lru_cache(maxsize=64)
def _reached(rows: tuple[str, ...], doors: tuple[Cell, ...]) -> Reached:
    """How far every cell is from what is wanted."""
    tiles = {(row, at): tile for row, line in enumerate(rows) for at, tile in enumerate(line)}
    goals = [cell for cell, tile in tiles.items() if tile == GOAL] or list(doors)
    found = dict.fromkeys(goals, 0)
    for cell in (waiting := list(goals)):
        for way in Compass:
            near = shift(cell, way.step)
            if near not in found and tiles.get(near, WALL) != WALL:
                found[near] = found[cell] + 1
                waiting.append(near)
    return found
