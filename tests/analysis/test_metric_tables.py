"""Metrics by knobs and distances over steps, as the figures of a paper have them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import visgym
from visgym import catalog
from visgym.agents.agent import Usage
from visgym.agents.scripted import RandomValidAgent, Scripted, SolverAgent
from visgym.analysis.metric_tables import by_knobs, distances_by_step
from visgym.conformance.playthroughs import played_by
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.evaluation.records import Entry, Record, record
from visgym.evaluation.store import Store
from visgym.suites.suite import find_suite

GAME = "sliding_geom_puzzle/easy_2d?geoms={}&length={}"
BOARD = "board_state_inference/easy_2d?geoms={}"
IDS = [GAME.format(geoms, length) for geoms in (2, 10) for length in (2, 4)]
IDS += [BOARD.format(geoms) for geoms in (2, 10)]


def recorded(id: str, agent: Scripted, seed: int) -> Record:
    episode = played_by(agent, begin(catalog.load(id), seed))
    return record(Entry(id, seed, agent.name), episode, (Usage(),) * len(episode.turns), 0.0)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    found = [recorded(id, SolverAgent(), seed) for id in IDS for seed in (0, 1)]
    return [*found, *(recorded(id, RandomValidAgent(), 0) for id in IDS[:4])]


def test_the_remaining_distance_comes_by_geoms_and_length(records: list[Record]) -> None:
    found = by_knobs(records, ("geoms", "length"))
    solver = found["sliding_geom_puzzle", "solver"]
    assert list(solver) == [(2, 2), (2, 4), (10, 2), (10, 4)]
    assert all(each["remaining"] == 0 == each["deviation"] for each in solver.values())
    chance = found["sliding_geom_puzzle", "random_valid"]
    assert chance[10, 4]["remaining"] > 4 and chance[10, 4]["illegal"] == 0


def test_errors_of_inference_come_by_the_number_of_geoms(records: list[Record]) -> None:
    found = by_knobs(records, ("geoms",))["board_state_inference", "solver"]
    assert {key: each["correct"] for key, each in found.items()} == {(2,): 2, (10,): 10}
    assert {each["accuracy"] for each in found.values()} == {1}


def test_distances_over_steps_begin_at_the_length_and_stay_at_the_goal(
    records: list[Record],
) -> None:
    found = distances_by_step(records)["sliding_geom_puzzle", "solver"]
    assert found[:5] == (3.0, 2.0, 1.0, 0.5, 0.0) and len(found) == 20 and found[-1] == 0


def test_an_unknown_knob_is_named(records: list[Record]) -> None:
    with pytest.raises(Mistake, match="no knob 'gems'; did you mean geoms"):
        by_knobs(records, ("gems",))


def test_the_command_prints_tables_and_writes_them(records: list[Record], tmp_path: Path) -> None:
    store, target = Store(tmp_path / "run"), tmp_path / "found.json"
    with store.writing({}):
        for each in records:
            store.append(each)
    run = str(tmp_path / "run")
    both = visgym("metrics", run, "--by", "geoms", "--by", "length", "--metric", "remaining")
    assert "geoms \\ length" in both.stdout
    single = visgym("metrics", run, "--by", "geoms", "--json", str(target))
    assert "e8_no_solution" in single.stdout
    rows = json.loads(target.read_text())["board_state_inference solver"]
    assert [row["correct"] for row in rows] == [2, 10]
    assert "random_valid" in visgym("metrics", run, "--steps").stdout
    assert "literal_deviation" in visgym("metrics", run).stdout
    missing = visgym("metrics", run, "--by", "geoms", "--by", "length")
    assert missing.returncode and "add --metric" in missing.stderr


def test_the_boards_of_the_game_are_asked_about() -> None:
    for view in ("2d", "3d"):
        game, boards = find_suite(f"ivispar/{view}"), find_suite(f"ivispar/boards_{view}")
        assert len(boards.ids) == 100 and sum(map(len, boards.starts.values())) == 300
        for one, other in list(zip(game.ids, boards.ids, strict=True))[::9]:
            for seed in game.starts[one]:
                played, asked = catalog.load(one).start(seed), catalog.load(other).start(seed)
                assert (played.geoms, played.cells) == (asked.problem.geoms, asked.problem.cells)
