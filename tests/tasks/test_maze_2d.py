"""Hand-made mazes."""

from __future__ import annotations

from random import Random

import networkx
import numpy as np
import pytest

from visgym.core.calls import Illegal
from visgym.core.episode import begin
from visgym.kit.grid import Cell, neighbours
from visgym.tasks.spatial.maze_2d import PRESETS, Direction, Maze2D, MazeState

TASK = Maze2D(width=5, height=5)
FLOOR: frozenset[Cell] = frozenset({(1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1)})
START = MazeState(FLOOR, agent=(1, 1), target=(3, 1))


def test_the_way_round_is_found_and_directions_are_those_of_the_seed() -> None:
    plan = [call.args[0] for call in TASK.shortest(START, Random(0))]
    right, up, left, down = (Direction(code) for code in range(4))
    assert plan == [right, right, down, down, left, left]
    assert (right.name, up.name, left.name, down.name) == ("RIGHT", "UP", "LEFT", "DOWN")


def test_walls_stop_and_say_so() -> None:
    with pytest.raises(Illegal, match=r"A wall blocks the way down\."):
        TASK.move(START, Direction.DOWN)


def test_only_the_target_scores() -> None:
    assert TASK.score(START) == 0
    assert TASK.score(MazeState(FLOOR, agent=(3, 1), target=(3, 1))) == 1


def test_the_text_shows_walls_floor_agent_and_target() -> None:
    assert TASK.describe(START) == "#####\n#A  #\n### #\n#T  #\n#####"


def test_stepping_off_the_target_leaves_it_whole() -> None:
    beside = MazeState(FLOOR, agent=(3, 2), target=(3, 1))
    back = TASK.move(TASK.move(beside, Direction.LEFT), Direction.RIGHT)
    assert np.array_equal(TASK.draw(back), TASK.draw(beside))


@pytest.mark.parametrize("preset", list(PRESETS))
def test_starts_are_opposite_corners_within_reach(preset: str) -> None:
    task = PRESETS[preset]
    for seed in range(40):
        state = begin(task, seed).start
        assert state.agent[0] + state.target[0] == task.height - 1
        assert state.agent[1] + state.target[1] == task.width - 1
        graph = networkx.Graph(
            (a, b) for a in state.floor for b in neighbours(a) if b in state.floor
        )
        length = networkx.shortest_path_length(graph, state.agent, state.target)
        assert task.longest is not None and length <= task.longest < task.step_limit
        assert length == len(list(task.shortest(state, Random(0))))
