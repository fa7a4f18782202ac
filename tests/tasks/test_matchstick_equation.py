"""Hand-made equations."""

from __future__ import annotations

import re
from random import Random

import pytest

from visgym.core.calls import Call, Illegal
from visgym.core.episode import begin
from visgym.core.solving import solve
from visgym.tasks.puzzles.matchstick_equation.glyphs import moves
from visgym.tasks.puzzles.matchstick_equation.rules import (
    PRESETS,
    EquationState,
    MatchstickEquation,
)
from visgym.tasks.puzzles.matchstick_equation.solvers import gap, mend

TASK = MatchstickEquation(break_moves=1)


@pytest.mark.parametrize(
    ("equation", "is_true"),
    [
        ("9-3=6", True),
        ("9+3=6", False),
        ("2+3*4=14", True),
        ("2+3*4=20", False),
        ("8/3*3=8", True),
        ("7/2=3", False),
        ("5/0=0", False),
        ("0/5=0", True),
        ("10-3-2=5", True),
        ("07-1=6", False),
        ("00=0", False),
        ("3=3", True),
    ],
)
def test_equations_are_judged_as_arithmetic_does(equation: str, is_true: bool) -> None:
    assert TASK.score(EquationState(equation)) == is_true
    assert (gap(equation) == 0) == is_true


def python_says(equation: str) -> bool:
    """The verdict of Python's own arithmetic."""
    if re.search(r"(?<!\d)0\d", equation):
        return False
    left, right = equation.split("=")
    try:
        return abs(eval(left) - eval(right)) < 1e-9  # noqa: S307
    except ZeroDivisionError:
        return False


@pytest.mark.parametrize("preset", list(PRESETS))
def test_score_and_solver_agree_with_python_around_many_starts(preset: str) -> None:
    for seed in range(25):
        start = begin(PRESETS[preset], seed).start
        for _, equation in moves(start.equation):
            verdict = python_says(equation)
            assert TASK.score(EquationState(equation)) == verdict
            assert (gap(equation) == 0) == verdict


@pytest.mark.parametrize(("broken", "mended"), [("5+7=2", "9-7=2"), ("6+4=4", "8-4=4")])
def test_the_plus_gives_its_upright_to_the_first_digit(broken: str, mended: str) -> None:
    assert mend(broken, 1) == [Call("move", (1, 7, 0, 1))]
    assert TASK.move(EquationState(broken), 1, 7, 0, 1).equation == mended


def test_some_equations_cannot_be_mended_by_one_match() -> None:
    assert mend("1-1=7", 1) == mend("2+2=6", 1) == []


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ((1, 7, 9, 4), "There is no such symbol; the last one is 4."),
        ((1, 7, 1, 4), "A match must go to another symbol."),
        ((1, 5, 4, 4), "There is no match on segment 5 of symbol 1."),
        ((1, 7, 4, 5), "Segment 5 of symbol 4 has a match already."),
        ((1, 7, 3, 4), "That would leave something that is not a known symbol."),
        ((3, 11, 4, 4), "That would leave something that is not a known symbol."),
    ],
)
def test_moves_are_refused_with_the_reason(call: tuple[int, int, int, int], sentence: str) -> None:
    with pytest.raises(Illegal, match=re.escape(sentence)):
        TASK.move(EquationState("9+3=5"), *call)


def test_moves_are_rationed_and_undo_gives_one_back() -> None:
    moved = TASK.move(EquationState("9+3=5"), 1, 7, 4, 4)
    with pytest.raises(Illegal, match="All your moves are used; undo one first"):
        TASK.apply(moved, moves(moved.equation)[0][0])
    assert TASK.undo(moved) == EquationState("9+3=5")
    with pytest.raises(Illegal, match="There is nothing to undo"):
        TASK.undo(EquationState("9+3=5"))


@pytest.mark.parametrize("preset", list(PRESETS))
def test_equations_can_be_mended_in_the_stated_number_of_moves_and_not_fewer(preset: str) -> None:
    task = PRESETS[preset]
    for seed in range(60):
        equation = begin(task, seed).start.equation
        reached = {equation}
        for _ in range(task.break_moves):
            assert not any(python_says(each) for each in reached)
            reached = {after for each in reached for _, after in moves(each)}
        assert any(python_says(each) for each in reached)


def test_a_search_in_depth_takes_back_what_it_tries() -> None:
    task = PRESETS["hard"]
    for seed in range(20):
        start = begin(task, seed).start
        calls = solve(task, start, "dfs", seed=seed)
        undone = sum(call.name == "undo" for call in calls)
        assert sum(call.name == "move" for call in calls) == undone + 2


def test_detours_go_wrong_and_come_back() -> None:
    task = PRESETS["easy"]
    start = begin(task, 3).start
    calls = list(task.sos(start, Random(0), steps=9))
    assert len(calls) in (9, 10)
    assert [call.name for call in calls[:-1]] == ["move", "undo"] * (len(calls) // 2)


def test_the_text_draws_glyphs_over_their_numbers() -> None:
    assert TASK.describe(EquationState("1+1=2")).splitlines() == [
        "                         ---",
        "    |           |           |",
        "    |   |       |  ---      |",
        "       -|-               ---",
        "    |   |       |  ---  |",
        "    |           |       |",
        "                         ---",
        "  0     1     2     3     4",
    ]


@pytest.mark.parametrize(("preset", "longest"), [("easy", 8), ("hard", 32)])
def test_the_depth_first_search_explores_and_its_trail_stays_short(
    preset: str, longest: int
) -> None:
    task = PRESETS[preset]
    trails = [solve(task, begin(task, s).start, "dfs", seed=s) for s in range(40)]
    assert sum(Call("undo") in trail for trail in trails) > 30
    assert max(map(len, trails)) <= longest
    assert len({str(trail) for trail in trails}) == len(trails)
