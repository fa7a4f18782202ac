"""Towers of discs and knights that change places, against networkx."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random

import networkx
import pytest

from problems import LEVELS, problems
from visgym import advance, begin, load, play, solve
from visgym.core.calls import Call, Illegal
from visgym.kit.boards import hanoi, knights
from visgym.tasks.games.hanoi import DiscsInPlay, Hanoi
from visgym.tasks.puzzles.hanoi_plan import Discs, HanoiPlan
from visgym.tasks.puzzles.knight_swap import Knights, KnightSwap


@cache
def towers(discs: int, pegs: int) -> networkx.Graph:
    """All arrangements, joined where one disc differs and no smaller one is on either peg."""
    graph = networkx.Graph()
    for pegs_of in product(range(pegs), repeat=discs):
        for disc, peg in product(range(discs), range(pegs)):
            if not {pegs_of[disc], peg} & set(pegs_of[:disc]):
                graph.add_edge(pegs_of, (*pegs_of[:disc], peg, *pegs_of[disc + 1 :]))
    return graph


@cache
def far(discs: int, pegs: int, target: int) -> dict[tuple[int, ...], int]:
    tower = (target,) * discs
    return networkx.single_source_shortest_path_length(towers(discs, pegs), tower)


@pytest.mark.parametrize("count", [20, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("level", LEVELS)
def test_plans_for_towers_are_as_short_as_networkx_finds(level: str, count: int) -> None:
    for task, discs in problems("hanoi_plan", level, count):
        plan = task.solution(discs)
        fewest = far(task.discs, task.pegs, discs.target)[discs.pegs]
        assert len(plan) == fewest == hanoi.distance(discs.pegs, task.pegs, discs.target)
        assert task.fewest <= fewest <= task.most
        assert task.grade(discs, plan) == 1
        assert task.grade(discs, plan[:-1]) == task.grade(discs, plan[1:]) == 0
        assert task.grade(discs, ()) == 0
        assert task.metrics(discs, plan) == {"valid": 1, "ratio": 1}


@pytest.mark.parametrize("count", [20, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("level", LEVELS)
def test_the_recursive_solver_is_as_short_as_networkx_finds(level: str, count: int) -> None:
    task = load(f"hanoi/{level}")
    for seed in range(count):
        start = begin(task, seed)
        fewest = far(task.discs, 3, start.start.target)[start.start.pegs]
        calls = solve(task, start.start)
        assert len(calls) == fewest and task.fewest <= fewest <= task.most
        assert play(start, calls).success
        assert 1.5 * task.most <= task.step_limit


def test_the_recursive_solver_is_shortest_from_everywhere() -> None:
    task = Hanoi(discs=4, fewest=1, most=15)
    for pegs_of, target in product(towers(4, 3), range(3)):
        calls = list(task.recursive(DiscsInPlay(pegs_of, target), Random(0)))
        assert len(calls) == far(4, 3, target)[pegs_of]


def test_discs_go_from_the_top_and_never_onto_smaller_ones() -> None:
    task, state = Hanoi(), DiscsInPlay((0, 1, 0), 2)
    assert task.move(state, "A", "B").pegs == (1, 1, 0)
    assert task.move(state, "B", "C").pegs == (0, 2, 0)
    for source, target, why in (
        ("B", "A", "Disc 2 cannot lie on disc 1, which is smaller."),
        ("C", "A", "There is no disc on peg C."),
        ("A", "A", "Disc 1 is on peg A already."),
    ):
        with pytest.raises(Illegal, match=why):
            task.move(state, source, target)  # type: ignore[arg-type]
    assert task.describe(state) == "A: 3 1\nB: 2\nC:\ntarget: C"


def test_discs_are_settled_when_all_larger_ones_are() -> None:
    task = Hanoi()
    assert task.metrics(DiscsInPlay((0, 0, 2), 2)) == {"settled": pytest.approx(1 / 3)}
    assert task.metrics(DiscsInPlay((2, 2, 0), 2)) == {"settled": 0}
    assert task.metrics(DiscsInPlay((2, 2, 2), 2)) == {"settled": 1}


def test_one_reply_makes_one_move_and_a_bad_one_says_why() -> None:
    start = begin(load("hanoi/level_1"), 0)
    after = advance(start, "I plan ('move', ('A', 'B')) and then ('move', ('A', 'A')).")
    assert after.state == start.state and after.feedback.startswith(("Disc", "There is no disc"))
    (call, *_) = solve(start.task, start.start)
    assert len(advance(start, call).turns) == 1


def test_a_tower_made_by_hand() -> None:
    task, discs = HanoiPlan(discs=2, fewest=1, most=3), Discs((0, 0), 2)
    right = (("A", "B"), ("A", "C"), ("B", "C"))
    assert task.solution(discs) == right and task.grade(discs, right) == 1
    longer = (("A", "C"), ("C", "B"), *right[1:])
    assert task.grade(discs, longer) == 1 and task.metrics(discs, longer)["ratio"] == 0.75
    for wrong in ((("A", "C"), ("A", "C")), (("A", "B"), ("A", "C"), ("A", "C")), (("A", "A"),)):
        assert task.grade(discs, wrong) == 0 and task.metrics(discs, wrong)["valid"] == 0
    assert task.grade(discs, (("A", "B"), ("A", "C"), ("B", "A"), ("A", "B"))) == 0
    with pytest.raises(ValueError, match="the farthest ones are 7"):
        HanoiPlan(fewest=8, most=9)


# Knights


def plays(board: Knights) -> networkx.DiGraph:
    """All positions that can be reached, from rules on coordinates."""
    graph = networkx.DiGraph()
    waiting = [(board.white, board.black, board.first == "white")]
    graph.add_nodes_from(waiting)
    spots = {name: (ord(name[0]), int(name[1])) for name in board.usable}
    for white, black, is_whites in waiting:
        mine = white if is_whites else black
        for source, target in product(mine, board.usable - white - black):
            (a, b), (c, d) = spots[source], spots[target]
            if (a - c) ** 2 + (b - d) ** 2 != 5:
                continue
            moved = mine - {source} | {target}
            after = (moved, black, False) if is_whites else (white, moved, True)
            if after not in graph:
                waiting.append(after)
            graph.add_edge((white, black, is_whites), after)
    return graph


def shortest_exchange(graph: networkx.DiGraph, board: Knights) -> int | None:
    start = board.white, board.black, board.first == "white"
    lengths = networkx.single_source_shortest_path_length(graph, start)
    return min(
        (
            far
            for (white, black, _), far in lengths.items()
            if (white, black) == (board.black, board.white)
        ),
        default=None,
    )


@pytest.mark.parametrize(("level", "count"), list(zip(LEVELS, (40, 15, 4), strict=True)))
def test_exchanges_are_as_short_as_networkx_finds(level: str, count: int) -> None:
    referee(level, count)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_many_exchanges_are_as_short_as_networkx_finds(level: str) -> None:
    possible = referee(level, 300)
    assert 0.73 < possible < 0.87


def referee(level: str, count: int) -> float:
    """Compare with networkx; the share of boards on which an exchange is possible."""
    possible = 0
    for task, board in problems("knight_swap", level, count):
        graph, plan = plays(board), task.solution(board)
        fewest = shortest_exchange(graph, board)
        assert len(plan) == (fewest or 0)
        assert task.grade(board, plan) == 1
        assert task.grade(board, ()) == float(fewest is None)
        assert len(board.usable) == task.usable and len(board.white) == task.knights
        assert knights.as_bits(board.usable) in knights.connected(task.usable)
        assert len(graph) > task.usable
        if fewest is not None:
            possible += 1
            assert task.fewest <= fewest <= task.most
            assert task.grade(board, plan[:-1]) == task.grade(board, plan[1:]) == 0
            assert task.metrics(board, plan) == {"valid": 1, "ratio": 1}
    return possible / count


RING = ("C2", "A3", "B1", "D2", "B3", "A1")  # each a step from the next, the last from the first


def test_two_knights_go_around_a_ring() -> None:
    task = KnightSwap()
    board = Knights(frozenset(RING), frozenset({"D2"}), frozenset({"C2"}), "black")
    around = tuple(
        (RING[at % 6], RING[(at + 1) % 6]) for step in range(3) for at in (step, step + 3)
    )
    assert task.grade(board, around) == 1 and len(task.solution(board)) == len(around) == 6
    assert task.grade(board, ()) == 0
    twice_more = (*around, ("D2", "B1"), ("C2", "A1"), ("B1", "D2"), ("A1", "C2"))
    assert task.grade(board, twice_more) == 1 and task.metrics(board, twice_more)["ratio"] == 0.6
    for wrong in (
        (around[1], around[0], *around[2:]),  # white moves out of turn
        (("C2", "B1"), *around[1:]),  # no step of a knight
        (("C2", "D2"),),  # neither, and taken
        (("C2", "E3"),),
        (("C2", "A3"), ("D2", "C4")),
    ):
        assert task.grade(board, wrong) == 0 and task.metrics(board, wrong)["valid"] == 0


def test_two_knights_cannot_pass_on_a_path_and_none_says_so() -> None:
    task, path = KnightSwap(), frozenset({"A1", "B3", "C1", "A2"})
    board = Knights(path, frozenset({"A1"}), frozenset({"A2"}), "white")
    assert task.solution(board) == () and task.grade(board, ()) == 1
    assert task.grade(board, (("A1", "B3"),)) == 0
    assert task.describe(board) == "#.##\nB###\nW#.#"
    assert task.phrase(Call("answer", ((),))) == "<answer>none</answer>"


def test_boards_without_a_way_are_among_all_levels_and_none_is_heard() -> None:
    for level in LEVELS:
        task = load(f"knight_swap/{level}")
        seed = next(seed for seed in range(40) if not task.solution(task.start(seed).problem))
        assert advance(begin(task, seed), "They cannot pass. <answer>none</answer>").success
        assert not advance(begin(task, seed), "<answer>A1-B3</answer>").success


def test_three_knights_a_side_change_places_on_eleven_squares_wherever_they_can_move() -> None:
    rng = Random(0)
    for usable in knights.connected(11) * 3:
        names = rng.sample(knights.as_names(usable), 6)
        mover, waiting = knights.as_bits(names[:3]), knights.as_bits(names[3:])
        can_move = any(to & usable & ~(mover | waiting) for to, _ in knights.steps(mover))
        assert (knights.exchange(usable, mover, waiting) is not None) == can_move


def test_steps_are_those_of_a_knight() -> None:
    near = {
        (one, two) for one, two in permutations(knights.SQUARES, 2) if knights.is_step(one, two)
    }
    assert len(near) == 2 * 14  # edges of the knight's graph on three rows and four columns
    assert ("A1", "B3") in near and ("A1", "C2") in near and ("A1", "B2") not in near
