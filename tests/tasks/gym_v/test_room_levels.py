"""Rooms on a grid: what levels say about their starts, and limits that can be met."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from visgym.catalog import load
from visgym.core.solving import solve
from visgym.kit.grid import Cell, neighbours
from visgym.kit.worlds.rooms.building import apart
from visgym.kit.worlds.rooms.things import FLOOR, GOAL, LAVA, WALL, RoomState

SEEDS = range(20)


def goal_of(state: RoomState) -> Cell:
    return next((r, row.index(GOAL)) for r, row in enumerate(state.rows) if GOAL in row)


def pieces(state: RoomState, barriers: set[Cell], ground: tuple[str, ...]) -> list[set[Cell]]:
    """The connected parts of some ground, without barriers."""
    left = {
        (r, c) for r, row in enumerate(state.rows) for c, tile in enumerate(row) if tile in ground
    } - barriers
    found = []
    while left:
        part, fringe = set[Cell](), [left.pop()]
        while fringe:
            part.add(at := fringe.pop())
            near = set(neighbours(at)) & left
            left -= near
            fringe += near
        found.append(part)
    return found


@pytest.mark.parametrize(("level", "size", "far"), [(0, 6, 4), (1, 9, 8), (2, 14, 14)])
def test_goals_of_empty_rooms_are_far_and_anywhere(level: int, size: int, far: int) -> None:
    starts = [load(f"empty_room/level_{level}").start(seed) for seed in SEEDS]
    assert all(len(start.rows) == size for start in starts)
    assert all(apart(start.agent, goal_of(start)) >= far for start in starts)
    assert len({start.agent for start in starts}) > 4 and len({goal_of(s) for s in starts}) > 4


@pytest.mark.parametrize(("level", "size", "keys"), [(0, 6, 1), (1, 8, 1), (2, 12, 2)])
def test_doors_part_agent_and_keys_from_the_goal(level: int, size: int, keys: int) -> None:
    for seed in SEEDS:
        start = load(f"door_key/level_{level}").start(seed)
        door = next(cell for cell, thing in start.things if thing.kind == "door")
        held = [(cell, thing) for cell, thing in start.things if thing.kind == "key"]
        near, far = pieces(start, {door}, (FLOOR, GOAL))
        near, far = (near, far) if start.agent in near else (far, near)
        assert goal_of(start) in far and all(cell in near for cell, _ in held)
        assert len(start.rows) == size and len(held) == keys
        fitting = [key for _, key in held if key.fits(start.thing(door))]
        assert len(fitting) == 1 and len({key.color for _, key in held}) == keys


@pytest.mark.parametrize(("level", "gaps"), [(0, 4), (1, 4), (2, 3)])
def test_four_rooms_have_their_gaps_and_goals(level: int, gaps: int) -> None:
    task: Any = load(f"four_rooms/level_{level}")
    middle = task.size // 2
    for seed in SEEDS:
        start = task.start(seed)
        cross = [(at, middle) for at in range(task.size)] + [
            (middle, at) for at in range(task.size)
        ]
        found = [cell for cell in cross if start.tile(cell) == FLOOR]
        assert len(found) == gaps
        goal = goal_of(start)
        sides = [(start.agent[axis] < middle) != (goal[axis] < middle) for axis in (0, 1)]
        assert sum(sides) == (1 if level == 0 else 2)


def test_the_shorter_way_around_is_closed() -> None:
    closed: Any = load("four_rooms/level_2")
    for seed in range(8):
        start = closed.start(seed)
        middle = closed.size // 2
        cross = [(at, middle) for at in range(1, closed.size - 1) if at != middle]
        cross += [(middle, at) for at in range(1, closed.size - 1) if at != middle]
        wall = [cell for cell in cross if start.tile(cell) == WALL]
        length = len(solve(closed, start))
        shorter = [opened(closed, start, cell) <= length for cell in wall]
        assert any(shorter)


def opened(task: Any, start: RoomState, gap: Cell) -> int:
    """How long the way is with one more gap."""
    rows = [list(row) for row in start.rows]
    rows[gap[0]][gap[1]] = FLOOR
    return len(solve(task, replace(start, rows=tuple("".join(row) for row in rows))))


@pytest.mark.parametrize(("level", "size", "strips"), [(0, 5, 1), (1, 7, 1), (2, 11, 3)])
def test_each_strip_of_lava_has_one_gap(level: int, size: int, strips: int) -> None:
    for seed in SEEDS:
        start = load(f"lava_gap/level_{level}").start(seed)
        inner = range(1, size - 1)
        lines = [[start.rows[r][c] for c in inner] for r in inner]
        lines += [[start.rows[r][c] for r in inner] for c in inner]
        filled = [line for line in lines if line.count(LAVA) >= size - 3]
        assert len(lines[0]) == size - 2 and len(filled) == strips
        assert all(line.count(LAVA) == size - 3 for line in filled)


@pytest.mark.parametrize(("level", "rooms", "largest"), [(0, 2, 4), (1, 4, 6), (2, 6, 8)])
def test_chains_have_their_rooms_and_doors(level: int, rooms: int, largest: int) -> None:
    """Published: the knobs of rooms are ignored."""
    task = load(f"room_chain/level_{level}")
    for seed in SEEDS:
        start = task.start(seed)
        doors = dict(start.things)
        assert len(doors) == rooms - 1
        assert {door.detail for door in doors.values()} == {"closed"}
        parts = pieces(start, set(doors), (FLOOR, GOAL))
        assert len(parts) == rooms
        for part in parts:
            tall, wide = (1 + max(c[a] for c in part) - min(c[a] for c in part) for a in (0, 1))
            assert 2 <= tall <= largest - 2 and 2 <= wide <= largest - 2
        assert 2 * len(solve(task, start)) <= max(40, task.step_limit)


@pytest.mark.parametrize("level", [0, 1, 2])
def test_locked_doors_can_be_opened_and_nothing_else_is_asked(level: int) -> None:
    """Published: the prompt speaks of a goal that there is not."""
    task = load(f"unlock_door/level_{level}")
    assert "goal" not in task.rules() and "goal" not in task.legend("picture")
    for seed in SEEDS:
        start = task.start(seed)
        kinds = sorted(thing.kind for _, thing in start.things)
        assert not any(GOAL in row for row in start.rows)
        assert (
            kinds
            == [["door", "key"], ["door", "key", "key", "key"], ["ball", "box", "door"]][level]
        )
        calls = [call.name for call in solve(task, start)]
        assert calls[-1] == "toggle" and ("drop" in calls) == (level == 2)


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", ["door_key", "empty_room", "lava_gap", "moving_obstacles"])
def test_limits_leave_twice_the_shortest_way(name: str, level: int) -> None:
    task = load(f"{name}/level_{level}")
    assert all(2 * len(solve(task, task.start(seed))) <= task.step_limit for seed in SEEDS)
