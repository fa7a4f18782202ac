"""Klo Blocks and Pair Swaps against plain searches."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from problems import LEVELS, problems
from visgym.tasks.puzzles.klo_blocks import KloBlocks, Stacks
from visgym.tasks.puzzles.pair_swaps import Blocks, PairSwaps

Row = tuple[int, ...]

# Klo Blocks


def longest_by_moving(stacks: Stacks) -> int:
    """The longest run at the line in any arrangement that moves of single blocks lead to."""
    seen, waiting, best = {stacks.heights}, deque([stacks.heights]), 0
    while waiting:
        heights = waiting.popleft()
        high = "".join(" #"[each >= stacks.line] for each in heights)
        best = max([best, *map(len, high.split())])
        for at, height in enumerate(heights):
            for to in (at - 1, at + 1):
                if height > stacks.line and 0 <= to < len(heights):
                    moved = list(heights)
                    moved[at] -= 1
                    moved[to] += 1
                    if tuple(moved) not in seen:
                        seen.add(tuple(moved))
                        waiting.append(tuple(moved))
    return best


def test_single_moves_reach_what_the_means_of_runs_promise() -> None:
    rng, task, lengths = Random(4), KloBlocks(), set()
    for _ in range(150):
        heights = tuple(rng.randint(0, 5) for _ in range(rng.randint(3, 5)))
        stacks = Stacks(heights, rng.randint(1, 4))
        longest = longest_by_moving(stacks)
        lengths.add(longest)
        assert task.solution(stacks) == longest
        assert task.grade(stacks, longest) == 1
    assert lengths == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize("level", LEVELS)
def test_the_longest_run_has_to_be_worked_out_and_is_not_all(level: str) -> None:
    given, answers = {"level_0": 6, "level_1": 10, "level_2": 16}[level], set()
    for task, stacks in problems("klo_blocks", level, 40):
        length = task.solution(stacks)
        answers.add(length)
        assert len(stacks.heights) == given
        assert max(stacks.heights) <= 2 * given
        assert 1 < length < given
        ready = "".join(" #"[each >= stacks.line] for each in stacks.heights)
        assert max([0, *map(len, ready.split())]) < length
        assert [task.grade(stacks, length + wrong) for wrong in (-1, 0, 1)] == [0, 1, 0]
    assert len(answers) > 2


def test_heights_are_written_at_the_first_level_only() -> None:
    (task, stacks), *_ = problems("klo_blocks", "level_0", 1)
    plain = KloBlocks(stacks=6, numbered=False)
    assert task.draw(stacks).tobytes() != plain.draw(stacks).tobytes()
    assert not problems("klo_blocks", "level_1", 1)[0][0].numbered


# Pair Swaps


def vanished(row: Row) -> Row:
    for at in range(len(row) - 1):
        if row[at] == row[at + 1]:
            return vanished(row[:at] + row[at + 2 :])
    return row


def fewest_swaps(row: Row) -> int:
    """The least number of swaps, by breadth-first search over rows."""
    seen, waiting = {row: 0}, deque([row])
    while waiting:
        at = waiting.popleft()
        if not at:
            return seen[at]
        for i in range(len(at) - 1):
            after = vanished((*at[:i], at[i + 1], at[i], *at[i + 2 :]))
            if after not in seen:
                seen[after] = seen[at] + 1
                waiting.append(after)
    raise AssertionError


def test_the_fewest_swaps_are_those_of_a_search() -> None:
    for task, blocks in problems("pair_swaps", "level_0", 40):
        assert task.best(blocks) == fewest_swaps(blocks.row)
        assert len(task.solution(blocks)) == task.best(blocks)


@pytest.mark.parametrize("level", LEVELS)
def test_levels_have_their_pairs_and_swaps_and_no_pair_vanishes_by_itself(level: str) -> None:
    pairs, least = {"level_0": (4, 3), "level_1": (6, 8), "level_2": (9, 15)}[level]
    for task, blocks in problems("pair_swaps", level, 40):
        assert sorted(blocks.row) == sorted([*range(pairs), *range(pairs)])
        assert vanished(blocks.row) == blocks.row
        plan = task.solution(blocks)
        assert len(plan) == task.best(blocks) >= least
        assert task.grade(blocks, plan) == 1
        assert task.grade(blocks, plan[:-1]) == 0
        assert task.grade(blocks, (*plan, 0)) == 0
        assert task.grade(blocks, ()) == 0


def test_positions_count_in_the_row_as_it_is_then() -> None:
    task, blocks = PairSwaps(pairs=3, fewest_swaps=2), Blocks((0, 1, 2, 0, 1, 2))
    assert task.worth(blocks, (2, 1, 1)) == task.best(blocks) == fewest_swaps(blocks.row) == 3
    assert task.worth(blocks, (2, 1, 3)) is None
    assert task.worth(blocks, (1, 1, 2, 1, 1)) == 5
    assert task.grade(blocks, (1, 1, 2, 1, 1)) == pytest.approx((3 / 5) ** 5)
    assert task.metrics(blocks, (1, 1, 2, 1, 1))["ratio"] == pytest.approx(3 / 5)
    assert task.metrics(blocks)["valid"] == 0


def test_the_leftmost_pair_vanishes_first_and_pairs_that_meet_then_follow() -> None:
    task = PairSwaps(pairs=3, fewest_swaps=2)
    assert task.worth(Blocks((0, 1, 0, 1)), (1,)) == 1
    assert task.worth(Blocks((2, 0, 1, 2, 0, 1)), (2, 1, 1)) is not None
