"""Problems from files in the official layout of ARC; the tasks in them are made up here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import visgym
from visgym.catalog import load
from visgym.core.errors import Mistake
from visgym.kit.arc.files import arc_problems
from visgym.kit.arc.grids import from_text

MIRROR = {
    "train": [
        {"input": [[1, 0], [2, 0]], "output": [[0, 1], [0, 2]]},
        {"input": [[3, 0, 0]], "output": [[0, 0, 3]]},
    ],
    "test": [
        {"input": [[4, 5]], "output": [[5, 4]]},
        {"input": [[6, 0, 7]], "output": [[7, 0, 6]]},
    ],
}
SQUARE = {
    "train": [{"input": [[7]], "output": [[7] * 10] * 10}],
    "test": [{"input": [[8]], "output": [[8] * 10] * 10}],
}


def _written(path: Path, held: Any) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(held), encoding="utf-8")
    return str(path)


def test_a_task_file_a_file_of_tasks_and_a_folder_are_read(tmp_path: Path) -> None:
    one = _written(tmp_path / "one" / "mirror.json", MIRROR)
    many = _written(tmp_path / "many.json", {"a": MIRROR, "b": SQUARE})
    _written(tmp_path / "one" / "deeper" / "square.json", SQUARE)
    assert [len(arc_problems(path)) for path in (one, many, str(tmp_path / "one"))] == [2, 3, 3]
    first = arc_problems(one)[0]
    assert first.pairs[0] == (from_text("10 20"), from_text("01 02"))
    assert (first.test, first.right) == (from_text("45"), from_text("54"))


def test_levels_take_tasks_by_the_cells_of_the_test_output(tmp_path: Path) -> None:
    data = _written(tmp_path / "many.json", {"a": MIRROR, "b": SQUARE})
    small, large = (load(f"arc_agi/{level}", data=data) for level in ("level_0", "level_1"))
    assert {len(small.start(seed).problem.right) for seed in range(10)} <= {1, 2, 3}
    assert {len(large.start(seed).problem.right) for seed in range(10)} == {10}
    with pytest.raises(Mistake, match="197 to 484 cells; theirs have 2 to 100"):
        load("arc_agi/level_2", data=data).start(0)


def test_a_problem_from_a_file_is_asked_drawn_and_graded(tmp_path: Path) -> None:
    data = _written(tmp_path / "mirror.json", MIRROR)
    id = f"arc_agi/level_0?data={data}&vary=false"
    episode = visgym.begin(id, 1)
    problem = episode.start.problem
    assert problem in arc_problems(data)
    assert visgym.play(episode, visgym.solve(episode.task, episode.start)).success
    reply = "\n".join(" ".join(map(str, row)) for row in problem.right)
    assert visgym.grade(id, 1, f"Answer:\n{reply}").score == 1
    assert episode.task.draw(problem).shape == (1200, 1200, 3)


def test_other_guises_keep_the_rule(tmp_path: Path) -> None:
    data = _written(tmp_path / "mirror.json", MIRROR)
    task = load("arc_agi/level_0", data=data)
    found = [task.start(seed).problem for seed in range(40)]
    assert len(set(found)) > 20
    for problem in found:
        for before, after in (*problem.pairs, (problem.test, problem.right)):
            sideways = tuple(row[::-1] for row in before)
            assert after in (sideways, before[::-1])
    assert {len(problem.pairs) for problem in found} == {2}
    assert {len(problem.pairs[0][0]) * len(problem.pairs[0][0][0]) for problem in found} == {3, 4}


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ({"train": []}, "has no list train"),
        ({"train": MIRROR["train"]}, "has no list test"),
        ([1, 2], "is no object with train and test"),
        ({**MIRROR, "test": [{"input": [[1]]}]}, "has an example without output in test"),
        ({**MIRROR, "test": [5]}, "has something in test that is no object"),
        ({**MIRROR, "test": [{"input": [[1], [1, 2]], "output": [[1]]}]}, "not equally long"),
        ({**MIRROR, "test": [{"input": [[10]], "output": [[1]]}]}, "a cell that is no digit"),
        ({**MIRROR, "test": [{"input": [[True]], "output": [[1]]}]}, "a cell that is no digit"),
        ({**MIRROR, "test": [{"input": [], "output": [[1]]}]}, "not equally long"),
        ({**MIRROR, "test": [{"input": "12", "output": [[1]]}]}, "that is no list of rows"),
        ({**MIRROR, "test": [{"input": [[1] * 31], "output": [[1]]}]}, "more than 30 rows"),
        ({**MIRROR, "train": [{"input": [[1] * 30] * 30, "output": [[1] * 30] * 30}] * 5},
         "too many cells to be drawn"),
    ],
)  # fmt: skip
def test_faults_of_tasks_are_named_in_one_sentence(
    tmp_path: Path, fault: Any, sentence: str
) -> None:
    alone = _written(tmp_path / "alone" / "faulty.json", fault)
    with pytest.raises(Mistake, match=sentence) as caught:
        arc_problems(str(Path(alone).parent))
    assert "faulty.json" in str(caught.value) and str(caught.value).count(". ") == 0
    _written(tmp_path / "both" / "faulty.json", fault)
    _written(tmp_path / "both" / "good.json", MIRROR)
    with pytest.warns(UserWarning, match=sentence):
        assert len(arc_problems(str(tmp_path / "both"))) == 2


def test_files_that_cannot_be_read_are_mistakes(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_bytes(b"\xff{")
    (tmp_path / "empty").mkdir()
    for name, sentence in (
        ("broken.json", "is no JSON"),
        ("empty", "holds no .json file"),
        ("missing.json", "cannot be read"),
    ):
        with pytest.raises(Mistake, match=sentence):
            arc_problems(str(tmp_path / name))


def test_knobs_out_of_bounds_are_refused_in_one_sentence() -> None:
    for knobs in ({"size": 40}, {"size": 25}, {"steps": 4}, {"examples": 9}, {"above": 8}):
        with pytest.raises(Mistake):
            load("arc_agi/level_0", **knobs)
    for knobs in ({"size": 40}, {"parameters": 4}, {"examples": 1}):
        with pytest.raises(Mistake):
            load("re_arc/level_0", **knobs)
    for length in (9, 31):
        with pytest.raises(Mistake):
            load("arc_1d/level_0", length=length)
