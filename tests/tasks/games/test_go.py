"""Go: hand-made positions, points by name, and random games beside OpenSpiel."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import visgym
from visgym.core.calls import Illegal
from visgym.kit.games.go import GoGame, GoRules
from visgym.kit.games.opponents import player
from visgym.tasks.games.go import Go

pyspiel: Any = pytest.importorskip("pyspiel")

RULES = GoRules(5, 0.5)


def played(*points: str) -> GoGame:
    position = GoGame()
    for name in points:
        move = RULES.skip if name == "pass" else RULES.by_name(name)
        assert move is not None and move in RULES.legal(position)
        position = RULES.play(position, move)
    return position


def test_random_games_agree_with_open_spiel(request: pytest.FixtureRequest) -> None:
    for seed in range(1000 if request.config.getoption("--deep") else 30):
        rng, rules, position = Random(seed), GoRules((5, 7, 9)[seed % 3], 4.5), GoGame()
        state = pyspiel.load_game(rules.name).new_initial_state()
        while not state.is_terminal():
            assert rules.legal(position) == state.legal_actions()
            assert rules.mover(position) == state.current_player()
            move = rng.choice(state.legal_actions())
            position = rules.play(position, move)
            state.apply_action(move)
        black, white = state.returns()
        assert rules.result(position) == ((black + 1) / 2, (white + 1) / 2)
        if black != white:  # a draw is a board that came back
            areas = rules.areas(position)
            assert (areas[0] - areas[1] > 4.5) == (black > white)


def test_a_stone_without_empty_points_is_taken() -> None:
    position = played("B1", "A1", "A2")
    assert RULES.stones(position) == {1: 0, 5: 0}


def test_ko_and_suicide_are_refused() -> None:
    task = Go(size=5, komi=0.5, opponent="outside")
    begun = visgym.Episode(task, 0, task.start(0))
    ko = ["B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2"]
    episode = visgym.play(begun, [f"('play', '{point}')" for point in ko])
    assert task.game.stones(episode.state.position).get(7) is None  # C2 was taken
    assert "it is ko" in visgym.advance(episode, "('play', 'C2')").feedback
    corner = visgym.play(begun, [f"('play', '{point}')" for point in ("B1", "E5", "A2")])
    assert "no empty point" in visgym.advance(corner, "('play', 'A1')").feedback


def test_two_passes_end_the_game_and_area_decides() -> None:
    assert RULES.result(played("C3", "pass", "pass")) == (1.0, 0.0)
    assert RULES.result(played("pass", "pass")) == (0.0, 1.0)  # by komi
    assert RULES.areas(played("C3", "pass", "pass")) == (25, 0)


def test_points_are_named_without_i() -> None:
    rules = GoRules(9)
    assert rules.by_name("J9") == 80 and rules.by_name("I1") is None
    assert all(rules.by_name(rules.point_name(point)) == point for point in range(81))


def test_taken_and_foreign_points_are_refused() -> None:
    task = Go(size=5, komi=0.5, side="first")
    with pytest.raises(Illegal, match="no point of this board"):
        task.play(task.start(0), "J9")
    after = visgym.advance(visgym.Episode(task, 0, task.start(0)), "('play', 'C3')")
    assert "a stone on C3" in visgym.advance(after, "('play', 'c3')").feedback


def test_a_searching_player_beats_chance() -> None:
    for seed in range(3):
        rng, position = Random(seed), GoGame()
        search, chance = player(RULES, "mcts:150"), player(RULES, "random")
        while RULES.result(position) is None:
            move = (search, chance)[RULES.mover(position)](position, rng)
            position = RULES.play(position, move)
        assert RULES.result(position) == (1.0, 0.0)


def test_same_chance_gives_the_same_move() -> None:
    moves = {player(RULES, "mcts:50")(played("C3"), Random(7)) for _ in range(3)}
    assert len(moves) == 1
