"""The report shows what counting by hand gives, and episodes as they were."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hand_made import made, played, really, series, stored, two_runs
from pages import data_of, read
from visgym.agents.scripted import SolverAgent, StopAgent
from visgym.analysis.report import samples, tables
from visgym.analysis.report.loading import load
from visgym.evaluation.records import Record


def test_the_heat_map_shows_what_counting_by_hand_gives(tmp_path: Path) -> None:
    reader = read(*two_runs(tmp_path))
    label = "Success by agent and task"
    assert reader.tables[label][0] == ["Agent", "Average", "Sliding block", "Maze 2d"]
    assert reader.tables[label][1] == ["easy", "hard", "easy", "easy", "hard"]
    assert reader.rows(label)["alpha"] == ["87.5", "25.0", "100.0", "75.0", "25.0"]
    assert reader.rows(label)["beta"] == ["12.5", "25.0", "0.0", "25.0", "25.0"]
    assert list(reader.rows(label))[1:] == ["alpha", "beta"]


def test_the_other_tables_show_what_counting_by_hand_gives(tmp_path: Path) -> None:
    reader = read(*two_runs(tmp_path))
    ranks = reader.rows("Ranks by agent and task")
    assert ranks["alpha"] == ["1.3", "1", "1", "2"] and ranks["beta"] == ["2.0", "2", "2", "2"]
    drops = reader.rows("Change from easy to hard by agent and task")
    assert drops["alpha"] == ["−50.0", "−50.0"] and drops["beta"] == ["0.0", "0.0"]
    assert reader.rows("How episodes ended")["alpha"] == ["", "5", "4", "0", "0", "1"]
    assert reader.rows("Reply quality")["alpha"] == ["", "90.0", "10.0", "0.0", "0.0", "0.0", "10"]
    costs = reader.rows("Tokens and cost")["alpha"]
    assert costs == ["222", "89", "11", "4", "420", "$1.00", "$0.1111", "$0.2000"]
    for figure in ("Episodes 19", "Solved 7 36.8 % of them", "Void 1", "Cost $1.00"):
        assert figure in reader.text
    assert "503 from the server" in reader.text


def test_averages_carry_their_intervals(tmp_path: Path) -> None:
    labels = [
        given.get("aria-label") for tag, given in read(*two_runs(tmp_path)).tags if tag == "svg"
    ]
    # 1 of 4 is 4.6 to 69.9 and 0 of 2 is 0 to 65.8; half of (20.4, 0) and of (44.9, 65.8)
    assert "beta, easy: 12.5 %, 95 % interval 2.3 to 52.3" in labels


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
    assert reader.rows("Success by agent and task")["a"] == ["50.0", "50.0"]
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


def test_failure_classes_are_those_of_the_detectors(tmp_path: Path) -> None:
    quitters = [played("maze_2d/easy", seed, StopAgent()) for seed in range(3)]
    table = read(stored(tmp_path, quitters)).tables["Failure classes"]
    assert dict(zip(table[0], table[1], strict=True))["Early termination"] == "100.0"
