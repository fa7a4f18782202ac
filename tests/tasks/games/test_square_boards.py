"""Games of two colours on square boards: hand-made positions, and what is seen of them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import visgym
from visgym.core.messages import present
from visgym.kit.games.boards import SquareBoard, squares_in
from visgym.kit.games.breakthrough import BreakthroughRules, PawnRows
from visgym.kit.games.lines_of_action import Gatherings, LinesOfActionRules, groups
from visgym.kit.games.othello import OVER, OthelloRules, TurnedDiscs
from visgym.kit.games.rules import DRAW, WINS
from visgym.tasks.games.breakthrough import Breakthrough
from visgym.tasks.games.lines_of_action import LinesOfAction
from visgym.tasks.games.othello import Othello

BOARD = SquareBoard(8, 8)


def bits(*names: str, board: SquareBoard = BOARD) -> int:
    return sum(1 << board.numbers[name] for name in names)


def step(names: str, board: SquareBoard = BOARD) -> tuple[int, int]:
    return board.numbers[names[:2]], board.numbers[names[2:]]


# Othello


def test_a_side_without_a_move_is_passed_over() -> None:
    rules = OthelloRules(4)
    # black . white / . . . . : after Black's disc White has none left to place
    position = TurnedDiscs(black=0b0001, white=0b0010 | 1 << 12 | 1 << 13)
    after = rules.play(position, 2)
    assert rules.mover(position) == 0
    assert after.black == 0b0111 and after.turn == OVER  # the other white discs cannot be flanked
    again = TurnedDiscs(black=0b0001, white=0b0010 | 1 << 5)
    assert rules.play(again, 2).turn == 0  # white has no move; black goes on with cell 10


def test_a_forced_pass_consumes_no_reply_and_is_told() -> None:
    task, seen = Othello(size=4, opponent="random", opening=4, step_limit=30), 0
    for seed in range(60):
        episode = visgym.begin(task, seed)
        rng = Random(seed)
        while not episode.over:
            legal = task.game.legal(episode.state.position)
            assert legal and task.game.mover(episode.state.position) == episode.state.side
            call = task.call(episode.state.position, rng.choice(legal))
            before, episode = episode, visgym.play(episode, [call])
            passes = episode.feedback.count("cannot move")
            answers = episode.feedback.count("placed a disc")
            if not episode.over:
                assert (answers == 1) == (not passes)
            seen += passes
            assert len(episode.turns) == len(before.turns) + 1
    assert seen > 5


def test_most_discs_win_and_equal_numbers_are_a_draw() -> None:
    rules = OthelloRules(4)
    assert rules.result(TurnedDiscs(0xFF00, 0x00FF, OVER)) == DRAW
    assert rules.result(TurnedDiscs(0xFF80, 0x007F, OVER)) == WINS[0]
    assert rules.result(TurnedDiscs(0x0001, 0x0006, OVER)) == WINS[1]
    assert rules.result(TurnedDiscs(0xFF00, 0x00FF, 0)) is None


def test_legal_cells_show_only_where_hints_are_asked_for() -> None:
    plain, hinted = Othello(opening=6), Othello(opening=6, hints=True)
    state = plain.start(1)
    legal = plain.game.legal(state.position)
    assert hinted.describe(state).count("*") == len(legal)
    assert "*" not in plain.describe(state)
    assert not np.array_equal(plain.draw(state), hinted.draw(state))


def test_refusals_of_othello_say_why() -> None:
    episode = visgym.begin(Othello(side="first"), 0)
    assert "holds a disc already" in visgym.advance(episode, "('place', (3, 3))").feedback
    assert "would not flank" in visgym.advance(episode, "('place', (0, 0))").feedback


def test_four_by_four_begins_where_the_agent_can_win() -> None:
    task = Othello(size=4, opening=4)
    assert all(_can_win(task.game, each.position, each.side) for each in map(task.start, range(5)))


def _can_win(rules: OthelloRules, position: TurnedDiscs, side: int) -> bool:
    """By looking through all games."""
    result = rules.result(position)
    if result is not None:
        return result[side] == 1
    own = rules.mover(position) == side
    after = (_can_win(rules, rules.play(position, move), side) for move in rules.legal(position))
    return any(after) if own else all(after)


# Breakthrough

PAWNS = [
    # white, black, turn, winner or None
    (["a8"], ["c5"], 1, 0),
    (["a5"], ["c1"], 0, 1),
    (["a5"], [], 1, 0),
    (["d4"], ["d5"], 0, 1),  # blocked: who cannot move loses
    (["d4"], ["d5", "e5"], 0, None),
]


@pytest.mark.parametrize(("white", "black", "turn", "winner"), PAWNS)
def test_breakthrough_is_won_by_the_far_row_no_pawn_or_no_move(
    white: list[str], black: list[str], turn: int, winner: int | None
) -> None:
    position = PawnRows(bits(*white), bits(*black), turn)
    won = None if winner is None else WINS[winner]
    assert BreakthroughRules(8).result(position) == won


def test_the_opening_has_eight_moves_or_twenty_two() -> None:
    for diagonal_steps, moves in ((False, 8), (True, 22)):
        rules = BreakthroughRules(8, diagonal_steps)
        assert len(rules.legal(rules.start(Random(0)))) == moves


def test_rows_and_squares_have_one_notation() -> None:
    episode = visgym.begin(Breakthrough(side="first", opponent="outside"), 0)
    after = visgym.advance(episode, "('move', ('a2', 'a3'))")
    assert bits("a3") & after.state.position.white
    for said, why in {
        "('move', ('a1', 'a2'))": "stands on a2 already",
        "('move', ('a7', 'a6'))": "no pawn of White on a7",
        "('move', ('b2', 'c3'))": "only to take, and c3 is empty",
        "('move', ('b2', 'b4'))": "one square ahead",
    }.items():
        assert why in visgym.advance(episode, said).feedback
    assert "a square of the board, such as 'a1'" in present(episode)[0].text


# Lines of Action


def test_pieces_move_as_far_as_their_line_has_pieces() -> None:
    rules = LinesOfActionRules()
    position = Gatherings(bits("a1", "c1", "h5"), bits("e1", "h8"))
    legal = rules.legal(position)
    assert step("a1d1") in legal and step("a1a2") in legal  # over an own piece; alone in its column
    assert step("c1f1") not in legal and step("h5h7") in legal  # not over e1; two in the column
    assert step("a1b2") not in legal  # h8 is on that diagonal, too


def test_a_capture_that_gathers_the_other_side_is_noticed() -> None:
    rules = LinesOfActionRules()
    position = Gatherings(bits("a1", "h3", "h8"), bits("c1", "f6", "g7"))
    after = rules.play(position, step("a1c1"))
    assert step("a1c1") in rules.legal(position)
    assert groups(after.black) > 1 and rules.result(after) == WINS[1]
    both = rules.play(Gatherings(bits("a1", "d2"), bits("c1", "f6", "g7")), step("a1c1"))
    assert rules.result(both) == WINS[0]


def test_the_third_repetition_and_a_long_quiet_time_are_draws() -> None:
    rules = LinesOfActionRules()
    position = rules.start(Random(0))
    there_and_back = ["b1b3", "a2c2", "b3b1", "c2a2"]
    assert step("b1b3") in rules.legal(position)
    for _ in range(2):
        assert rules.result(position) is None
        for each in there_and_back:
            position = rules.play(position, step(each))
    assert rules.result(position) == DRAW
    quiet = Gatherings(position.black, position.white, 0, tuple(range(60)))
    assert rules.result(quiet) == DRAW
    assert rules.play(quiet, step("c1a3")).past == ()


def test_refusals_of_lines_of_action_say_why() -> None:
    episode = visgym.begin(LinesOfAction(side="first"), 0)
    for said, why in {
        "('move', ('b1', 'b4'))": "That line has 2 pieces, and b4 is 3 away from b1",
        "('move', ('b1', 'c3'))": "on no common row",
        "('move', ('b1', 'c1'))": "stands on c1 already",
        "('move', ('a2', 'c2'))": "no piece of Black on a2",
    }.items():
        assert why in visgym.advance(episode, said).feedback


# What is seen


@pytest.mark.parametrize("name", ["breakthrough", "lines_of_action", "crusade", "alquerque"])
def test_the_own_side_is_at_the_bottom(name: str) -> None:
    task = visgym.begin(f"{name}/outside", seed=1).task
    start = task.start(1)
    first, second = (task.visible(start, player) for player in (0, 1))
    assert not np.array_equal(task.draw(first), task.draw(second))
    lines = [str(task.describe(each)).splitlines() for each in (first, second)]
    rows = len([line for line in lines[0] if line[:2].strip().isdigit()])
    cells = ["".join(line[2:].split()) for line in lines[0][:rows]]
    turned = ["".join(line[2:].split()) for line in lines[1][:rows]]
    assert cells == [row[::-1] for row in turned[::-1]]


def test_squares_lie_where_their_names_stand() -> None:
    board = SquareBoard(6, 5, cell=40)
    assert board.names[0] == "a1" and board.names[-1] == "e6"
    left, top = board.corner(board.numbers["a6"])
    assert board.corner(board.numbers["a1"]) == (left, top + 5 * 40)
    assert board.corner(board.numbers["e1"], flipped=True) == (left, top)
    assert list(squares_in(bits("b1", "a2", board=board))) == [1, 5]
