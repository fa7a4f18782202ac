"""Hand-made boards of the fifteen puzzle."""

from __future__ import annotations

from random import Random

import pytest

from visgym.core.calls import Call, Illegal
from visgym.core.episode import begin, play, replay
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


def test_a_direction_alone_slides_a_tile_into_the_gap() -> None:
    task = SlidingTilePuzzle(size=3, by_direction=True)
    above = task.slide(ORDERED, "down")
    assert above == task.move(ORDERED, 6, "down")
    assert task.slide(above, "up") == ORDERED
    for direction in ("up", "left"):
        with pytest.raises(Illegal, match="the free cell is at the edge"):
            task.slide(ORDERED, direction)  # type: ignore[arg-type]
        assert task.hindrance(ORDERED, direction) == "out_of_bounds"
    assert task.hindrance(ORDERED, "down") is None


@pytest.mark.parametrize(
    "reply", ["[up]", "up", "Tile 12 is below the gap.\n**[UP]**", "Action: up.", "left?\n`[up]`"]
)
def test_directions_are_heard_where_they_may_be_said_alone(reply: str) -> None:
    spoken = SlidingTilePuzzle(by_direction=True).hear(reply)
    assert spoken is not None and (spoken.name, spoken.args) == ("slide", ("up",))
    assert SlidingTilePuzzle().hear(reply) is None


def test_prose_is_no_direction_and_named_tiles_come_first() -> None:
    task = SlidingTilePuzzle(by_direction=True)
    assert task.hear("I look up and down.") is None
    spoken = task.hear("[up]\naction: move tile 7 left")
    assert spoken is not None and spoken.args == (7, "left")
    assert list(SlidingTilePuzzle().actions) == ["move"]


def test_an_episode_of_directions_is_played_measured_and_replayed() -> None:
    start = begin(PRESETS["level_0"], 3)
    plan = [f"[{call.args[1]}]" for call in PRESETS["level_0"].optimal(start.start, Random(0))]
    solved = play(start, plan)
    assert solved.success and replay(solved) == solved
    assert solved.measures["deviation"] == 0 and solved.measures["in_place"] == 1
    edge = play(start, ["[up]", "[up]", "[up]", "[up]"])
    assert edge.measures["out_of_bounds"] >= 1 and not edge.success


@pytest.mark.parametrize("preset", ["easy", "hard", "level_0", "level_1", "level_2"])
def test_boards_take_exactly_the_moves_they_should(preset: str) -> None:
    task = PRESETS[preset]
    for seed in range(4):
        assert len(list(task.optimal(begin(task, seed).start, Random(0)))) == task.length


def test_a_shuffled_board_is_never_the_ordered_one() -> None:
    task = SlidingTilePuzzle(size=2, length=None, shuffle=12)
    assert all(not task.is_over(begin(task, seed).start) for seed in range(20))
