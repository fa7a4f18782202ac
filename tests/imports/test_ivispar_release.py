"""Published boards become a suite; what is broken is named and skipped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from visgym import catalog
from visgym.core.episode import advance, begin, play
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint
from visgym.core.messages import present
from visgym.core.solving import solve
from visgym.imports.files import BrokenProblem
from visgym.imports.ivispar import follow, import_ivispar, read_board
from visgym.kit.boards.geoms import SHAPES
from visgym.suites.suite import find_suite
from visgym.wrappers.build import arrange

GEOMS = (("cone", "purple", [2, 1], [0, 1]), ("prism", "red", [0, 1], [0, 2]))
MOVES = ["move red prism up", "move purple cone left", "move purple cone left"]


def config(**changes: Any) -> dict[str, Any]:
    """A board in the layout of the release, with the fields that are read."""
    names = ("body", "color", "start_coordinate", "goal_coordinate")
    return {
        "experiment_type": "SlidingGeomPuzzle",
        "complexity_c1": 3,
        "complexity_c2": 0,
        "grid_size": 4,
        "landmarks": [dict(zip(names, geom, strict=True)) for geom in GEOMS],
        "shortest_move_sequence": ["start", *MOVES, "done"],
        **changes,
    }


@pytest.fixture
def release(tmp_path: Path) -> Path:
    folder = tmp_path / "release"
    folder.mkdir()
    (folder / "good.json").write_text(json.dumps(config()))
    (folder / "length.json").write_text(json.dumps(config(complexity_c1=4)))
    (folder / "moves.json").write_text(json.dumps(config(shortest_move_sequence=MOVES[:2])))
    (folder / "other.json").write_text(json.dumps({"experiment_type": "SceneUnderstanding"}))
    (folder / "cut.json").write_text(json.dumps(config())[:50])
    return folder


def test_rows_count_from_the_bottom(release: Path) -> None:
    board = read_board(release / "good.json")
    assert (board.cells, board.goal, board.length) == ((10, 8), (8, 4), 3)
    assert follow(board, MOVES) == ((8, 4), [])
    assert follow(board, ["move purple cone down", "move red prism left"])[1] == [
        "move red prism left"
    ]


def test_good_boards_make_a_suite_and_broken_files_are_named(release: Path) -> None:
    target = release.parent / "out" / "suite.json"
    done = import_ivispar([release, release / "absent.json"], target, "2d")
    assert (sum(done.counts.values()), done.checked) == (1, 1)
    names = sorted(each.path.name for each in done.skipped)
    assert names == ["absent.json", "cut.json", "length.json", "moves.json", "other.json"]
    suite = find_suite(str(done.suite))
    (id,) = suite.ids
    (seed,) = suite.starts[id]
    episode = begin(catalog.load(id), seed)
    assert suite.starts[id] == {seed: fingerprint(episode.start)}
    calls = solve(episode.task, episode.start)
    assert len(calls) == 3 and play(episode, calls).success


def test_boards_of_one_level_share_an_id(tmp_path: Path) -> None:
    other = config(shortest_move_sequence=[])
    other["landmarks"][0]["color"] = "yellow"
    for name, each in (("a.json", config()), ("b.json", other)):
        (tmp_path / name).write_text(json.dumps(each))
    done = import_ivispar([tmp_path], tmp_path / "out" / "suite.json")
    assert list(done.counts.values()) == [2]
    assert len(list((tmp_path / "out").iterdir())) == 3  # the suite, its starts, what was skipped


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"grid_size": "wide"}, "grid_size"),
        ({"grid_size": 10**12}, "grid_size"),
        ({"grid_size": 2}, "coordinate"),
        ({"complexity_c1": 2}, "more than 2 moves"),
        ({"complexity_c1": [3]}, "are published"),
        ({"shortest_move_sequence": ["move red prism left"]}, "does not lead"),
        ({"landmarks": []}, "no geoms"),
        ({"landmarks": [{"body": "torus", "color": "red"}]}, "red torus"),
        ({"experiment_type": "SlidingTilePuzzle"}, "SlidingGeomPuzzle"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(
    changes: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(config(**changes)))
    with pytest.raises(BrokenProblem, match=reason):
        read_board(path)


def test_nothing_to_import_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="No problem could be read"):
        import_ivispar([tmp_path], tmp_path / "out.json")


def test_imported_boards_are_played_under_the_protocol_of_the_paper(release: Path) -> None:
    for view in ("3d", "2d", "text"):
        done = import_ivispar([release], release.parent / f"{view}.json", view)
        suite = find_suite(str(done.suite))
        assert suite.wrappers == find_suite(f"ivispar/{view}").wrappers
        (id,) = suite.ids
        episode = begin(catalog.load(id), next(iter(suite.starts[id])))
        (message,) = present(episode, arrange(suite.wrappers, episode.task))
        assert bool(message.pictures) == (view != "text")
        assert ("c2 purple cone" in message.text) == (view == "text")


def test_imported_boards_can_be_asked_about(release: Path) -> None:
    done = import_ivispar([release], release.parent / "asked.json", "2d", inference=True)
    suite = find_suite(str(done.suite))
    (id,) = suite.ids
    episode = begin(catalog.load(id), next(iter(suite.starts[id])))
    assert not suite.wrappers
    assert advance(episode, "Solution: c2 purple cone, a2 red prism").success
    with pytest.raises(Mistake, match="inferred from pictures"):
        import_ivispar([release], release.parent / "asked.json", "text", inference=True)


@pytest.mark.parametrize(
    ("reply", "call"),
    [
        ("action: move <red> <prism> <up>", "red prism up"),
        ("Action: move the red prism to the left", "red prism left"),
        ("action: move red prism one tile up", "red prism up"),
        ('action: move "red" "prism" up', "red prism up"),
        ("**action:** move **red** **prism** **down**", "red prism down"),
        ("action: move red prism upwards", "red prism up"),
        ("action: move green square right", "green cube right"),
        ("action: move green circle right", "green sphere right"),
        ("action: move green triangle right", "green pyramid right"),
        ("action: move green hexagon right", "green cylinder right"),
        ("action: move red prism left or right", None),
        ("action: move red prism sideways", None),
        ("action: move red prism", None),
    ],
)
def test_moves_are_understood_as_the_release_does(reply: str, call: str | None) -> None:
    task = catalog.load("sliding_geom_puzzle/easy_2d", shapes=[*SHAPES])
    heard = task.hear(reply)
    assert (" ".join(map(str, heard.args)) if heard else None) == call
