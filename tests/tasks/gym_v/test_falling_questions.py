"""Questions with options about worlds in which things fall: pieces."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from kinds import check_options, of_kind
from problems import LEVELS
from visgym.kit.cells.wells import SHAPES
from visgym.tasks.puzzles.tetris_qa import TURNS, TetrisQa, Well

NAMES = ("tetris_qa",)


def signs(picture: str, sign: str) -> frozenset[tuple[int, int]]:
    """The cells of a picture in signs that hold one of them."""
    rows = picture.strip().split("\n")
    return frozenset((r, c) for r, row in enumerate(rows) for c, at in enumerate(row) if at == sign)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(name: str, level: str) -> None:
    check_options(name, level)


# Pieces in a well

STACK = signs(
    """
......
......
......
......
......
....##
#...##
##.###
##.###
##.###
""",
    "#",
)


@pytest.mark.parametrize(
    ("kind", "piece", "asked", "right"),
    [
        ("empty", "I", 6, "3"),
        ("fall", "I", 1, "4"),  # onto the stack in column 4
        ("fall", "I", -1, "5"),  # onto the corner in column 0
        ("clears", "I", 0, "3"),
        ("clears", "J", 0, "2"),
        ("clears", "T", 0, "2"),
        ("clears", "O", 0, "0"),
    ],
)
def test_questions_about_a_well_made_by_hand(kind: str, piece: str, asked: int, right: str) -> None:
    task, well = TetrisQa(rows=10, columns=6), Well(STACK, piece, 0, 1, kind, asked)
    assert task.right(well) == task.found(well) == right


def test_no_piece_is_counted_where_it_could_not_fall_straight() -> None:
    cave = signs("\n".join(["......"] * 8 + ["#..###", "#....."]), "#")
    lid = cave | {(7, 3), (7, 1)}  # the row below is reached only from aside
    task = TetrisQa(rows=10, columns=6)
    assert task.right(Well(lid, "I", 0, 0, "clears")) == "0"
    assert task.right(Well(cave, "O", 0, 0, "clears")) == "1"


def _dropped(task: Any, well: Any, turn: int, column: int) -> tuple[int, int] | None:
    """Rows that a piece falls and clears, by arrays that are added up."""
    shape = np.zeros((4, 4), int)
    for cell in SHAPES[well.piece]:
        shape[cell] = 1
    shape = np.rot90(shape, -(well.turn + turn))
    shape = shape[shape.any(1)][:, shape.any(0)]
    board = np.zeros((task.rows, task.columns), int)
    board[tuple(np.array(sorted(well.grey)).T)] = 1
    height, width = shape.shape
    if column + width > task.columns:
        return None
    row = 0
    while row + height < task.rows:
        if (board[row + 1 : row + 1 + height, column : column + width] + shape).max() > 1:
            break
        row += 1
    board[row : row + height, column : column + width] += shape
    return row, int((board == 1).all(1).sum())


@pytest.mark.parametrize("kind", ["fall", "clears", "placement"])
def test_drops_agree_with_arrays_and_one_option_clears_most(kind: str) -> None:
    for task, well in of_kind("tetris_qa", kind, 25):
        drops = {(t, c): _dropped(task, well, t, c) for t in range(4) for c in range(task.columns)}
        most = max(drop[1] for drop in drops.values() if drop)
        said = task.right(well)
        assert said == task.found(well)
        if kind == "fall":
            assert drops[0, well.column + well.asked][0] == int(said)
        elif kind == "clears":
            assert most == int(said)
        else:
            cleared = {}
            for option in well.options:
                words, column = option.split(", column ")
                cleared[option] = drops[TURNS.index(words), int(column)][1]
            assert [option for option, rows in cleared.items() if rows == most > 0] == [said]


def test_rows_to_be_cleared_are_not_always_none() -> None:
    said = Counter(task.right(well) for task, well in of_kind("tetris_qa", "clears", 120))
    assert all(15 <= said[rows] <= 45 for rows in "0123")
