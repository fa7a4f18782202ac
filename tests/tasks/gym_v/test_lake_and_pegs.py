"""Frozen Lake against networkx; Peg Jump against geometry and a search of its own."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations
from math import dist, sqrt
from random import Random

import networkx
import pytest

from problems import LEVELS
from visgym import advance, begin, load, play, solve
from visgym.core.calls import Call, Illegal
from visgym.kit.boards.lakes import Lake
from visgym.kit.boards.pegs import HOLES, OVER, Pegs, jumped, odds, solvable
from visgym.kit.grid import Cell
from visgym.tasks.games.frozen_lake import Direction, FrozenLake, Walk
from visgym.tasks.games.peg_jump import PegJump, Triangle

# Frozen Lake

LAKE = FrozenLake(size=3, holes=1, fewest=4, most=4)
START = Walk(Lake(3, frozenset({(0, 1)}), (0, 0), (2, 2)))


def ice(lake: Lake) -> networkx.Graph:
    graph = networkx.grid_2d_graph(lake.size, lake.size)
    graph.remove_nodes_from(lake.holes)
    return graph


@pytest.mark.parametrize("level", LEVELS)
def test_ways_over_the_ice_are_as_short_as_networkx_finds_them(level: str) -> None:
    task = load(f"frozen_lake/{level}")
    sizes = {"level_0": (4, 3, 6), "level_1": (6, 9, 11), "level_2": (8, 18, 16)}
    size, holes, fewest = sizes[level]
    for seed in range(40):
        state = task.start(seed)
        lake = state.lake
        way = networkx.shortest_path_length(ice(lake), lake.player, lake.goal)
        assert len(list(task.shortest(state, Random(0)))) == way
        assert fewest <= way <= task.step_limit / 1.5
        assert (lake.size, len(lake.holes)) == (size, holes)
        assert {lake.player[0], lake.goal[0]} == {lake.player[1], lake.goal[1]} == {0, size - 1}


def test_all_corners_are_starts() -> None:
    task = load("frozen_lake/level_0")
    corners: set[Cell] = {task.start(seed).lake.player for seed in range(40)}
    assert corners == {(0, 0), (0, 3), (3, 0), (3, 3)}


def test_a_hole_is_the_end_and_takes_the_rewards_back() -> None:
    episode = replace(begin(LAKE, 0), start=START)
    plan = [Call("move", (way,)) for way in (Direction.DOWN, Direction.RIGHT, Direction.UP)]
    lost = play(episode, plan)
    assert [turn.reward for turn in lost.turns] == pytest.approx([0.25, 0.25, -0.5])
    assert lost.over
    assert not lost.success
    assert LAKE.metrics(lost.state) == {"progress": 0}
    with pytest.raises(Illegal, match="in a hole"):
        LAKE.move(lost.state, Direction.DOWN)


def test_the_goal_is_success_and_rewards_add_up_to_one() -> None:
    episode = play(replace(begin(LAKE, 0), start=START), solve(LAKE, START))
    assert episode.success
    assert len(episode.turns) == 4
    assert sum(turn.reward for turn in episode.turns) == pytest.approx(1)


def test_the_rim_of_the_lake_is_refused_and_costs_a_step() -> None:
    after = advance(replace(begin(LAKE, 0), start=START), "('move', 'up')")
    assert after.feedback == "The lake ends here; there is no square above."
    assert (after.state, after.step) == (START, 2)


def test_the_player_looks_where_he_goes() -> None:
    there = LAKE.move(LAKE.move(START, Direction.DOWN), Direction.RIGHT)
    assert LAKE.describe(there) == "_ # _\n_ @ _\n_ _ *\nYou look right."
    pictures = {LAKE.draw(replace(there, facing=way)).tobytes() for way in Direction}
    assert len(pictures) == 4


# Peg Jump


def points() -> dict[int, tuple[float, float]]:
    """The holes as points of a triangle whose sides are 4 long."""
    places = [(row, column) for row in range(5) for column in range(row + 1)]
    return {n: (c - r / 2, r * sqrt(3) / 2) for n, (r, c) in enumerate(places, start=1)}


def test_the_jumps_are_those_of_the_geometry() -> None:
    where = points()
    found = {}
    for source, over, target in permutations(where, 3):
        middle = tuple((a + b) / 2 for a, b in zip(where[source], where[target], strict=True))
        beside = dist(where[source], where[over]) == pytest.approx(1)
        if beside and dist(middle, where[over]) < 1e-9:
            found[source, target] = over
    assert found == OVER
    assert len(OVER) == 36
    bottom = {(11, 13), (12, 14), (13, 15), (13, 11), (14, 12), (15, 13)}
    assert bottom <= OVER.keys()


@cache
def endings(pegs: Pegs) -> frozenset[int]:
    """The holes in which the last peg can end, by trying every jump."""
    if len(pegs) == 1:
        return pegs
    found: set[int] = set()
    for (source, target), over in OVER.items():
        if {source, over} <= pegs and target not in pegs:
            found |= endings(pegs - {source, over} | {target})
    return frozenset(found)


@pytest.mark.parametrize("count", [5, 7, 12, 14])
def test_the_boards_that_can_be_solved_are_those_of_a_plain_search(count: int) -> None:
    rng, free = Random(count), {pegs for pegs, _ in solvable(count, False)}
    marked = set(solvable(count, True))
    for _ in range(40):
        pegs = frozenset(rng.sample(range(1, HOLES + 1), count))
        assert (pegs in free) == bool(endings(pegs))
        assert {last for each, last in marked if each == pegs} == endings(pegs)
        assert (odds(pegs) > 0) == bool(endings(pegs))


@pytest.mark.parametrize("level", LEVELS)
def test_every_start_is_solved_in_one_jump_a_peg(level: str) -> None:
    task, pegs = load(f"peg_jump/{level}"), {"level_0": 7, "level_1": 10, "level_2": 12}[level]
    for seed in range(40):
        episode = begin(task, seed)
        assert len(episode.start.pegs) == pegs
        assert bool(episode.start.last) == (level == "level_2")
        solved = play(episode, solve(task, episode.start))
        assert solved.success
        assert len(solved.turns) == pegs - 1
        assert sum(turn.reward for turn in solved.turns) == pytest.approx(1)


def test_dead_ends_are_solved_by_taking_jumps_back() -> None:
    task = PegJump(pegs=14)
    rng, stuck = Random(3), 0
    for seed in range(20):
        episode = begin(task, seed)
        for _ in range(11):
            legal = [call for call, _ in task.moves(episode.state) if call.name == "jump"]
            if legal:
                episode = advance(episode, rng.choice(legal))
        if endings(episode.state.pegs):
            continue
        stuck += 1
        assert not episode.over
        lost = replace(episode, start=episode.state, turns=())
        plan = solve(task, lost.state)
        assert plan[0] == Call("undo")
        assert play(replace(lost, task=replace(task, step_limit=99)), plan).success
    assert stuck > 5


def test_jumps_are_refused_with_the_reason() -> None:
    task, state = PegJump(), Triangle(frozenset({1, 2, 7}))
    for source, target, why in (
        (3, 8, "There is no peg in hole 3."),
        (1, 2, "There is a peg in hole 2 already."),
        (1, 5, "Hole 5 is not two holes on from hole 1 in a line."),
        (1, 6, "There is no peg in hole 3 to jump over."),
    ):
        with pytest.raises(Illegal, match=why):
            task.jump(state, source, target)
    with pytest.raises(Illegal, match=r"There is no jump to take back\."):
        task.undo(state)


def test_one_peg_in_another_hole_than_the_marked_one_is_no_success() -> None:
    task = PegJump(pegs=3, marked=True)
    state = Triangle(frozenset({1, 2}), last=1)
    after = task.jump(state, 1, 4)
    assert after.pegs == {4}
    assert task.score(after) == 0
    assert not task.is_over(after)
    assert task.undo(after) == state
    assert task.score(replace(after, last=4)) == task.score(replace(after, last=0)) == 1


def test_random_play_succeeds_as_often_as_the_odds_say() -> None:
    pegs, rng, won = frozenset({1, 2, 4, 5, 8}), Random(5), 0
    for _ in range(2000):
        at = pegs
        while legal := [(a, b) for (a, b), over in OVER.items() if {a, over} <= at and b not in at]:
            at = jumped(at, *rng.choice(legal))
        won += len(at) == 1
    assert won / 2000 == pytest.approx(odds(pegs), abs=0.05)


def test_levels_of_peg_jump_are_harder_by_the_odds_and_not_by_pegs_alone() -> None:
    tasks = [load(f"peg_jump/{level}") for level in LEVELS]
    efforts = [sum(t.effort(t.start(seed)) for seed in range(60)) / 60 for t in tasks]
    classic = PegJump(pegs=14)
    efforts.insert(2, sum(classic.effort(classic.start(seed)) for seed in range(60)) / 60)
    assert all(less < more for less, more in pairwise(efforts))
