"""Questions on colour grids: one answer fits the examples, and only that answer is paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

import visgym
from problems import LEVELS, problems
from visgym.catalog import load
from visgym.core.calls import Call
from visgym.kit.arc.grids import ColourGrid, from_text
from visgym.kit.arc.library import GRIDS, STRIPS, Library
from visgym.kit.arc.only import Only, can_be_chosen
from visgym.kit.arc.problems import ArcProblem
from visgym.kit.arc.recolouring import PaintExtreme
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.sheets import INKS, SMALLEST, arranged, tiles
from visgym.kit.arc.steps import Chain
from visgym.kit.arc.unique import is_unique

TASKS = ("arc_1d", "arc_agi", "re_arc")
EVERYWHERE = pytest.mark.parametrize(
    ("name", "level"), [(name, level) for name in TASKS for level in LEVELS]
)


@EVERYWHERE
def test_the_rule_makes_every_output_and_the_answer(name: str, level: str) -> None:
    for task, problem in problems(name, level, 20):
        rule = task.library.named(problem.rule)
        assert all(rule.apply(before) == after for before, after in problem.pairs)
        assert task.grade(problem, task.solution(problem)) == 1
        assert len(set(problem.pairs)) == len(problem.pairs) == task.examples
        assert problem.test not in [before for before, _ in problem.pairs]


@EVERYWHERE
def test_the_input_and_answers_that_ask_nothing_are_not_paid(name: str, level: str) -> None:
    for task, problem in problems(name, level, 20):
        rows, columns = len(problem.right), len(problem.right[0])
        others: list[ColourGrid] = [problem.test, ((0,) * columns,) * rows, problem.pairs[0][1]]
        others += [_near(problem.right), (*problem.right, problem.right[-1])]
        for other in others:
            if _said(name, other) != _said(name, problem.right):
                assert task.grade(problem, _said(name, other)) == 0


@EVERYWHERE
def test_grids_and_pictures_keep_to_their_level(name: str, level: str) -> None:
    shapes = set()
    for task, problem in problems(name, level, 10):
        most = task.length if name == "arc_1d" else task.size
        grids = [problem.test, problem.right, *(grid for pair in problem.pairs for grid in pair)]
        assert all(len(grid) <= most and len(grid[0]) <= most for grid in grids)
        found = arranged(problem, *task.sheet_size)
        assert found is not None and found[1] >= SMALLEST
        shapes.add(task.draw(problem).shape)
        if name == "arc_1d":
            assert {len(grid[0]) for grid in grids} == {task.length}
    assert len(shapes) == 1 and max(shapes.pop()) <= 1200


@pytest.mark.parametrize(("level", "steps"), [("level_0", 1), ("level_1", 2), ("level_2", 3)])
def test_levels_of_arc_agi_have_so_many_steps(level: str, steps: int) -> None:
    rules = [problem.rule for _, problem in problems("arc_agi", level, 20)]
    assert all(1 + rule.count(" then ") == steps for rule in rules)
    assert len({rule.partition("(")[0] for rule in rules}) > 8


def test_at_the_last_level_of_re_arc_other_things_distract() -> None:
    for task, problem in problems("re_arc", "level_2", 10):
        rule = task.library.named(problem.rule)
        assert isinstance(rule, Only)
        for before, after in (*problem.pairs, (problem.test, problem.right)):
            assert rule.rule.apply(before) != after
            others = {colour for row in before for colour in row} - {0, rule.acting}
            assert others


# One answer fits


def _explained(library: Library, pairs: Sequence[tuple[ColourGrid, ColourGrid]]) -> list[Rule]:
    """All rules that explain pairs, by trying every one on every pair."""
    return [r for r in library.rules if all(r.apply(one) == other for one, other in pairs)]


@pytest.mark.parametrize(
    "id", ["arc_1d/level_0", "arc_1d/level_1", "arc_agi/level_0", "re_arc/level_1"]
)
def test_no_other_rule_explains_the_examples_and_differs(id: str) -> None:
    for task, problem in problems(*id.split("/"), 8):  # type: ignore[misc, arg-type]
        found = _explained(task.library, problem.pairs)
        assert problem.rule in map(str, found)
        assert all(rule.apply(problem.test) == problem.right for rule in found)


@pytest.mark.parametrize(("name", "count"), [("arc_1d/level_2", 8), ("arc_agi/level_1", 2)])
def test_no_other_rule_with_a_step_explains_the_examples_and_differs(name: str, count: int) -> None:
    for task, problem in problems(*name.split("/"), count):  # type: ignore[misc, arg-type]
        if " then " not in problem.rule:
            continue
        before, after = problem.pairs[0]
        assert not _explained(task.library, problem.pairs)  # a step less
        for rule in task.library.rules:
            made = rule.apply(before)
            for tail in task.library.tails[1]:
                if tail[0].apply(made) != after or tail[0].undo(after) is None:
                    continue
                chain = Chain(rule, tail)
                if all(chain.apply(one) == other for one, other in problem.pairs):
                    assert chain.apply(problem.test) == problem.right


def test_no_rule_for_another_colour_explains_the_examples_and_differs() -> None:
    for task, problem in problems("re_arc", "level_2", 2):
        assert not _explained(task.library, problem.pairs)
        for rule in filter(can_be_chosen, task.library.rules):
            for colour in range(1, 10):
                chosen = Only(rule, colour)
                if all(chosen.apply(one) == other for one, other in problem.pairs):
                    assert chosen.apply(problem.test) == problem.right


def test_examples_that_two_rules_explain_leave_a_doubt() -> None:
    pairs = [(from_text("0110"), from_text("0011")), (from_text("1000"), from_text("0100"))]
    away, around = from_text("0011"), (from_text("0001"), from_text("1001"))
    assert not is_unique(STRIPS, pairs, (away, around[0]))
    assert not is_unique(STRIPS, pairs, (away, around[1]))
    told = [*pairs, (from_text("1001"), from_text("1100"))]
    assert is_unique(STRIPS, told, (away, around[1]))


def test_a_largest_thing_that_is_also_the_only_one_at_the_rim_leaves_a_doubt() -> None:
    before = from_text("11100 00000 00100 00000")
    after = PaintExtreme("largest", 5).apply(before)
    test = from_text("10000 00000 01110 00000")
    assert not is_unique(GRIDS, [(before, after)], (test, PaintExtreme("largest", 5).apply(test)))


# Answers


def test_shape_and_cells_are_measured_and_nothing_is_paid_for_them() -> None:
    task, right = load("arc_agi/level_0"), from_text("12 30")
    problem = ArcProblem(((from_text("1"), right),), from_text("2"), right)
    assert task.grade(problem, right) == 1
    assert task.metrics(problem) == {"cells": 0.0, "right_shape": 0.0}
    assert task.metrics(problem, from_text("12 31")) == {"cells": 0.75, "right_shape": 1.0}
    assert task.metrics(problem, from_text("1230")) == {"cells": 0.0, "right_shape": 0.0}
    assert task.grade(problem, from_text("12 31")) == task.grade(problem, from_text("1230")) == 0
    assert load("arc_1d").metrics(problem) == {"cells": 0.0}


@pytest.mark.parametrize("name", TASKS)
def test_answers_are_read_as_digits_with_spaces_commas_or_brackets(name: str) -> None:
    task = load(f"{name}/level_1")
    for seed in range(3):
        right = task.start(seed).problem.right
        rows = ["".join(map(str, row)) for row in right]
        listed = str([list(row) for row in right])
        texts = ["\n".join(rows), "\n".join(" ".join(row) for row in rows)]
        texts += ["\n".join(", ".join(row) for row in rows)]
        texts += [listed if name != "arc_1d" else listed[1:-1]]
        for text in texts:
            assert visgym.grade(f"{name}/level_1", seed, f"<answer>{text}</answer>").score == 1


@pytest.mark.parametrize("name", TASKS[1:])
def test_a_call_with_rows_is_an_answer(name: str) -> None:
    task = load(name)
    start = task.start(0)
    reply = task.spell(Call("answer", (start.problem.right,)))
    assert visgym.advance(visgym.begin(name, 0), reply).success


def test_neither_the_question_nor_the_type_tells_the_shape_of_the_answer() -> None:
    for level in LEVELS:
        task = load(f"arc_agi/{level}")
        assert "at most 30 rows" in task.actions["answer"].parameters[0].domain.hint
        problem = task.start(0).problem
        wider = replace(problem, right=tuple(row * 2 for row in problem.right))
        assert (task.draw(wider) == task.draw(problem)).all()
        assert task.describe(wider) == task.describe(problem)


# Pictures


def test_cells_have_the_colours_of_the_key_and_thin_lines_between() -> None:
    frame = tiles(from_text("01 23"), 12)
    assert frame.shape == (25, 25, 3)
    middles = [tuple(map(int, frame[row, column])) for row in (6, 18) for column in (6, 18)]
    assert tuple(middles) == INKS[:4]
    assert len({tuple(pixel) for pixel in frame[12]}) == 1


def test_ten_colours_are_far_apart() -> None:
    for number, one in enumerate(INKS):
        for other in INKS[:number]:
            assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 90


def _near(grid: ColourGrid) -> ColourGrid:
    """A grid with one cell in another colour."""
    return ((((grid[0][0] + 1) % 10), *grid[0][1:]), *grid[1:])


def _said(name: str, grid: ColourGrid) -> ColourGrid | str:
    return "".join(map(str, grid[0])) if name == "arc_1d" else grid
