"""Stones to be taken in Go: the rules, the search, and OpenSpiel as a referee of both."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from problems import LEVELS, problems
from visgym.kit.boards.go import Goban, GoPosition
from visgym.kit.boards.go_captures import best_gain, gain, gains
from visgym.tasks.puzzles.tsumego import GoStones, Tsumego

Placed = dict[str, str]


def stones(text: str) -> GoStones:
    """Stones of a board of seven lines, of which the first rows are given."""
    signs = dict[str, list[str]](X=[], O=[])
    for number, row in enumerate(text.split()):
        for letter, sign in zip("ABCDEFG", row, strict=False):
            if sign in signs:
                signs[sign].append(f"{letter}{7 - number}")
    return GoStones(tuple(signs["X"]), tuple(signs["O"]))


def test_names_leave_out_the_letter_i_and_count_from_the_bottom() -> None:
    names = [*Goban(9).by_name]
    assert (names[0], names[8], names[-1], len(names)) == ("A1", "J1", "J9", 81)


@pytest.mark.parametrize(
    ("board", "point", "legal"),
    [
        (".OX OX. X..", "A7", True),  # it takes B7, which has no other liberty
        (".O. OO. ...", "A7", False),  # nothing is taken, and no liberty is left
        (".OX OOX XX.", "A7", True),  # the last liberty of all
        (".XO XXO OO.", "A7", False),  # of its own group too
        ("OX. ... ...", "A7", False),  # held
    ],
)
def test_suicide_is_no_move_unless_it_takes_something(board: str, point: str, legal: bool) -> None:
    task = Tsumego()
    after = task.goban.play(task.position(stones(board)), task.goban.by_name[point])
    assert (after is not None) is legal


def test_a_ko_is_not_taken_back_at_once() -> None:
    task = Tsumego()
    goban, by_name = task.goban, task.goban.by_name
    ko = goban.play(task.position(stones(".XO. XO.O .XO.")), by_name["C6"])
    assert ko is not None
    assert goban.play(ko, by_name["B6"]) is None


@pytest.mark.parametrize(
    ("board", "plies", "right", "taken"),
    [
        ("OX... OX... ..... .....", 1, "A5", 2),
        # the two stones of column B are more than the one at E7
        ("XOX.OX XOX.X. ..... ....", 1, "B5", 2),
        # from A5 White is driven along the edge, from B6 it runs away
        ("OX.... O..... .X.... ......", 3, "B6", 2),
        # a stone in between threatens two groups, of which White saves one at most
        ("X.X.X.X XOO.OOX XXX.XXX .......", 3, "D6", 2),
    ],
)
def test_best_points_of_boards_made_by_hand(board: str, plies: int, right: str, taken: int) -> None:
    task = Tsumego(plies=plies)
    given = stones(board)
    position = task.position(given)
    assert best_gain(task.goban, position, plies) == taken
    best = [point for point in task.points if task.grade(given, point) == 1]
    assert right in best
    assert task.solution(given) in best


# A second search, on dictionaries


def neighbours(point: str, size: int) -> list[str]:
    letters = "ABCDEFGHJKLMN"[:size]
    column, row = letters.index(point[0]), int(point[1:])
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [f"{letters[x]}{y}" for x, y in around if 0 <= x < size and 1 <= y <= size]


def breathes(board: Placed, point: str, size: int) -> tuple[set[str], bool]:
    """The group of a stone, and whether it has a liberty."""
    group, ahead, free = {point}, [point], False
    while ahead:
        for other in neighbours(ahead.pop(), size):
            free |= other not in board
            if board.get(other) == board[point] and other not in group:
                group.add(other)
                ahead.append(other)
    return group, free


def put(board: Placed, point: str, sign: str, size: int, ko: str) -> tuple[Placed, int, str] | None:
    """The board after a move, the stones taken, and where may not be played next."""
    if point in board or point == ko:
        return None
    later, taken = {**board, point: sign}, set[str]()
    for other in neighbours(point, size):
        if later.get(other, sign) != sign:
            group, free = breathes(later, other, size)
            taken |= set() if free else group
    for other in taken:
        later.pop(other, None)
    group, free = breathes(later, point, size)
    if not free:
        return None
    single = len(taken) == len(group) == 1 and sum(
        each not in later for each in neighbours(point, size)
    )
    return later, len(taken), next(iter(taken)) if single == 1 else ""


def by_brute_force(board: Placed, size: int, plies: int) -> dict[str, int]:
    """What each legal move of X takes, whatever O answers."""
    points = [*Goban(size).by_name]

    def most(board: Placed, ko: str) -> int:
        played = (put(board, point, "X", size, ko) for point in points)
        return max(each[1] for each in played if each)

    found = {}
    for point in points:
        if (first := put(board, point, "X", size, "")) is None:
            continue
        later, taken, ko = first
        found[point] = taken
        if plies > 1:
            answers = [put(later, each, "O", size, ko) for each in points]
            boards = [(later, ""), *((each[0], each[2]) for each in answers if each)]
            found[point] += min(most(*each) for each in boards)
    return found


@pytest.mark.parametrize("level", LEVELS[:2])
def test_every_best_point_counts_and_no_other_by_a_second_search(level: str) -> None:
    for task, given in problems("tsumego", level, 10):
        board = dict.fromkeys(given.black, "X") | dict.fromkeys(given.white, "O")
        worth = by_brute_force(board, task.size, 1)
        best = {point for point, taken in worth.items() if taken == max(worth.values())}
        assert {point for point in task.points if task.grade(given, point) == 1} == best


def test_answers_that_are_left_out_do_not_matter() -> None:
    task = Tsumego(plies=3, loose=7)
    for seed in range(2):
        given = task.start(seed).problem
        board = dict.fromkeys(given.black, "X") | dict.fromkeys(given.white, "O")
        worth = by_brute_force(board, task.size, 3)
        position = task.position(given)
        for move, taken in gains(task.goban, position, 3).items():
            assert worth[task.goban.name(move)] == taken == gain(task.goban, position, move, 3)
        assert max(worth.values()) == best_gain(task.goban, position, 3)


# OpenSpiel


def set_up(spiel: Any, given: GoStones, size: int) -> Any:
    """A state of OpenSpiel with these stones, Black to move; nobody passes twice in a row."""
    state = spiel.load_game("go", {"board_size": size}).new_initial_state()
    piles = [*given.black], [*given.white]
    for turn in range(2 * max(map(len, piles))):
        pile = piles[turn % 2]
        state.apply_action(action(pile.pop(), size) if pile else size * size)
    return state


def action(point: str, size: int) -> int:
    return "ABCDEFGHJKLMN".index(point[0]) + size * (int(point[1:]) - 1)


def count(state: Any, sign: str) -> int:
    return sum(row.split()[-1].count(sign) for row in str(state).splitlines()[2:-1] if row.strip())


def test_random_games_have_the_moves_and_captures_of_openspiel() -> None:
    spiel = pytest.importorskip("pyspiel")
    for seed in range(4):
        rng, goban = Random(seed), Goban(7)
        state = spiel.load_game("go", {"board_size": 7}).new_initial_state()
        position = GoPosition(0, 0)
        for turn in range(70):
            ours = {action(goban.name(point), 7) for point, _ in goban.moves(position)}
            theirs = {*state.legal_actions()} - {49}
            assert ours == theirs
            if not ours:
                break
            move = rng.choice([point for point, _ in goban.moves(position)])
            state.apply_action(action(goban.name(move), 7))
            after = goban.play(position, move)
            assert after is not None
            position = after
            black, white = (position.own, position.other)[:: 1 if turn % 2 else -1]
            assert (count(state, "X"), count(state, "O")) == (black.bit_count(), white.bit_count())


def test_openspiel_takes_what_the_solution_promises_after_every_answer() -> None:
    spiel = pytest.importorskip("pyspiel")
    for task, given in problems("tsumego", "level_2", 3):
        size, state = task.size, set_up(spiel, given, task.size)
        best = best_gain(task.goban, task.position(given), 3)
        state.apply_action(action(task.solution(given), size))
        before, least = len(given.white), len(given.white)
        for answer in state.legal_actions():
            answered = state.child(answer)
            held = before + (answer != size * size)
            moves = (answered.child(move) for move in answered.legal_actions()[:-1])
            least = min(least, max(held - count(each, "O") for each in moves))
        assert least == best


# What levels promise


def test_one_group_tempts_at_first_and_then_smaller_ones_too() -> None:
    for level, decoys in (("level_0", 0), ("level_1", 2)):
        for task, given in problems("tsumego", level, 40):
            found = sorted(gains(task.goban, task.position(given), 1).values())
            assert len(found) == 1 + decoys
            assert not decoys or found[-2] < found[-1]


def test_at_the_last_level_the_best_move_is_not_the_one_that_takes_most_at_once() -> None:
    for task, given in problems("tsumego", "level_2", 20):
        position = task.position(given)
        best = task.goban.by_name[task.solution(given)]
        at_once = gains(task.goban, position, 1)
        later = gains(task.goban, position, 3)
        assert 0 < max(at_once.values()) < later[best]
        assert len(later) > 2


@pytest.mark.parametrize("level", LEVELS)
def test_no_point_is_right_often_and_stones_are_not_taken_before(level: str) -> None:
    seen: Counter[str] = Counter()
    for task, given in problems("tsumego", level, 60):
        seen[task.solution(given)] += 1
        assert task.goban.is_legal(task.position(given))
        assert not {*given.black} & {*given.white}
    assert max(seen.values()) < 12
    assert not any(task.grade(given, point) for point in (*given.black, *given.white))
