"""Questions with options about worlds in which things fall: pieces, jewels."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from kinds import check_options, of_kind
from problems import LEVELS
from visgym.kit.cells.jewels import done
from visgym.kit.cells.wells import SHAPES
from visgym.tasks.puzzles.jewel_qa import Hoard, JewelQa
from visgym.tasks.puzzles.tetris_qa import TURNS, TetrisQa, Well

NAMES = ("tetris_qa", "jewel_qa")


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


# Jewels

HOARD = ("rgb|p", "ggRbp", "gbrrr", "yg+pr", "ybgpr")


@pytest.mark.parametrize(
    ("command", "count", "after"),
    [
        ([(2, 2)], 3, "rg... ggb|p gbRbp yg+pr ybgpr"),
        ([(2, 4)], 5, "rg... ggb|. gbRb. yg+pp ybgpp"),  # a row and a column
        ([(0, 3)], 5, "rgb.p ggR.p gbr.r yg+.r ybg.r"),
        ([(3, 2)], 9, "r...p g...p g...r ygb|r ygRbr"),
        ([(1, 2)], 7, ""),  # a round one, and six plain ones of its colour
        ([(0, 0), (0, 1)], 3, ".rb|p .gRbp .brrr yg+pr ybgpr"),  # a green one above two others
        ([(0, 0), (1, 0)], 0, ""),  # no line
        ([(2, 2), (3, 2)], 0, ""),  # a cross is not swapped
    ],
)
def test_commands_on_a_board_made_by_hand(
    command: list[tuple[int, int]], count: int, after: str
) -> None:
    task, hoard = JewelQa(size=5), Hoard(HOARD, "removed", commands=(tuple(command),))
    assert task.right(hoard) == task.found(hoard) == str(count)
    if after:
        assert done(HOARD, tuple(command)) == tuple(after.split())


def _emptied(board: tuple[str, ...], command: Any) -> tuple[tuple[str, ...], int]:
    """The board after a command and how many jewels it removed, by patterns in lines of text."""
    grid = [[*row] for row in board]
    size, marks = range(len(board)), set()
    if len(command) == 2:
        (a, b), (c, d) = command
        grid[a][b], grid[c][d] = grid[c][d], grid[a][b]
    (row, column), sign = command[0], grid[command[0][0]][command[0][1]]
    if sign == "|":
        marks = {(r, column) for r in size}
    elif sign == "+":
        marks = {(r, c) for r in size for c in size if max(abs(r - row), abs(c - column)) < 2}
    elif sign.isupper():
        marks = {(r, c) for r in size for c in size if grid[r][c].upper() == sign}
    else:
        for number in size:
            for line in ([(number, at) for at in size], [(at, number) for at in size]):
                text = "".join(grid[r][c] for r, c in line)
                for match in re.finditer(r"([rgbyp])\1\1+", text):
                    run = set(line[match.start() : match.end()])
                    marks |= run if run & set(command) else set()
    marks = {(r, c) for r, c in marks if grid[r][c] != "."}
    for r, c in sorted(marks):  # from the top: what is above moves down by one
        for up in range(r, 0, -1):
            grid[up][c] = grid[up - 1][c]
        grid[0][c] = "."
    return tuple("".join(row) for row in grid), len(marks)


@pytest.mark.parametrize("kind", ["removed", "after", "two", "best"])
def test_commands_agree_with_patterns_in_text_and_one_removes_most(kind: str) -> None:
    names = {"r": "red", "g": "green", "b": "blue", "y": "yellow", "p": "purple", ".": "nothing"}
    for task, hoard in of_kind("jewel_qa", kind, 25):
        said = task.right(hoard)
        assert said == task.found(hoard)
        if kind == "best":
            counts = [_emptied(hoard.board, command)[1] for command in hoard.commands]
            assert counts.count(max(counts)) == 1
            told = next(o for o in hoard.options if o == said)
            cells = hoard.commands[counts.index(max(counts))]
            assert [int(n) for n in re.findall(r"\d+", told)] == [n for cell in cells for n in cell]
            continue
        board, total = hoard.board, 0
        for command in hoard.commands:
            board, count = _emptied(board, command)
            assert count > 0
            total += count
        row, column = hoard.cell
        assert said == (names[board[row][column]] if kind == "after" else str(total))


def test_numbers_of_removed_jewels_do_not_follow_from_the_command() -> None:
    ranks: Counter[tuple[int, int]] = Counter()
    for task, hoard in of_kind("jewel_qa", "removed", 160):
        ranks[
            len(hoard.commands[0]), sorted(map(int, hoard.options)).index(int(task.right(hoard)))
        ] += 1
    assert all(8 <= ranks[cells, rank] <= 36 for cells in (1, 2) for rank in range(4))
