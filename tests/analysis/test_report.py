"""The report shows what counting by hand gives, and episodes as they were."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hand_made import made, many, played, really, series, stored, two_runs
from pages import data_of, read
from visgym.agents.scripted import SolverAgent, StopAgent
from visgym.analysis.annotations import save_annotations
from visgym.analysis.failures import analyse
from visgym.analysis.report import samples, tables
from visgym.analysis.report.loading import load
from visgym.evaluation.records import Record


def test_rankings_show_what_counting_by_hand_gives(tmp_path: Path) -> None:
    reader = read(*two_runs(tmp_path))
    easy = reader.tables["Ranking, easy"]
    assert easy[0][-2:] == ["Solved of 5", "Finished of 6"]
    # 3 of 4 and 1 of 1 become 2/3 each and weigh as 2/9 * 4 / (2/9 / 4 + 2/9 / 1) = 3.2 episodes
    assert [row[:4] for row in easy[1:]] == [
        ["1", "alphano settings", "87.5(35–99)", "4"],
        ["2", "betano settings", "12.5(1–65)", "1"],
    ]
    assert [row[0] for row in reader.tables["Ranking, hard"][1:]] == ["1", "1"]
    assert "easy: 5 common episodes of 2 tasks; known are 6 of 2 tasks" in reader.text


def test_the_matrix_shows_what_counting_by_hand_gives(tmp_path: Path) -> None:
    reader = read(*two_runs(tmp_path))
    label = "Success by agent and task, easy"
    heads = ["Agent", "All tasks2 tasks, 5 ep.", "Puzzles1 ep.", "Sliding block1 ep."]
    assert reader.tables[label][0] == [*heads, "Spatial4 ep.", "Maze 2d4 ep."]
    found = reader.rows(label)
    assert list(found) == ["alpha", "beta"]
    assert found["alpha"] == ["87.535–99", "100.021–100", "100.01/1", "75.030–95", "75.03/4"]
    assert found["beta"][-1] == "25.01/4"
    assert reader.rows("Success by agent and task, hard")["beta"][0] == "25.05–70"


def test_an_agent_with_few_common_episodes_is_listed_apart(tmp_path: Path) -> None:
    records = [*series("a", "maze_2d/easy", 5, 10), *series("b", "maze_2d/easy", 4, 10)]
    reader = read(stored(tmp_path, [*records, *series("late", "maze_2d/easy", 1, 2)]))
    assert len(reader.tables["Ranking, easy"]) == 3
    assert "late has finished 2 and solved 1 of these; 2 of them are among the 10." in reader.text


def test_two_agents_are_compared_episode_by_episode(tmp_path: Path) -> None:
    reader = read(*two_runs(tmp_path))
    assert reader.rows("Head to head, easy")["1. alpha"] == ["", "+60.0p = 0.25"]
    easy, hard = data_of(reader)["pairs"]
    (pair,) = easy["pairs"]
    assert pair["agents"] == ["alpha", "beta"]
    assert pair["total"][1:7] == ["5", "80.0", "20.0", "3", "0", "+60.0"]
    assert [row[0] for row in pair["categories"]] == ["Puzzles", "Spatial"]
    assert pair["episodes"][0][:3] == ["maze_2d/easy", 1, 0]
    assert pair["differ"] == 3 and hard["pairs"][0]["differ"] == 0


def test_the_other_tables_show_what_counting_by_hand_gives(tmp_path: Path) -> None:
    reader = read(*two_runs(tmp_path))
    drops = reader.rows("Change from easy to hard by agent and task")
    assert [cell[:5] for cell in drops["alpha"]] == ["−50.0"] * 3
    assert [cell[:3] for cell in drops["beta"]] == ["0.0"] * 3
    assert reader.rows("How episodes ended")["alpha"] == ["", "5", "4", "0", "0", "1"]
    assert reader.rows("Reply quality")["alpha"] == ["", "90.0", "10.0", "0.0", "0.0", "0.0", "10"]
    costs = reader.rows("Tokens and cost")["alpha"]
    assert costs == ["222", "89", "11", "4", "420", "$1.00", "$0.1111", "$0.2000"]
    for figure in ("Episodes 19", "Solved 7 36.8 % of them", "Void 1", "Cost $1.00"):
        assert figure in reader.text
    assert "503 from the server" in reader.text


def test_two_hundred_tasks_stay_a_page(tmp_path: Path) -> None:
    reader = read(stored(tmp_path, list(many(agents=4, seeds=2))))
    heads = reader.tables["Success by agent and task, easy"][0]
    assert len(heads) == 1 + 1 + 8 + 199  # one task has no episode that all have finished
    assert "380 common episodes of 199 tasks; known are 400 of 200 tasks" in reader.text
    boxes = [given for tag, given in reader.tags if given.get("type") == "checkbox"]
    assert len(boxes) == 3 * 8  # easy, hard, and the change
    assert all(str(given["aria-label"]).startswith("Show the tasks of ") for given in boxes)
    assert len(data_of(reader)["pairs"]) == 2


def test_csv_and_json_hold_the_same_figures(tmp_path: Path) -> None:
    loaded = load(two_runs(tmp_path))
    rows = list(csv.DictReader(io.StringIO(tables.as_csv(tables.rows(loaded)))))
    row = next(r for r in rows if (r["agent"], r["task"]) == ("alpha", "sliding_block"))
    assert (row["episodes"], row["solved"], row["error"], row["success"]) == ("1", "1", "1", "1.0")
    assert (row["refused"], row["dollars_per_solved"], row["rank"]) == ("1", "1.0", "1")
    tree = json.loads(json.dumps(tables.as_json(loaded)))
    assert tree["agents"] == ["alpha", "beta"] and len(tree["results"]) == 6
    assert tree["runs"][1]["config"]["suite"] == "visgym/hard"


def test_pictures_are_drawn_again_and_each_is_there_once(tmp_path: Path) -> None:
    records = [*really("maze_2d/easy"), *really("sliding_block/easy"), made("x", "maze_2d/easy")]
    reader = read(stored(tmp_path, records))
    data = data_of(reader)
    pictures = data["pictures"]
    assert (
        len(pictures)
        == len(set(map(str, pictures)))
        == len({name for kept in records[:4] for name in kept.frames})
    )
    assert all(str(picture).startswith("data:image/png;base64,") for picture in pictures)
    solved = next(e for e in data["episodes"] if e["agent"] == "solver")
    assert solved["note"] is None and "You" in str(solved["told"])
    assert len(solved["steps"]) == len(records[0].replies) + 1  # type: ignore[arg-type]
    links = [given["href"] for tag, given in reader.tags if tag == "a"]
    assert f"#episode-{data['episodes'].index(solved)}" in links


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"frames": ("0" * 16,) * 3}, "Some pictures differ from the recorded ones"),
        ({"start": "another"}, "starts otherwise than when it was recorded"),
        ({"replies": ("('stop', 'stop')",) * 2}, "The pictures cannot be drawn again"),
    ],
)
def test_what_cannot_be_drawn_as_recorded_is_said(
    tmp_path: Path, change: dict[str, object], words: str
) -> None:
    kept: Record = replace(played("maze_2d/easy", 0, SolverAgent()), **change)  # type: ignore[arg-type]
    reader = read(stored(tmp_path, [kept]))
    assert words in str(data_of(reader)["episodes"][0]["note"])
    assert "1 episode shown below could not be drawn exactly as recorded" in reader.text


def test_tasks_that_are_gone_are_still_counted(tmp_path: Path) -> None:
    reader = read(stored(tmp_path, series("a", "forgotten/easy", 1, 2)))
    assert reader.rows("Success by agent and task, easy")["a"][-1] == "50.01/2"
    assert "There is no task 'forgotten'" in str(data_of(reader)["episodes"][0]["note"])


def test_samples_stay_within_the_size_of_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [kept for seed in range(2) for kept in really("maze_2d/easy", seed)]
    folder = stored(tmp_path, [*records, *really("sliding_block/easy")])
    whole = samples.gather(load([folder]).records, ["solver", "random"], ["maze_2d/easy"])
    assert 0 < whole.size < samples.MOST_BYTES
    monkeypatch.setattr(samples, "MOST_BYTES", 40_000)
    reader = read(folder)
    assert len(reader.scripts[0]) < 45_000
    assert re.search(r"; [123] of 4 fit on this page", reader.text)


def test_reasons_and_evidence_stand_beside_the_trajectory(tmp_path: Path) -> None:
    quitter = played("maze_2d/easy", 0, StopAgent())
    folder = stored(tmp_path, [quitter, played("maze_2d/easy", 0, SolverAgent())])
    by_agent = {each["agent"]: each["findings"] for each in data_of(read(folder))["episodes"]}
    (found,) = by_agent["stop"]  # type: ignore[misc]
    assert by_agent["solver"] == []
    assert found["by"] == "Detector" and found["title"] == "Early termination"
    assert found["reason"].startswith("Stopped unsolved at step 1")
    assert found["evidence"] == "step 1: ('stop', 'stop')"
    save_annotations(folder, [replace(each, findings=()) for each in analyse([quitter])])
    save_annotations(folder, analyse([quitter]))
    again = data_of(read(folder))["episodes"]
    assert [f["by"] for each in again for f in each["findings"]] == ["Detector", "Annotator"]  # type: ignore[index]


def test_failure_classes_are_those_of_the_detectors(tmp_path: Path) -> None:
    quitters = [played("maze_2d/easy", seed, StopAgent()) for seed in range(3)]
    table = read(stored(tmp_path, quitters)).tables["Failure classes"]
    assert dict(zip(table[0], table[1], strict=True))["Early termination"] == "100.0"
