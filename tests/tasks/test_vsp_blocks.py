"""Hand-made stacks of blocks."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from visgym.core.calls import Illegal
from visgym.core.episode import begin
from visgym.kit.boards import block_pictures, blocks
from visgym.kit.boards.blocks import BlockView, Stacks
from visgym.tasks.vsp.vsp_blocks import PRESETS, StacksProblem, VspBlocks
from visgym.tasks.vsp.vsp_blocks_color import BlockColorProblem, VspBlocksColor
from visgym.tasks.vsp.vsp_blocks_relation import PairProblem, VspBlocksRelation
from visgym.tasks.vsp.vsp_blocks_text import VspBlocksText
from visgym.tasks.vsp.vsp_blocks_valid import PlanProblem, VspBlocksValid

STACKS: Stacks = (("purple",), ("blue",), ("orange", "red"))
GOAL: Stacks = (("orange", "blue"), ("red",), ("purple",))


def plan(*moves: str) -> tuple[tuple[str, str], ...]:
    return tuple(tuple(move.split(">")) for move in moves)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("moves", "score"),
    [
        (["red>table", "blue>orange"], 1),
        (["red>purple", "blue>orange", "red>table"], 1),
        (["blue>orange"], 0),
        (["red>table"], 0),
        (["orange>table"], 0),
        (["green>table", "red>table", "blue>orange"], 0),
        ([], 0),
    ],
)
def test_any_plan_that_works_is_right(moves: list[str], score: float) -> None:
    problem = StacksProblem(STACKS, GOAL)
    assert VspBlocks().grade(problem, plan(*moves)) == score  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("block", "target", "reason"),
    [
        ("green", "table", "no green block"),
        ("orange", "table", "orange block is covered"),
        ("blue", "orange", "no stack with the orange block on top"),
        ("blue", "blue", "cannot stand on itself"),
    ],
)
def test_impossible_moves_say_why(block: str, target: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        blocks.moved(STACKS, block, target)


@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_levels_are_exact_by_a_search_of_another_kind(level: int) -> None:
    for seed in range(6):
        state = begin(PRESETS[f"level_{level}"], seed).start.problem
        fringe, seen, depth = {tuple(sorted(state.start))}, set[Stacks](), 0
        while tuple(sorted(state.end)) not in fringe:
            seen |= fringe
            depth += 1
            fringe = {
                tuple(sorted(blocks.moved(each, *move)))
                for each in fringe
                for move in blocks.legal_moves(each)
            } - seen
        assert depth == level == VspBlocks().metrics(state)["fewest_moves"]


def test_the_order_of_stacks_does_not_matter() -> None:
    assert all(blocks.is_same(tuple(each), STACKS) for each in permutations(STACKS))
    assert not blocks.is_same(STACKS, (("purple",), ("blue",), ("red", "orange")))


def test_stacks_count_from_the_left_and_levels_from_the_bottom() -> None:
    task, problem = VspBlocksColor(), BlockColorProblem(STACKS, 2, 0)
    assert task.question(problem) == "What is the color of the block at stack 3, level 1?"
    assert task.solution(problem) == "orange"
    assert (task.grade(problem, "orange"), task.grade(problem, "red")) == (1, 0)


@pytest.mark.parametrize(
    ("first", "second", "choice"),
    [
        ("red", "orange", "A"),
        ("orange", "red", "B"),
        ("purple", "blue", "C"),
        ("red", "green", "D"),
        ("green", "yellow", "D"),
    ],
)
def test_relations_are_those_of_the_four_sentences(first: str, second: str, choice: str) -> None:
    task = VspBlocksRelation()
    problem = PairProblem(STACKS, first, second)  # type: ignore[arg-type]
    assert task.solution(problem) == choice
    assert [task.grade(problem, each) for each in "ABCD"] == [  # type: ignore[arg-type]
        float(each == choice) for each in "ABCD"
    ]


def test_one_text_is_right_one_has_as_many_blocks_and_two_have_not() -> None:
    for seed in range(60):
        state = begin(VspBlocksText(count=4), seed).start.problem
        sizes = Counter(sum(map(len, each)) == 4 for each in state.candidates)
        assert sizes == {True: 2, False: 2}
        assert sum(blocks.is_same(each, state.stacks) for each in state.candidates) == 1


@pytest.mark.parametrize(
    ("moves", "answer"),
    [
        (["red>table", "orange>blue"], "Yes"),
        (["red>table", "green>table"], "No"),
        (["orange>table"], "No"),
        (["blue>orange"], "No"),
        (["blue>green"], "No"),
        (["red>blue", "purple>orange", "red>purple"], "Yes"),
    ],
)
def test_a_plan_is_valid_if_every_move_can_be_made(moves: list[str], answer: str) -> None:
    task, problem = VspBlocksValid(), PlanProblem(STACKS, plan(*moves))  # type: ignore[arg-type]
    assert task.solution(problem) == answer
    assert task.grade(problem, answer) == 1  # type: ignore[arg-type]


def test_invalid_plans_fail_in_two_ways_at_any_step_alike() -> None:
    task, steps, kinds = VspBlocksValid(moves_given=3), Counter[int](), Counter[bool]()
    for seed in range(800):
        state = begin(task, seed).start.problem
        stacks = state.stacks
        there = {block for stack in stacks for block in stack} | {"table"}
        for step, move in enumerate(state.plan):
            try:
                stacks = blocks.moved(stacks, *move)
            except Illegal:
                steps[step] += 1
                kinds[set(move) <= there] += 1
                break
    assert all(100 <= steps[step] <= 170 for step in range(3)), steps
    assert 150 <= kinds[True] <= 250 and 150 <= kinds[False] <= 250, kinds


@pytest.mark.parametrize("view", ["photo", "flat"])
def test_every_block_shows_its_colour(view: BlockView) -> None:
    frame = block_pictures.picture((blocks.COLORS[:3], blocks.COLORS[3:]), view, 6).astype(int)
    for paint in block_pictures.PAINT.values():
        ratio = frame / np.maximum(frame.max(axis=2, keepdims=True), 1)
        wanted = np.array(paint) / max(paint)
        assert (np.abs(ratio - wanted).max(axis=2) < 0.08).sum() > 500
