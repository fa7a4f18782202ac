"""Hand-made Klotski positions."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from visgym.core.calls import Call, Illegal
from visgym.core.episode import begin
from visgym.kit.search import a_star
from visgym.tasks.puzzles.sliding_block import CLASSIC, PRESETS, BoardState, Direction, SlidingBlock

TASK = SlidingBlock()
START = BoardState(CLASSIC, CLASSIC)


def test_the_classic_board_reads_as_it_should() -> None:
    assert TASK.describe(START).splitlines()[1:] == [
        "  3114 | 3114",
        "  3114 | 3114",
        "  5226 | 5226",
        "  5906 | 5906",
        "  7..8 | 7..8",
    ]


def test_exactly_the_blocks_beside_the_gap_can_move() -> None:
    legal = {(call.args[0], int(call.args[1])) for call, _ in TASK.moves(START)}  # type: ignore[arg-type]
    assert legal == {(7, 1), (8, 3), (9, 2), (10, 2)}


def test_refusals_name_what_is_in_the_way() -> None:
    with pytest.raises(Illegal, match=r"Block 1 cannot move up: the edge is in the way\."):
        TASK.move(START, 1, Direction.UP)
    with pytest.raises(Illegal, match=r"Block 1 cannot move down: block 2 is in the way\."):
        TASK.move(START, 1, Direction.DOWN)


def test_blocks_match_by_number_not_by_shape() -> None:
    places = list(CLASSIC)
    places[8], places[9] = places[9], places[8]
    assert TASK.score(BoardState(tuple(places), CLASSIC)) == 0
    assert TASK.score(START) == 1


def test_a_plan_of_two_moves_is_found() -> None:
    target = TASK.move(TASK.move(START, 9, Direction.DOWN), 10, Direction.DOWN).blocks
    plan = list(TASK.shortest(BoardState(target, CLASSIC), Random(0)))
    assert sorted(plan, key=repr) == [
        Call("move", (10, Direction.DOWN)),
        Call("move", (9, Direction.DOWN)),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_plans_are_as_short_as_a_star_over_the_actions_themselves(seed: int) -> None:
    start = begin(PRESETS["easy"], seed).start

    def distance(state: BoardState) -> int:
        pairs = zip(state.blocks, state.target, strict=True)
        return sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairs)

    best = a_star(start, TASK.moves, lambda s: s.blocks == s.target, distance)
    assert best is not None
    assert len(list(TASK.shortest(start, Random(0)))) == len(best)


def test_hard_is_harder_than_easy() -> None:
    lengths = {
        preset: [len(list(task.shortest(begin(task, seed).start, Random(0)))) for seed in range(40)]
        for preset, task in PRESETS.items()
    }
    assert min(lengths["hard"]) >= 12
    assert mean(lengths["hard"]) > mean(lengths["easy"]) + 4
