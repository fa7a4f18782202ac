"""What is said of a board: what fits, what is wrong with its form, and own colours."""

from __future__ import annotations

import pytest

from visgym import catalog
from visgym.core.episode import advance, begin
from visgym.core.errors import Mistake
from visgym.core.solving import solve
from visgym.kit.boards.geoms import Geom
from visgym.kit.boards.sightings import CLASSES, Vocabulary, compared, format_classes, plain
from visgym.kit.spoken_moves import last_description

WORDS = Vocabulary(4, ("red", "green", "blue", "yellow"), ("cube", "sphere", "pyramid", "cylinder"))


@pytest.mark.parametrize(
    ("item", "kind"),
    [
        ("a1 red cube", None),
        ("A1 Red cube.", None),
        ("a2 empty", "e1_empty_cells"),
        ("b3 blank", "e1_empty_cells"),
        ("c1 no object", "e1_empty_cells"),
        ("d4 none none", "e1_empty_cells"),
        ("b4 none cube", "e2_missing_attributes"),
        ("c3 cylinder", "e2_missing_attributes"),
        ("c3 yellow", "e2_missing_attributes"),
        ("a3 white cube", "e3_illegal_attributes"),
        ("a3 red box", "e3_illegal_attributes"),
        ("d2 cube green", "e4_inverted_order"),
        ("b1 red and blue cube", "e5_several_attributes"),
        ("b1 multicolored sphere", "e5_several_attributes"),
        ("b1 b2 red sphere", "e5_several_attributes"),
        ("e1 red sphere", "e6_out_of_bounds"),
        ("a7 red sphere", "e6_out_of_bounds"),
        ("these are all the objects that i can see", "e7_no_list"),
        ("d3 red sphere https://example.org/board.png", "e7_no_list"),
        ("the picture", "e7_no_list"),
    ],
)
def test_every_format_error_has_a_class(item: str, kind: str | None) -> None:
    assert WORDS.format_class(plain(item)) == kind
    assert (WORDS.parse(plain(item)) is None) == (kind is not None)


def test_classes_are_counted_and_a_missing_solution_is_one_of_them() -> None:
    found = format_classes(("a1 red cube", "a2 empty", "a3 empty", "f1 red cube"), WORDS)
    assert {name: count for name, count in found.items() if count} == {
        "e1_empty_cells": 2,
        "e6_out_of_bounds": 1,
    }
    assert format_classes(None, WORDS) == {name: float(name[1] == "8") for name in CLASSES}


def test_metrics_of_a_board_have_all_counts() -> None:
    task = catalog.load("board_state_inference/easy_2d")
    lost = advance(begin(task, 0), "I see three objects.")
    assert lost.measures["e8_no_solution"] == lost.measures["format_errors"] == 1
    assert lost.measures["objects"] == lost.measures["missed"] == 3


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("description: a1 red cube, b2 blue sphere\naction: move red cube up", 2),
        ("**description:** a1 red cube\nAction: move red cube up", 1),
        ("Description:\n- a1 red cube\n- b2 blue sphere\n\naction: move red cube up", 2),
        ("action: move red cube up\ndescription: a1 red cube", 1),
        ("description: a1 red cube\nNo.\ndescription: b1 red cube, c1 blue cube", 2),
        ("action: move red cube up", None),
    ],
)
def test_the_last_description_is_heard(reply: str, items: int | None) -> None:
    found = last_description(reply)
    assert (None if found is None else len(found)) == items


def test_descriptions_are_asked_for_heard_and_compared() -> None:
    task = catalog.load("sliding_geom_puzzle/easy_2d?description=true")
    state = task.start(0)
    assert "description:" in task.rules()
    assert "description:" not in catalog.load("sliding_geom_puzzle/easy_2d").rules()
    said = task.describe(state).split("\n\n")[0].removeprefix("active:\n").replace("\n", ", ")
    assert task.described(state, f"description: {said}\naction: move red cube up") == 1
    assert task.described(state, f"description: {said.split(', ')[0]}, a9 x") == 1 / 3
    assert task.described(state, "action: move red cube up") is None
    assert advance(begin(task, 0), f"description: {said}\n{task.phrase(solve(task, state)[0])}")


def test_colours_may_be_given_as_rgb() -> None:
    knobs = 'geoms=2&colors=["red","teal:008080"]&shapes=["cube"]'
    task = catalog.load(f"sliding_geom_puzzle/easy_2d?{knobs}&length=3")
    state = task.start(1)
    assert set(state.geoms) == {Geom("red", "cube"), Geom("teal:008080", "cube")}
    assert (task.draw(state) == (0, 128, 128)).all(axis=2).sum() > 500
    episode = begin(task, 1)
    for call in solve(task, state):
        assert "teal" in task.describe(state) and ":" not in str(state.geoms[0])
        episode = advance(episode, task.phrase(call))
    assert episode.success
    board = catalog.load(f"board_state_inference/easy_2d?{knobs}")
    (call,) = solve(board, board.start(0))
    assert advance(begin(board, 0), board.phrase(call)).success


@pytest.mark.parametrize("color", ["teal", "teal:0080", "teal:00808g", ":008080", "Teal:008080"])
def test_what_is_no_colour_is_refused_in_one_sentence(color: str) -> None:
    with pytest.raises(Mistake, match="colors are names, or name:rrggbb"):
        catalog.load("sliding_geom_puzzle/easy", colors=["red", color])


def test_two_colours_of_one_name_are_refused() -> None:
    with pytest.raises(Mistake, match="one name"):
        catalog.load("sliding_geom_puzzle/easy", colors=["red", "red:000000"])


def test_a_board_is_compared_at_the_least_cost() -> None:
    truth = [("a1", "red", "cube"), ("b1", "red", "sphere")]
    found = compared(truth, ("b1 red cube", "b1 red sphere"), WORDS)
    assert (found.correct, found.coordinate_errors, found.missed) == (1, 1, 0)
