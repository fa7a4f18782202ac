"""2048 against a second implementation, and its reference player."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from problems import LEVELS
from visgym import advance, begin, load
from visgym.agents.scripted import SolverAgent
from visgym.conformance.playthroughs import played_by
from visgym.core.calls import Illegal
from visgym.kit.boards.merging import Tiles, is_stuck
from visgym.kit.chance import Dice
from visgym.tasks.games.game_2048 import PRESETS, BoardState, Direction, Game2048

SIDE = 4


def board(text: str) -> BoardState:
    """A board as it is written, such as "2 . 4 / . . 2 / ..."."""
    rows = [[0 if each == "." else int(each) for each in row.split()] for row in text.split("/")]
    return BoardState(tuple(map(tuple, rows)), Dice(5))


def pushed(tiles: Tiles, direction: Direction) -> Tiles:
    """A slide by pushing single tiles one cell at a time; a merged one stays as it is."""
    turns = {Direction.LEFT: 0, Direction.UP: 1, Direction.RIGHT: 2, Direction.DOWN: 3}[direction]
    grid = np.rot90(np.array(tiles), turns)
    frozen = np.zeros_like(grid, dtype=bool)
    for row, column in np.ndindex(*grid.shape):
        while column and grid[row, column]:
            ahead = row, column - 1
            if grid[ahead] == 0:
                grid[ahead], grid[row, column] = grid[row, column], 0
            elif grid[ahead] == grid[row, column] and not frozen[ahead]:
                grid[ahead], grid[row, column], frozen[ahead] = 2 * grid[ahead], 0, True
                break
            else:
                break
            column -= 1
    return tuple(tuple(map(int, row)) for row in np.rot90(grid, -turns))


def without_new(before: Tiles, after: Tiles, direction: Direction) -> list[tuple[int, int]]:
    """The old and the new value of each cell that another implementation fills otherwise."""
    expected = np.array(pushed(before, direction))
    found = np.array(after)
    return [(int(a), int(b)) for a, b in zip(expected.flat, found.flat, strict=True) if a != b]


def test_random_games_agree_with_the_second_implementation_move_for_move() -> None:
    task, rng, slides = PRESETS["level_2"], Random(1), 0
    for seed in range(12):
        state = task.start(seed)
        while not task.is_over(state):
            direction = rng.choice(list(Direction))
            if pushed(state.tiles, direction) == state.tiles:
                with pytest.raises(Illegal):
                    task.slide(state, direction)
                continue
            after = task.slide(state, direction)
            assert without_new(state.tiles, after.tiles, direction) in ([(0, 2)], [(0, 4)])
            state, slides = after, slides + 1
        assert task.score(state) == 1 or all(
            pushed(state.tiles, each) == state.tiles for each in Direction
        )
    assert slides > 500


@pytest.mark.parametrize(
    ("row", "left"),
    [
        ("2 2 2 2", (4, 4, 0, 0)),
        ("2 2 2 .", (4, 2, 0, 0)),
        ("4 2 2 .", (4, 4, 0, 0)),
        (". 2 . 2", (4, 0, 0, 0)),
        ("8 4 4 8", (8, 8, 8, 0)),
    ],
)
def test_a_tile_merges_once_in_a_slide_and_first_where_it_slides_to(
    row: str, left: tuple[int, ...]
) -> None:
    state = board(f"{row} / . . . . / . . . . / . . . .")
    after = np.array(Game2048().slide(state, Direction.LEFT).tiles)
    for column, value in enumerate(left):
        assert after[0, column] == value or not value


def test_new_tiles_are_fours_one_time_in_ten_and_lie_anywhere() -> None:
    start = board("2 . . . / . . . . / . . . . / . . . .")
    rolled = [replace(start, dice=Dice(seed)) for seed in range(600)]
    grids = [np.array(Game2048().slide(each, Direction.RIGHT).tiles) for each in rolled]
    for grid in grids:
        grid[0, 3] = 0
    assert {int(grid.max()) for grid in grids} == {2, 4}
    assert 0.06 < sum(grid.max() == 4 for grid in grids) / len(grids) < 0.14
    assert len({int(grid.argmax()) for grid in grids}) == 15


def test_a_slide_that_moves_nothing_costs_a_step_and_rolls_no_dice() -> None:
    task = Game2048()
    state = board("2 . . . / 4 . . . / . . . . / . . . .")
    with pytest.raises(Illegal, match=r"No tile can slide left\."):
        task.slide(state, Direction.LEFT)
    episode = replace(begin(task, 0), start=state)
    after = advance(episode, "('slide', 'left')")
    assert (after.state, after.step, after.turns[-1].verdict) == (state, 2, "refused")


def test_the_game_ends_at_the_target_and_where_nothing_can_slide() -> None:
    task = Game2048(target=64)
    won = board("64 . . . / . . . . / . . . . / . . . .")
    lost = board("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2")
    full = board("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 4")
    assert task.is_over(won)
    assert task.score(won) == 1
    assert task.is_over(lost)
    assert task.hopeless(lost)
    assert task.score(lost) == 0
    assert not task.is_over(full)
    assert not is_stuck(full.tiles)
    assert task.metrics(full)["progress"] == pytest.approx(2 / 6)


def test_rewards_are_the_merged_tiles_and_add_up_to_about_one() -> None:
    task = Game2048(target=64)
    state = board("2 2 . . / 4 4 . . / . . . . / . . . .")
    after = advance(replace(begin(task, 0), start=state), "('slide', 'left')")
    assert after.turns[-1].reward == pytest.approx((4 + 8) / (64 * 5))
    won = played_by(SolverAgent(), begin(PRESETS["level_0"], 3))
    assert 0.6 < sum(turn.reward for turn in won.turns) <= 1.3


def test_the_player_is_given_no_dice() -> None:
    task = PRESETS["level_1"]
    state = task.start(1)
    assert task.visible(state, 0) == task.visible(replace(state, dice=Dice(9)), 0)
    assert task.careful(task.visible(state, 0), Random(0)) == next(
        task.expectimax(state, Random(0))
    )


def wins(level: str, count: int) -> int:
    task = load(f"game_2048/{level}")
    agent = SolverAgent(strategy="careful")
    return sum(played_by(agent, begin(task, seed)).success for seed in range(count))


@pytest.mark.parametrize(("level", "count"), [("level_0", 20), ("level_1", 3), ("level_2", 2)])
def test_the_reference_player_reaches_the_target_within_the_limit(level: str, count: int) -> None:
    assert wins(level, count) >= 0.95 * count


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_the_reference_player_wins_95_of_100_seeds(level: str) -> None:
    assert wins(level, 300) >= 285
