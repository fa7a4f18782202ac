"""The page about games: its examples run, and its table is what the tool measures."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from visgym import catalog
from visgym.conformance.games_table import (
    DUELS,
    LEVELS,
    Measured,
    fill,
    games_against_somebody,
    is_due,
    level_row,
    measure,
)
from visgym.conformance.opponent_duels import OpponentDuel, duels
from visgym.kit.games.match import GameTask

EVEN = {"leduc_holdem/level_1", "texas_holdem/level_2_no_limit"}
"""Where an opponent is not better than the one before it, as the page says."""
PAGE = Path(__file__).parents[1] / "docs" / "games.md"


def test_examples_of_the_page_run() -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 5 and failures == 0


def test_games_are_counted_and_moves_timed() -> None:
    task = catalog.load("nim/level_2")
    assert isinstance(task, GameTask)
    found = measure("nim/level_2", task, games=5)
    assert (found.won, found.drawn, found.lost) == (5, 0, 0)
    assert found.move > 0 and found.answer > 0
    assert (found.opponent, found.reference) == ("perfect", "perfect")


def test_a_row_is_replaced_and_the_others_stay() -> None:
    page = "before\n<!-- levels -->\n<!-- end of levels -->\nafter\n"
    for id in ("b/x", "a/x"):
        page = LEVELS.updated(page, level_row(Measured(id, "greedy", "search:2", 9, 1, 0, 1, 1)))
    assert page.index("`a/x`") < page.index("`b/x`")
    again = LEVELS.updated(page, level_row(Measured("b/x", "greedy", "search:2", 5, 5, 0, 1, 1)))
    assert again.startswith("before\n") and again.endswith("after\n")
    assert "| 9 | 1 | 0 |" in again and "| 5 | 5 | 0 |" in again
    assert again.count("`b/x`") == 1


def test_rows_that_are_there_are_not_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "task_names", lambda: ["nim"])
    page = tmp_path / "games.md"
    page.write_text("".join(f"<!-- {n} -->\n<!-- end of {n} -->\n" for n in ("levels", "duels")))
    fill(page, (), games=2)
    filled = page.read_text()
    assert len(LEVELS.rows(filled)) == 3 and len(DUELS.rows(filled)) == 2
    page.write_text(filled.replace("| 2 | 2 | 0 | 0 |", "| 3 | 1 | 1 | 1 |"))
    kept = page.read_text()
    fill(page, (), games=2)
    assert page.read_text() == kept != filled


def test_levels_are_measured_and_seats_for_agents_are_not() -> None:
    ids = [id for id, _ in games_against_somebody()]
    assert "connect_four/level_1" in ids and "connect_four/outside" not in ids


def test_opponents_meet_the_one_of_the_level_before_from_both_sides() -> None:
    known = {each.id: each for each in duels()}
    assert known["nim/level_2"] == OpponentDuel("nim/level_2", "perfect", "perfect:50")
    assert "wild_tic_tac_toe/level_2" not in known  # the same opponent on a larger board
    points = OpponentDuel("nim/level_2", "perfect", "perfect").points(10)
    assert [a + b for a, b in zip(points[::2], points[1::2], strict=True)] == [1.0] * 5


def test_the_page_has_a_row_for_every_level_and_none_of_other_players() -> None:
    page = PAGE.read_text(encoding="utf-8")
    levels, met = LEVELS.rows(page), DUELS.rows(page)
    for id, task in games_against_somebody():
        assert not is_due(levels.get(id), (task.opponent, str(task.reference)), 1), id
    for each in duels():
        if each.id in met:
            assert not is_due(met[each.id], (each.later, each.earlier), 40), each.id


def test_on_the_page_every_opponent_but_two_beats_the_one_before_it() -> None:
    for id, row in DUELS.rows(PAGE.read_text(encoding="utf-8")).items():
        games, won, drawn, _ = (int(cell) for cell in row.split("|")[4:8])
        assert id in EVEN or won + drawn / 2 > games / 2, row
