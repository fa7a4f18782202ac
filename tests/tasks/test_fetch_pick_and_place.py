"""Fetch Pick and Place on hand-made positions."""

from __future__ import annotations

import pytest

pytest.importorskip("mujoco", reason="needs the extra visgym[physics]")
pytest.importorskip("gymnasium_robotics", reason="needs the extra visgym[physics]")
pytest.importorskip("numba", reason="needs the extra visgym[physics]")

from visgym.core.calls import Call
from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.kit.robots import fetch
from visgym.tasks.robotics.fetch_pick_and_place import PRESETS, FetchPickAndPlace, Grip, PlaceState

EASY = PRESETS["easy"]


def _play(state: PlaceState, *calls: object) -> PlaceState:
    for call in calls:
        state = EASY.gripper(state, call) if isinstance(call, Grip) else EASY.move(state, *call)
    return state


def test_a_known_sequence_carries_the_block_to_the_target():
    start = PlaceState(fetch.with_block(1.35, 0.7), (1.35, 0.8, 0.525))
    assert EASY.score(start) == 0
    held = _play(start, (1, -1, 0), Grip.OPEN, (0, 0, -1), (0, 0, -1), Grip.CLOSE)
    assert EASY.score(held) == 0
    there = _play(held, (0, 1, 1), (0, 1, 1))
    assert fetch.block_centre(there.physics) == pytest.approx((1.35, 0.8, 0.525), abs=0.01)
    assert EASY.score(there) == 1


def test_the_gripper_is_sticky_and_letting_go_in_the_air_loses_the_block():
    target = (1.35, 0.7, 0.575)
    start = PlaceState(fetch.with_block(1.35, 0.7), target)
    held = _play(start, (1, -1, 0), Grip.OPEN, (0, 0, -1), (0, 0, -1), Grip.CLOSE)
    high = _play(held, (0, 0, 1), (0, 0, 1), (0, 0, 1), (0, 0, 0))
    assert high.closed and EASY.score(high) == 1
    assert EASY.score(_play(high, Grip.OPEN)) == 0


def test_placed_on_the_table_counts_with_the_hand_open():
    start = PlaceState(fetch.with_block(1.35, 0.7), (1.35, 0.8, 0.425))
    held = _play(start, (1, -1, 0), Grip.OPEN, (0, 0, -1), (0, 0, -1), Grip.CLOSE)
    assert EASY.score(_play(held, (0, 1, 1), (0, 1, -1), Grip.OPEN)) == 1


def test_closing_twice_is_refused_with_a_reason():
    episode = advance(begin(EASY, 0), "('gripper', 1)")
    assert episode.feedback == "The gripper is closed already."
    assert advance(episode, "('gripper', 0)").feedback == "Action executed successfully."


def test_the_solver_follows_its_stages():
    start = PlaceState(fetch.with_block(1.4, 0.75), (1.4, 0.75, 0.52))
    calls = solve(EASY, start)
    right, down, up = Call("move", (1, 0, 0)), Call("move", (0, 0, -1)), Call("move", (0, 0, 1))
    opened, closed = Call("gripper", (Grip.OPEN,)), Call("gripper", (Grip.CLOSE,))
    assert calls[:-1] == [right, right, opened, down, down, closed, up, up]


def test_half_of_the_targets_lie_on_the_table():
    heights = [begin(EASY, seed).start.target[2] for seed in range(60)]
    assert 15 < sum(height == 0.425 for height in heights) < 50


def test_knobs_that_make_no_task_are_refused():
    with pytest.raises(ValueError, match="block_range"):
        FetchPickAndPlace(block_range=0.01)
    with pytest.raises(ValueError, match="longest"):
        FetchPickAndPlace(longest=5)
