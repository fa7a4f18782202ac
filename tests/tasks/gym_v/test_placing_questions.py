"""Stars and tents: every question against the rules, and whole solutions against CP-SAT."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, permutations
from typing import Any

import networkx as nx
import pytest
from ortools.sat.python import cp_model

from problems import LEVELS, problems
from visgym.kit.grids.placing import named
from visgym.tasks.logic.star_battle_qa import Sky, StarBattleQa
from visgym.tasks.logic.tents_qa import Camp, TentsQa

Cell = tuple[int, int]
KINDS = [("star_battle_qa", kind) for kind in StarBattleQa.kinds]
KINDS += [("tents_qa", kind) for kind in TentsQa.kinds]


def board(size: int) -> list[Cell]:
    return [(row, column) for row in range(size) for column in range(size)]


def beside(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def touch(a: Cell, b: Cell) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def solve(size: int, add_rules: Any) -> list[Cell] | None:
    """Cells of some solution in which no two touch."""
    cp = cp_model.CpModel()
    x = {cell: cp.NewBoolVar("") for cell in board(size)}
    for row, column in board(size - 1):
        block = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        cp.AddAtMostOne(x[cell] for cell in block)
    add_rules(cp, x)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.Solve(cp) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return [cell for cell in board(size) if solver.Value(x[cell])]


def stars_by_rules(task: Any, sky: Sky) -> list[Cell] | None:
    def add_rules(cp: Any, x: dict[Cell, Any]) -> None:
        for number in range(task.size):
            cp.Add(sum(x[cell] for cell in x if cell[0] == number) == task.stars)
            cp.Add(sum(x[cell] for cell in x if cell[1] == number) == task.stars)
            cp.Add(sum(x[r, c] for r, c in x if sky.regions[r][c] == number) == task.stars)
        for cell in sky.stars:
            cp.Add(x[cell] == 1)

    found = solve(task.size, add_rules)
    return None if found is None else [cell for cell in found if cell not in sky.stars]


def tents_by_rules(task: Any, camp: Camp) -> list[Cell] | None:
    def add_rules(cp: Any, x: dict[Cell, Any]) -> None:
        owns = {(t, c): cp.NewBoolVar("") for t in camp.trees for c in x if beside(t, c)}
        for tree in camp.trees:
            cp.Add(x[tree] == 0)
            cp.AddExactlyOne(own for (t, _), own in owns.items() if t == tree)
        for cell in x:
            cp.Add(sum(own for (_, c), own in owns.items() if c == cell) == x[cell])
        for number in range(task.size):
            cp.Add(sum(x[cell] for cell in x if cell[0] == number) == camp.across[number])
            cp.Add(sum(x[cell] for cell in x if cell[1] == number) == camp.down[number])

    return solve(task.size, add_rules)


SOLVED = [("star_battle_qa", stars_by_rules), ("tents_qa", tents_by_rules)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "by_rules"), SOLVED)
def test_many_whole_solutions_are_graded_by_the_rules(name: str, by_rules: Any) -> None:
    for task, problem in problems(name, "level_2", 300):
        said = tuple((row + 1, column + 1) for row, column in by_rules(task, problem))
        assert task.grade(problem, said) == task.grade(problem, task.solution(problem)) == 1


@pytest.mark.parametrize(("name", "by_rules"), SOLVED)
def test_whole_solutions_are_graded_by_the_rules(name: str, by_rules: Any) -> None:
    for task, problem in problems(name, "level_2", 6):
        found = by_rules(task, problem)
        assert found is not None
        said = [(row + 1, column + 1) for row, column in found]
        assert task.grade(problem, tuple(said)) == task.grade(problem, tuple(said[::-1])) == 1
        assert task.grade(problem, task.solution(problem)) == 1
        assert task.grade(problem, ()) == task.grade(problem, tuple(said[1:])) == 0
        assert task.grade(problem, (*said, said[0])) == 0
        row, column = said[0]
        for moved in ((row % task.size + 1, column), (row, column % task.size + 1)):
            assert task.grade(problem, (moved, *said[1:])) == 0


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_one_option_is_right_and_both_ways_find_it(name: str, kind: str) -> None:
    for level in LEVELS[:2]:
        base, _ = problems(name, level, 1)[0]
        task = replace(base, question_kind=kind)
        places = []
        for seed in range(15):
            problem = task.start(seed).problem
            assert len(set(problem.options)) == len(task.letters)
            assert sum(task.fits(problem, text) for text in problem.options) == 1
            assert task.found(problem) == task.right(problem)
            assert "None" not in problem.options
            grades = [task.grade(problem, letter) for letter in task.letters]
            assert sorted(grades) == [0, 0, 0, 1]
            places.append(grades.index(1))
        assert len(set(places)) > 2


# By hand

REGIONS = ((0, 0, 1, 1, 1), (0, 0, 1, 2, 2), (3, 0, 4, 4, 2), (3, 3, 4, 4, 2), (3, 3, 3, 4, 4))
STARS = ((0, 1), (1, 3), (2, 0), (3, 2), (4, 4))


def sky(kind: str, stars: tuple[Cell, ...], cell: Cell = (0, 0)) -> Sky:
    return Sky(REGIONS, stars, kind, cell)


def test_stars_that_touch_crowd_a_region_or_leave_one_empty_are_wrong() -> None:
    task, nothing = StarBattleQa(size=5, question_kind="solve"), sky("solve", ())
    assert not task.is_solved(nothing, STARS)  # region 1 has none, region 4 has two
    good = ((0, 3), (1, 1), (2, 4), (3, 0), (4, 3))
    assert not task.is_solved(nothing, good)  # column 4 has two
    for order in permutations(range(5)):
        stars = list(enumerate(order))
        regions = sorted(REGIONS[row][column] for row, column in stars)
        apart = all(abs(a - b) > 1 for a, b in pairwise(order))
        assert task.is_solved(nothing, stars) == (apart and regions == [0, 1, 2, 3, 4])


def test_a_star_may_be_added_only_far_from_the_others() -> None:
    task = StarBattleQa(size=5)
    one = sky("open", ((0, 1),))
    may = {cell for cell in board(5) if task.fits(one, named(cell))}
    # not in row 1, column 2, the region of the top left corner, nor beside the star
    assert may == {cell for cell in board(5) if cell[0] > 0 and cell[1] != 1} - {(1, 0), (1, 2)}


def test_regions_are_asked_about_by_a_cell_of_them() -> None:
    task = StarBattleQa(size=5)
    found = {cell for cell in board(5) if task.fits(sky("region", STARS, (1, 1)), named(cell))}
    assert found == {(0, 0), (0, 1), (1, 0), (2, 1)}
    assert task.fits(sky("star", STARS, (1, 1)), named((0, 1)))
    assert not task.fits(sky("star", STARS, (1, 1)), named((0, 0)))
    assert not task.fits(sky("star", STARS, (1, 1)), named((1, 3)))


TREES = ((0, 0), (0, 2), (3, 3))


def camp(kind: str, tents: tuple[Cell, ...], line: int = 0) -> Camp:
    return Camp(TREES, tents, (0, 2, 0, 1, 0), (1, 0, 2, 0, 0), kind, line)


def test_tents_need_trees_of_their_own() -> None:
    task = TentsQa(size=5, trees=3, question_kind="solve")
    start = camp("solve", ())
    assert task.is_solved(start, [(1, 0), (1, 2), (3, 2)])
    two_at_one_tree = Camp(((0, 1), (4, 4)), (), (1, 1, 0, 0, 0), (1, 1, 0, 0, 0), "solve")
    assert not task.is_solved(two_at_one_tree, [(0, 0), (1, 1)])  # they touch, too
    beside_one = Camp(((2, 2), (4, 4)), (), (0, 1, 0, 1, 0), (0, 0, 2, 0, 0), "solve")
    assert not task.is_solved(beside_one, [(1, 2), (3, 2)])  # counts fit, but one tree has both


@pytest.mark.parametrize(
    ("kind", "line", "right"),
    [
        ("row", 1, "trees 0, tents 1"),
        ("beside", 0, "8"),
        ("column", 2, "standing 0, missing 2"),
        ("missing", 0, "2"),
        ("free", 0, "2"),
    ],
)
def test_counts_of_a_camp(kind: str, line: int, right: str) -> None:
    """One tent at (1, 0); free are (1, 2) and (3, 2)."""
    task, start = TentsQa(size=5, trees=3), camp(kind, ((1, 0),), line)
    both = [f"{a} {n}, {b} {m}" for a, b in (("trees", "tents"), ("standing", "missing"))
            for n in range(4) for m in range(4)]  # fmt: skip
    assert [text for text in [*map(str, range(12)), *both] if task.fits(start, text)] == [right]
    assert task.found(start) == right


@pytest.mark.parametrize("seed", range(6))
def test_free_cells_are_those_that_a_matching_allows(seed: int) -> None:
    task = TentsQa(size=8, trees=8, question_kind="free")
    start = task.start(seed).problem
    free = 0
    for cell in board(8):
        tents = [*start.tents, cell]
        rows, columns = [tent[0] for tent in tents], [tent[1] for tent in tents]
        graph = nx.Graph()
        graph.add_nodes_from(("tent", tent) for tent in tents)
        graph.add_edges_from(
            (("tent", tent), ("tree", tree))
            for tent in tents
            for tree in start.trees
            if beside(tent, tree)
        )
        matched = len(nx.max_weight_matching(graph)) == len(tents)
        is_new = cell not in start.trees and cell not in start.tents
        has_room = rows.count(cell[0]) <= start.across[cell[0]]
        has_room = has_room and columns.count(cell[1]) <= start.down[cell[1]]
        free += is_new and has_room and matched and not any(touch(cell, t) for t in start.tents)
    assert task.fits(start, str(free))


def test_levels_ask_as_they_promise() -> None:
    sizes = {"star_battle_qa": (6, 8, 10), "tents_qa": (6, 8, 10)}
    for name, by_level in sizes.items():
        for level, size in zip(LEVELS, by_level, strict=True):
            task, problem = problems(name, level, 1)[0]
            assert (task.size, list(task.actions)) == (
                size,
                ["place"] if level == "level_2" else ["answer"],
            )
            if name == "tents_qa":
                assert len(problem.trees) == {6: 5, 8: 8, 10: 14}[size]
            else:
                assert task.stars == (2 if size == 10 else 1)
