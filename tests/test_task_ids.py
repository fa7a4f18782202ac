"""Ids are values: what is read from a text is written as that text again."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visgym import Mistake, catalog, suites
from visgym.suites.suite import all_suites, suite_from_file
from visgym.task_ids import Id

GOLDEN = json.loads(Path(__file__).with_name("golden.json").read_text(encoding="utf-8"))
STARTS = sorted(Path(str(files(suites) / "starts")).glob("*.json"))

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = texts | st.text("%256&=?/", max_size=12)
names = st.from_regex(r"[a-z_]{1,8}", fullmatch=True)


@given(
    st.from_regex(r"[a-z_0-9]+(\.[a-z_]+)*", fullmatch=True),
    names,
    st.lists(st.tuples(names, values), max_size=4),
)
def test_whatever_knobs_hold_survives_being_written(
    task: str, preset: str, knobs: list[tuple[str, str]]
) -> None:
    id = Id(task, preset, tuple(knobs))
    assert Id.parse(str(id)) == id
    assert str(Id.parse(str(id))) == str(id)


def test_every_published_id_is_written_as_it_was_read() -> None:
    published = {id for path in STARTS for id in json.loads(path.read_text(encoding="utf-8"))}
    listed = {id for suite in all_suites().values() for id in suite.ids}
    known = {*published, *listed, *GOLDEN, *catalog.ids()}
    assert len(known) > 400
    for id in known:
        assert str(Id.parse(id)) == id


@pytest.mark.parametrize(
    "value",
    [
        "/runs/a b/100%/x=1?y/starts.json",
        "/percent%20and%25and%2Fslash.json",
        "/é/日本/(1).json",
        '["red","blue"]',
        "",
    ],
)
def test_ids_from_before_ampersands_could_be_written_mean_what_they_meant(value: str) -> None:
    written = f"vsp_maze/level_3?starts={value}"
    assert dict(Id.parse(written).knobs) == {"starts": value}
    assert str(Id.parse(written)) == written


def test_an_ampersand_in_a_value_begins_no_knob() -> None:
    id = Id("maze_2d", "easy", (("starts", "/a&b=1/%26.json"), ("width", "7")))
    assert str(id) == "maze_2d/easy?starts=/a%26b=1/%2526.json&width=7"
    assert Id.parse(str(id)).values() == {"starts": "/a&b=1/%26.json", "width": 7}


def test_parts_may_be_missing_and_names_dotted() -> None:
    assert Id.parse("maze_2d") == Id("maze_2d")
    assert Id.parse("maze_2d?width=7") == Id("maze_2d", "", (("width", "7"),))
    assert Id.parse("my_package.my_task/easy") == Id("my_package.my_task", "easy")


def test_a_knob_is_set_in_its_place() -> None:
    id = Id.parse("m/easy?a=1&b=2")
    assert str(id.with_knob("a", "3")) == "m/easy?a=3&b=2"
    assert str(id.with_knob("c", "3")) == "m/easy?a=1&b=2&c=3"


def test_knobs_that_name_files_are_not_shown() -> None:
    assert str(Id.parse("m/easy?data=/x&view=2d&starts=/y").brief) == "m/easy?view=2d"
    assert str(Id.parse("m/easy?view=2d").setting) == "m/easy"


@pytest.mark.parametrize("text", ["", "/easy", "?width=7", "maze_2d/easy?width", "m/easy?=7"])
def test_what_is_no_id_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(Mistake, match=r"is written .*, not '.*'\.$"):
        Id.parse(text)
    assert Id.recorded(text) == Id(text)


def test_starts_beside_a_suite_file_are_found_whatever_its_folder_is_called(tmp_path: Path) -> None:
    folder = tmp_path / "a&b=c?d %26"
    folder.mkdir()
    (folder / "suite.json").write_text(json.dumps({"maze_2d/easy?starts=my.json": {"3": "0" * 32}}))
    (id,) = suite_from_file(folder / "suite.json").ids
    assert catalog.load(id).knobs()["starts"] == str(folder / "my.json")
