"""Questions about chessmen that take one another until one is left."""

from __future__ import annotations

from collections import Counter

import pytest

from problems import LEVELS, problems
from visgym.kit.capture_search import solvable
from visgym.kit.chessmen import captures, square_name
from visgym.tasks.puzzles.chess_ranger_qa import ChessRangerQa, Ranger

SQUARES = {square_name(square): square for square in range(64)}


def placed(text: str) -> tuple[tuple[int, str], ...]:
    return tuple(sorted((SQUARES[each[1:]], each[0]) for each in text.split()))


@pytest.mark.parametrize("level", LEVELS)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(level: str) -> None:
    places: Counter[str] = Counter()
    for task, ranger in problems("chess_ranger_qa", level, 60):
        right = [letter for letter in task.letters if task.grade(ranger, letter) == 1]
        assert right == [task.solution(ranger)]
        assert len(set(ranger.options)) == 4
        assert len(ranger.men) == task.count
        assert ranger.kind != "capture" or solvable(ranger.men)
        places[right[0]] += 1
    assert all(4 < places[letter] < 32 for letter in "ABCD")


@pytest.mark.parametrize(
    ("men", "takes"),
    [
        ("Pd4 Ne5 Nd5", {"d4 e5"}),  # a pawn takes upwards and aslant
        ("Kd4 Pd5 Pd6", {"d4 d5"}),  # a king one step far
        ("Ra1 Pa4 Pa8", {"a1 a4"}),  # nobody jumps but knights
        ("Bh1 Pe4 Ph2", {"h1 e4"}),
        ("Nb1 Pb2 Pd2 Pa3", {"b1 d2", "b1 a3", "b2 a3"}),
    ],
)
def test_captures_of_boards_made_by_hand(men: str, takes: set[str]) -> None:
    found = {f"{square_name(a)} {square_name(b)}" for a, b in captures(dict(placed(men)))}
    assert found == takes


def test_the_capture_that_solves_a_board_made_by_hand() -> None:
    """The rook must take the knight; once the knight has moved up, it is out of reach."""
    men = placed("Ra1 Nc1 Pd3 Pc4")
    assert solvable(men)
    assert not solvable(placed("Ra1 Nd3 Pc4"))
    assert solvable(placed("Rc1 Pd3 Pc4"))
    offered = tuple((SQUARES[one], SQUARES[other]) for one, other in (("a1", "c1"), ("c1", "d3")))
    ranger = Ranger(men, "capture", captures=offered)
    assert ChessRangerQa().right(ranger) == ChessRangerQa().found(ranger)
    assert ChessRangerQa().right(ranger) == "a1 takes c1"


def _left_alone(men: dict[str, str]) -> bool:
    """By plain recursion on names of squares."""
    if len(men) == 1:
        return True
    for start, man in men.items():
        for end in men.keys() - {start}:
            if _attacks(man, start, end, men):
                later = {square: who for square, who in men.items() if square != start}
                if _left_alone(later | {end: man}):
                    return True
    return False


def _attacks(man: str, start: str, end: str, men: dict[str, str]) -> bool:
    across, up = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    far = max(abs(across), abs(up))
    if man == "N":
        return {abs(across), abs(up)} == {1, 2}
    if man == "P":
        return up == 1 and abs(across) == 1
    straight, aslant = across == 0 or up == 0, abs(across) == abs(up)
    fits = {"K": far == 1, "Q": straight or aslant, "R": straight, "B": aslant}[man]
    between = [
        f"{chr(ord(start[0]) + across * n // far)}{int(start[1]) + up * n // far}"
        for n in range(1, far)
    ]
    return fits and not any(square in men for square in between)


def test_captures_agree_with_plain_recursion_on_names() -> None:
    for task, ranger in problems("chess_ranger_qa", "level_1", 12):
        men = {square_name(square): man for square, man in ranger.men}
        good = []
        for option in ranger.options:
            start, _, end = option.split()
            assert _attacks(men[start], start, end, men)
            later = {square: man for square, man in men.items() if square != start}
            if _left_alone(later | {end: men[start]}):
                good.append(option)
        assert good == [task.right(ranger)]
