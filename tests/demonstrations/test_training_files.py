"""What LLaMA-Factory is told beside its data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import visgym

yaml = pytest.importorskip("yaml")


def order(out: Path, *more: str) -> None:
    done = visgym(
        "demonstrate", "--recipe", "llamafactory", "--episodes", "4", "--out", str(out), *more
    )
    assert done.returncode == 0, done.stderr


def test_the_settings_are_the_published_ones(tmp_path: Path) -> None:
    order(tmp_path, "--tasks", "maze_2d")
    files = {path.stem: yaml.safe_load(path.read_text()) for path in tmp_path.rglob("*.yaml")}
    full = files["full"]
    assert full["finetuning_type"] == "full" and full["bf16"] is True
    assert full["learning_rate"] == 1e-5 and full["max_steps"] == 1500
    assert full["per_device_train_batch_size"] * full["gradient_accumulation_steps"] * 8 == 64
    frozen = {
        name: (each["freeze_vision_tower"], each["freeze_language_model"])
        for name, each in files.items()
    }
    assert frozen == {
        "full": (False, False),
        "freeze_vision": (True, False),
        "freeze_language": (False, True),
        "full_qwen3_vl": (False, False),
    }
    assert full["dataset"] in json.loads((tmp_path / "dataset_info.json").read_text())
    assert json.loads((tmp_path / full["deepspeed"]).read_text())["zero_optimization"]
    listed = json.loads((tmp_path / "manifest.json").read_text())["sha256"]
    assert {"training/full.yaml", "training/zero3.json"} <= set(listed)
    assert visgym("inspect", str(tmp_path)).returncode == 0


def test_several_tasks_are_trained_for_longer_and_one_may_be_left_out(tmp_path: Path) -> None:
    tasks = ("--tasks", "maze_2d,jigsaw,matchstick_equation", "--except", "jigsaw")
    order(tmp_path, *tasks)
    assert yaml.safe_load((tmp_path / "training/full.yaml").read_text())["max_steps"] == 5000
    ids = json.loads((tmp_path / "manifest.json").read_text())["recipe"]["ids"]
    assert ids == ["maze_2d/easy", "matchstick_equation/easy"]
    wrong = visgym("demonstrate", "--except", "maze_2b", "--out", str(tmp_path / "x"))
    assert wrong.returncode == 2 and "There is no task to leave out 'maze_2b'" in wrong.stderr
