"""Suite files may be anybody's: they say what is played, and reach for nothing else."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from commands import visgym
from visgym import catalog
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.core.messages import present
from visgym.suites.suite import find_suite
from visgym.wrappers.build import arrange

PRINT = "0" * 32
MAZE = "maze_2d/easy"


def written(path: Path, data: Any) -> str:
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return str(path)


def test_ids_seeds_and_wrappers_are_read_in_both_layouts(tmp_path: Path) -> None:
    plain = {MAZE: {"3": PRINT}}
    suite = find_suite(written(tmp_path / "plain.json", plain))
    assert (suite.starts, suite.wrappers) == ({MAZE: {3: PRINT}}, ())
    layered = {"wrappers": ["history=2"], "starts": plain}
    suite = find_suite(written(tmp_path / "layered.json", layered))
    assert (suite.starts, suite.wrappers) == ({MAZE: {3: PRINT}}, ("history=2",))


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{",
        "[" * 200_000,
        '{"a":' * 200_000,
        "[]",
        "{}",
        "null",
        '"text"',
        "1" * 5_000,
        {MAZE: []},
        {MAZE: 7},
        {MAZE: {"x": PRINT}},
        {MAZE: {"-1": PRINT}},
        {MAZE: {"1": 5}},
        {MAZE: {"1": "short"}},
        {MAZE: {"9" * 30: PRINT}},
        {"wrappers": "text", "starts": {MAZE: {"1": PRINT}}},
        {"wrappers": [1], "starts": {MAZE: {"1": PRINT}}},
        {"wrappers": [], "starts": []},
    ],
    ids=lambda data: str(data)[:30],
)
def test_what_is_no_suite_file_is_refused_in_one_sentence(tmp_path: Path, data: Any) -> None:
    with pytest.raises(Mistake, match="is no suite file"):
        find_suite(written(tmp_path / "suite.json", data))


def test_folders_and_binaries_are_no_suite_files(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "binary.json").write_bytes(bytes(range(256)))
    for name in ("folder.json", "binary.json", "absent.json"):
        with pytest.raises(Mistake, match="suite file"):
            find_suite(str(tmp_path / name))


@pytest.mark.parametrize(
    ("id", "sentence"),
    [
        ("my_tasks.lamps/easy", "not ours"),
        ("os.path", "not ours"),
        ("maze_2d/easy?starts=../secret.json", "not beside it"),
        ("maze_2d/easy?starts=/etc/passwd", "not beside it"),
        ("maze_2d/easy?starts=.", "not beside it"),
        ("maze_2d/easy?starts=..", "not beside it"),
        ("jigsaw/easy?data=/home", "names data"),
    ],
)
def test_nothing_outside_is_named_unless_the_user_says_so(
    tmp_path: Path, id: str, sentence: str
) -> None:
    before = set(sys.modules)
    path = written(tmp_path / "suite.json", {id: {"0": PRINT}})
    with pytest.raises(Mistake, match=f"{sentence}.*--trust-suite"):
        find_suite(path)
    assert set(sys.modules) == before
    assert len(find_suite(path, trusted=True).ids) == 1


def test_a_link_to_elsewhere_is_not_beside_a_suite(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.json").write_text("{}")
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "starts.json").symlink_to(tmp_path / "elsewhere.json")
    path = written(tmp_path / "suite" / "suite.json", {f"{MAZE}?starts=starts.json": {"0": PRINT}})
    with pytest.raises(Mistake, match="not beside it"):
        find_suite(path)


def test_rules_from_a_file_need_trust_too(tmp_path: Path) -> None:
    layered = {"wrappers": ["rules=/home/me/notes.json"], "starts": {MAZE: {"3": PRINT}}}
    path = written(tmp_path / "suite.json", layered)
    with pytest.raises(Mistake, match=r"names a file of rules.*--trust-suite"):
        find_suite(path)
    assert find_suite(path, trusted=True).wrappers == ("rules=/home/me/notes.json",)


def test_the_command_plays_modules_of_a_suite_file_where_it_is_trusted(tmp_path: Path) -> None:
    start = fingerprint(begin(catalog.load(MAZE), 0).start)
    path = written(tmp_path / "suite.json", {f"{MAZE}": {"0": start}})
    run = ("evaluate", "--suite", path, "--agent", "solver", "--out", str(tmp_path / "run"))
    assert visgym(*run).returncode == 0
    path = written(tmp_path / "other.json", {"my_tasks.lamps/easy": {"0": PRINT}})
    refused = visgym("evaluate", "--suite", path, "--agent", "solver", "--out", str(tmp_path / "o"))
    assert refused.returncode == 2 and "--trust-suite" in refused.stderr


def test_files_of_starts_are_bounded_and_never_a_traceback(tmp_path: Path) -> None:
    for number, text in enumerate(["[" * 200_000, '{"0": ' * 200_000, '{"0": [[[]]]}', "\x00"]):
        starts = written(tmp_path / f"{number}.json", text)
        with pytest.raises(Mistake):
            begin(catalog.load(MAZE, starts=starts), 0)


def test_a_suite_cannot_ask_for_endless_examples() -> None:
    with pytest.raises(Mistake, match="from 1 to 100"):
        arrange(["examples=100000000"])
    task = catalog.load("vsp_maze_hole/level_3")
    assert len(present(begin(task, 0), arrange(["examples=2"], task))[0].pictures) == 3


def test_starts_that_no_rules_lead_to_are_told_and_not_counted(tmp_path: Path) -> None:
    good = {"color": "red", "shape": "cube"}
    starts = {
        str(seed): {"geoms": [good], "goal": [goal], "cells": [5], "is_past": False}
        for seed, goal in ((0, 6), (1, 99))
    }
    written(tmp_path / "starts.json", starts)
    id = "sliding_geom_puzzle/easy_2d?starts=starts.json"
    task = catalog.load(id.replace("starts.json", str(tmp_path / "starts.json")))
    prints = {seed: fingerprint(task.start(int(seed))) for seed in starts}
    path = written(tmp_path / "suite.json", {id: prints})
    run = ("evaluate", "--suite", path, "--agent", "random", "--out", str(tmp_path / "run"))
    done = visgym(*run)
    assert done.returncode == 3 and "The published start cannot be played" in done.stdout
    path = written(tmp_path / "suite.json", {id: {"1": prints["1"]}})
    run = ("evaluate", "--suite", path, "--agent", "random", "--out", str(tmp_path / "other"))
    done = visgym(*run)
    assert done.returncode == 2 and "cannot be shown" in done.stderr
