"""Hand-made boards of the fifteen puzzle."""

from __future__ import annotations

from random import Random

import pytest

from visgym.core.calls import Call, Illegal
from visgym.core.episode import begin
from visgym.tasks.ivispar.sliding_tile_puzzle import PRESETS, SlidingTilePuzzle, TilesState

TASK = SlidingTilePuzzle(size=3)
ORDERED = TilesState(tuple(range(8)))


def test_only_tiles_beside_the_gap_move() -> None:
    legal = {call.args for call, _ in TASK.moves(ORDERED)}
    assert legal == {(8, "right"), (6, "down")}


def test_blocked_tiles_say_why() -> None:
    with pytest.raises(Illegal, match="leave the board"):
        TASK.move(ORDERED, 1, "up")
    with pytest.raises(Illegal, match="another tile is there"):
        TASK.move(ORDERED, 1, "right")


def test_one_move_back_is_the_whole_solution() -> None:
    state = TASK.move(ORDERED, 6, "down")
    assert list(TASK.optimal(state, Random(0))) == [Call("move", (6, "up"))]
    assert TASK.describe(state) == "active:\n 1  2  3\n 4  5  .\n 7  8  6"


def test_both_ways_to_say_a_move_are_heard() -> None:
    for reply in ("action: move tile 7 left", "So:\n**Action:** move 7 left."):
        spoken = TASK.hear(reply)
        assert spoken is not None and spoken.args == (7, "left")
    assert TASK.hear("action: move tile seven left") is None


@pytest.mark.parametrize("preset", ["easy", "hard"])
def test_boards_take_exactly_the_moves_they_should(preset: str) -> None:
    task = PRESETS[preset]
    for seed in range(4):
        assert len(list(task.optimal(begin(task, seed).start, Random(0)))) == task.length


def test_a_shuffled_board_is_never_the_ordered_one() -> None:
    task = SlidingTilePuzzle(size=2, length=None, shuffle=12)
    assert all(not task.is_over(begin(task, seed).start) for seed in range(20))
