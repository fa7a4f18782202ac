"""The page about games: its examples run, and its table is what the tool measures."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from visgym.conformance.games_table import (
    Measured,
    as_row,
    measure,
    presets_against_somebody,
    updated,
)
from visgym.conformance.measured_rows import BEGIN, END

PAGE = Path(__file__).parents[1] / "docs" / "games.md"


def test_examples_of_the_page_run() -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 5 and failures == 0


def test_games_are_counted_and_moves_timed() -> None:
    found = measure("nim/level_2", games=5)
    assert (found.won, found.drawn, found.lost) == (5, 0, 0)
    assert found.move > 0 and found.answer > 0
    assert (found.opponent, found.reference) == ("perfect", "perfect")


def test_a_row_is_replaced_and_the_others_stay() -> None:
    rows = [as_row(Measured(id, "greedy", "search:2", 9, 1, 0, 1, 1)) for id in ("b/x", "a/x")]
    page = updated(f"before\n{BEGIN}{END}after\n", rows)
    assert page.index("`a/x`") < page.index("`b/x`")
    again = updated(page, [as_row(Measured("b/x", "greedy", "search:2", 5, 5, 0, 1, 1))])
    assert again.startswith("before\n") and again.endswith("after\n")
    assert "| 9 | 1 | 0 |" in again and "| 5 | 5 | 0 |" in again
    assert again.count("`b/x`") == 1


def test_levels_are_measured_and_seats_for_agents_are_not() -> None:
    ids = list(presets_against_somebody())
    assert "connect_four/level_1" in ids and "connect_four/outside" not in ids
