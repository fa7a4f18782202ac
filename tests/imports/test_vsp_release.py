"""A release in the layout of VSP becomes a suite; what is broken is named and skipped."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
from pathlib import Path

import pytest
from typer.testing import CliRunner

from releases import CODE, ONE, RELEASE, TABLE, laid_out
from visgym import catalog
from visgym.agents.build import parse_agent
from visgym.cli import app
from visgym.core.episode import advance, begin
from visgym.core.errors import Mistake
from visgym.evaluation.evaluate import Limits, evaluate, plan
from visgym.evaluation.store import Store
from visgym.imports.vsp import import_vsp
from visgym.suites.suite import find_suite


class Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch harmed",)


def test_a_release_becomes_a_suite_that_evaluates_like_any_other(tmp_path: Path) -> None:
    done = import_vsp(laid_out(tmp_path / "release", RELEASE), tmp_path / "out" / "vsp.json")
    assert not done.skipped and sum(done.counts.values()) == 15 and len(done.counts) == 12
    assert done.checked == 13  # all but the mazes and relations, whose answers are not published
    moved = (tmp_path / "out").rename(tmp_path / "elsewhere") / "vsp.json"
    suite, agent = find_suite(str(moved)), parse_agent("solver", {})
    entries, store = plan(suite, [agent]), Store(tmp_path / "run")
    limits = Limits()
    with store.writing({}):
        run = evaluate(entries, {agent.name: agent}, store, suite.starts, limits, lambda _: None)
        progress = asyncio.run(run)
    assert progress.total == progress.solved == 15 and not progress.errors


def test_problems_are_those_of_the_release(tmp_path: Path) -> None:
    import_vsp(laid_out(tmp_path, RELEASE), tmp_path / "vsp.json")
    ids = {id.partition("?")[0]: id for id in find_suite(str(tmp_path / "vsp.json")).ids}
    route = begin(catalog.load(ids["vsp_street_map/level_1"]), 20)
    assert advance(route, "1. North: 1\n2. East: 4").success
    crossing = begin(catalog.load(ids["vsp_collision/level_1"]), 1)
    assert "The car moves right at 0.5" in crossing.task.question(crossing.start.problem)
    assert advance(crossing, "Car: 8.0\nPerson: 8.0\nYes").success
    maze = begin(catalog.load(ids["vsp_maze/level_3"]), 0)
    assert advance(maze, "Action plan: D,D,R,R,U").success
    with pytest.raises(Mistake, match="has no start for seed 7"):
        begin(maze.task, 7)


@pytest.mark.parametrize(
    ("file", "content", "reason"),
    [
        ("maze/task1/maps/level3/answer/0.txt", "maybe", "Y or N"),
        ("maze/task1/maps/level3/answer/0.txt", "N", "is wrong by the rules"),
        ("maze/task1/maps/level3/question/0.txt", "Where?", "names no row"),
        ("maze/task-main/maps/level3/table/0.txt", TABLE.replace("*", "_"), "one player and one"),
        ("maze/task-main/maps/level3/table/0.txt", TABLE.replace("*", "?"), "means nothing"),
        ("maze/task-main/maps/level3/table/0.txt", b"\xff\xfe\x00", "is no text"),
        ("maze/task4/maps/level_step3/text/0.txt", "SHF\nFFG\nFFF", "differs between the texts"),
        ("blocks/task-main/maps/level1/info.txt", CODE.replace("\t1\t", "\t2\t"), "2 moves are"),
        ("blocks/task-main/maps/level1/info.txt", "P00000", "separated by tabs"),
        ("blocks/task-main/maps/level1/input_text/0.txt", ONE, "differs between code and text"),
        ("blocks/task1/maps/level3/pure_text_rep_input/0", ONE, "no block where"),
        ("blocks/task1/maps/level3/pure_text_rep_input/0", "- Stack with pink block", "pink"),
        ("blocks/task2/maps/level3/annotation.txt", "9", "from 0 to 3"),
        ("google_map/task-main/maps/level1/answer-4.pkl", b"\x80\x04garbage", "damaged"),
        ("google_map/task-main/maps/level1/answer-4.pkl", pickle.dumps([(9, 9)]), "9 north"),
        ("google_map/task-main/maps/level1/answer-4.pkl", pickle.dumps(["x"]), "only numbers"),
        ("collision/task-main/maps/level-default/car-dir.txt", "up\nright", "moves 'up'"),
        ("collision/task-main/maps/level-default/car-answer.txt", "0.6\n8.0", "does not fit"),
    ],
)
def test_broken_files_are_named_and_skipped(
    tmp_path: Path, file: str, content: str | bytes, reason: str
) -> None:
    release = laid_out(tmp_path, {**RELEASE, file: content})
    done = import_vsp(release, tmp_path / "vsp.json")
    (skipped,) = done.skipped
    assert reason in skipped.reason and str(skipped.path).startswith(str(tmp_path))
    assert sum(done.counts.values()) >= 13


def test_pickles_cannot_run_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = "google_map/task-main/maps/level1/answer-4.pkl"
    done = import_vsp(laid_out(tmp_path, {**RELEASE, file: pickle.dumps(Evil())}), Path("s.json"))
    assert "only numbers are read" in done.skipped[0].reason
    assert not (tmp_path / "harmed").exists()


def test_the_command_says_what_was_skipped_and_what_to_do_next(tmp_path: Path) -> None:
    broken = {"maze/task1/maps/level3/answer/0.txt": "maybe"}
    release = laid_out(tmp_path / "release", {**RELEASE, **broken})
    result = CliRunner().invoke(app, ["import", "vsp", str(release), "--out", str(tmp_path)])
    assert result.exit_code == 0
    assert "12 published answers" in result.output and "1 problems were skipped" in result.output
    assert "visgym evaluate --suite" in result.output
    assert set(json.loads((tmp_path / "vsp_release.json").read_text())) >= {
        "vsp_maze/level_3?starts=vsp_release_vsp_maze_level_3_starts.json"
    }


def test_a_folder_that_is_no_release_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="no VSP release"):
        import_vsp(tmp_path, tmp_path / "vsp.json")


@pytest.mark.skipif("VSP_RELEASE" not in os.environ, reason="VSP_RELEASE names no release")
def test_every_answer_of_the_public_release_scores_as_published(tmp_path: Path) -> None:
    done = import_vsp(Path(os.environ["VSP_RELEASE"]), tmp_path / "vsp.json")
    assert not done.skipped and done.checked > 0
