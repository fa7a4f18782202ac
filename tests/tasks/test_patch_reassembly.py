"""Hand-made patches."""

from __future__ import annotations

from random import Random

import pytest

from visgym.core.calls import Illegal
from visgym.tasks.puzzles.patch_reassembly.rules import PatchReassembly, PatchState

TASK = PatchReassembly(rows=4, columns=4, patches=3)
HALF = tuple((row, column) for row in range(2) for column in range(4))
HOOK = ((0, 0), (1, -3), (1, -2), (1, -1), (1, 0))
BAR = ((0, 0), (0, 1), (0, 2))
EMPTY = PatchState((HALF, HOOK, BAR), (None, None, None))


def test_the_only_tiling_is_found_and_scores() -> None:
    state = EMPTY
    for call in TASK.cover(EMPTY, Random(0)):
        state = TASK.apply(state, call)
    assert state.anchors in (((0, 0), (2, 3), (2, 0)), ((2, 0), (0, 3), (0, 0)))
    assert TASK.score(state) == 1


def test_a_full_board_minus_one_patch_does_not_score() -> None:
    state = TASK.place(TASK.place(EMPTY, 0, 0, 0), 1, 2, 3)
    assert TASK.score(state) == 0
    assert TASK.score(TASK.place(state, 2, 2, 0)) == 1


def test_patches_neither_overlap_nor_leave_the_board() -> None:
    state = TASK.place(EMPTY, 0, 0, 0)
    with pytest.raises(Illegal, match=r"Patch 1 would overlap patch 0 at \(1, 3\)\."):
        TASK.place(state, 1, 1, 3)
    with pytest.raises(Illegal, match=r"Patch 1 would reach over the edge at \(2, 0\)\."):
        TASK.place(state, 1, 2, 0)


def test_a_placed_patch_may_be_put_elsewhere_and_removed_once() -> None:
    moved = TASK.place(TASK.place(EMPTY, 2, 0, 0), 2, 0, 1)
    assert moved.anchors[2] == (0, 1)
    parked = TASK.remove(moved, 2)
    assert parked == EMPTY
    with pytest.raises(Illegal, match="Patch 2 is not on the board"):
        TASK.remove(parked, 2)


def test_the_text_shows_the_board_and_marks_anchors_of_parked_patches() -> None:
    assert TASK.describe(TASK.place(EMPTY, 0, 2, 0)).splitlines() == [
        "     0  1  2  3",
        " 0   .  .  .  .",
        " 1   .  .  .  .",
        " 2   0  0  0  0",
        " 3   0  0  0  0",
        "Parked patches:",
        "Patch 1:",
        "   *",
        "1111",
        "Patch 2:",
        "*22",
    ]


@pytest.mark.parametrize("steps", [3, 4, 7, 12])
def test_mistakes_and_corrections_fill_the_wanted_steps(steps: int) -> None:
    plan = list(TASK.cover(EMPTY, Random(1), steps))
    assert steps <= len(plan) <= steps + 1
    state = EMPTY
    for call in plan:
        state = TASK.apply(state, call)
    assert TASK.score(state) == 1
