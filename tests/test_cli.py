"""The command as a user meets it."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from PIL import Image

from commands import visgym, visgym_process


def test_show_tells_rules_knobs_text_and_writes_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "maze.png"
    out = visgym("show", "maze_2d/easy", "--seed", "3", "--picture", str(path)).stdout
    for part in (
        "You walk through a maze",
        "('move', direction)",
        "width",
        "#########",
        "shortest",
    ):
        assert part in out
    with Image.open(path) as picture:
        assert picture.size == (324, 324)


def test_play_goes_through_an_episode() -> None:
    typed = "('place', (9, 0, 0))\n('remove', 0)\n('stop', 'stop')\n"
    out = visgym("play", "patch_reassembly/easy", typed=typed).stdout
    assert "patch must be an integer from 0 to 4" in out
    assert "Patch 0 is not on the board." in out
    assert "Not solved." in out


def test_play_can_be_left_at_any_time() -> None:
    for view in ("text", "picture"):
        done = visgym("play", "maze_2d/easy", "--view", view, typed="('move', 0)\n")
        assert done.returncode == 0 and "You left the episode." in done.stdout


def test_check_accepts_good_tasks_and_reports_bad_ones() -> None:
    good = visgym("check", "my_tasks.counter", "--seeds", "3", "--verbose")
    assert good.returncode == 0 and "2 presets obey the laws" in good.stdout
    assert "mean effort" in good.stdout and "my_tasks.counter/hard" in good.stdout
    bad = visgym("check", "my_tasks.broken", "my_tasks.crashing", "--seeds", "3")
    assert bad.returncode == 1 and "The default solver fails on seed 0" in bad.stdout
    assert "ZeroDivisionError is raised on seed 0" in bad.stdout
    assert "Traceback" not in bad.stdout + bad.stderr


def test_bench_measures_and_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "speed.md"
    assert "maze_2d/easy" in visgym("bench", "maze_2d", "--seeds", "2", "--out", str(page)).stdout
    assert "| maze_2d/hard |" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("show", "maze2d/easy"), "did you mean maze_2d"),
        (("show", "maze_2d/easy", "-k", "width=8"), "must be odd"),
        (("show", "maze_2d/easy", "-k", "width"), "A knob is written name=value"),
        (("play", "maze_2d/easy", "--view", "txet"), "did you mean text?"),
        (("list", "--tag", "plannig"), "did you mean planning"),
        (("list", "--category", "spatil"), "did you mean spatial"),
        (("show", "maze_2d/easy", "--picture", "."), "Is a directory"),
        (("show", "maze_2d/easy", "--seed", "x"), "Invalid value for '--seed'"),
        (("sohw",), "No such command 'sohw'"),
    ],
)
def test_mistakes_are_one_sentence_and_no_traceback(args: tuple[str, ...], sentence: str) -> None:
    done = visgym(*args)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_real_process_ends_as_the_command_does(tmp_path: Path) -> None:
    wrong = visgym_process("show", "maze_2d/easy", "--picture", str(tmp_path))
    assert wrong.returncode == 2 and wrong.stderr.count("\n") == 1
    assert wrong.stderr.startswith("visgym: ") and "Is a directory" in wrong.stderr
    broken = visgym_process("check", "my_tasks.broken", "--seeds", "3")
    assert broken.returncode == 1 and "The default solver fails on seed 0" in broken.stdout
    assert "Traceback" not in broken.stderr


def test_demonstrations_are_made_looked_at_and_found_faulty(tmp_path: Path) -> None:
    out = tmp_path / "data"
    made = visgym(
        "demonstrate", "--tasks", "maze_2d,jigsaw", "--episodes", "6", "--shard", "3",
        "--strategy", "jigsaw.swapping=2", "--strategy", "jigsaw.default", "--steps", "14..16",
        "--knob", "maze_2d.width=[9,11]", "--knob", "maze_2d.longest=null", "--out", str(out),
    )  # fmt: skip
    assert "6 demonstrations" in made.stdout and "Left out: 0 that failed" in made.stdout
    page = tmp_path / "page.html"
    seen = visgym("inspect", str(out), "--html", str(page))
    assert seen.returncode == 0 and "Every row is as llamafactory wants it" in seen.stdout
    assert page.read_text().startswith("<!doctype html>")
    next((out / "images").rglob("*.png")).unlink()
    broken = visgym("inspect", str(out))
    assert broken.returncode == 1 and "is missing" in broken.stdout


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--recipe", "solve_onyl"), "There is no recipe 'solve_onyl'; did you mean solve_only?"),
        (("--tasks", "maze_2b"), "There is no task 'maze_2b'; did you mean maze_2d"),
        (("--format", "json"), "There is no format 'json'; did you mean jsonl?"),
        (("--style", "tols", "--tasks", "maze_2d"), "There is no style 'tols'"),
        (("--backend", "rai"), "There is no backend 'rai'; did you mean ray?"),
        (("--steps", "many"), "Steps are written 12 or 10..30, not 'many'."),
        (("--strategy", "bfs=much"), "A weight is a number, as in bfs=2, not 'bfs=much'."),
    ],
)
def test_mistakes_in_orders_of_demonstrations_get_one_sentence(
    args: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    done = visgym("demonstrate", *args, "--out", str(tmp_path / "data"))
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert sentence in done.stderr


def test_how_many_starts_there_are_is_said_before_any_work(tmp_path: Path) -> None:
    few = ("--tasks", "my_tasks.counter/easy", "--episodes", "500", "--out", str(tmp_path / "few"))
    told = visgym("demonstrate", *few).stdout
    assert told.startswith("my_tasks.counter/easy has about 9 distinct starts")
    assert "500 are asked for; widen its knobs." in told
    crops = ("-k", "jigsaw.crops=true", "-k", "jigsaw.photos=training")
    many = ("--tasks", "jigsaw", "--episodes", "2", "--out", str(tmp_path / "many"))
    assert "no start twice" in visgym("demonstrate", *many, *crops).stdout
    names = {
        path["file"]
        for path in json.loads((tmp_path / "many/manifest.json").read_text())["embedded_data"]
    }
    manifest = json.loads((files("visgym.data") / "photos/manifest.json").read_text())
    assert names <= {f"photos/{each['file']}" for each in manifest if each["use"] == "training"}


def test_a_folder_without_demonstrations_is_named(tmp_path: Path) -> None:
    gone = visgym("inspect", str(tmp_path))
    assert gone.returncode == 2 and "manifest.json is missing" in gone.stderr


@pytest.mark.parametrize(
    "args", [("show", "../../etc/passwd"), ("check", ".."), ("show", "a..b/x")]
)
def test_names_that_no_module_has_are_one_sentence(args: tuple[str, str]) -> None:
    done = visgym(*args)
    assert done.returncode == 2 and "names no task" in done.stderr
    assert len(done.stderr.splitlines()) == 1
