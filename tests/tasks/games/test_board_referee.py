"""Games on square boards beside OpenSpiel: the same moves, the same ends."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from visgym.kit.games.boards import SquareBoard
from visgym.kit.games.breakthrough import BreakthroughRules
from visgym.kit.games.lines_of_action import LinesOfActionRules
from visgym.kit.games.othello import OthelloRules
from visgym.kit.games.rules import DRAW, GameRules

BOARD = SquareBoard(8, 8)

Names = Callable[[Any], str]


def agree(rules: GameRules[Any, Any], name: str, call: Names, plain: Names, games: int) -> set[str]:
    """Play by chance beside OpenSpiel until either says that it is over; how games ended."""
    pyspiel = pytest.importorskip("pyspiel")
    rng, referee, ends = Random(name), pyspiel.load_game(name), set()
    for _ in range(games):
        state, position = referee.new_initial_state(), rules.start(rng)
        while not state.is_terminal() and rules.result(position) is None:
            theirs = {plain(state.action_to_string(a)): a for a in state.legal_actions()}
            if list(theirs) == ["pass"]:
                state.apply_action(theirs["pass"])
                continue
            ours = {call(move): move for move in rules.legal(position)}
            assert ours.keys() == theirs.keys()
            assert rules.mover(position) == state.current_player()
            chosen = rng.choice(sorted(ours))
            state.apply_action(theirs[chosen])
            position = rules.play(position, ours[chosen])
        ends.add(_end(rules, position, state))
    return ends


def _end(rules: GameRules[Any, Any], position: Any, state: Any) -> str:
    result = rules.result(position)
    if result is not None and state.is_terminal():
        if result == DRAW or state.returns() != [0, 0]:
            assert [2 * each - 1 for each in result] == state.returns()
        return "both"
    # OpenSpiel calls the first repetition a draw, ours the third or a long quiet time
    assert result in (None, DRAW) and (result or state.returns() == [0, 0])
    return "draw of one"


def othello_name(move: int) -> str:
    return "abcdefgh"[move % 8] + str(move // 8 + 1)


def othello_plain(said: str) -> str:
    return said.split()[0]


def mirrored(size: int) -> Names:
    """OpenSpiel begins at the top of the board."""
    return lambda move: "".join("abcdefgh"[at % size] + str(size - at // size) for at in move)


def lines_name(move: tuple[int, int]) -> str:
    return BOARD.names[move[0]] + BOARD.names[move[1]]


REFEREED: list[tuple[GameRules[Any, Any], str, Names, Names, set[str]]] = [
    (OthelloRules(), "othello", othello_name, othello_plain, {"both"}),
    (
        BreakthroughRules(8, diagonal_steps=True),
        "breakthrough",
        mirrored(8),
        lambda said: said.rstrip("*"),
        {"both"},
    ),
    (
        BreakthroughRules(6, diagonal_steps=True),
        "breakthrough(rows=6,columns=6)",
        mirrored(6),
        lambda said: said.rstrip("*"),
        {"both"},
    ),
    (
        LinesOfActionRules(),
        "lines_of_action",
        lines_name,
        lambda said: said.replace("-", "").replace("x", ""),
        {"both", "draw of one"},
    ),
]


@pytest.mark.parametrize(("rules", "name", "call", "plain", "ends"), REFEREED)
def test_random_games_agree_with_open_spiel(
    rules: GameRules[Any, Any], name: str, call: Names, plain: Names, ends: set[str]
) -> None:
    assert agree(rules, name, call, plain, 30) <= ends


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "name", "call", "plain", "ends"), REFEREED)
def test_a_thousand_random_games_agree_with_open_spiel(
    rules: GameRules[Any, Any], name: str, call: Names, plain: Names, ends: set[str]
) -> None:
    assert agree(rules, name, call, plain, 1000) == ends
