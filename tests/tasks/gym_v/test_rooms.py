"""Rooms on a grid: what the seven tasks promise, and published faults that they avoid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from visgym.catalog import load
from visgym.core.calls import Call, Illegal
from visgym.core.episode import advance, begin, play
from visgym.core.solving import react, solve
from visgym.kit.search import breadth_first
from visgym.kit.worlds.rooms.sight import cells_in_sight, watched
from visgym.kit.worlds.rooms.things import (
    FLOOR,
    GOAL,
    LAVA,
    WALL,
    Compass,
    RoomState,
    RoomThing,
)
from visgym.kit.worlds.rooms.walks import RoomTask

ROOMS = (
    "door_key",
    "empty_room",
    "four_rooms",
    "lava_gap",
    "moving_obstacles",
    "room_chain",
    "unlock_door",
)
LEVELS = [f"{name}/level_{level}" for name in ROOMS for level in range(3)]
FORWARD, LEFT, RIGHT = Call("forward"), Call("turn", ("left",)), Call("turn", ("right",))
TAKE, DROP, TOGGLE, WAIT = (Call(name) for name in ("pickup", "drop", "toggle", "wait"))


def place(rows: list[str], facing: Compass, **things: RoomThing) -> RoomState:
    """A state from a drawing; the agent is at @, and letters stand for things."""
    cells = {sign: (r, c) for r, row in enumerate(rows) for c, sign in enumerate(row)}
    plain = ["".join(sign if sign in (WALL, LAVA, GOAL) else FLOOR for sign in row) for row in rows]
    put = sorted((cells[sign], thing) for sign, thing in things.items())
    return watched(RoomState(tuple(plain), cells["@"], facing, tuple(put)))


def done(task: RoomTask, state: RoomState, *calls: Call) -> RoomState:
    for call in calls:
        state = task.apply(state, call)
    return state


def room_task(id: str) -> RoomTask:
    task = load(id)
    assert isinstance(task, RoomTask)
    return task


def test_walls_and_closed_doors_hide_and_open_doors_do_not() -> None:
    rows = ["#########", "#...d..@#", "#########"]
    seen = {}
    for detail in ("open", "closed", "locked"):
        state = place(rows, Compass.LEFT, d=RoomThing("door", "red", detail))
        seen[detail] = {cell for cell in cells_in_sight(state) if cell[0] == 1}
    assert seen["open"] == {(1, column) for column in range(1, 8)}
    assert seen["closed"] == seen["locked"] == {(1, column) for column in range(4, 8)}


def test_the_key_of_the_colour_opens_a_locked_door_and_stays_in_hand() -> None:
    task = room_task("door_key")
    red, blue = RoomThing("key", "red"), RoomThing("key", "blue")
    door = RoomThing("door", "red", "locked")
    start = place(["######", "#.@d.#", "#.rb.#", "######"], Compass.DOWN, r=red, b=blue, d=door)
    with pytest.raises(Illegal, match="locked"):
        done(task, start, LEFT, TOGGLE)
    held = done(task, start, TAKE, LEFT, TOGGLE)
    assert held.carried == red and held.thing((1, 3)) == replace(door, detail="open")
    assert task.metrics(held) == {"key": 1.0, "door": 1.0, "goal": 0.0}
    with pytest.raises(Illegal, match="already"):
        done(task, held, FORWARD, RIGHT, TAKE)
    with pytest.raises(Illegal, match="no free floor"):
        done(task, held, DROP)
    shut = done(task, held, TOGGLE)
    assert shut.thing((1, 3)) == replace(door, detail="closed")  # not locked again


def test_a_box_gives_its_key_and_nobody_sees_it_before() -> None:
    task = room_task("unlock_door/level_2")
    box = RoomThing("box", "green", "red")
    state = place(["####", "#@x#", "####"], Compass.RIGHT, x=box)
    seen = task.visible(state, 0).thing((1, 2))
    assert seen == RoomThing("box", "green", "?")
    assert done(task, state, TOGGLE, TAKE).carried == RoomThing("key", "red")
    assert done(task, state, TAKE).carried == box


def test_lava_ends_the_episode_as_lost_and_the_goal_as_won() -> None:
    task = room_task("lava_gap")
    start = place(["#####", "#~@G#", "#####"], Compass.LEFT)
    lost, won = done(task, start, FORWARD), done(task, start, LEFT, LEFT, FORWARD)
    assert task.is_over(lost) and task.hopeless(lost) and task.score(lost) == 0
    assert task.is_over(won) and not task.hopeless(won) and task.score(won) == 1
    with pytest.raises(Illegal):
        done(task, lost, LEFT)


@pytest.mark.parametrize("id", [id for id in LEVELS if "moving" not in id and "level_2" not in id])
def test_plans_are_shortest(id: str) -> None:
    """Compared with a search over the actions themselves; nothing is moved out of the way."""
    task = room_task(id)
    for seed in range(4):
        start = task.start(seed)
        plan = solve(task, start)
        assert len(plan) == len(searched(task, start)), seed


def searched(task: RoomTask, start: RoomState) -> list[Call]:
    bare = replace(start, seen=())

    def ways(state: RoomState) -> Iterator[tuple[Call, RoomState]]:
        for call, after in task.moves(state):
            keeps = call.name not in ("drop",) and not (
                after.carried and after.carried.kind != "key"
            )
            if keeps and fits(after):
                yield call, replace(after, seen=())

    def fits(state: RoomState) -> bool:
        doors = [thing for _, thing in state.things if thing.kind == "door"]
        return state.carried is None or any(map(state.carried.fits, doors))

    return breadth_first(bare, ways, lambda state: task.score(state) == 1) or []


@pytest.mark.parametrize("id", LEVELS)
def test_explorers_find_the_way_by_what_they_saw(id: str) -> None:
    task = room_task(id)
    lengths = []
    for seed in range(2 if "level_2" in id else 4):
        state, rng = task.start(seed), Random(seed)
        steps = 0
        while not task.is_over(state) and steps < 2 * task.step_limit:
            call = react(task, state, rng, "explore")
            state, steps = task.apply(state, call), steps + 1
        assert task.score(state) == 1, seed
        lengths.append(steps)
    assert min(lengths) <= task.step_limit


def test_explorers_know_no_more_than_what_was_seen() -> None:
    task = room_task("four_rooms/level_1")
    for seed in range(4):
        state = task.start(seed)
        hidden = tuple(
            "".join(
                tile if state.has_seen((r, c)) or tile == WALL else WALL
                for c, tile in enumerate(row)
            )
            for r, row in enumerate(state.rows)
        )
        other = replace(state, rows=hidden)
        assert other != state
        assert react(task, state, Random(0)) == react(task, other, Random(0))
        assert task.describe(task.visible(state, 0)) == task.describe(task.visible(other, 0))


@pytest.mark.parametrize("name", ROOMS)
def test_a_whole_plan_is_one_answer_that_ends_at_the_first_impossible_move(name: str) -> None:
    task = room_task(f"{name}/plan")
    episode = begin(task, 1)
    (right,) = solve(task, episode.start)
    (words,) = right.args
    assert isinstance(words, tuple)
    told = advance(episode, f"I walk like this.\n<answer>{', '.join(map(str, words))}</answer>")
    assert told.over and told.success
    short = play(episode, [Call("answer", (words[:-1],))])
    assert short.over and not short.success
    blocked = ("forward",) * task.longest  # into a wall at some time, and not on from there
    after = task.apply(episode.start, Call("answer", (blocked,)))
    assert task.is_over(after) and task.score(after) == 0
    with pytest.raises(Illegal, match="at most"):
        task.apply(episode.start, Call("answer", (("left",) * (task.longest + 1),)))


def test_walls_refuse_among_rolling_balls_and_other_words_do_not_turn() -> None:
    """Published: a wall ends the episode with -1, and pickup, toggle and done turn left."""
    task = room_task("moving_obstacles")
    start = place(["####", "#@.#", "#.G#", "####"], Compass.UP)
    with pytest.raises(Illegal, match="wall"):
        task.forward(start)
    assert set(task.actions) == {"turn", "forward", "wait"}
    episode = begin(task, 0)
    for word in ("pickup()", "toggle()", "done()"):
        turn = advance(episode, word).turns[-1]
        assert turn.verdict == "unknown" and turn.state == episode.start


@pytest.mark.parametrize(("size", "balls"), [(6, 2), (8, 4), (11, 8), (9, 1)])
def test_balls_are_as_many_as_said_and_keep_out_of_the_way(size: int, balls: int) -> None:
    """Published: size and number of balls are ignored."""
    task: Any = load("moving_obstacles", size=size, balls=balls)
    state = task.start(3)
    assert len(state.rows) == size and len(state.things) == balls
    for _ in range(60):
        before, state = state, task.wait(state)
        cells = [cell for cell, _ in state.things]
        assert len(set(cells)) == balls and state.agent not in cells
        assert all(state.tile(cell) == FLOOR for cell in cells)
        moved = {cell for cell, _ in before.things}
        near = {(r + i, c + j) for r, c in moved for i in (-1, 0, 1) for j in (-1, 0, 1)}
        assert set(cells) <= near


def test_who_walks_into_a_ball_has_lost() -> None:
    task = room_task("moving_obstacles")
    ball = RoomThing("roller", "blue", "·")
    state = place(["#####", "##@##", "##b##", "#G###", "#####"], Compass.DOWN, b=ball)
    crashed = done(task, state, FORWARD)
    assert task.is_over(crashed) and task.hopeless(crashed) and task.score(crashed) == 0


def test_balls_in_lanes_turn_back_at_walls() -> None:
    task = room_task("moving_obstacles/plan")
    ball = RoomThing("roller", "blue", "→")
    state = place(["#####", "#@..#", "#.b.#", "#..G#", "#####"], Compass.UP, b=ball)
    columns = []
    for _ in range(6):
        state = task.wait(state)
        columns.append(state.things[0][0][1])
    assert columns == [3, 2, 1, 2, 3, 2]
