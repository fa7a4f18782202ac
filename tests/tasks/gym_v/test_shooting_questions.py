"""Questions with options about worlds in which somebody catches or shoots: a ship."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from kinds import check_options, of_kind
from problems import LEVELS
from visgym.tasks.puzzles.space_invaders_qa import Fleet, SpaceInvadersQa

NAMES = ("space_invaders_qa",)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(name: str, level: str) -> None:
    check_options(name, level)


# Enemies above a ship

ENEMIES = (
    (30, 30, 0, 20, 0, 0, 0),
    (10, 0, 30, 10, 0, 0, 0),
    (20, 0, 10, 0, 0, 0, 0),
)


@pytest.mark.parametrize(
    ("kind", "ship", "asked", "right"),
    [
        ("row", 0, 1, "3"),
        ("column", 0, 3, "2"),
        ("all", 0, 0, "8"),
        ("color", 0, 30, "3"),
        ("shot", 0, 0, "20"),
        ("shot", 5, 0, "0"),
        ("moved", 0, 1, "30"),
        ("moved", 5, -2, "10"),
        # The column of the purple one comes to the ship; behind the green one is another.
        ("series", 1, 0, "70"),
        ("series", 6, 0, "40"),  # from column 4, then from column 3
    ],
)
def test_questions_about_enemies_made_by_hand(kind: str, ship: int, asked: int, right: str) -> None:
    task, fleet = SpaceInvadersQa(deep=3, wide=4, rows=6), Fleet(ENEMIES, ship, 1, kind, asked)
    assert task.right(fleet) == task.found(fleet) == right


def _most(fleet: Any) -> int:
    """All ways of three shots, on a dictionary of enemies that is moved."""
    best = 0
    for moves in product((-1, 0, 1), repeat=3):
        alive = {
            (r, c): points
            for r, row in enumerate(fleet.enemies)
            for c, points in enumerate(row)
            if points
        }
        ship, total = fleet.ship, 0
        for move in moves:
            ship += move
            if not 0 <= ship < len(fleet.enemies[0]):
                total = -1000
            column = [cell for cell in alive if cell[1] == ship]
            total += alive.pop(max(column)) if column else 0
            alive = {(r, c + fleet.drift): points for (r, c), points in alive.items()}
        best = max(best, total)
    return best


def test_the_most_points_agree_with_all_ways_and_enemies_stay_on_the_board() -> None:
    for task, fleet in of_kind("space_invaders_qa", "series", 60):
        assert task.right(fleet) == task.found(fleet) == str(_most(fleet))
        columns = [c for row in fleet.enemies for c, points in enumerate(row) if points]
        moved = [c + 3 * fleet.drift for c in columns]
        assert 0 <= min(moved) <= max(moved) < task.wide + 3


def test_one_of_the_columns_scores_most() -> None:
    for task, fleet in of_kind("space_invaders_qa", "best", 40, "level_1"):
        scores = {}
        for option in fleet.options:
            column = [row[int(option.split()[1])] for row in fleet.enemies]
            scores[option] = next((points for points in column[::-1] if points), 0)
        best = [option for option, points in scores.items() if points == max(scores.values())]
        assert best == [task.right(fleet)]


def test_colours_do_not_follow_from_rows() -> None:
    mixed = sum(
        len({points for points in row if points}) > 1
        for _, fleet in of_kind("space_invaders_qa", "all", 20)
        for row in fleet.enemies
    )
    assert mixed > 80


@pytest.mark.parametrize("kind", ["shot", "moved", "series"])
def test_points_vary(kind: str) -> None:
    said = Counter(task.right(fleet) for task, fleet in of_kind("space_invaders_qa", kind, 120))
    assert max(said.values()) < 50
    assert len(said) >= 4
