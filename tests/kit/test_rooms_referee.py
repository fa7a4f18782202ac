"""Rooms against MiniGrid: the same moves on the same maps lead to the same, and are seen alike."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("minigrid", reason="MiniGrid is the referee")

from minigrid_referee import ACTIONS, Referee, named, theirs
from visgym.catalog import load
from visgym.core.calls import Illegal
from visgym.kit.grid import Cell
from visgym.kit.worlds.rooms import sight
from visgym.kit.worlds.rooms.building import as_rows, walled
from visgym.kit.worlds.rooms.sight import OFFSETS
from visgym.kit.worlds.rooms.things import (
    COLORS,
    FLOOR,
    GOAL,
    LAVA,
    WALL,
    Compass,
    RoomState,
    RoomThing,
)
from visgym.kit.worlds.rooms.walks import RoomTask

TASKS = ("door_key", "empty_room", "four_rooms", "lava_gap", "room_chain", "unlock_door")
STEPS = 40
JUDGE: RoomTask = load("door_key")  # type: ignore[assignment]
TILE_NAMES = {LAVA: "lava", GOAL: "goal"}


def jumble(rng: Random) -> RoomState:
    """A map with everything on it, wherever chance puts it."""
    tall, wide = rng.randint(5, 11), rng.randint(5, 13)
    plan = walled(tall, wide)
    inner = [cell for cell, tile in plan.items() if tile == FLOOR]
    for cell in inner:
        plan[cell] = rng.choices((FLOOR, WALL, LAVA), (80, 17, 3))[0]
    agent, goal, *places = rng.sample(inner, 9)
    plan |= {**dict.fromkeys([agent, *places], FLOOR), goal: GOAL}
    colors = COLORS[: rng.randint(1, 4)]
    things = [(cell, thing(rng, colors)) for cell in places]
    start = RoomState(
        as_rows(plan), agent, rng.choice(list(Compass)), tuple(sorted(things, key=str))
    )
    return sight.watched(start)


def thing(rng: Random, colors: tuple[str, ...]) -> RoomThing:
    kind = rng.choice(("key", "key", "ball", "box", "door", "door"))
    details = {"door": ("open", "closed", "locked"), "box": ("", *colors)}
    return RoomThing(kind, rng.choice(colors), rng.choice(details.get(kind, ("",))))


def ours(state: RoomState) -> tuple[Cell, int, str, dict[Cell, str]]:
    cells = {
        (row, column): TILE_NAMES[tile]
        for row, line in enumerate(state.rows)
        for column, tile in enumerate(line)
        if tile in TILE_NAMES
    }
    cells |= {cell: named(theirs(each)) for cell, each in state.things}
    held = named(theirs(state.carried)) if state.carried else ""
    return state.agent, int(state.facing), held, cells


def seen_by_us(state: RoomState) -> tuple[list[list[bool]], list[list[str]]]:
    bits, _ = sight.in_sight(state)
    seen = [[bool(light >> place & 1) for place in range(sight.SIDE)] for light in bits]
    *_, held, cells = ours(state)
    names = []
    for line, row in zip(OFFSETS[state.facing], seen, strict=True):
        around = [(state.agent[0] + down, state.agent[1] + across) for down, across in line]
        walls = ["wall" if tile_at(state, cell) == WALL else "" for cell in around]
        told = [cells.get(cell, wall) for cell, wall in zip(around, walls, strict=True)]
        names.append([name if is_seen else "" for name, is_seen in zip(told, row, strict=True)])
    names[0][sight.HALF] = held  # they show there what is carried
    return seen, names


def tile_at(state: RoomState, cell: Cell) -> str:
    inside = 0 <= cell[0] < len(state.rows) and 0 <= cell[1] < len(state.rows[0])
    return state.tile(cell) if inside else WALL


def walk(state: RoomState, rng: Random) -> int:
    """Random moves here and there until it is over; how many changed something."""
    referee, moved = Referee(state), 0
    calls = [*ACTIONS, *[call for call in ACTIONS if call.name == "forward"] * 3]
    for _ in range(STEPS):
        call = rng.choice(calls)
        try:
            after = JUDGE.apply(state, call)
        except Illegal:
            after = state
        over = referee.step(ACTIONS[call])[2]
        assert ours(after) == referee.look(), call
        if not over:
            assert seen_by_us(after) == referee.view(), call
        assert over == JUDGE.is_over(after)
        moved, state = moved + (after != state), after
        if over or not all(0 < at < edge - 1 for at, edge in zip(*bounds(state), strict=True)):
            break  # there is nothing beyond the doorway that leads out
    return moved


def bounds(state: RoomState) -> tuple[Cell, Cell]:
    return state.agent, (len(state.rows), len(state.rows[0]))


@pytest.mark.parametrize("walks", [22, pytest.param(700, marks=pytest.mark.slow)])
def test_jumbled_rooms_are_walked_and_seen_as_in_minigrid(walks: int) -> None:
    moved = [walk(jumble(Random(f"jumble {seed}")), Random(seed)) for seed in range(walks)]
    assert sum(moved) > 5 * walks


@pytest.mark.parametrize("walks", [1, pytest.param(17, marks=pytest.mark.slow)])
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", TASKS)
def test_rooms_of_tasks_are_walked_and_seen_as_in_minigrid(
    name: str, level: int, walks: int
) -> None:
    task = load(f"{name}/level_{level}")
    for seed in range(walks):
        assert walk(task.start(seed), Random(f"{name} {seed}"))
