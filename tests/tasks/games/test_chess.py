"""Chess: hand-made positions, moves in words, and players that see what there is to see."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import visgym
from visgym.core.calls import Illegal
from visgym.kit.games.chess import SETUP, ChessGame, ChessRules, by_uci, fen, men, state, uci
from visgym.kit.games.chess_worth import balance, board, square
from visgym.kit.games.opponents import player
from visgym.kit.games.rules import DRAW, FIRST_WINS, SECOND_WINS
from visgym.tasks.games.chess import PRESETS, Chess

pyspiel: Any = pytest.importorskip("pyspiel")

RULES = ChessRules()


def played(start: str, *moves: str) -> ChessGame:
    position = ChessGame(start)
    for told in moves:
        move = by_uci(position, told)
        assert move is not None, told
        position = RULES.play(position, move)
    return position


@pytest.mark.parametrize(
    ("start", "moves", "result"),
    [
        (SETUP, ("f2f3", "e7e5", "g2g4", "d8h4"), SECOND_WINS),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", ("a1a8",), FIRST_WINS),
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", ("a1b1",), DRAW),  # stalemate
        ("8/8/8/8/8/k7/8/K6n w - - 0 1", (), DRAW),
        (SETUP, ("g1f3", "g8f6", "f3g1", "f6g8") * 2, DRAW),
        (SETUP, ("e2e4",), None),
    ],
)
def test_games_end_as_worked_out_by_hand(
    start: str, moves: tuple[str, ...], result: tuple[float, float] | None
) -> None:
    assert RULES.result(played(start, *moves)) == result


@pytest.mark.parametrize(
    ("start", "move", "after"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", {"K": "g1", "R": "f1", "k": "e8"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", {"Q": "a8", "K": "e1", "k": "e8"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", {"N": "a8", "K": "e1", "k": "e8"}),
        ("4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1", "a5b6", {"P": "b6", "K": "e1", "k": "e8"}),
    ],
)
def test_special_moves_move_all_that_they_should(
    start: str, move: str, after: dict[str, str]
) -> None:
    assert men(played(start, move)) == {square(name): man for man, name in after.items()}


def test_random_games_agree_with_open_spiel(request: pytest.FixtureRequest) -> None:
    for seed in range(1000 if request.config.getoption("--deep") else 10):
        rng, position = Random(seed), ChessGame()
        referee = pyspiel.load_game("chess").new_initial_state()
        while not referee.is_terminal() and len(position.moves) < 120:
            assert RULES.legal(position) == referee.legal_actions()
            assert RULES.mover(position) == 1 - referee.current_player()
            move = rng.choice(referee.legal_actions())
            assert by_uci(position, uci(position, move)) == move
            position = RULES.play(position, move)
            referee.apply_action(move)
            assert fen(position) == str(referee)
        assert (RULES.result(position) is not None) == referee.is_terminal()


@pytest.mark.parametrize("spec", ["search:1", "search:2", "search:3", "greedy"])
def test_players_mate_in_one(spec: str) -> None:
    position = ChessGame("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    assert uci(position, player(RULES, spec)(position, Random(1))) == "a1a8"


def test_a_player_that_looks_at_captures_leaves_a_guarded_man_alone() -> None:
    position = ChessGame("4k3/8/3p4/4p3/8/8/8/4QK2 w - - 0 1")
    assert uci(position, player(RULES, "greedy")(position, Random(1))) == "e1e5"
    assert uci(position, player(RULES, "search:1")(position, Random(1))) != "e1e5"


def test_the_worth_of_a_board_is_the_same_for_both_sides() -> None:
    position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    swapped = "/".join(reversed(position.split("/"))).swapcase()
    assert balance(f"{position} w KQkq - 0 1") == -balance(f"{swapped} w KQkq - 0 1")
    assert balance(SETUP) == 0 and len(board(SETUP)) == 32


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("e4e5", "no man on e4"),
        ("e7e5", "not yours"),
        ("e2e5", "may not move to e5"),
        ("ee22", "names two squares"),
        ("e2", "names two squares"),
    ],
)
def test_moves_that_are_not_possible_are_refused_with_the_reason(told: str, why: str) -> None:
    task = Chess(side="first")
    with pytest.raises(Illegal, match=why):
        task.move(task.start(0), told)


def test_a_pawn_on_the_last_row_asks_what_it_becomes() -> None:
    task = Chess(side="first")
    begun = task.start(0)
    ahead = replace(begun, position=ChessGame("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"))
    with pytest.raises(Illegal, match="add q, r, b or n"):
        task.move(ahead, "a7a8")


@pytest.mark.parametrize(("level", "low"), [("level_0", 4.0), ("level_1", 2.5), ("level_2", 0.0)])
def test_starts_favour_the_agent_as_the_level_says(level: str, low: float) -> None:
    for seed in range(10):
        begun = PRESETS[level].start(seed)
        sign = -1 if begun.side else 1
        assert sign * balance(fen(begun.position)) >= 100 * low
        assert state(begun.position).current_player() == 1 - begun.side


def test_unparsable_text_costs_a_step_and_raises_nothing() -> None:
    episode = visgym.advance(visgym.begin("chess/level_0", seed=1), "('move', 'Nf3!?')")
    assert not episode.over and len(episode.turns) == 1
