"""Minesweeper: nothing is guessed, nothing leaks, and hand-made boards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from ortools.sat.python import cp_model

from problems import LEVELS
from visgym import advance, begin, load, play, solve
from visgym.core.calls import Call, Illegal
from visgym.kit.grid import Cell, cells
from visgym.tasks.games.minesweeper import BLOWN, CLOSED, PRESETS, Minesweeper, Sweep

TASK = Minesweeper(size=4, mines=2)
MINES: frozenset[Cell] = frozenset({(0, 0), (3, 3)})
HIDDEN = ((CLOSED,) * 4,) * 4


def around(cell: Cell, size: int) -> list[Cell]:
    near = [(cell[0] + r, cell[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    return [(r, c) for r, c in near if 0 <= r < size and 0 <= c < size]


def must_be_safe(seen: Sweep, size: int, mines: int, cell: Cell) -> bool:
    """Whether no way to lay the mines under what is seen has one in a cell."""
    model = cp_model.CpModel()
    lies = {each: model.NewBoolVar(str(each)) for each in cells(size, size)}
    model.Add(sum(lies.values()) == mines)
    for (row, column), there in lies.items():
        if seen.shown[row][column] != CLOSED:
            model.Add(there == 0)
            near = around((row, column), size)
            model.Add(sum(lies[each] for each in near) == seen.shown[row][column])
    model.Add(lies[cell] == 1)
    judge = cp_model.CpSolver()
    judge.parameters.num_workers = 1
    return bool(judge.Solve(model) == cp_model.INFEASIBLE)


@pytest.mark.parametrize(("level", "count"), [("level_0", 12), ("level_1", 4), ("level_2", 1)])
def test_every_cell_that_the_honest_solver_opens_is_proven_safe(level: str, count: int) -> None:
    task = load(f"minesweeper/{level}")
    for seed in range(count):
        episode = begin(task, seed)
        for call in solve(task, episode.start):
            cell = (call.args[0] - 1, call.args[1] - 1)
            assert must_be_safe(task.visible(episode.state, 0), task.size, task.mines, cell)
            episode = advance(episode, call)
        assert episode.success


def never_guesses(level: str, seeds: range) -> None:
    task = load(f"minesweeper/{level}")
    for seed in seeds:
        start = begin(task, seed)
        assert play(start, task.deduction(start.start, Random(0))).success


@pytest.mark.parametrize("level", LEVELS)
def test_the_honest_solver_never_guesses(level: str) -> None:
    never_guesses(level, range(100, 120))


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_the_honest_solver_never_guesses_on_300_boards(level: str) -> None:
    never_guesses(level, range(300))


@pytest.mark.parametrize("level", LEVELS)
def test_the_honest_solver_does_the_same_wherever_else_the_mines_could_lie(level: str) -> None:
    task = load(f"minesweeper/{level}")
    for seed in range(10):
        state = task.start(seed)
        veiled = replace(state, mines=frozenset())
        opened = next(iter(task.deduction(state, Random(0))))
        assert opened == next(task._deduced(veiled))


@pytest.mark.parametrize("level", LEVELS)
def test_starts_show_one_region_and_the_mines_of_their_level(level: str) -> None:
    task, known = load(f"minesweeper/{level}"), {"level_0": 4, "level_1": 10, "level_2": 24}
    for seed in range(20):
        state = task.start(seed)
        assert len(state.mines) == known[level]
        opened = {(r, c) for r, c in cells(task.size, task.size) if state.shown[r][c] != CLOSED}
        blank = {(r, c) for r, c in opened if state.shown[r][c] == 0}
        reached, waiting = set[Cell](), [min(blank)]
        while waiting:
            at = waiting.pop()
            reached.add(at)
            near = around(at, task.size) if at in blank else []
            waiting += [each for each in near if each not in reached]
        assert reached == opened
        for cell in opened:
            count = sum(each in state.mines for each in around(cell, task.size))
            assert state.shown[cell[0]][cell[1]] == count
        assert 2 * len(opened) < task.size**2 - task.mines


def test_a_blank_cell_opens_its_region_and_a_number_opens_alone() -> None:
    state = TASK.reveal(Sweep(MINES, HIDDEN), 1, 2)
    assert state.shown == ((CLOSED, 1, CLOSED, CLOSED), *HIDDEN[1:])
    state = TASK.reveal(state, 1, 4)
    assert state.shown == ((CLOSED, 1, 0, 0), (1, 1, 0, 0), (0, 0, 1, 1), (0, 0, 1, CLOSED))
    assert TASK.score(state) == 1
    assert TASK.is_over(state)


def test_the_first_mine_ends_the_game_and_is_not_forgiven() -> None:
    start = replace(begin(TASK, 0), start=Sweep(MINES, HIDDEN))
    lost = advance(start, "('reveal', (1, 1))")
    assert lost.over
    assert not lost.success
    assert lost.state.shown[0][0] == BLOWN
    assert TASK.hopeless(lost.state)
    assert TASK.describe(TASK.visible(lost.state, 0)).splitlines()[1:] == [
        "X###",
        "####",
        "####",
        "###*",
    ]


def test_flags_protect_their_cell_and_hide_from_nobody_what_they_are() -> None:
    state = TASK.flag(TASK.flag(Sweep(MINES, HIDDEN), 1, 1), 2, 2)
    with pytest.raises(Illegal, match=r"A flag is in row 1, column 1; take it away first\."):
        TASK.reveal(state, 1, 1)
    assert TASK.describe(TASK.visible(state, 0)).splitlines()[1:3] == ["F###", "#F##"]
    assert TASK.flag(state, 1, 1).flags == {(1, 1)}
    with pytest.raises(Illegal, match=r"Row 3, column 1 is open already\."):
        TASK.flag(TASK.reveal(state, 3, 1), 3, 1)


def test_a_region_that_opens_takes_flags_away_and_the_solver_takes_wrong_ones_first() -> None:
    flagged = TASK.flag(Sweep(MINES, HIDDEN), 1, 4)
    assert not TASK.reveal(flagged, 4, 1).flags
    task = PRESETS["level_0"]
    start = task.start(2)
    safe = min(c for c in cells(5, 5) if start.shown[c[0]][c[1]] == CLOSED and c not in start.mines)
    wrong = task.flag(start, safe[0] + 1, safe[1] + 1)
    for strategy in ("deduction", "omniscient"):
        episode = replace(begin(task, 2), start=wrong)
        assert play(episode, solve(task, wrong, strategy)).success


def test_nothing_that_is_seen_depends_on_where_the_mines_lie() -> None:
    task = Minesweeper(size=4, mines=2)
    start = Sweep(MINES, TASK.reveal(Sweep(MINES, HIDDEN), 1, 2).shown)
    closed = [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2), (3, 3)]
    seen = {task.visible(replace(start, mines=frozenset(m)), 0) for m in combinations(closed, 2)}
    assert len(seen) == 1
    assert not seen.pop().mines


def test_rewards_are_the_share_of_safe_cells_that_open() -> None:
    start = replace(begin(TASK, 0), start=Sweep(MINES, HIDDEN))
    episode = play(start, [Call("reveal", (1, 2)), Call("flag", (1, 1)), Call("reveal", (4, 1))])
    assert [turn.reward for turn in episode.turns] == pytest.approx([1 / 14, 0, 13 / 14])
    assert episode.success
