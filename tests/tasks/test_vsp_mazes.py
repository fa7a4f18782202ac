"""Hand-made frozen lakes."""

from __future__ import annotations

from collections import Counter

import networkx
import pytest

from visgym import catalog
from visgym.core.episode import advance, begin
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import OnLake
from visgym.kit.boards.lakes import Lake
from visgym.kit.grid import cells, neighbours
from visgym.tasks.vsp.vsp_maze import PRESETS, VspMaze
from visgym.tasks.vsp.vsp_maze_hole import HoleProblem, VspMazeHole
from visgym.tasks.vsp.vsp_maze_relation import VspMazeRelation
from visgym.tasks.vsp.vsp_maze_safe import SafeProblem, VspMazeSafe
from visgym.tasks.vsp.vsp_maze_text import VspMazeText

# @ # _
# _ # *
# _ _ _
LAKE = Lake(3, frozenset({(0, 1), (1, 1)}), (0, 0), (1, 2))


@pytest.mark.parametrize(
    ("plan", "score"),
    [
        ("DDRRU", 1),
        ("UDLDRRU", 1),  # the edge holds the player back
        ("DDRRUUU", 1),  # the goal ends the walk
        ("R", 0),
        ("DDRR", 0),
        ("", 0),
        ("DRDRRU", 0),
    ],
)
def test_any_plan_that_works_is_right(plan: str, score: float) -> None:
    assert VspMaze().grade(OnLake(LAKE), tuple(plan)) == score


def test_optimality_is_a_metric_of_its_own() -> None:
    metrics = VspMaze().metrics(OnLake(LAKE), tuple("UDDRRU"))
    assert metrics == {"moves": 6, "fewest_moves": 5, "optimal": 0}
    assert VspMaze().solution(OnLake(LAKE)) == tuple("DDRRU")


@pytest.mark.parametrize("preset", list(PRESETS))
def test_plans_are_as_short_as_networkx_finds_them(preset: str) -> None:
    for seed in range(20):
        lake = begin(PRESETS[preset], seed).start.problem.lake
        ice = set(cells(lake.size, lake.size)) - lake.holes
        graph = networkx.Graph((a, b) for a in ice for b in neighbours(a) if b in ice)
        graph.add_nodes_from(ice)
        length = networkx.shortest_path_length(graph, lake.player, lake.goal)
        assert PRESETS[preset].metrics(OnLake(lake))["fewest_moves"] == length


def test_one_cell_in_five_is_a_hole() -> None:
    starts = [begin(PRESETS["hard"], seed).start.problem for seed in range(200)]
    shares = [len(start.lake.holes) / 62 for start in starts]
    assert 0.17 < sum(shares) / len(shares) < 0.22  # mazes without a way are thrown back


def test_lakes_are_written_as_tables_and_as_places() -> None:
    assert lakes.table(LAKE) == (
        "| | Col 1 | Col 2 | Col 3 |\n"
        "| Row 1 | @ | # | _ |\n"
        "| Row 2 | _ | # | * |\n"
        "| Row 3 | _ | _ | _ |"
    )
    assert "Holes: row 1, column 2; row 2, column 2." in lakes.in_words(LAKE)
    assert "Holes: none." in lakes.in_words(Lake(3, frozenset(), (0, 0), (1, 1)))


def test_a_hole_is_where_the_picture_shows_one() -> None:
    task = VspMazeHole()
    for cell, right in (((0, 1), "Yes"), ((0, 0), "No"), ((2, 2), "No")):
        assert task.grade(HoleProblem(LAKE, cell), right) == 1  # type: ignore[arg-type]
    assert task.question(HoleProblem(LAKE, (0, 1))) == "Is there a hole in row 1, column 2?"


def test_half_of_the_cells_are_holes() -> None:
    for size in lakes.SIZES:
        starts = [begin(VspMazeHole(size=size), seed).start.problem for seed in range(40)]
        holes = [len(start.lake.holes) for start in starts]
        assert set(holes) <= {size * size // 2, (size * size + 1) // 2}


@pytest.mark.parametrize(
    ("player", "goal", "relation"),
    [
        ((0, 0), (1, 2), "Above,Left"),
        ((2, 2), (0, 1), "Below,Right"),
        ((0, 2), (0, 0), "Right"),
        ((0, 2), (2, 2), "Above"),
    ],
)
def test_the_player_is_seen_from_the_goal(
    player: tuple[int, int], goal: tuple[int, int], relation: str
) -> None:
    task, problem = VspMazeRelation(), OnLake(Lake(3, frozenset(), player, goal))
    assert task.solution(problem) == relation
    assert [task.grade(problem, each) for each in ("Above", "Above,Left")] == [  # type: ignore[arg-type]
        relation == "Above",
        relation == "Above,Left",
    ]


def test_one_text_is_right_one_of_the_right_size_and_two_are_not() -> None:
    for seed in range(60):
        state = begin(VspMazeText(size=5), seed).start.problem
        sizes = Counter(each.size == 5 for each in state.candidates)
        assert sizes == {True: 2, False: 2} and state.candidates.count(state.lake) == 1


@pytest.mark.parametrize(
    ("plan", "answer"),
    [
        ("DD", "Yes"),
        ("R", "No"),
        ("UUL", "Yes"),
        ("DDRU", "No"),
        ("DDRRU", "Yes"),
        ("DDRRUL", "No"),  # the goal does not end the plan
        ("DDRRUDU", "Yes"),
    ],
)
def test_a_plan_is_safe_if_it_never_meets_a_hole(plan: str, answer: str) -> None:
    task, problem = VspMazeSafe(), SafeProblem(LAKE, tuple(plan))  # type: ignore[arg-type]
    assert task.solution(problem) == answer
    assert task.grade(problem, answer) == 1  # type: ignore[arg-type]


def test_unsafe_plans_fail_at_any_step_alike() -> None:
    task, falls = VspMazeSafe(moves_given=5), Counter[int]()
    for seed in range(1000):
        state = begin(task, seed).start.problem
        path = list(lakes.walk(state.lake, state.plan))
        if path[-1] in state.lake.holes:
            falls[len(path)] += 1
    assert set(falls) == {1, 2, 3, 4, 5}
    assert all(70 <= count <= 130 for count in falls.values()), falls


def test_a_reply_in_the_words_of_the_paper_is_understood() -> None:
    episode = begin(catalog.load("vsp_maze_safe/level_3"), 0)
    turn = advance(episode, "The player is safe at each step.\n<Output> Yes").turns[-1]
    assert turn.verdict == "done" and turn.call is not None and turn.call.args == ("Yes",)
    assert advance(episode, "I cannot say.").turns[-1].verdict == "unreadable"
