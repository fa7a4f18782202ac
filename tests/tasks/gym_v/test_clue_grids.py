"""Clue grids by one answer and by play, and what their levels promise."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from grid_models import RULES
from problems import LEVELS
from visgym.catalog import load
from visgym.core.calls import Call, Illegal
from visgym.kit.grids.checks import BLANK
from visgym.kit.grids.filling import Filling, numbered

NAMES = [*RULES, "grid_parity"]
Grid = tuple[tuple[int, ...], ...]


def asking(name: str, level: int) -> Any:
    """A grid for one answer; the levels of Sudoku are play."""
    return load(f"{name}/{'answer' if name == 'sudoku' else 'level'}_{level}")


def playing(name: str, level: int) -> Any:
    """A grid to be filled value by value."""
    return load(f"{name}/{'level' if name == 'sudoku' else 'play'}_{level}")


def blanks(puzzle: Any) -> int:
    return sum(row.count(BLANK) for row in puzzle.givens)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_one_value_everywhere_is_never_right(name: str, level: str) -> None:
    """The published Binairo pays one constant grid on every seed."""
    task = load(f"{name}/{level}")
    for seed in range(10):
        puzzle = task.start(seed).puzzle
        for value in task.values:
            grid = ((value,) * task.columns,) * task.rows
            assert task.score(Filling(puzzle, grid, answered=True)) == 0


def swapped(task: Any, grid: Grid) -> Grid:
    """The greatest value for the least, and so on."""
    low, high = min(task.values), max(task.values)
    return tuple(tuple(low + high - value for value in row) for row in grid)


def mirrored(task: Any, grid: Grid) -> Grid:
    return tuple(row[::-1] for row in grid)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("name", "turn"),
    [
        ("sudoku", swapped),
        ("mini_sudoku", swapped),
        ("binairo", swapped),
        ("half_grid", swapped),
        ("renzoku", swapped),
        ("numbrix", swapped),
        ("magic_square", mirrored),
        ("n_queens", mirrored),
    ],
)
def test_a_grid_that_keeps_all_rules_but_not_the_givens_is_wrong(
    name: str, turn: Callable[[Any, Grid], Grid], level: str
) -> None:
    task = load(f"{name}/{level}")
    for seed in range(5):
        puzzle = task.start(seed).puzzle
        other = turn(task, task.solved(puzzle))
        assert all(check.holds(other) for check in task.checks_of(puzzle))
        assert task.score(Filling(puzzle, other, answered=True)) == 0


# Play


@pytest.mark.parametrize("name", NAMES)
def test_play_ends_when_the_last_right_value_is_written_and_not_before(name: str) -> None:
    task = playing(name, 0)
    assert sorted(task.actions) == ["erase", "write"]
    state, calls = task.start(3), list(task.known(task.start(3), Random(3)))
    for call in calls:
        assert not task.is_over(state)
        assert task.score(state) == 0
        state = task.apply(state, call)
    assert task.is_over(state)
    assert task.score(state) == 1
    assert task.metrics(state) == {"rules": 1, "filled": 1}
    assert len(calls) <= task.step_limit


@pytest.mark.parametrize("name", NAMES)
def test_givens_can_be_neither_overwritten_nor_erased(name: str) -> None:
    task = playing(name, 1)
    state = task.start(5)
    for cell in numbered(state.puzzle.givens):
        row, column = divmod(cell, task.columns)
        for call in (
            Call("write", (row + 1, column + 1, task.options[0])),
            Call("erase", (row + 1, column + 1)),
        ):
            with pytest.raises(Illegal, match="given"):
                task.apply(state, call)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_stands_may_be_changed_and_may_be_erased_once(name: str) -> None:
    task = playing(name, 1)
    start = task.start(5)
    cells = range(task.rows * task.columns)
    open_cell = next(cell for cell in cells if cell not in numbered(start.puzzle.givens))
    row, column = divmod(open_cell, task.columns)
    state = start
    for value, said in zip(
        range(min(task.values), max(task.values) + 1), task.options, strict=True
    ):
        state = task.apply(state, Call("write", (row + 1, column + 1, said)))
        assert state.grid[row][column] == value
    state = task.apply(state, Call("erase", (row + 1, column + 1)))
    assert state.grid == start.grid
    with pytest.raises(Illegal, match="blank already"):
        task.apply(state, Call("erase", (row + 1, column + 1)))


def test_a_wrong_value_that_breaks_no_rule_stands() -> None:
    """The published Sudoku refuses whatever is not in the solution, which tells the answer."""
    task = playing("sudoku", 2)
    start = task.start(0)
    right = task.solved(start.puzzle)
    stood = 0
    for cell in range(81):
        row, column = divmod(cell, 9)
        if start.grid[row][column] == BLANK:
            wrong = right[row][column] % 9 + 1
            after = task.apply(start, Call("write", (row + 1, column + 1, wrong)))
            stood += after.grid[row][column] == wrong
    assert stood == 52


# Levels

SIZES = {
    "futoshiki": (4, 5, 6),
    "sudoku": (9, 9, 9),
    "mini_sudoku": (4, 4, 4),
    "binairo": (4, 6, 8),
    "half_grid": (4, 6, 8),
    "kakurasu": (3, 5, 7),
    "campsite": (4, 6, 9),
    "magic_square": (3, 4, 5),
    "n_queens": (5, 7, 10),
    "numbrix": (3, 5, 7),
    "renzoku": (4, 5, 7),
    "skyscrapers": (4, 5, 6),
    "survo": (3, 4, 5),
    "thermometers": (4, 6, 8),
    "grid_parity": (3, 5, 7),
}
BLANKS = {
    "futoshiki": (13, 22, 34),
    "sudoku": (20, 44, 52),
    "mini_sudoku": (6, 9, 12),
    "binairo": (10, 24, 44),
    "half_grid": (6, 18, 42),
    "kakurasu": (9, 25, 49),
    "campsite": (10, 27, 73),
    "magic_square": (5, 8, 13),
    "numbrix": (4, 15, 33),
    "renzoku": (13, 23, 48),
    "skyscrapers": (15, 25, 32),
    "survo": (4, 8, 13),
    "grid_parity": (9, 25, 49),
}


@pytest.mark.parametrize("level", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_levels_have_the_size_and_the_blanks_that_they_promise(name: str, level: int) -> None:
    asked, played = asking(name, level), playing(name, level)
    assert asked.rows == asked.columns == SIZES[name][level]
    assert list(asked.actions) == ["answer"]
    for seed in range(6):
        puzzle = asked.start(seed).puzzle
        assert blanks(puzzle) == BLANKS.get(name, (blanks(puzzle),) * 3)[level]
        assert blanks(played.start(seed).puzzle) + 10 <= played.step_limit


@pytest.mark.parametrize(("level", "missing"), [(0, 2), (1, 4), (2, 7)])
def test_boards_of_queens_lack_so_many(level: int, missing: int) -> None:
    task = load(f"n_queens/level_{level}")
    given = [len(numbered(task.start(seed).puzzle.givens)) for seed in range(10)]
    assert given == [task.size - missing] * 10


@pytest.mark.parametrize(("level", "clues"), [(0, 16), (1, 12), (2, 11)])
def test_so_many_clues_stand_around_skyscrapers(level: int, clues: int) -> None:
    task = load(f"skyscrapers/level_{level}")
    for seed in range(10):
        views = task.start(seed).puzzle.views
        assert sum(seen > 0 for side in views for seen in side) == clues


@pytest.mark.parametrize(("level", "count"), [(0, 4), (1, 8), (2, 13)])
def test_thermometers_cover_most_of_the_grid_and_never_cross(level: int, count: int) -> None:
    task = load(f"thermometers/level_{level}")
    for seed in range(10):
        tubes = task.start(seed).puzzle.tubes
        cells = [cell for tube in tubes for cell in tube]
        assert len(tubes) == count
        assert len(set(cells)) == len(cells) >= 0.85 * task.size**2
        assert all(len(tube) >= 2 for tube in tubes)
        steps = [(a, b) for tube in tubes for a, b in pairwise(tube)]
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in steps)


def test_half_grids_have_more_than_two_kinds_of_rows() -> None:
    """The published ones have two, so that copying a row solves them."""
    task = load("half_grid/level_2")
    kinds = [len(set(task.solved(task.start(seed).puzzle))) for seed in range(10)]
    assert min(kinds) > 2


def test_sums_of_kakurasu_need_not_be_alike() -> None:
    """The published generator keeps only grids whose two totals are equal."""
    task = load("kakurasu/level_1")
    puzzles = [task.start(seed).puzzle for seed in range(20)]
    assert sum(sum(each.across) != sum(each.down) for each in puzzles) > 10


@pytest.mark.parametrize("level", ["level_1", "level_2"])
def test_no_line_of_a_half_grid_is_plain_at_the_first_look(level: str) -> None:
    task = load(f"half_grid/{level}")
    for seed in range(10):
        rows = task.start(seed).puzzle.givens
        for line in (*rows, *zip(*rows, strict=True)):
            assert BLANK not in line or max(line.count(0), line.count(1)) < task.size // 2
