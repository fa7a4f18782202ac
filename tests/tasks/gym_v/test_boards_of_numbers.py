"""Plans that turn one board of numbers into another, against a second search."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from problems import LEVELS, problems
from visgym import advance, begin, grade, load
from visgym.core.errors import Mistake
from visgym.kit.boards.rearranging import TwoBoards
from visgym.tasks.puzzles.eight_puzzle import EightPuzzle
from visgym.tasks.puzzles.torus_shift import Shifted, TorusShift
from visgym.tasks.puzzles.twiddle import Twiddle, Twiddled

NAMES = ("eight_puzzle", "torus_shift", "twiddle")
Rows = tuple[tuple[int, ...], ...]
Near = Callable[[Rows], list[Rows]]


def distance(start: Rows, goal: Rows, near: Near, back: Near) -> int:
    """Moves between two boards: all boards within reach of the one meet those of the other."""
    reached: list[set[Rows]] = [{start}, {goal}]
    moves = 0
    while not reached[0] & reached[1]:
        side = int(len(reached[1]) < len(reached[0]))
        reached[side] |= {after for each in reached[side] for after in (near, back)[side](each)}
        moves += 1
    return moves


def slides(rows: Rows) -> list[Rows]:
    """Boards after a move of the gap, by swapping numbers wherever they are."""
    size = len(rows)
    (gap,) = ((r, c) for r in range(size) for c in range(size) if rows[r][c] == 0)
    found = []
    for r, c in (
        (gap[0] + 1, gap[1]),
        (gap[0] - 1, gap[1]),
        (gap[0], gap[1] + 1),
        (gap[0], gap[1] - 1),
    ):
        if 0 <= r < size and 0 <= c < size:
            swap = {0: rows[r][c], rows[r][c]: 0}
            found.append(tuple(tuple(swap.get(each, each) for each in row) for row in rows))
    return found


def shifts(rows: Rows, along: int, across: int) -> list[Rows]:
    """Boards after a shift of a row, or of a row of the transposed board."""
    found = []
    for board, most, is_turned in (
        (rows, along, False),
        (tuple(zip(*rows, strict=True)), across, True),
    ):
        for number, row in enumerate(board):
            for by in range(1, most + 1):
                for new in (row[-by:] + row[:-by], row[by:] + row[:by]):
                    after = (*board[:number], new, *board[number + 1 :])
                    found.append(tuple(zip(*after, strict=True)) if is_turned else after)
    return found


def turns(rows: Rows, side: int, times: int = 1) -> list[Rows]:
    """Boards after quarters of a turn of a block, cell by cell around its centre."""
    found, size = [], len(rows)
    for top in range(size - side + 1):
        for left in range(size - side + 1):
            after = rows
            for _ in range(times):
                block = {
                    (top + side - 1 - c, left + r): after[top + r][left + c]
                    for r in range(side)
                    for c in range(side)
                }
                after = tuple(
                    tuple(block.get((r, c), each) for c, each in enumerate(row))
                    for r, row in enumerate(after)
                )
            found.append(after)
    return found


def ways(problem: TwoBoards) -> tuple[Near, Near]:
    """The boards after a move, and before one."""
    if isinstance(problem, Shifted):
        along, across = problem.along, problem.across
        return (lambda rows: shifts(rows, along, across),) * 2
    if isinstance(problem, Twiddled):
        side = problem.block
        return lambda rows: turns(rows, side), lambda rows: turns(rows, side, 3)
    return slides, slides


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_plans_have_exactly_the_length_that_a_second_search_finds(name: str, level: str) -> None:
    for task, problem in problems(name, level, 12):
        plan = task.solution(problem)
        assert distance(problem.start, problem.goal, *ways(problem)) == task.length == len(plan)
        assert task.grade(problem, plan) == 1
        assert task.metrics(problem, plan)["ratio"] == task.metrics(problem, plan)["cells"] == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_plans_that_stop_short_or_go_astray_count_nothing(name: str, level: str) -> None:
    for task, problem in problems(name, level, 12):
        plan = task.solution(problem)
        assert task.grade(problem, plan[:-1]) == task.grade(problem, plan[:0]) == 0
        assert task.grade(problem, plan[1:]) == 0
        assert task.metrics(problem, plan[:-1])["cells"] < 1
        assert task.metrics(problem)["ratio"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_many_plans_are_as_short_as_can_be(name: str, level: str) -> None:
    for task, problem in problems(name, level, 300):
        plan = task.solution(problem)
        assert distance(problem.start, problem.goal, *ways(problem)) == len(plan) == task.length
        assert task.grade(problem, plan) == 1


# Boards made by hand


def test_the_gap_moves_and_stays_on_the_board() -> None:
    task = EightPuzzle(length=2)
    boards = TwoBoards(((1, 2, 3), (4, 0, 5), (6, 7, 8)), ((1, 2, 3), (4, 5, 8), (6, 7, 0)))
    assert task.solution(boards) == "RD"
    assert task.grade(boards, "RD") == task.grade(boards, "LRRD") == 1
    assert task.grade(boards, "DR") == 0
    assert task.after(boards, "RRLD") is None
    assert task.metrics(boards, "RR") == {"valid": 0, "cells": 0, "shortest": 2, "ratio": 0}
    assert task.metrics(boards, "R") == {
        "valid": 1,
        "cells": pytest.approx((7 / 9) ** 10),
        "shortest": 2,
        "ratio": 0,
    }
    assert task.metrics(boards, "LRRD")["ratio"] == 0.5


def test_rows_and_columns_are_shifted_around() -> None:
    task = TorusShift(size=3, length=2)
    start = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    assert task.after(Shifted(start, start, 1, 1), (("row", 0, 1),))[0] == (3, 1, 2)
    assert task.after(Shifted(start, start, 1, 1), (("row", 2, -1),))[2] == (8, 9, 7)
    down = task.after(Shifted(start, start, 1, 1), (("column", 1, 1),))
    assert down == ((1, 8, 3), (4, 2, 6), (7, 5, 9))
    assert task.after(Shifted(start, down, 1, 1), (("column", 1, -1),) * 2) == down
    assert task.solution(Shifted(start, down, 1, 1)) == (("column", 1, 1),)


def test_shifts_beyond_the_limit_are_refused_and_the_limits_are_told() -> None:
    task = TorusShift(size=4, length=2)
    rows = tuple(tuple(range(at, at + 4)) for at in range(1, 16, 4))
    boards = Shifted(rows, ((3, 4, 1, 2), *rows[1:]), along=1, across=2)
    assert task.grade(boards, (("row", 0, 2),)) == 0
    assert (
        task.grade(boards, (("row", 0, 1),) * 2) == task.grade(boards, (("row", 0, -1),) * 2) == 1
    )
    assert task.metrics(boards, (("row", 0, 2),))["valid"] == 0
    assert task.question(boards) == (
        "A move may shift a row by at most 1 cell and a column by at most 2 cells."
    )


def test_blocks_turn_counter_clockwise() -> None:
    task = Twiddle(length=1)
    start = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    turned = ((1, 2, 3), (4, 6, 9), (7, 5, 8))
    boards = Twiddled(start, turned, 2)
    assert task.after(boards, ((1, 1),)) == turned
    assert task.solution(boards) == ((1, 1),)
    assert task.grade(boards, ((1, 1),)) == task.grade(boards, ((1, 1),) * 5) == 1
    assert task.grade(boards, ((1, 0),)) == 0
    wide = Twiddled(start, start, 3)
    assert task.after(wide, ((0, 0),)) == ((3, 6, 9), (2, 5, 8), (1, 4, 7))
    assert task.after(wide, ((0, 1),)) is None


def test_blocks_are_never_the_whole_board() -> None:
    with pytest.raises(ValueError, match="widest below size"):
        Twiddle(size=3, widest=3)


@pytest.mark.parametrize("name", NAMES)
def test_lengths_that_no_board_has_are_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(ValueError, match="length"):
        load(f"{name}/level_0?length=40")


def test_a_length_that_a_small_board_has_not_is_told_soon() -> None:
    with pytest.raises(Mistake, match="make them less strict"):
        TorusShift(size=2, length=5).start(0)


# How plans are said


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_plans_are_read_as_they_are_written(name: str, level: str) -> None:
    task = load(f"{name}/{level}")
    for seed in range(3):
        start = begin(task, seed)
        (call,) = task.known(start.start, None)
        assert advance(start, f"My plan.\n{task.phrase(call)}").success


def test_plans_are_read_with_words_brackets_and_lines() -> None:
    assert heard("eight_puzzle", "up, Left, down") == "ULD"
    assert heard("twiddle", "[[0, 1], [1, 1]]") == ((0, 1), (1, 1))
    assert heard("torus_shift", "1. row 0 by 1\n2. column 2 by -1") == (
        ("row", 0, 1),
        ("column", 2, -1),
    )
    assert grade(load("twiddle/level_0"), 0, "<answer>I do not know</answer>").score == 0


def heard(name: str, said: str) -> object:
    call = load(f"{name}/level_0").hear(f"<answer>{said}</answer>")
    assert call is not None
    return call.args[0]
