"""Games for two: what players do on hand-made positions, and what the base promises."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import visgym
from visgym.core.messages import present
from visgym.kit.games.alpha_beta import best_move, forced_win
from visgym.kit.games.connect_four import ConnectFourRules, DroppedDiscs
from visgym.kit.games.opponents import player, strength
from visgym.tasks.games.connect_four import ConnectFour

RULES = ConnectFourRules()


def after(*columns: int) -> DroppedDiscs:
    position = DroppedDiscs()
    for column in columns:
        position = RULES.play(position, column)
    return position


@pytest.mark.parametrize("spec", ["greedy", "search:2", "mcts:300"])
def test_players_take_a_win_and_block_one(spec: str) -> None:
    choose = player(RULES, spec)
    assert choose(after(3, 0, 3, 0, 3, 1), Random(1)) == 3
    assert choose(after(3, 0, 3, 0, 6, 0), Random(1)) == 0


@pytest.mark.parametrize("spec", ["random", "greedy", "search:3", "mcts:60"])
def test_a_player_answers_alike_where_chance_is_alike(spec: str) -> None:
    position = after(3, 3, 2)
    moves = {player(RULES, spec)(position, Random(5)) for _ in range(4)}
    assert len(moves) == 1 and moves <= set(RULES.legal(position))


def test_a_forced_win_is_seen_within_its_depth_only() -> None:
    open_three = after(2, 2, 3, 3)  # with 1 or 4 both ends are open
    assert forced_win(RULES, open_three, 3)
    assert not forced_win(RULES, open_three, 1)
    assert best_move(RULES, open_three, 3, Random(0)) in (1, 4)


def test_unknown_opponents_are_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no opponent 'tal'.*random, greedy, search:DEPTH"):
        ConnectFour(opponent="tal")
    with pytest.raises(ValueError, match="search needs a number from 1 to 12, as in search:1"):
        ConnectFour(opponent="search:x")


def test_stronger_opponents_rank_higher() -> None:
    ladder = ["random", "greedy", "search:2", "search:4", "mcts:100", "mcts:400"]
    assert sorted(ladder, key=strength) == ladder


def test_the_answer_of_the_opponent_is_told_and_stays_the_same_in_a_replay() -> None:
    episode = visgym.advance(visgym.begin("connect_four/level_1", seed=3), "('drop', 3)")
    assert "dropped a disc into column" in episode.feedback
    assert visgym.replay(episode) == episode


def test_seeds_give_either_side_and_the_agent_is_to_move() -> None:
    task = ConnectFour(opening=3)
    starts = [task.start(seed) for seed in range(40)]
    assert all(task.game.mover(each.position) == each.side for each in starts)
    assert min(Counter(each.side for each in starts).values()) > 8
    second = ConnectFour(side="second")
    assert all(second.start(seed).side == 1 for seed in range(5))
    assert "Red dropped" in second.question(second.start(1))


def test_agents_from_outside_take_turns_and_see_their_own_side() -> None:
    episode = visgym.begin("connect_four/outside", seed=2)
    told = {player: present(episode, (), player)[-1].text for player in (0, 1)}
    assert "You play Red." in told[0] and "You play Yellow." in told[1]
    first = episode.to_move
    episode = visgym.advance(episode, "('drop', 0)")
    assert episode.to_move == 1 - first
    name = ("Red", "Yellow")[first]
    assert f"{name} played ('drop', 0)." in present(episode)[-1].text


def test_a_lost_game_is_over_and_pays_nothing() -> None:
    task = ConnectFour(side="second", opponent="outside")
    episode = visgym.Episode(task, 0, task.start(0))
    episode = visgym.play(episode, [f"('drop', {column})" for column in (0, 1, 0, 1, 0, 1, 0)])
    assert episode.terminated and episode.payoffs == (1.0, 0.0)
    assert task.seat == 1 and episode.score == 0.0
