"""The scripts of training, from demonstrations to a report, with little of everything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch comes with visgym[train]")

import visgym  # noqa: E402
from examples.train.agent import load  # noqa: E402
from examples.train.reinforcement import ReinforcementStudy  # noqa: E402
from examples.train.settings import read_runs, tiny  # noqa: E402
from examples.train.supervised import Study  # noqa: E402
from visgym.core.episode import advance, begin  # noqa: E402

CONFIGS = Path(__file__).parents[2] / "examples" / "train" / "configs"


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.json")), ids=lambda path: path.stem)
def test_every_configuration_can_be_read_and_names_its_runs_apart(path: Path) -> None:
    runs = read_runs(path)
    assert len({run.name for run in runs}) == len(runs)
    for run in runs:
        for options in run.sets.values():
            assert (
                options.height * options.enlarge % 16 == options.width * options.enlarge % 16 == 0
            )
            options.recipe(0)


def test_a_policy_learns_more_than_chance_and_its_checkpoint_plays(tmp_path: Path) -> None:
    (run,) = read_runs(CONFIGS / "toy.json")
    ReinforcementStudy([run], tmp_path, workers=2, limit=0).train()
    told = json.loads((tmp_path / "results.json").read_text())
    (result,) = told["results"]
    assert result["results"]["lake"]["success"] > 0.1  # by chance it is 0.02
    losses = [loss for _, _, loss in result["losses"]]
    assert losses[-1] < losses[0]
    assert {"loss.png", "success.png", "report.html"} <= {each.name for each in tmp_path.iterdir()}
    policy = load(str(tmp_path / "toy_0.pt"))
    episode = begin(visgym.load("frozen_lake/level_0"), 3)
    for _ in range(3):
        episode = episode if episode.over else advance(episode, policy(episode, []))
    assert all(turn.call is not None for turn in episode.turns)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["five_tasks", "history"])
def test_studies_run_from_end_to_end(name: str, tmp_path: Path) -> None:
    runs = [tiny(run) for run in read_runs(CONFIGS / f"{name}.json")]
    Study(runs, tmp_path, workers=2, limit=0).train()
    told = json.loads((tmp_path / "results.json").read_text())
    assert [each["run"] for each in told["results"]] == [run.name for run in runs]
