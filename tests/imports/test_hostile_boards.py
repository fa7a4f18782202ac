"""Boards that mean harm: each is left out with one sentence, and none costs time or memory."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from releases import BOARD, is_sentence
from visgym.core.errors import Mistake
from visgym.imports import files, ivispar
from visgym.imports.files import BrokenProblem
from visgym.imports.ivispar import import_ivispar, read_board
from visgym.kit.boards import geom_puzzles


def board(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(BOARD)), **changes}


def placed(start: object, goal: object = (0, 1), color: object = "red") -> dict[str, Any]:
    return {"body": "cube", "color": color, "start_coordinate": start, "goal_coordinate": goal}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("[" * 100_000, "too deeply"),
        ("1" * 10_000, "is no JSON"),
        ("NaN", "is no JSON"),
        ("\x00\x01", "is no JSON"),
        ("null", "no configuration"),
        ("x" * 1_100_000, "more than 1000000 bytes"),
        (board(grid_size=4.0), "grid_size"),
        (board(grid_size=True), "grid_size"),
        (board(grid_size=[4]), "grid_size"),
        (board(landmarks={}), "no geoms"),
        (board(landmarks=[1]), "no object"),
        (board(landmarks=[[]]), "no object"),
        (board(landmarks=[{"body": [], "color": {}}]), "no geom"),
        (board(landmarks=[{}] * 100), "two tiles free"),
        (board(landmarks=[placed([0.5, 1])]), "start_coordinate"),
        (board(landmarks=[placed([1e300, 1])]), "start_coordinate"),
        (board(landmarks=[placed(["1", 1])]), "start_coordinate"),
        (board(landmarks=[placed([True, 1])]), "start_coordinate"),
        (board(landmarks=[placed([1])]), "start_coordinate"),
        (board(landmarks=[placed({"0": 1})]), "start_coordinate"),
        (board(landmarks=[placed([0, 0], None)]), "goal_coordinate"),
        (board(landmarks=[placed([0, 0], [0, 1], "\x1b[2Jred")]), "not among ours"),
        (board(complexity_c1="3"), "are published"),
        (board(complexity_c1=-5), "more than 0 moves"),
        (board(complexity_c1=10**30, shortest_move_sequence=[]), "are published"),
        (board(shortest_move_sequence=["move x y up"] * 30_000), "does not lead"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_lone_bad_board_is_refused_with_its_reason(
    tmp_path: Path, content: Any, reason: str
) -> None:
    path = tmp_path / "board.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(BrokenProblem, match=reason) as found:
        read_board(path)
    assert is_sentence(str(found.value))
    with pytest.raises(Mistake, match=reason):
        import_ivispar([path], tmp_path / "out.json")


def test_whole_numbers_with_a_point_are_whole_numbers(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    whole = board()
    whole["landmarks"][0]["start_coordinate"] = [2.0, 1.0]
    path.write_text(json.dumps(whole))
    assert read_board(path).cells == (10, 8)


def hard_board(at: int) -> dict[str, Any]:
    """A large board that is nearly full, and two neighbours that have to change places."""
    places = [[x, y] for y in range(8) for x in range(8)][:60]
    kinds = [(color, shape) for color in ivispar.COLORS for shape in ivispar.SHAPES]
    goals = [*places]
    goals[at], goals[at + 1] = goals[at + 1], goals[at]
    landmarks = [
        {"body": shape, "color": color, "start_coordinate": start, "goal_coordinate": goal}
        for (color, shape), start, goal in zip(kinds, places, goals, strict=False)
    ]
    return board(grid_size=8, landmarks=landmarks, complexity_c1=40, shortest_move_sequence=[])


def test_a_board_that_takes_too_long_is_left_out_and_many_end_the_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ivispar, "MOST_LAYOUTS", 200)
    monkeypatch.setattr(ivispar, "MOST_HARD", 2)
    for number in range(2):
        (tmp_path / f"{number}.json").write_text(json.dumps(hard_board(number)))
    with pytest.raises(Mistake, match="shortest solution takes too long"):
        import_ivispar([tmp_path], tmp_path / "out" / "suite.json")
    (tmp_path / "2.json").write_text(json.dumps(hard_board(2)))
    with pytest.raises(Mistake, match="more than 2 boards take too long"):
        import_ivispar([tmp_path], tmp_path / "out" / "suite.json")


def test_the_search_of_a_hostile_board_is_bounded_in_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "hard.json"
    path.write_text(json.dumps(hard_board(0)))
    with pytest.raises(ivispar.UnsolvedBoard):
        read_board(path)


def test_a_board_that_is_played_is_searched_within_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(geom_puzzles, "MOST_SEARCHED", 2_000)
    swapped = (1, 0, *range(2, 60))
    with pytest.raises(Mistake, match="more than 2,000 layouts to solve"):
        geom_puzzles.solution(tuple(range(60)), swapped, 8)
    assert len(geom_puzzles.solution((0, 5), (1, 5), 4)) == 2


def test_the_same_board_is_imported_once(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(json.dumps(BOARD))
    done = import_ivispar([tmp_path, tmp_path / "a.json"], tmp_path / "out" / "suite.json")
    assert sum(done.counts.values()) == 1
    assert [each.reason for each in done.skipped] == [
        f"It is the same problem as {tmp_path / 'a.json'}."
    ] * 2


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_plain_file_is_never_opened(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    (tmp_path / "good.json").write_text(json.dumps(BOARD))
    make(tmp_path / "odd.json")
    done = import_ivispar([tmp_path], tmp_path / "out" / "suite.json")
    assert sum(done.counts.values()) == 1
    assert all(each.reason == "There is no file odd.json." for each in done.skipped)


def test_folders_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_ENTRIES", 3)
    for number in range(5):
        (tmp_path / f"{number}.json").write_text(json.dumps(BOARD))
    with pytest.raises(Mistake, match="has more than 3 files"):
        import_ivispar([tmp_path], tmp_path / "out" / "suite.json")
