"""Games in which captures count, on positions worked out by hand: OpenSpiel has neither."""

from __future__ import annotations

from random import Random

import pytest

import visgym
from visgym.kit.games.alquerque import MOST, AlquerqueRules, Alquerques, ways
from visgym.kit.games.boards import SquareBoard
from visgym.kit.games.crusade import CrusadeRules, KnightArmies
from visgym.kit.games.rules import DRAW, WINS
from visgym.tasks.games.alquerque import Alquerque
from visgym.tasks.games.crusade import Crusade

EIGHT, FIVE = SquareBoard(8, 8), SquareBoard(5, 5)


def bits(board: SquareBoard, names: str) -> int:
    return sum(1 << board.numbers[name] for name in names.split())


def path(names: str) -> tuple[int, ...]:
    return tuple(FIVE.numbers[name] for name in names.split())


def paths(white: str, black: str, plies: int = 0) -> set[str]:
    """The moves of a position of Alquerque, by name."""
    position = Alquerques(bits(FIVE, white), bits(FIVE, black), plies)
    legal = AlquerqueRules().legal(position)
    assert len(set(legal)) == len(legal)
    return {" ".join(FIVE.names[point] for point in move) for move in legal}


# Crusade

JUMPS = [
    ("a1", "b3 c2"),
    ("b2", "a4 c4 d1 d3"),
    ("d4", "b3 b5 c2 c6 e2 e6 f3 f5"),
    ("h8", "f7 g6"),
    ("g1", "e2 f3 h3"),
]


@pytest.mark.parametrize(("source", "targets"), JUMPS)
def test_all_pieces_move_like_knights(source: str, targets: str) -> None:
    position = KnightArmies(bits(EIGHT, source), bits(EIGHT, "e4"))
    found = {EIGHT.names[target] for _, target in CrusadeRules().legal(position)}
    assert found == set(targets.split())


def test_knights_take_others_and_never_their_own() -> None:
    rules = CrusadeRules()
    position = KnightArmies(bits(EIGHT, "a1 b3"), bits(EIGHT, "c2 h8"))
    assert (0, EIGHT.numbers["b3"]) not in rules.legal(position)
    after = rules.play(position, (0, EIGHT.numbers["c2"]))
    assert after == KnightArmies(bits(EIGHT, "c2 b3"), bits(EIGHT, "h8"), 1)


ARMIES = [
    ("a1 b1", "h8", 40, WINS[0]),
    ("a1", "h8 g8", 40, WINS[1]),
    ("a1", "h8", 40, DRAW),
    ("a1 b1", "h8", 39, None),
    ("a1", "", 7, WINS[0]),
    ("", "a1", 6, WINS[1]),
    ("a1 b3 c2", "h8 g8 f8 e8", 6, None),
]


@pytest.mark.parametrize(("white", "black", "plies", "result"), ARMIES)
def test_more_captures_win_when_time_is_over(
    white: str, black: str, plies: int, result: tuple[float, float] | None
) -> None:
    position = KnightArmies(bits(EIGHT, white), bits(EIGHT, black), plies)
    assert CrusadeRules().result(position) == result


def test_legal_moves_are_not_listed_and_captures_are_shown() -> None:
    episode = visgym.begin(Crusade(opponent="outside", side="first"), 0)
    assert "b3" not in str(episode.task.describe(episode.state))
    position = KnightArmies(bits(EIGHT, "a1 b1"), bits(EIGHT, "h8"), 10)
    state = type(episode.state)(position, 0, episode.state.dice)
    assert "White took 15, Black took 14; 30 moves are left." in str(episode.task.describe(state))
    assert episode.task.metrics(state) == {"lead": 1}
    told = visgym.advance(episode, "('move', ('b1', 'b3'))").feedback
    assert "b3 is no knight's move away from b1" in told


def test_the_agent_begins_a_knight_ahead_where_the_level_says_so() -> None:
    task = Crusade(opening=8, lead=1)
    for state in map(task.start, range(20)):
        counts = [each.bit_count() for each in task.pieces(state.position)]
        assert counts[state.side] > counts[1 - state.side]
    with pytest.raises(ValueError, match="lead must be 0"):
        Crusade(lead=1)


# Alquerque

MOVES = [
    # white, black, plies, moves of the side to move
    ("a1", "e5", 0, "a1 a2|a1 b2"),  # a1 has a line aslant
    ("b1", "e5", 0, "b1 b2"),  # b1 has none
    ("b1", "e5", 1, "e5 e4|e5 d4"),
    ("c3", "c4", 0, "c3 c5|c3 b4|c3 d4"),
    ("c3", "c2", 0, "c3 c1|c3 c4|c3 b4|c3 d4"),  # jumps go back, steps do not
    ("c3", "b3", 0, "c3 a3|c3 c4|c3 b4|c3 d4"),
    ("b3", "c4", 0, "b3 b4"),  # no line joins b3 and c4
    ("a1", "b2 d4", 0, "a1 a2|a1 c3|a1 c3 e5"),  # one jump, or two
    ("a1", "b2 c3", 0, "a1 a2"),  # nobody jumps over two
    ("a5", "e4", 0, ""),
]


@pytest.mark.parametrize(("white", "black", "plies", "moves"), MOVES)
def test_pieces_step_ahead_along_lines_and_jump_everywhere(
    white: str, black: str, plies: int, moves: str
) -> None:
    assert paths(white, black, plies) == set(filter(None, moves.split("|")))


def test_a_piece_may_jump_around_and_come_back() -> None:
    found = paths("c1", "d2 d4 b4 b2")
    assert "c1 e3 c5 a3 c1" in found and "c1 a3 c5 e3 c1" in found
    rules = AlquerqueRules()
    position = Alquerques(bits(FIVE, "c1"), bits(FIVE, "d2 d4 b4 b2 e5"))
    after = rules.play(position, path("c1 e3 c5 a3 c1"))
    assert after == Alquerques(bits(FIVE, "c1"), bits(FIVE, "e5"), 1)
    assert rules.captured(path("c1 e3 c5 a3 c1")) == 4 and rules.captured(path("c1 c2")) == 0


ENDS = [
    ("a1", "", 1, WINS[0]),
    ("a5", "e4", 0, WINS[1]),  # no way ahead
    ("a1", "e5", 60, DRAW),
    ("a1 b1", "e5", 60, WINS[0]),
    ("a1 b1", "e5 d5 c5", 60, WINS[1]),
    ("a1 b1", "e5", 59, None),
]


@pytest.mark.parametrize(("white", "black", "plies", "result"), ENDS)
def test_alquerque_is_lost_without_pieces_or_moves_and_else_counted(
    white: str, black: str, plies: int, result: tuple[float, float] | None
) -> None:
    position = Alquerques(bits(FIVE, white), bits(FIVE, black), plies)
    assert AlquerqueRules().result(position) == result


def test_lines_aslant_leave_every_other_point_and_the_rules_say_so() -> None:
    assert [len(ways(point)) for point in range(5)] == [8, 4, 8, 4, 8]
    assert "lines aslant leave every other point, a1 among them" in Alquerque().rules()
    start = AlquerqueRules().start(Random(0))
    assert start.white.bit_count() == start.black.bit_count() == 12
    assert not (start.white | start.black) >> FIVE.numbers["c3"] & 1


def test_paths_are_read_and_refused_with_a_reason() -> None:
    task = Alquerque(opponent="outside", side="first")
    episode = visgym.begin(task, 0)
    after = visgym.advance(episode, "('move', ['b2', 'c3'])")
    assert after.state.position.white >> FIVE.numbers["c3"] & 1
    for said, why in {
        "('move', ['a1'])": "at least two points",
        "('move', ['a4', 'a3'])": "no piece of White on a4",
        "('move', ['a1', 'a2'])": "A piece stands on a2 already",
        "('move', ['b3', 'c3'])": "can neither step ahead nor jump to c3",
        "('move', ['b2', 'c3', 'd4'])": "cannot jump on from c3 to d4",
    }.items():
        assert why in visgym.advance(episode, said).feedback


def test_alquerque_begins_where_exchanges_leave_the_agent_ahead() -> None:
    task = Alquerque(opening=6, lead=1)
    for state in map(task.start, range(3)):
        assert _promise(task.game, state.position, state.side, 4) >= 1
    with pytest.raises(ValueError, match="opening from 3 times as many"):
        Alquerque(lead=2, opening=4)


def _promise(rules: AlquerqueRules, position: Alquerques, side: int, depth: int) -> float:
    """What four plies promise, in pieces, all of them looked at."""
    result = rules.result(position)
    if result is not None:
        return 100 * (2 * result[side] - 1)
    if not depth:
        return rules.worth(position, side) * MOST
    better = max if rules.mover(position) == side else min
    after = [rules.play(position, move) for move in rules.legal(position)]
    return better(_promise(rules, each, side, depth - 1) for each in after)
