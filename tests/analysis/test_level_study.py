"""Success by level is counted, compared and divided as it should be."""

from __future__ import annotations

import asyncio
import json
from math import comb
from pathlib import Path
from statistics import fmean

import pytest

from commands import visgym
from hand_made import series
from pages import read
from visgym import catalog
from visgym.agents.scripted import NoisySolverAgent
from visgym.analysis.level_study import level_rows, permutations
from visgym.analysis.study_plans import StudyRequest, planned_study, play_study
from visgym.core.solving import solve
from visgym.evaluation.evaluate import Limits
from visgym.evaluation.ladders import Ladder
from visgym.evaluation.store import Store

MAZES = "maze_2d/easy?longest=60&step_limit=60&width=5..9:2&height=5..9:2"


def test_the_fall_of_a_noisy_solver_is_the_planted_one(tmp_path: Path) -> None:
    agent, ladder = NoisySolverAgent(0.12), Ladder.parse(MAZES)
    study = planned_study("levels", [agent], StudyRequest((MAZES,), episodes=60))
    asyncio.run(play_study(study, {agent.name: agent}, Store(tmp_path), Limits(8), print))
    tasks = [catalog.load(rung) for rung in ladder.rungs]
    lengths = [[len(solve(task, task.start(seed))) for seed in range(60)] for task in tasks]
    truth = [fmean(0.88**n for n in many) for many in lengths]
    (row,) = level_rows([ladder], Store(tmp_path).records())
    for rate, value in zip(row.rates, truth, strict=True):
        assert rate is not None and rate.low <= value <= rate.high
    ratio = row.robustness
    assert ratio is not None and ratio.low <= truth[-1] / truth[0] <= ratio.high
    assert row.p_value is not None and row.p_value < 0.001 and row.adjusted == row.p_value
    reader = read(tmp_path)
    table = reader.rows("levels, noisy:0.12")
    assert table[ladder.name][4].startswith(f"{ratio.value:.2f}")
    assert reader.tables["levels, noisy:0.12"][0][1] == "width=5, %"


def test_rows_are_those_counted_by_hand() -> None:
    lake, boxes = Ladder.parse("frozen_lake"), Ladder.parse("sokoban")
    records = [
        *series("a", "frozen_lake/level_0", 8, 10),
        *series("a", "frozen_lake/level_1", 5, 10),
        *series("a", "frozen_lake/level_2", 2, 10),
        *series("a", "sokoban/level_0", 0, 10),
        *series("a", "sokoban/level_2", 0, 10),
    ]
    first, second, games, every = level_rows([lake, boxes], records)
    assert [rate and rate.value for rate in first.rates] == [0.8, 0.5, 0.2]
    assert first.robustness is not None and first.robustness.value == pytest.approx(0.25)
    assert 0.05 < first.robustness.low < 0.2 and 0.5 < first.robustness.high < 1
    # Fisher: both tables of the margins 10, 10 and 10, 10 that are as uneven as 8 and 2
    chance = 2 * sum(comb(10, k) * comb(10, 10 - k) for k in (8, 9, 10)) / comb(20, 10)
    assert first.p_value == pytest.approx(chance) and first.adjusted == pytest.approx(2 * chance)
    assert second.robustness is None and second.rates[1] is None and second.p_value == 1.0
    assert (games.task, every.task) == ("mean of games", "mean of all")
    assert every.rates[0] is not None and every.rates[0].value == pytest.approx(0.4)
    assert every.robustness is not None and every.robustness.value == pytest.approx(0.25)


def test_permutations_of_several_plays_are_exact() -> None:
    assert permutations([1.0, 1.0], [0.0, 0.0]) == pytest.approx(2 / 6)
    assert permutations([0.5], [0.5, 0.5]) == 1.0
    assert permutations([1.0, 2 / 3], [1 / 3, 0.0]) == pytest.approx(2 / 6)


def test_the_command_plays_every_level_and_refuses_a_preset(tmp_path: Path) -> None:
    run = ("diagnose", "levels", "--agent", "solver", "--tasks", "n_queens", "--episodes", "2")
    done = visgym(*run, "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "level_2, %" in done.stdout and "1.00 (" in done.stdout
    data = json.loads((tmp_path / "diagnosis.json").read_text())
    assert data["rows"][0]["episodes"] == [2, 2, 2]
    failed = visgym(*run, "--out", str(tmp_path), "--preset", "easy")
    assert failed.returncode == 2 and "takes no --preset" in failed.stderr
