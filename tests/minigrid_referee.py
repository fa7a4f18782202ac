"""Rooms played by MiniGrid: a state there and back."""

from __future__ import annotations

import warnings
from typing import Any

from visgym.core.calls import Call
from visgym.kit.grid import Cell
from visgym.kit.worlds.rooms.things import GOAL, LAVA, WALL, RoomState, RoomThing

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of packages that it brings
    from minigrid.core.grid import Grid
    from minigrid.core.mission import MissionSpace
    from minigrid.core.world_object import Ball, Box, Door, Goal, Key, Lava, Wall
    from minigrid.minigrid_env import MiniGridEnv

ACTIONS = {
    Call("turn", ("left",)): 0,
    Call("turn", ("right",)): 1,
    Call("forward"): 2,
    Call("pickup"): 3,
    Call("drop"): 4,
    Call("toggle"): 5,
}
TILES = {WALL: Wall, LAVA: Lava, GOAL: Goal}


class Referee(MiniGridEnv):
    """MiniGrid on the map of a state."""

    def __init__(self, state: RoomState) -> None:
        self.state = state
        super().__init__(
            mission_space=MissionSpace(mission_func=lambda: "walk"),
            width=len(state.rows[0]),
            height=len(state.rows),
            max_steps=100_000,
        )
        self.reset(seed=0)

    def _gen_grid(self, width: int, height: int) -> None:
        self.grid = Grid(width, height)
        for row, line in enumerate(self.state.rows):
            for column, tile in enumerate(line):
                if tile in TILES:
                    self.grid.set(column, row, TILES[tile]())
        for (row, column), thing in self.state.things:
            self.put_obj(theirs(thing), column, row)
        self.agent_pos = (self.state.agent[1], self.state.agent[0])
        self.agent_dir = (self.state.facing + 3) % 4  # theirs count from the right
        self.mission = "walk"

    def look(self) -> tuple[Cell, int, str, dict[Cell, str]]:
        """Where the agent is, which way it faces, what it carries, and what lies about."""
        cells = {
            (row, column): named(thing)
            for row in range(self.height)
            for column in range(self.width)
            if (thing := self.grid.get(column, row)) is not None and thing.type not in ("wall",)
        }
        column, row = (int(each) for each in self.agent_pos)
        return (row, column), (self.agent_dir + 1) % 4, named(self.carrying), cells

    def view(self) -> tuple[list[list[bool]], list[list[str]]]:
        """Which cells are seen and what is there, the row of the agent first."""
        look: Any = self.gen_obs_grid
        grid, mask = look()
        rows = range(grid.height - 1, -1, -1)
        seen = [[bool(mask[x, y]) for x in range(grid.width)] for y in rows]
        return seen, [[named(grid.get(x, y)) for x in range(grid.width)] for y in rows]


def theirs(thing: RoomThing) -> Any:
    """A thing as one of theirs; they have no white."""
    color = "grey" if thing.color == "white" else thing.color
    if thing.kind == "door":
        return Door(color, is_open=thing.detail == "open", is_locked=thing.detail == "locked")
    if thing.kind == "box":
        inside = RoomThing("key", thing.detail)
        return Box(color, theirs(inside) if thing.detail else None)
    kinds: dict[str, Any] = {"key": Key, "ball": Ball}
    return kinds[thing.kind](color)


def named(thing: Any) -> str:
    """One of their things in words, with all that can happen to it."""
    if thing is None:
        return ""
    if thing.type in ("wall", "lava", "goal"):
        return str(thing.type)
    detail = named(thing.contains) if thing.type == "box" else ""
    if thing.type == "door":
        detail = "open" if thing.is_open else "locked" if thing.is_locked else "closed"
    return f"{thing.color} {thing.type} {detail}".strip()
