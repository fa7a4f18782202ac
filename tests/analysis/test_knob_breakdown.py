"""Episodes that differ in knobs alone count together, and can be told apart by knob."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hand_made import made, series, stored
from pages import data_of, read
from visgym.analysis import statistics
from visgym.analysis.failures import Analysis, shares_by_task
from visgym.analysis.knob_breakdown import by_knob
from visgym.analysis.report import loading, tables
from visgym.analysis.report.page import page
from visgym.analysis.statistics import Share
from visgym.cli import app
from visgym.commands.common import console, print_wide
from visgym.evaluation.records import Record

PUZZLE = "sliding_geom_puzzle/easy"


def levels() -> list[Record]:
    """Episodes of 2 and 10 geoms, of 3 and 4 moves: 4 + 1 of 8 with 2 geoms, 2 + 0 of 8 with 10."""
    solved = {(2, 3): 4, (2, 4): 1, (10, 3): 2, (10, 4): 0}
    return [
        kept
        for (geoms, length), count in solved.items()
        for kept in series("a", f"{PUZZLE}?view=2d&geoms={geoms}&length={length}", count, 4)
    ]


def test_ids_that_differ_in_knobs_are_one_task_and_setting() -> None:
    records = [*levels(), made("a", f"{PUZZLE}?view=2d&geoms=2", 9, "error")]
    assert statistics.successes(records) == {("a", PUZZLE): Share(7, 16)}
    assert statistics.outcomes(records)["a", PUZZLE] == {"solved": 7, "wrong": 9, "error": 1}
    assert statistics.averages(statistics.successes(records)).keys() == {("a", "easy")}


def test_success_is_broken_down_by_every_knob_that_varies() -> None:
    geoms, length = by_knob(levels())
    assert (geoms.id, geoms.knob, geoms.values) == (PUZZLE, "geoms", ("2", "10"))
    assert geoms.found == {("a", "2"): Share(5, 8), ("a", "10"): Share(2, 8)}
    assert length.found == {("a", "3"): Share(6, 8), ("a", "4"): Share(1, 8)}


def test_knobs_that_name_files_are_no_breakdown() -> None:
    records = [
        *series("a", "vsp_maze/level_3?starts=/x/one.json", 1, 2),
        *series("a", "vsp_maze/level_3?starts=/x/two.json&data=/y", 1, 2),
    ]
    assert by_knob(records) == []


def test_a_knob_that_is_left_to_the_preset_comes_first() -> None:
    ids = ["maze_2d/easy?width=11", "maze_2d/easy", "maze_2d/easy?width=7", "maze_2d/easy?width=x"]
    (found,) = by_knob([kept for id in ids for kept in series("a", id, 1, 1)])
    assert found.values == (None, "7", "11", "x")


def test_the_report_has_one_column_a_setting_and_a_table_a_knob(tmp_path: Path) -> None:
    records = [*levels(), *series("b", f"{PUZZLE}?view=2d&geoms=2&length=3", 1, 4)]
    folder = stored(tmp_path, records)
    reader = read(folder)
    success = reader.tables["Success by agent and task, easy"]
    assert [head[:12] for head in success[0][1:]] == [
        "All tasks16 ",
        "Ivispar16 ep",
        "Sliding geom",
    ]
    assert success[1][-1] == "43.87/16"
    by_geoms = reader.tables["Sliding geom puzzle, easy, by geoms"]
    assert by_geoms == [["Agent", "2", "10"], ["a", "62.55/8", "25.02/8"], ["b", "25.01/4", "–"]]
    assert any("geoms=10" in str(each["id"]) for each in data_of(reader)["episodes"])
    tree = json.loads(json.dumps(tables.as_json(loading.load([folder]))))
    (mine,) = (row for row in tree["results"] if row["agent"] == "a")
    assert (mine["task"], mine["setting"], mine["success"]) == (*PUZZLE.split("/"), 7 / 16)
    lines = [line for line in tree["by_knob"] if (line["agent"], line["knob"]) == ("a", "geoms")]
    assert [(e["value"], e["solved"], e["episodes"]) for e in lines] == [("2", 5, 8), ("10", 2, 8)]


def test_paths_of_imported_starts_are_nowhere_on_the_page(tmp_path: Path) -> None:
    ids = [f"vsp_maze/level_3?starts=/secret/place/{name}.json" for name in "ab"]
    text = page(loading.load([stored(tmp_path, [made("a", id) for id in ids])]))
    assert '"id": "vsp_maze/level_3"' in text
    assert "/secret/place" not in text.replace("There is no file /secret/place", "")


def test_what_is_no_id_is_still_counted(tmp_path: Path) -> None:
    strange = ["", "?", "maze_2d/easy?width", "/easy", "a/b?=1"]
    loaded = loading.load([stored(tmp_path, [made("a", id) for id in strange])])
    assert {(row["task"], row["episodes"]) for row in tables.rows(loaded)} == {
        (id, 1) for id in strange
    }
    assert "Nothing to compare" not in page(loaded)


def test_a_report_counts_successes_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    count = statistics.shares
    monkeypatch.setattr(
        statistics,
        "shares",
        lambda *args: counted.append(1) or count(*args),  # type: ignore[func-returns-value]
    )
    folder = stored(tmp_path / "run", levels())
    args = [*("--html", str(tmp_path / "x.html")), *("--csv", str(tmp_path / "x.csv"))]
    assert CliRunner().invoke(app, ["report", str(folder), *args]).exit_code == 0
    assert len(counted) == 1


def test_evaluations_and_reports_of_suites_with_knobs_fit_a_terminal(tmp_path: Path) -> None:
    run = str(tmp_path / "run")
    args = ["--suite", "ivispar/2d", "--agent", "solver", "--agent", "random", "--episodes", "1"]
    done = CliRunner().invoke(app, ["evaluate", *args, "--out", run])
    assert "sliding_geom_puzzle/easy    1.0%  100.0%" in done.output
    told = CliRunner().invoke(app, ["report", run, "--json", str(tmp_path / "x.json")])
    assert "easy %" in told.output and "100.0 (96.3–100.0)" in told.output
    for line in (*done.output.splitlines(), *told.output.splitlines()):
        assert len(line) <= 80 or str(tmp_path) in line


def test_wide_tables_lose_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    columns = [f"level_{number} %" for number in range(1, 10)]
    rows = [
        (name, [f"{place}.{len(name)} (0.0–100.0)" for place in range(9)])
        for name in ("a", "b" * 70)
    ]
    print_wide("agent", columns, rows)
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= console.width
    for _, cells in rows:
        assert all(cell in out for cell in cells)


def test_failures_are_counted_by_task_and_preset() -> None:
    found = [Analysis(kept, ()) for kept in levels()]
    assert shares_by_task(found)["a"].keys() == {PUZZLE}
