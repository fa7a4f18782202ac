"""The check of what training shows of evaluation can tell the one from the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from visgym.conformance import hold_out_check
from visgym.conformance.hold_out_check import Overlap, as_row, evaluated_ids, updated
from visgym.conformance.measured_rows import BEGIN, END
from visgym.core.episode import begin
from visgym.demonstrations import hold_out, shards
from visgym.demonstrations.demonstrate import demonstrate
from visgym.demonstrations.recipes import FIRST_SEED, Recipe, candidate, task_of

ID = "matchstick_equation/easy"


def few(name: str) -> dict[str, list[int]]:
    return {ID: [0, 1, FIRST_SEED]}


def test_what_is_seen_in_training_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hold_out_check, "evaluated_ids", few)
    found = hold_out_check.overlap("matchstick_equation", episodes=4, seconds=60)
    assert found.demonstrations == 4 and found.evaluated == 3
    assert found.opens_alike == found.asks_alike == 1  # the seed of the first demonstration
    assert found.later > 0 and found.leaks


def test_a_demonstration_that_comes_by_a_start_of_evaluation_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = Recipe(ids=("maze_2d/easy",))
    shown = shards.demonstrated(candidate(recipe, 0))
    task = task_of(candidate(recipe, 0))
    met = shown.states[2]
    assert met != begin(task, FIRST_SEED).start
    monkeypatch.setattr(hold_out, "_states", lambda name: frozenset({met}))
    counts = demonstrate(recipe, 3, "jsonl", tmp_path, shard=4)["counts"]
    assert counts["overlapping"] == 1 and counts["accepted"] == 3


def test_all_suites_are_looked_at() -> None:
    ids = evaluated_ids("maze_2d")
    assert {"maze_2d/easy", "maze_2d/hard"} <= set(ids) and len(ids["maze_2d/easy"]) == 70


def test_rows_of_other_tasks_stay() -> None:
    rows = [as_row(Overlap(name, 9, 8, 7, 0, 0, 5, 4)) for name in ("b", "a")]
    page = updated(f"before\n{BEGIN}{END}after\n", rows)
    again = updated(page, [as_row(Overlap("b", 2000, 8, 7, 1, 1, 5, 4, "the empty board"))])
    assert again.index("`a`") < again.index("`b`") and again.endswith("after\n")
    assert "| `b` | 2,000 | 8 | 7 | 1 | 1 | 4 of 5 | the empty board |" in again
    assert "| `a` | 9 | 8 | 7 | 0 | 0 | 4 of 5 |  |" in again
