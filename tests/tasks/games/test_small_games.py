"""Small games beside OpenSpiel and on hand-made positions, and what published ones got wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import visgym
from visgym.core.messages import present
from visgym.kit.games import exact
from visgym.kit.games.connect_four import ConnectFourRules
from visgym.kit.games.heaps import Heaps, NimRules, nim_sum
from visgym.kit.games.lines import Marks, TicTacToeRules, WildTicTacToeRules
from visgym.kit.games.match import GameTask
from visgym.kit.games.rules import DRAW, FIRST_WINS, SECOND_WINS, GameRules, Result
from visgym.kit.games.tak import SimpleTakRules, Stones
from visgym.kit.games.ultimate import ANY, NineBoards, UltimateRules
from visgym.tasks.games.simple_tak import SimpleTak

Moves = dict[Any, list[int]]
"""The actions of OpenSpiel that make each of our moves."""
Read = Callable[[Any], Moves]


def task_of(id: str) -> GameTask[Any, Any]:
    task = visgym.load(id)
    assert isinstance(task, GameTask)
    return task


def numbers(state: Any) -> Moves:
    """Games whose moves are counted alike."""
    return {each: [each] for each in state.legal_actions()}


def takes(state: Any) -> Moves:
    found = {}
    for each in state.legal_actions():
        heap, count = map(int, re.findall(r"\d+", state.action_to_string(each)))
        found[heap - 1, count] = [each]
    return found


def boards(state: Any) -> Moves:
    """A free choice takes two actions there: the board, then the cell."""
    found = {}
    for each in state.legal_actions():
        said = re.match(r"Local board (\d)", state.action_to_string(each))
        if said:
            found[9 * int(said[1]) + each] = [each]
        else:
            then = boards(state.child(each))
            found.update({move: [each, *rest] for move, rest in then.items()})
    return found


REFEREED: list[tuple[GameRules[Any, Any], str, Read]] = [
    (ConnectFourRules(), "connect_four", numbers),
    (ConnectFourRules(5, 6), "connect_four(rows=5,columns=6)", numbers),
    (ConnectFourRules(8, 9, 5), "connect_four(rows=8,columns=9,x_in_row=5)", numbers),
    (TicTacToeRules(), "tic_tac_toe", numbers),
    (TicTacToeRules(5, 4), "mnk(m=5,n=5,k=4)", numbers),
    (NimRules(4, 7), "nim(pile_sizes={heaps},is_misere=False)", takes),
    (UltimateRules(), "ultimate_tic_tac_toe", boards),
]


def agree(rules: GameRules[Any, Any], name: str, read: Read, games: int) -> None:
    """Play by chance beside OpenSpiel: the same moves, the same side, the same end."""
    pyspiel = pytest.importorskip("pyspiel")
    rng = Random(name)
    for _ in range(games):
        position = rules.start(rng)
        heaps = ";".join(map(str, position.left)) if isinstance(position, Heaps) else ""
        state = pyspiel.load_game(name.format(heaps=heaps)).new_initial_state()
        while not state.is_terminal():
            theirs = read(state)
            assert set(rules.legal(position)) == set(theirs)
            assert rules.mover(position) == state.current_player()
            move = rng.choice(sorted(theirs))
            for each in theirs[move]:
                state.apply_action(each)
            position = rules.play(position, move)
        result = rules.result(position)
        assert result is not None
        assert [2 * each - 1 for each in result] == state.returns()


@pytest.mark.parametrize(("rules", "name", "read"), REFEREED)
def test_random_games_agree_with_open_spiel(
    rules: GameRules[Any, Any], name: str, read: Read
) -> None:
    agree(rules, name, read, 30)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "name", "read"), REFEREED)
def test_a_thousand_random_games_agree_with_open_spiel(
    rules: GameRules[Any, Any], name: str, read: Read
) -> None:
    agree(rules, name, read, 1000)


def bits(rows: str, sign: str) -> int:
    return sum(1 << at for at, each in enumerate(rows.replace(" ", "")) if each == sign)


def wild(rows: str, last: int) -> Marks:
    return Marks(bits(rows, "X"), bits(rows, "O"), last)


@pytest.mark.parametrize(
    ("rows", "last", "result"),
    [
        ("XXX ... ...", 2, FIRST_WINS),  # three marks: the first side set the last
        ("XOX .O. .O.", 7, FIRST_WINS),  # five marks, whoever set the other noughts
        ("X.. .X. OOX", 8, FIRST_WINS),
        ("..O .OX OX.", 2, FIRST_WINS),
        ("OOO X.. ...", 1, SECOND_WINS),  # four marks
        ("XX. O.X ..X", 8, None),
        ("XOX XOO OXX", 0, DRAW),
        ("... ... ...", -1, None),
    ],
)
def test_whoever_completes_a_line_of_wild_tic_tac_toe_wins(
    rows: str, last: int, result: Result | None
) -> None:
    assert WildTicTacToeRules().result(wild(rows, last)) == result


def test_who_begins_wins_wild_tic_tac_toe_and_draws_the_usual_one() -> None:
    assert exact.value(WildTicTacToeRules(), Marks()) == 1
    assert exact.value(TicTacToeRules(), Marks()) == 0.5


@pytest.mark.parametrize(
    ("rows", "last", "result"),
    [
        ("BBBB WWW. .... ....", 3, FIRST_WINS),
        ("BW.. BW.. BW.. B...", 12, FIRST_WINS),
        (".BWW .BW. BB.. B.W.", 8, FIRST_WINS),  # around a corner
        ("BB.. WW.. BB.. ..W.", 8, None),
        ("B.W. .B.W ..BW ...B", 15, None),  # aslant is no chain
        ("BBB. ...W W... ....", 2, None),
        ("BWBW WBWB BWBW WBWB", 14, DRAW),
        ("WBBB WB.. W... W...", 12, SECOND_WINS),
    ],
)
def test_chains_of_simple_tak_join_opposite_edges(
    rows: str, last: int, result: Result | None
) -> None:
    stones = Stones(bits(rows, "B"), bits(rows, "W"), last)
    assert SimpleTakRules(4).result(stones) == result


def test_starts_of_simple_tak_are_won_by_threats_and_not_at_once() -> None:
    task = SimpleTak(opponent="greedy", opening=10, won=True)
    for seed in range(10):
        position = task.start(seed).position
        assert task.game.forcing_move(position, 1) is None
        assert task.game.forcing_move(position, 5) is not None


def test_a_board_that_is_won_is_closed_and_sends_anywhere() -> None:
    rules = UltimateRules()
    noughts = (0b11000, *(0,) * 8)
    position = NineBoards((0b111, *(0,) * 8), noughts, 4, 1, won=(1, 0), closed=1)
    after = rules.play(position, 9 * 4 + 0)
    assert after.board == ANY
    assert {move // 9 for move in rules.legal(after)} == set(range(1, 9))
    task = task_of("ultimate_tic_tac_toe/outside")
    text = task.describe(replace(task.start(0), position=after)) or ""
    assert text.startswith("x x x") and "The next move is on any open board." in text


@pytest.mark.parametrize("game", ["tic_tac_toe/level_1", "wild_tic_tac_toe/level_1"])
def test_the_agent_begins_where_perfect_play_wins(game: str) -> None:
    task = task_of(game)
    for seed in range(20):
        state = task.start(seed)
        assert exact.is_won(task.game, state.position, state.side)


def test_one_slip_loses_nim_against_a_perfect_opponent() -> None:
    task = task_of("nim/level_2")
    for seed in range(10):
        episode = visgym.begin(task, seed)
        assert nim_sum(episode.state.position) != 0
        moves = task.game.legal(episode.state.position)
        slip = next(m for m in moves if nim_sum(task.game.play(episode.state.position, m)))
        episode = visgym.advance(episode, task.spell(task.call(episode.state.position, slip)))
        assert nim_sum(episode.state.position) == 0


SMALL = ["connect_four", "nim", "simple_tak", "tic_tac_toe", "ultimate_tic_tac_toe"]
SMALL += ["wild_tic_tac_toe"]


@pytest.mark.parametrize("game", SMALL)
def test_bad_replies_are_refused_in_words_and_leave_the_game_as_it_is(game: str) -> None:
    episode = visgym.begin(f"{game}/level_1", 1)
    for reply in ("e4!", "('place', (99, 99))", "('drop', 'left')", ""):
        episode = visgym.advance(episode, reply)
        assert episode.state == episode.start and episode.feedback.endswith(".")


@pytest.mark.parametrize("game", SMALL)
def test_free_cells_are_not_listed(game: str) -> None:
    task = task_of(f"{game}/level_1")
    episode = visgym.begin(task, 2)
    told = f"{present(episode)[0].text} {task.describe(episode.start)}"
    position = episode.state.position
    spelt = [task.spell(task.call(position, move)) for move in task.game.legal(position)]
    assert sum(each in told for each in spelt) <= 1  # but for an example of a reply


def test_marks_that_belong_to_nobody_have_one_colour() -> None:
    task = task_of("wild_tic_tac_toe/outside")
    state = task.start(0)
    pictures = [
        task.draw(replace(state, position=marks)) for marks in (Marks(1, 0, 5), Marks(0, 1, 5))
    ]
    darkest = [min(each.reshape(-1, 3).tolist(), key=sum) for each in pictures]
    assert darkest[0] == darkest[1]
