"""Published starts are played instead of generated ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toys import Count, Counter
from visgym import catalog
from visgym.core.episode import begin, replay
from visgym.core.errors import Mistake


def written(folder: Path, text: str) -> str:
    (folder / "starts.json").write_text(text, encoding="utf-8")
    return str(folder / "starts.json")


def test_a_seed_is_the_name_of_a_published_start(tmp_path: Path) -> None:
    task = Counter(starts=written(tmp_path, json.dumps({"3": {"value": 7}, "12": {"value": 1}})))
    assert [begin(task, seed).start for seed in (3, 12)] == [Count(7), Count(1)]
    assert replay(begin(task, 3)) == begin(task, 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"1": {"value": 7}}', "has no start for seed 0; it has 1 starts"),
        ('{"0": {"value": "x"}}', "Seed 0 of .* is no start of counter"),
        ('{"0": {}}', "Seed 0 of .* is no start of counter"),
        ("[1, 2]", "holds no object"),
        ("{", "cannot be read"),
    ],
)
def test_files_that_are_no_starts_get_one_sentence(
    tmp_path: Path, text: str, sentence: str
) -> None:
    with pytest.raises(Mistake, match=sentence):
        begin(Counter(starts=written(tmp_path, text)), 0)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"There is no file .*gone\.json"):
        begin(Counter(starts=str(tmp_path / "gone.json")), 0)


def test_ids_carry_knobs() -> None:
    task = catalog.load("maze_2d/hard?width=7&height=9")
    assert task.knobs() | {"width": 7, "height": 9} == task.knobs()
    assert task.step_limit == catalog.load("maze_2d/hard").step_limit
    with pytest.raises(Mistake, match="did you mean width"):
        catalog.load("maze_2d/hard?widht=7")
    with pytest.raises(Mistake, match="written name=value"):
        catalog.load("maze_2d/hard?width")
