"""Questions with options about worlds of shots and clicks: a ship, falling blocks."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from kinds import check_options, of_kind
from problems import LEVELS
from visgym.kit.cells.rhythms import score
from visgym.tasks.puzzles.rhythm_qa import Beat, RhythmQa
from visgym.tasks.puzzles.space_invaders_qa import Fleet, SpaceInvadersQa

NAMES = ("space_invaders_qa", "rhythm_qa")


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


# Blocks to click

COLUMNS = ("yPBTg", "gy.PT", "PTyyy", ".yPBT")  # from the bottom up
FALLING = tuple(column + "....." for column in COLUMNS)


@pytest.mark.parametrize(
    ("column", "points"),
    [
        (0, 10 + 39 + 15),  # nothing is left to be mirrored
        (1, 15 + 30),  # then the third column, without the head of its snake
        (2, 22 + 30),
        (3, 10 + 39),
    ],
)
def test_points_of_columns_made_by_hand_go_on_after_a_green_block(column: int, points: int) -> None:
    task = RhythmQa(rows=10, columns=4)
    beat = Beat(FALLING, "score", column)
    assert task.right(beat) == task.found(beat) == str(points)


def test_blocks_and_snakes_made_by_hand_are_counted_from_the_bottom() -> None:
    task = RhythmQa(rows=10, columns=4)
    for kind, column, row, said in (("block", 0, 0, "yellow"), ("block", 3, 4, "grey")):
        beat = Beat(FALLING, kind, column, row)
        assert task.right(beat) == task.found(beat) == said
    beat = Beat(FALLING, "snake", 0, 1, 1)
    assert task.right(beat) == task.found(beat) == "3"
    assert "row 1, column 1" in task.question(beat)


def _points(falling: Any, column: int) -> int:
    """On a list of blocks with places that are moved and mirrored one by one."""
    blocks = {}
    for number, signs in enumerate(falling):
        name = 0
        for row, sign in enumerate(signs):
            name = name if sign in "BT" else name + 1
            if sign != ".":
                blocks[number, row] = (sign, (number, name))
    sizes = Counter(name for _, name in blocks.values())
    clicked: Counter[Any] = Counter()
    total = 0
    for _ in range(len(falling[0])):
        sign, name = blocks.pop((column, 0), ("", None))
        clicked[name] += 1
        if sign and sign in "PBT" and clicked[name] == sizes[name]:
            total += sizes[name] * (2 * sizes[name] + 7)
        total += 10 * (sign == "y") + 15 * (sign == "g")
        if sign == "g":
            blocks = {(len(falling) - 1 - c, r): each for (c, r), each in blocks.items()}
        blocks = {(c, r - 1): each for (c, r), each in blocks.items() if r}
    return total


def test_points_agree_with_blocks_that_are_moved_one_by_one() -> None:
    stopped = 0
    for task, beat in of_kind("rhythm_qa", "score", 60):
        points = _points(beat.falling, beat.column)
        assert task.right(beat) == task.found(beat) == str(points)
        assert str(score(beat.falling, beat.column, mirrors=False)) in beat.options
        first = beat.falling[beat.column].index("g")
        signs = beat.falling[beat.column][: first + 1]
        stopped += _points((signs,), 0) < points
    assert stopped > 50  # what the first green block would end


def test_lengths_and_colours_vary() -> None:
    for kind, level, least in (("snake", "level_1", 15), ("block", "level_0", 8)):
        said = Counter(task.right(beat) for task, beat in of_kind("rhythm_qa", kind, 120, level))
        assert min(said.values()) >= least
