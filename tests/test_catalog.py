"""Ids, knobs and the mistakes one makes with them."""

from __future__ import annotations

import pytest

import visgym
from visgym import Mistake, catalog


def test_ids_name_every_preset_once() -> None:
    ids = visgym.ids()
    assert len(ids) == len(set(ids)) >= 8
    assert {"maze_2d/easy", "maze_2d/hard"} <= set(ids)


def test_ids_can_be_chosen_by_suite_and_tag() -> None:
    assert set(visgym.ids(suite="visgym/easy")) <= {id for id in visgym.ids() if "/easy" in id}
    assert "maze_2d/easy" in visgym.ids(tag="navigation")
    assert "sliding_block/easy" not in visgym.ids(tag="navigation")


def test_knobs_change_a_preset_and_json_lists_are_fine() -> None:
    assert visgym.load("maze_2d/easy", width=11, longest=None).knobs()["width"] == 11
    assert visgym.load("maze_2d") == visgym.load("maze_2d/easy")


def test_a_module_of_ones_own_is_found_by_its_dotted_name() -> None:
    assert catalog.load("my_tasks.counter/hard").knobs()["size"] == 6


@pytest.mark.parametrize(
    ("id", "knobs", "sentence"),
    [
        ("maze_2b/easy", {}, "There is no task 'maze_2b'; did you mean maze_2d"),
        ("maze_2d/eazy", {}, "There is no preset of maze_2d 'eazy'; did you mean easy?"),
        ("maze_2d/easy", {"widht": 9}, "There is no knob of maze_2d 'widht'; did you mean width"),
        ("maze_2d/easy", {"width": "9"}, "width of maze_2d: '9' should be of type int."),
        ("maze_2d/easy", {"width": True}, "width of maze_2d: True should be of type int."),
        ("maze_2d/easy", {"width": 8}, "maze_2d: width and height must be odd and at least 5."),
        ("maze_2d/easy", {"width": 31}, "takes at least 34 moves."),
        ("maze_2d/easy", {"step_limit": 0}, "an episode needs at least 1 step."),
        ("no.such_module/easy", {}, "The module no.such_module cannot be imported"),
        ("json/easy", {}, "There is no task 'json'"),
        ("json.decoder/easy", {}, "json.decoder has no PRESETS"),
    ],
)
def test_mistakes_get_one_sentence_with_the_way_out(
    id: str, knobs: dict[str, object], sentence: str
) -> None:
    with pytest.raises(Mistake) as mistake:
        visgym.load(id, **knobs)
    assert sentence in str(mistake.value)
    assert "\n" not in str(mistake.value)


def test_unknown_suites_are_refused() -> None:
    with pytest.raises(Mistake, match="did you mean visgym/easy"):
        visgym.ids(suite="visgym/eesy")
