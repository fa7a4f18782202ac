"""Runs are measured by what their tasks say, and by regret where pieces slide."""

from __future__ import annotations

from statistics import fmean

import pytest

from visgym import catalog
from visgym.agents.agent import Usage
from visgym.agents.scripted import RandomAgent, Scripted, SolverAgent, StopAgent
from visgym.analysis.metrics import measured
from visgym.conformance.playthroughs import played_by
from visgym.core.episode import begin
from visgym.evaluation.records import Entry, Record, record


def recorded(id: str, agent: Scripted, seed: int) -> Record:
    episode = played_by(agent, begin(catalog.load(id), seed))
    return record(Entry(id, seed, agent.name), episode, (Usage(),) * len(episode.turns), 0.0)


def test_averages_come_by_task_and_agent() -> None:
    ids = ("sliding_geom_puzzle/easy_2d", "board_state_inference/easy_2d", "maze_2d/easy")
    agents: tuple[Scripted, ...] = (SolverAgent(), RandomAgent())
    found = measured(recorded(id, agent, seed) for id in ids for agent in agents for seed in (0, 1))
    puzzle, board = found["sliding_geom_puzzle"], found["board_state_inference"]
    assert puzzle["solver"]["completed"] == 1 and puzzle["solver"]["deviation"] == 0
    assert puzzle["solver"]["effective"] == 3
    assert puzzle["random"]["deviation"] > 3
    assert puzzle["random"]["literal_deviation"] > 5
    assert board["solver"]["accuracy"] == 1 and board["random"]["accuracy"] == 0
    assert board["solver"]["correct"] == 3 and board["solver"]["missed"] == 0
    assert board["random"]["missed"] == 3
    maze = found["maze_2d"]["solver"]
    assert maze == {"distance_at_start (cells)": 14.0, "distance_at_end (cells)": 0.0}


def test_rotations_are_measured_by_the_angle_that_is_left() -> None:
    id = "mental_rotation_3d_cube/easy"
    task = catalog.load(id)
    starts = [task.distance(begin(task, seed).start) for seed in (0, 1)]
    found = measured(recorded(id, StopAgent(), seed) for seed in (0, 1))
    (values,) = found["mental_rotation_3d_cube"].values()
    assert values["distance_at_end (degrees)"] == pytest.approx(fmean(starts))  # type: ignore[type-var]


def test_two_errors_are_measured_apart_and_together() -> None:
    id = "colorization/easy"
    start = begin(catalog.load(id), 0).start
    (values,) = measured([recorded(id, StopAgent(), 0)])["colorization"].values()
    hue, saturation = values["hue_error"], values["saturation_error"]
    assert hue <= 180 and saturation == abs(start.saturation - start.target[1])
    together = values["distance_at_end (tolerances)"]
    assert together == pytest.approx(((hue / 30) ** 2 + (saturation / 60) ** 2) ** 0.5)


@pytest.mark.parametrize("id", ["sliding_tile_puzzle/easy"])
def test_the_fifteen_puzzle_has_regret_too(id: str) -> None:
    found = measured([recorded(id, SolverAgent(), 0)])
    assert found["sliding_tile_puzzle"]["solver"]["effective"] == 8
