"""Sokoban and Rush Hour: hand-made positions, and lengths that another search finds too."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from visgym.core.calls import Call, Illegal
from visgym.core.episode import begin
from visgym.core.task import Task
from visgym.kit import compiled
from visgym.kit.boards import boxes, cars
from visgym.kit.boards.boxes import BoxHeading, Warehouse
from visgym.kit.boards.cars import Car
from visgym.tasks.games import rush_hour, sokoban
from visgym.tasks.games.rush_hour import Jam, RushHour
from visgym.tasks.games.sokoban import MEMORY, Sokoban

UP, RIGHT, DOWN, LEFT = BoxHeading
LEVELS = ("level_0", "level_1", "level_2")
SOKOBAN, RUSH_HOUR = Sokoban(), RushHour(vehicles=4)


def length(start: Hashable, ways: Callable[[Any], Iterable[Any]], is_done: Any) -> int | None:
    """How many steps the shortest way has: breadth-first, in plain Python."""
    far, line = {start: 0}, [start]
    for each in line:
        if is_done(each):
            return far[each]
        for after in ways(each):
            if after not in far:
                far[after] = far[each] + 1
                line.append(after)
    return None


def warehouse(drawing: str) -> Warehouse:
    """A room from the signs of its description."""
    lines = drawing.strip("\n").splitlines()
    found = {(r, c): sign for r, line in enumerate(lines) for c, sign in enumerate(line)}

    def where(signs: str) -> frozenset[tuple[int, int]]:
        return frozenset(cell for cell, sign in found.items() if sign in signs)

    (player,) = where("@+")
    return Warehouse(where(" .$*@+"), where(".*+"), where("$*"), player)


def fewest_moves(start: Warehouse) -> int | None:
    def ways(at: Any) -> Iterable[Any]:
        (row, column), crates = at
        for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            ahead, behind = (row + down, column + across), (row + 2 * down, column + 2 * across)
            if ahead in crates and behind in start.floor and behind not in crates:
                yield ahead, crates - {ahead} | {behind}
            elif ahead in start.floor and ahead not in crates:
                yield ahead, crates

    return length((start.player, start.boxes), ways, lambda at: at[1] == start.targets)


def jam(drawing: str) -> Jam:
    """Cars from the letters of a description."""
    lines = [line.removesuffix(">") for line in drawing.split()]
    found: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            if sign != ".":
                found.setdefault(sign, []).append((row, column))
    parts = [cells for _, cells in sorted(found.items())]
    return Jam(tuple(Car(*c[0], len(c), c[0][1] == c[1][1]) for c in parts))


def fewest_cells(start: Jam) -> int | None:
    """The cells of each car are the bits of a number here, of eight columns with the rim."""
    bits = tuple(sum(1 << (8 * (r + 1) + c + 1) for r, c in car.cells) for car in start.cars)
    steps = [8 if car.upright else 1 for car in start.cars]
    inner = sum(1 << (8 * row + column) for row in range(1, 7) for column in range(1, 7))
    exit = 1 << (8 * (start.cars[0].row + 1) + 6)

    def ways(board: Any) -> Iterable[Any]:
        free = inner & ~sum(board)
        for number, (car, step) in enumerate(zip(board, steps, strict=True)):
            for after in (car << step, car >> step):
                if not after & ~(free | car):
                    yield *board[:number], after, *board[number + 1 :]

    return length(bits, ways, lambda board: board[0] & exit)


# Generated starts


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(300), marks=pytest.mark.slow)])
def test_rooms_take_as_many_moves_as_their_level_says(level: str, seeds: range) -> None:
    task = sokoban.PRESETS[level]
    for seed in seeds:
        start = begin(task, seed).start
        claimed = len(boxes.shortest(start) or [])
        assert claimed == fewest_moves(start), seed
        assert task.fewest <= claimed <= task.most and not start.boxes & start.targets


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(300), marks=pytest.mark.slow)])
def test_jams_take_as_many_cells_as_their_level_says(level: str, seeds: range) -> None:
    task = rush_hour.PRESETS[level]
    for seed in seeds:
        start = begin(task, seed).start
        claimed = len(cars.shortest(start.cars) or [])
        assert claimed == fewest_cells(start), seed
        assert task.fewest <= claimed <= task.most and len(start.cars) == task.vehicles


@pytest.mark.parametrize("level", LEVELS)
def test_limits_leave_half_as_much_again_as_the_longest_solution(level: str) -> None:
    for task in (sokoban.PRESETS[level], rush_hour.PRESETS[level]):
        assert task.step_limit >= 1.5 * task.most


@pytest.mark.parametrize("presets", [sokoban.PRESETS, rush_hour.PRESETS])
def test_rewards_on_the_way_cannot_be_earned_twice(presets: dict[str, Task[Any]]) -> None:
    task = presets["level_1"]
    state, rng, total = begin(task, 3).start, Random(0), 0.0
    sums: dict[str | None, float] = {}
    for _ in range(100):
        call, after = rng.choice(list(task.moves(state)))
        total += task.reward(state, call, after)
        state = after
        seen = task.describe(state)
        assert sums.setdefault(seen, total) == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize("name", ["cars", "boxes"])
def test_kernels_run_alike_as_plain_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task: Task[Any] = (sokoban if name == "boxes" else rush_hour).PRESETS["level_0"]
    starts = [begin(task, seed).start for seed in range(2)]
    ways = [list(task.strategies()[0](start, Random(0))) for start in starts]
    for decorator in ("optional_loop", "optional_shared"):
        monkeypatch.setattr(compiled, decorator, lambda function: function)
    module = {"cars": cars, "boxes": boxes}[name]
    plain = runpy.run_path(str(Path(module.__file__).parent / "kernels" / f"{name}.py"))
    for kernel in {"spread", "pull_back", "push_home"} & vars(module).keys():
        monkeypatch.setattr(module, kernel, plain[kernel])
    assert [begin(task, seed).start for seed in range(2)] == starts
    assert [list(task.strategies()[0](start, Random(0))) for start in starts] == ways


# Sokoban by hand

HALL = """
#######
#@$ . #
#######"""
CORNER = """
######
#    #
#  $@#
# .  #
######"""


def test_walking_against_a_box_pushes_it() -> None:
    state = SOKOBAN.move(warehouse(HALL), RIGHT)
    assert (state.player, state.boxes) == ((1, 2), frozenset({(1, 3)}))
    assert SOKOBAN.score(state) == 0 and SOKOBAN.metrics(state) == {"share": 0.0}
    state = SOKOBAN.move(state, RIGHT)
    assert SOKOBAN.is_over(state) and SOKOBAN.score(state) == 1
    assert SOKOBAN.metrics(state) == {"share": 1.0}


def test_what_cannot_be_walked_or_pushed_says_why() -> None:
    state = warehouse("#####\n#@$$.\n# $ #\n#####")
    with pytest.raises(Illegal, match="A wall blocks the way up"):
        SOKOBAN.move(state, UP)
    with pytest.raises(Illegal, match="cannot be pushed right: another box is behind it"):
        SOKOBAN.move(state, RIGHT)
    below = SOKOBAN.move(state, DOWN)
    assert below.player == (2, 1)
    with pytest.raises(Illegal, match="cannot be pushed up: a wall is behind it"):
        SOKOBAN.move(warehouse("####\n# $#\n# @#\n####"), UP)


def test_undo_takes_back_walks_and_pushes_until_nothing_is_left() -> None:
    start = warehouse(CORNER)
    state = start
    for direction in (UP, LEFT, DOWN, DOWN, LEFT):
        try:
            state = SOKOBAN.move(state, direction)
        except Illegal:
            continue
    assert state.boxes != start.boxes
    for _ in range(len(state.past)):
        state = SOKOBAN.undo(state)
    assert state == start
    with pytest.raises(Illegal, match="no move to take back"):
        SOKOBAN.undo(state)


def test_a_box_in_a_corner_is_lost_until_it_is_taken_back() -> None:
    start = warehouse(CORNER)
    pushed = SOKOBAN.move(SOKOBAN.move(start, LEFT), LEFT)
    assert boxes.shortest(pushed) is None and boxes.pushes_left(pushed) is None
    assert SOKOBAN.reward(start, Call("move", (LEFT,)), pushed) < -1
    calls = list(SOKOBAN.shortest(pushed, Random(0)))
    assert calls[:2] == [Call("undo", ()), Call("move", (UP,))]  # the first push did no harm
    assert not SOKOBAN.hopeless(pushed)
    state = pushed
    for call in calls:
        state = SOKOBAN.apply(state, call)
    assert SOKOBAN.score(state) == 1


def test_only_what_is_forgotten_cannot_be_taken_back() -> None:
    start = warehouse(CORNER)
    state = SOKOBAN.move(SOKOBAN.move(start, LEFT), LEFT)
    for step in range(MEMORY):
        assert not SOKOBAN.hopeless(state)
        state = SOKOBAN.move(state, UP if step % 2 == 0 else DOWN)
    assert len(state.past) == MEMORY and SOKOBAN.hopeless(state)


def test_the_bound_gives_each_box_a_target_of_its_own() -> None:
    state = warehouse("########\n#@     #\n# $$ . #\n#      #\n#    . #\n########")
    assert boxes.pushes_left(state) == 3 + 4  # not 3 + 2: the nearer target takes one box only
    assert len(boxes.shortest(state) or []) == fewest_moves(state)


@pytest.mark.parametrize("knobs", [{"size": 10}, {"boxes": 5}, {"walls": 40}, {"fewest": 70}])
def test_rooms_beyond_the_searches_are_refused(knobs: dict[str, int]) -> None:
    with pytest.raises(ValueError):
        Sokoban(**knobs)


# Rush Hour by hand

JAM = """
...B..
...B..
AA.B..>
..CCC.
......
...DD."""


def test_cars_slide_along_their_length_only_as_far_as_there_is_room() -> None:
    state = jam(JAM)
    for car, cells, why in [
        ("A", 2, "can go only 1 cell right: car B"),
        ("A", -1, "can go no cell left: the edge"),
        ("B", 1, "can go no cell down: car C"),
        ("C", -4, "can go only 2 cells left: the edge"),
        ("D", 0, "at least one cell"),
    ]:
        with pytest.raises(Illegal, match=why):
            RUSH_HOUR.slide(state, car, cells)
    assert RUSH_HOUR.slide(state, "C", -2) == jam(JAM.replace("..CCC.", "CCC..."))


def test_the_jam_by_hand_takes_as_many_cells_as_counted() -> None:
    # C by two cells and D by one leave the column to B, which goes down three, and A goes four
    state = jam(JAM)
    assert len(cars.shortest(state.cars) or []) == fewest_cells(state) == 10
    ended = RUSH_HOUR.goal(state)
    assert RUSH_HOUR.is_over(ended) and RUSH_HOUR.score(ended) == 1
    assert RUSH_HOUR.metrics(ended) == {"progress": 1.0}


def test_a_jam_without_a_way_has_none() -> None:
    assert cars.shortest(jam("......\n......\nAABCC.\n..B...\n......\n......").cars) is None
