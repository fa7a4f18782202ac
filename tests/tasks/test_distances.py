"""Distances to solved are what a player counts, and solutions lead to none."""

from __future__ import annotations

from random import Random

import pytest

import visgym
from visgym.agents.agent import Usage
from visgym.agents.scripted import RandomValidAgent, SolverAgent
from visgym.analysis.metric_tables import distances_by_step
from visgym.conformance.playthroughs import played_by
from visgym.core.episode import begin
from visgym.core.solving import solve
from visgym.evaluation.records import Entry, record

EVERY_CALL = ("hanoi/level_0", "lights_out/level_1", "peg_jump/level_0", "frozen_lake/level_1")
"""Tasks each of whose calls in a solution is one of what is counted."""
SOME_CALLS = (
    "sokoban/level_0", "word_search/level_0", "crosswords/level_0", "door_key/level_0",
    "four_rooms/level_0", "lava_gap/level_0", "unlock_door/level_0", "room_chain/level_0",
    "roam_room/level_0", "roam_hallway/level_0",
)  # fmt: skip


@pytest.mark.parametrize("id", EVERY_CALL)
def test_the_distance_counts_the_calls_of_a_shortest_solution(id: str) -> None:
    task = visgym.load(id)
    for seed in range(3):
        state = begin(task, seed).start
        calls = [call for call in solve(task, state) if call.name != "stop"]
        assert task.distance(state) == len(calls)
        for left, call in zip(range(len(calls) - 1, -1, -1), calls, strict=True):
            state = task.apply(state, call)
            assert task.distance(state) == left


@pytest.mark.parametrize("id", SOME_CALLS)
def test_a_solution_ends_at_no_distance_and_passes_states_on_the_way(id: str) -> None:
    task = visgym.load(id)
    state = begin(task, 1).start
    found = [task.distance(state)]
    for call in task.strategies()[0](state, Random(0)):
        state = task.apply(state, call)
        found.append(task.distance(state))
    assert found[-1] == 0 and found[0] and all(each for each in found[:-1])
    assert len(set(found)) > 1


def test_a_hole_is_farther_than_any_ice() -> None:
    task = visgym.load("frozen_lake/level_0")
    state = begin(task, 0).start
    for _ in range(200):
        calls = [call for call, after in task.moves(state) if task.hopeless(after)]
        if calls:
            break
        state = Random(str(state)).choice([after for _, after in task.moves(state)])
    fallen = task.apply(state, calls[0])
    assert task.distance(fallen) == task.size**2 > task.distance(state)  # type: ignore[attr-defined]


def test_distances_over_steps_are_in_the_unit_of_the_task() -> None:
    records = []
    for agent in (SolverAgent(), RandomValidAgent()):
        for seed in (0, 1):
            episode = played_by(agent, begin(visgym.load("maze_2d/easy"), seed))
            entry = Entry("maze_2d/easy", seed, agent.name)
            records.append(record(entry, episode, (Usage(),) * len(episode.turns), 0.0))
    found = distances_by_step(records)
    solved = found["maze_2d (cells)", "solver"]
    assert solved[-1] == 0 and sorted(solved, reverse=True) == list(solved)
    assert found["maze_2d (cells)", "random_valid"][0] == solved[0]
