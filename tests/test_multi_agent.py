"""Games through PettingZoo and RLlib: their own tests pass, and nothing is lost on the way."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import visgym
from visgym import catalog
from visgym.core.errors import Mistake

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of PettingZoo about itself
    protocol: Any = pytest.importorskip("pettingzoo.test")

from visgym.adapters.pettingzoo import VisAEC, VisParallel

GAMES = sorted(name for name in catalog.task_names() if "outside" in catalog.presets(name))


@pytest.mark.parametrize("game", GAMES)
def test_games_pass_the_tests_of_pettingzoo(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        protocol.api_test(VisAEC(f"{game}/outside"), num_cycles=8)
        protocol.seed_test(lambda: VisAEC(f"{game}/outside"), num_cycles=8)
        protocol.parallel_api_test(VisParallel(f"{game}/outside"), num_cycles=8)
        protocol.parallel_seed_test(lambda: VisParallel(f"{game}/outside"), num_cycles=4)


def test_agents_take_turns_and_are_paid_what_the_episode_pays() -> None:
    env = VisAEC("connect_four/outside", opening=0)
    env.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1, 0):
        mover = env.agent_selection
        env.step(f"('drop', {column})")
    assert mover == "player_0"
    assert env.rewards == {"player_0": 1.0, "player_1": 0.0}
    assert all(env.terminations.values())


def test_pictures_and_words_are_those_of_the_episode() -> None:
    env = VisParallel("connect_four/outside")
    pictures, infos = env.reset(seed=2)
    episode = visgym.begin("connect_four/outside", seed=2)
    for seat, name in enumerate(env.possible_agents):
        seen = episode.task.visible(episode.start, seat)
        assert np.array_equal(pictures[name], episode.task.draw(seen))
        assert ("You play Red." if seat == 0 else "You play Yellow.") in infos[name]["text"]


def test_what_the_other_one_says_out_of_turn_is_not_heard() -> None:
    env = VisParallel("connect_four/outside", opening=0)
    env.reset(seed=1)
    env.step({"player_0": "('drop', 3)", "player_1": "('drop', 0)"})
    assert [turn.reply for turn in env.shared.episode.turns] == ["('drop', 3)"]


def test_a_task_for_one_is_refused_in_a_sentence() -> None:
    with pytest.raises(Mistake, match="maze_2d/easy is for one player"):
        VisAEC("maze_2d/easy")


def test_rllib_asks_only_the_agent_to_move() -> None:
    pytest.importorskip("ray.rllib.env.multi_agent_env", exc_type=ImportError)
    from visgym.adapters.rllib import VisMultiAgentEnv

    env: Any = VisMultiAgentEnv("connect_four/outside", opening=0)
    pictures, _ = env.reset(seed=1)
    assert list(pictures) == ["player_0"]
    for column in (0, 1, 0, 1, 0, 1, 0):
        mover = env.shared.mover
        pictures, rewards, ended, stopped, _ = env.step({mover: f"('drop', {column})"})
    assert ended["__all__"] and not stopped["__all__"]
    assert rewards == {"player_0": 1.0, "player_1": 0.0}
    assert set(pictures) == {"player_0", "player_1"}


@pytest.mark.parametrize("game", ["connect_four", "nim", "tic_tac_toe"])
def test_episodes_of_rllib_take_whole_games(game: str) -> None:
    judge: Any = pytest.importorskip("ray.rllib.env.multi_agent_episode", exc_type=ImportError)
    from visgym.adapters.rllib import VisMultiAgentEnv

    env: Any = VisMultiAgentEnv(f"{game}/outside")
    pictures, infos = env.reset(seed=3)
    episode = judge.MultiAgentEpisode(
        observation_space=env.observation_spaces,
        action_space=env.action_spaces,
        agent_to_module_mapping_fn=lambda agent, episode, **_: agent,
    )
    episode.add_env_reset(observations=pictures, infos=infos)
    while not episode.is_done:
        assert list(episode.get_agents_to_act()) == [env.shared.mover]
        said = {env.shared.mover: env.action_spaces[env.shared.mover].sample()}
        pictures, rewards, ended, stopped, infos = env.step(said)
        episode.add_env_step(
            observations=pictures,
            actions=said,
            rewards=rewards,
            infos=infos,
            terminateds=ended,
            truncateds=stopped,
        )
    assert episode.get_return() == sum(env.shared.episode.payoffs)
