"""`visgym list`, in this process: one line a task, filters, and plain ids for scripts."""

from __future__ import annotations

import sys

import pytest
from typer.testing import CliRunner

import visgym
from visgym import Mistake, catalog
from visgym.cli import app
from visgym.commands.common import console


@pytest.fixture(params=[80, 200])
def width(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(console, "width", request.param)
    return int(request.param)


def listed(*options: str) -> list[str]:
    done = CliRunner().invoke(app, ["list", *options], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout.splitlines()


def test_each_task_has_one_line_that_fits_the_terminal(width: int) -> None:
    *rows, count = listed()
    assert [row.split()[0] for row in rows] == sorted(
        catalog.task_names(), key=lambda name: (catalog.category(name), name)
    )
    assert all(len(line) <= width for line in (*rows, count))
    assert count.startswith(f"Tasks: {len(rows)}, presets: {len(visgym.ids())};")


def test_a_line_tells_category_presets_and_what_the_task_is() -> None:
    line = next(row for row in listed("--category", "spatial") if row.startswith("maze_2d "))
    assert line.split()[:5] == ["maze_2d", "spatial", "easy", "hard", "Walk"]


def test_presets_that_take_much_room_are_counted() -> None:
    line = next(row for row in listed() if row.startswith("sliding_geom_puzzle "))
    assert f"easy +{len(catalog.presets('sliding_geom_puzzle')) - 1}" in line


def test_ids_are_plain_lines_for_scripts(width: int) -> None:
    assert listed("--ids") == visgym.ids()
    assert listed("--ids", "--suite", "visgym/hard") == visgym.ids(suite="visgym/hard")


def test_filters_narrow_each_other() -> None:
    chosen = ("--suite", "visgym/easy", "--category", "spatial", "--tag", "navigation")
    assert listed("--ids", *chosen) == ["maze_2d/easy", "maze_3d/easy"]
    *rows, count = listed(*chosen)
    assert [row.split()[0] for row in rows] == ["maze_2d", "maze_3d"]
    assert count.startswith("Tasks: 2, presets: 2;")


def test_categories_part_the_catalog() -> None:
    parts = [visgym.ids(category=each) for each in catalog.categories()]
    assert sorted(id for part in parts for id in part) == sorted(visgym.ids())


def test_a_category_loads_no_other_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    presets = catalog.presets
    monkeypatch.setattr(catalog, "presets", lambda name: asked.append(name) or presets(name))
    visgym.ids(category="robotics")
    assert asked == ["fetch_pick_and_place", "fetch_reach"]


def test_names_categories_and_summaries_are_known_without_loading_tasks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [each for each in sys.modules if each.startswith("visgym.tasks.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in catalog.task_names():
        assert catalog.category(name) in catalog.categories()
        assert catalog.summary(name).endswith((".", "?"))
    assert not [each for each in sys.modules if each.startswith("visgym.tasks.")]


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"tag": "navigatoin"}, "There is no tag 'navigatoin'; did you mean navigation or"),
        ({"tag": "xyz"}, "There is no tag 'xyz'; choose from synthetic, real"),
        ({"category": "spatail"}, "There is no category 'spatail'; did you mean spatial?"),
        ({"category": "xyz"}, "There is no category 'xyz'; run `visgym list` to see them all"),
    ],
)
def test_unknown_words_get_a_sentence_with_the_way_out(
    chosen: dict[str, str], sentence: str
) -> None:
    with pytest.raises(Mistake) as mistake:
        visgym.ids(**chosen)
    assert str(mistake.value).startswith(sentence)


def test_a_known_tag_that_no_task_has_lists_nothing() -> None:
    assert visgym.ids(tag="offline", category="spatial") == []
