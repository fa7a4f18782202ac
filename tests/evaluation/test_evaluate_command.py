"""What the command says before, while and after it plays."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agents.server import KEY, Reply
from agents.slow_server import slow_server
from commands import Done, visgym
from hand_made import made
from visgym.analysis.cut_replies import cut_warnings
from visgym.analysis.statistics import successes
from visgym.commands import watching
from visgym.commands.evaluate import INCOMPLETE
from visgym.evaluation.store import Store
from visgym.version import VERSION


def evaluate(out: Path, *args: str) -> Done:
    return visgym("evaluate", "--tasks", "maze_2d", "--out", str(out), *args)


def test_a_complete_run_ends_well_with_a_line_for_logs(tmp_path: Path) -> None:
    done = evaluate(tmp_path, "--agent", "solver", "--episodes", "2")
    assert done.returncode == 0 and "2 of 2 episodes, 100% solved" in done.stdout


def test_a_heartbeat_tells_how_far_a_run_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(watching, "HEARTBEAT", 0.01)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with slow_server(lambda body: Reply("('stop', 'stop')")) as server:
        args = ("--option", f"base_url={server.url}", "--episodes", "4", "--in-flight", "1")
        done = evaluate(tmp_path, "--agent", "openai:m", *args)
    beats = [line for line in done.stdout.splitlines() if " of 4 episodes, " in line]
    assert len(beats) > 2 and beats[-1].startswith("4 of 4")


def test_an_incomplete_run_ends_with_a_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with slow_server(lambda body: Reply("('stop', 'stop')")) as server:
        server.script = ["500"]
        options = ("--option", f"base_url={server.url}", "--option", "retries=0")
        args = ("--agent", "openai:m", "--episodes", "3", "--in-flight", "1", *options)
        first = evaluate(tmp_path, *args)
        assert first.returncode == INCOMPLETE
        assert "1 episodes failed for reasons that are not the agent's" in first.stdout
        assert evaluate(tmp_path, *args).returncode == 0


def test_fewer_episodes_than_asked_for_are_told(tmp_path: Path) -> None:
    done = evaluate(tmp_path, "--agent", "stop", "--episodes", "1000")
    assert "visgym/easy has 70 episodes of maze_2d/easy, and not 1000." in done.stdout
    assert "Note" not in evaluate(tmp_path / "some", "--agent", "stop", "--episodes", "2").stdout


def test_wrappers_that_do_not_fit_are_told_before_anything_is_played(tmp_path: Path) -> None:
    args = ("--tasks", "maze_2d,counting", "--wrapper", "text")
    done = visgym("evaluate", "--agent", "solver", *args, "--out", str(tmp_path))
    assert done.returncode == 2 and not (tmp_path / "episodes.jsonl").exists()
    assert done.stderr.startswith("visgym: ") and done.stderr.count("\n") == 1


def test_a_folder_keeps_to_what_becomes_of_overflows(tmp_path: Path) -> None:
    assert evaluate(tmp_path, "--agent", "stop", "--episodes", "1").returncode == 0
    done = evaluate(tmp_path, "--agent", "stop", "--episodes", "1", "--overflow", "failure")
    assert done.returncode == 2 and "overflow" in done.stderr


def test_many_replies_cut_by_the_limit_are_warned_about() -> None:
    whole = made("a", "maze_2d/easy", verdicts=("done",) * 20)
    few = replace(whole, finish=("stop",) * 19 + ("length",))
    many = replace(whole, finish=("stop",) * 18 + ("MAX_TOKENS", "length"))
    assert not cut_warnings([whole, few])
    (warning,) = cut_warnings([many])
    assert warning.startswith("10% of the replies of a (2 of 20) were cut")


def test_an_overflow_counts_only_where_it_should() -> None:
    void = made("a", "maze_2d/easy", 1, "overflow")
    records = [made("a", "maze_2d/easy", 0, "solved"), void]
    assert successes(records)["a", "maze_2d/easy"].of == 1
    records[1] = replace(void, counted=True)
    assert successes(records)["a", "maze_2d/easy"].rate == 0.5


def test_mistakes_about_folders_are_one_sentence(tmp_path: Path) -> None:
    assert "holds no run" in visgym("metrics", str(tmp_path / "nowhere")).stderr
    (tmp_path / "run.json").write_text(json.dumps([1, 2]))
    for command in ("metrics", "failures", "report"):
        done = visgym(command, str(tmp_path))
        assert done.returncode == 2 and "is no description of a run" in done.stderr
    assert "no description" in evaluate(tmp_path, "--agent", "stop").stderr
    assert not Store(tmp_path).records()


@pytest.mark.parametrize("name", ["..", "../../etc/passwd", "a..b/easy"])
@pytest.mark.parametrize("command", ["show", "check"])
def test_names_that_are_no_tasks_are_one_sentence(command: str, name: str) -> None:
    done = visgym(command, name)
    assert done.returncode == 2 and "names no task" in done.stderr


def test_the_version_is_told() -> None:
    assert visgym("--version").stdout == f"visgym {VERSION}\n"
