"""Questions about noughts and crosses: the small game and the one on nine boards."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from problems import LEVELS, problems
from visgym.kit.noughts import lines, value
from visgym.tasks.puzzles.tic_tac_toe_qa import Noughts, TicTacToeQa
from visgym.tasks.puzzles.ultra_tic_tac_toe_qa import Ultra, UltraTicTacToeQa

NAMES = ("tic_tac_toe_qa", "ultra_tic_tac_toe_qa")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(name: str, level: str) -> None:
    places: Counter[str] = Counter()
    for task, problem in problems(name, level, 100):
        right = [letter for letter in task.letters if task.grade(problem, letter) == 1]
        assert right == [task.solution(problem)]
        assert len(set(problem.options)) == len(task.letters)
        places[right[0]] += 1
    assert all(8 < places[letter] < 50 for letter in task.letters)


# The small game


def test_the_empty_board_is_a_draw_and_has_eight_lines() -> None:
    assert value(0, 0, 3) == 0
    assert len(lines(3)) == 8
    assert (2, 4, 6) in lines(3)
    assert (3, 6, 9, 12) in lines(4)


@pytest.mark.parametrize(
    ("board", "move", "right"),
    [
        ("OO.XX....", -1, "cell 3"),  # a win is better than to stop the other
        ("O..OX....", -1, "cell 7"),  # the only way not to lose
        ("O...X....", 1, "cell 3"),  # what O threatens after its move
    ],
)
def test_best_moves_of_boards_made_by_hand(board: str, move: int, right: str) -> None:
    kind = "best" if move < 0 else "reply"
    offered = tuple(cell for cell in (2, 3, 5, 6, 7, 8) if board[cell] == "." and cell != move)
    noughts = Noughts(board, kind, tuple(range(1, 10)), offered, move=move)
    assert TicTacToeQa().right(noughts) == TicTacToeQa().found(noughts) == right


def _best(rows: list[str], mover: str, size: int) -> int:
    """The end for O, by plain recursion over nested lists."""
    board = [rows[cell : cell + size] for cell in range(0, size**2, size)]
    ways = [*board, *zip(*board, strict=True), [board[i][i] for i in range(size)]]
    ways.append([board[i][size - 1 - i] for i in range(size)])
    for sign, end in (("O", 1), ("X", -1)):
        if any(all(each == sign for each in way) for way in ways):
            return end
    free = [cell for cell, sign in enumerate(rows) if sign == "."]
    later = "X" if mover == "O" else "O"
    ends = [_best([*rows[:c], mover, *rows[c + 1 :]], later, size) for c in free]
    return (max if mover == "O" else min)(ends, default=0)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_games_are_not_over_and_best_moves_agree_with_plain_recursion(level: str) -> None:
    for task, noughts in problems("tic_tac_toe_qa", level, 6):
        rows = [*noughts.board]
        assert rows.count("O") - rows.count("X") in (0, 1)
        mover = "X" if rows.count("O") > rows.count("X") else "O"
        if noughts.kind == "reply":
            rows[noughts.move], mover = mover, "X" if mover == "O" else "O"
        later, better = ("X", max) if mover == "O" else ("O", min)
        ends = {
            cell: _best([*rows[:cell], mover, *rows[cell + 1 :]], later, task.size)
            for cell, sign in enumerate(rows)
            if sign == "."
        }
        best = [cell for cell in noughts.offered if ends[cell] == better(ends.values())]
        assert [f"cell {noughts.names[cell]}" for cell in best] == [task.right(noughts)]
        assert sorted(noughts.names) == [*range(1, task.size**2 + 1)]


# Nine boards


def test_counts_of_boards_made_by_hand() -> None:
    boards = ("XXXOX.X..", *(".........",) * 3, "OOOO.....", *(".........",) * 4)
    task = UltraTicTacToeQa()
    for kind, sign, right in (
        ("marks", "X", "5"),
        ("marks", "O", "5"),
        ("points", "", "3"),  # of X, a row and a diagonal that share a cell
        ("middles", "", "1"),
        ("free", "", "5"),
    ):
        ultra = Ultra(boards, (0, 4), kind, sign)
        assert task.right(ultra) == task.found(ultra) == right
    best = Ultra(boards, (4, 0), "best", offered=(5, 8))  # a diagonal
    assert task.right(best) == task.found(best) == "cell 9"


def test_marks_follow_the_rules_and_what_pays_most_agrees_with_arrays() -> None:
    for task, ultra in problems("ultra_tic_tac_toe_qa", "level_2", 40):
        text = "".join(ultra.boards)
        assert text.count("X") - text.count("O") in (0, 1)
        assert (
            ultra.boards[ultra.last[0]][ultra.last[1]]
            == ("O", "X")[text.count("X") > text.count("O")]
        )
        mover = "O" if text.count("X") > text.count("O") else "X"
        here = np.array([*ultra.boards[ultra.last[1]]]).reshape(3, 3) == mover
        gains = {}
        for cell in ultra.offered:
            full = here.copy()
            full[divmod(cell, 3)] = True
            ends = full.all(0).sum() + full.all(1).sum()
            gains[f"cell {cell + 1}"] = ends + full.trace() // 3 + full[::-1].trace() // 3
        most = max(gains.values())
        assert [cell for cell, gain in gains.items() if gain == most] == [task.right(ultra)]


@pytest.mark.parametrize("level", LEVELS[:2])
def test_no_count_is_asked_for_much_more_often_than_others(level: str) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for task, ultra in problems("ultra_tic_tac_toe_qa", level, 120):
        seen[ultra.kind, task.right(ultra)] += 1
    assert max(seen.values()) < 30
