"""Questions with options about worlds of cells: the ant, life, machines."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.signal import convolve2d

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.kit.cells.ant import Ant
from visgym.kit.cells.machines import Machine, MachineRule
from visgym.kit.options import NotOneRight
from visgym.tasks.algorithmic.langton_ant_qa import LangtonAntQa, Walk
from visgym.tasks.algorithmic.life_game_qa import Life, LifeGameQa
from visgym.tasks.algorithmic.turing_machine_2d_qa import Run, TuringMachine2DQa

NAMES = ("langton_ant_qa", "life_game_qa", "turing_machine_2d_qa")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def of_kind(name: str, kind: str, count: int, **knobs: Any) -> list[tuple[Any, Any]]:
    task = replace(load(f"{name}/level_2"), question_kind=kind, **knobs)
    return [(task, task.start(seed).problem) for seed in range(count)]


# All of them


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(name: str, level: str) -> None:
    places: Counter[str] = Counter()
    for task, problem in problems(name, level, 120):
        right = [letter for letter in task.letters if task.grade(problem, letter) == 1]
        assert right == [task.solution(problem)]
        assert len(set(problem.options)) == len(task.letters)
        assert all(option in task.question(problem) for option in problem.options)
        places[right[0]] += 1
    share = 120 / len(task.letters)
    assert all(share / 3 < places[letter] < 2 * share for letter in task.letters)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("langton_ant_qa", "flips"), ("turing_machine_2d_qa", "entry")]
    + [("life_game_qa", kind) for kind in ("now", "next", "block")],
)
def test_the_right_number_is_no_more_often_in_the_middle_than_at_the_ends(
    name: str, kind: str
) -> None:
    ranks: Counter[int] = Counter()
    for task, problem in of_kind(name, kind, 120):
        ranks[sorted(map(int, problem.options)).index(int(task.right(problem)))] += 1
    share = 120 / len(task.letters)
    assert all(share / 3 < ranks[rank] < 2 * share for rank in range(len(task.letters)))


@pytest.mark.parametrize(
    ("name", "kind"),
    [("langton_ant_qa", "now"), ("langton_ant_qa", "after")]
    + [("turing_machine_2d_qa", kind) for kind in ("position", "state", "colour")],
)
def test_no_option_has_more_in_common_with_the_others(name: str, kind: str) -> None:
    between = " and " if kind in ("state", "colour") else ", "
    for _, problem in of_kind(name, kind, 30):
        parts = list(zip(*(option.rsplit(between, 1) for option in problem.options), strict=True))
        assert [sorted(Counter(part).values()) for part in parts] == [[2, 2], [2, 2]]


def test_options_of_which_two_are_right_are_refused() -> None:
    task, walk = of_kind("langton_ant_qa", "flips", 1)[0]
    with pytest.raises(NotOneRight):
        task.posed(walk, ["1", "2", "3", "3"], Random(0))


def test_kinds_that_nobody_knows_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="must be one of any, now, after, flips"):
        LangtonAntQa(question_kind="colour")


# The ant


def test_steps_of_an_ant_made_by_hand() -> None:
    task, ant = LangtonAntQa(size=5), Ant((0, 2), 0, frozenset())
    ends = {1: "row 1, column 4, facing right", 4: "row 1, column 3, facing up"}
    ends |= {5: "row 1, column 2, facing left", 6: "row 5, column 2, facing up"}  # over the edge
    for steps, end in ends.items():
        walk = Walk(ant, "after", steps)
        assert task.right(walk) == task.found(walk) == end
    for steps, flips in ((4, 1), (5, 2)):
        walk = Walk(ant, "flips", steps, (0, 2))
        assert task.right(walk) == task.found(walk) == str(flips)


@pytest.mark.parametrize("kind", ["after", "flips"])
def test_ants_agree_with_a_walk_in_complex_numbers(kind: str) -> None:
    for task, walk in of_kind("langton_ant_qa", kind, 30):
        black, at = {complex(*cell) for cell in walk.ant.black}, complex(*walk.ant.cell)
        heading, visits = complex(*STEPS[walk.ant.way]), 0
        for _ in range(walk.steps):
            visits += at == complex(*walk.cell)
            heading *= 1j if at in black else -1j
            black ^= {at}
            at += heading
            at = complex(at.real % task.size, at.imag % task.size)
        way = ("up", "right", "down", "left")[STEPS.index((heading.real, heading.imag))]
        end = f"row {at.real + 1:.0f}, column {at.imag + 1:.0f}, facing {way}"
        assert task.right(walk) == (str(visits) if kind == "flips" else end)
        assert task.grade(walk, task.solution(walk)) == 1
        assert kind != "flips" or visits >= 1


# Life


def _alone(rows: np.ndarray, generations: int) -> list[np.ndarray]:
    boards = [rows]
    for _ in range(generations):
        around = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
        near = convolve2d(boards[-1], around, mode="same", boundary="wrap")
        boards.append(((near == 3) | ((near == 2) & (boards[-1] == 1))).astype(int))
    return boards


def _repeat(rows: np.ndarray) -> int | None:
    boards = [each.tobytes() for each in _alone(rows, 12)]
    return next((number for number, each in enumerate(boards) if each in boards[:number]), None)


def test_counts_and_fates_agree_with_scipy() -> None:
    for kind in ("now", "next", "history"):
        for task, board in of_kind("life_game_qa", kind, 20):
            boards = _alone(np.array(board.rows), 3)
            fate = ", ".join("alive" if b[board.corner] else "dead" for b in boards[1:])
            right = fate if kind == "history" else str(boards[kind == "next"].sum())
            assert task.right(board) == task.found(board) == right


def test_a_block_changes_as_a_board_of_its_own_and_not_with_the_board_around_it() -> None:
    differs = 0
    for task, board in of_kind("life_game_qa", "block", 30):
        top, left = board.corner
        whole = np.array(board.rows)
        block = whole[top : top + 4, left : left + 4]
        assert task.right(board) == task.found(board) == str(_repeat(block))
        differs += _repeat(whole) != _repeat(block)
    assert differs > 15


def test_a_block_made_by_hand_repeats_itself() -> None:
    still = ((0, 0, 0, 0), (0, 1, 1, 0), (0, 1, 1, 0), (0, 0, 0, 0))
    for block, repeat in ((still, "1"), (((1, 1, 0, 0),) + ((0,) * 4,) * 3, "2")):
        rows = (*((*row, 1) for row in block), (1,) * 5)
        life = Life(rows, "block")
        assert LifeGameQa().right(life) == LifeGameQa().found(life) == repeat


# Machines

LEFTWARD = Machine(((0, 0, 0, 1), (0, 1, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0)), (0, 1), 0, (
    (MachineRule(1, 3, 0), MachineRule(0, 3, 1)),
    (MachineRule(1, 3, 1), MachineRule(0, 2, 0)),
))  # fmt: skip


def test_a_machine_made_by_hand_wraps_and_its_colours_are_those_of_the_end() -> None:
    """It goes to (0, 0) and over the edge to (0, 3), where it reads 1, and on to (0, 2)."""
    task, run = TuringMachine2DQa(size=4), Run(LEFTWARD, "position", (3,))
    assert task.right(run) == task.found(run) == "row 0, column 2"
    states = replace(run, kind="state", steps=(2, 3))
    assert task.right(states) == task.found(states) == "P and Q"
    colours = replace(run, kind="colour", cells=((0, 0), (0, 3)))
    assert task.right(colours) == task.found(colours) == "blue and white"
    entry = replace(run, kind="entry", state=1)
    assert task.right(entry) == task.found(entry) == "3"


@pytest.mark.parametrize("level", LEVELS)
def test_machines_agree_with_a_run_on_an_array(level: str) -> None:
    for task, run in problems("turing_machine_2d_qa", level, 40):
        board, (row, column) = np.array(run.machine.board), run.machine.head
        states = [run.machine.state]
        for _ in range(run.steps[-1]):
            rule = run.machine.rules[states[-1]][board[row, column]]
            board[row, column] = rule.color
            row, column = np.mod(np.add((row, column), STEPS[rule.way]), task.size)
            states.append(rule.state)
        colors = [("white", "blue", "yellow", "red")[board[cell]] for cell in run.cells]
        right = {
            "position": f"row {row}, column {column}",
            "state": " and ".join("PQRS"[states[step]] for step in run.steps),
            "colour": " and ".join(colors),
            "entry": str((*states, run.state).index(run.state)),
        }[run.kind]
        assert task.right(run) == right
        assert run.steps[-1] <= task.longest


def test_half_of_the_colours_that_are_asked_for_have_changed() -> None:
    changed = 0
    for task, run in of_kind("turing_machine_2d_qa", "colour", 60):
        before = [("white", "blue", "yellow", "red")[run.machine.board[r][c]] for r, c in run.cells]
        changed += sum(a != b for a, b in zip(before, task.right(run).split(" and "), strict=True))
    assert 40 < changed < 80
