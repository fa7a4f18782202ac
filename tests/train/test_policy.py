"""A policy that plays says what it learned to say: both ways through the network agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch comes with visgym[train]")

from examples.train.batches import DeviceSet, ahead  # noqa: E402
from examples.train.layers import Layout  # noqa: E402
from examples.train.making import new_pool  # noqa: E402
from examples.train.model import ModelOptions, Policy  # noqa: E402
from examples.train.playing import PlayOptions, play, wilson  # noqa: E402
from examples.train.preparing import new_policy  # noqa: E402
from examples.train.settings import RunOptions, SetOptions  # noqa: E402
from visgym.demonstrations.episode_pool import EpisodePool, PooledStart  # noqa: E402
from visgym.demonstrations.tensors import TensorRows, fill_row  # noqa: E402
from visgym.demonstrations.vocabulary import PAD  # noqa: E402

LAKE = SetOptions("frozen_lake/level_0", 8, 32, 32, turns=6)
STICKS = SetOptions("matchstick_rotation/easy", 8, 32, 32, turns=3, tokens=9, packed=False)
SMALL = ModelOptions(width=32, heads=2, encoder=1, decoder=2)


@pytest.fixture(scope="module", params=[LAKE, STICKS], ids=lambda options: options.id)
def playing(request: pytest.FixtureRequest) -> Iterator[tuple[SetOptions, EpisodePool, Policy]]:
    torch.set_num_threads(1)
    run = RunOptions("test", {"only": request.param})
    pool = new_pool([run], workers=1, most=6)
    policy = new_policy(SMALL, run.sets, pool.vocabulary, seed=1)
    torch.nn.init.normal_(policy.head.weight, std=0.5)
    yield request.param, pool, policy
    pool.close()


@pytest.mark.parametrize("history", [0, 1, 2])
def test_what_is_said_in_play_has_the_probability_that_training_gives_it(
    playing: tuple[SetOptions, EpisodePool, Policy], history: int
) -> None:
    options, pool, policy = playing
    starts = [PooledStart(options.id, seed, {}) for seed in range(5)]
    torch.manual_seed(0)
    how = PlayOptions(chance=True, history=history, keep=True)
    played = play(policy, pool, options, 0, starts, how)
    frames, said = torch.stack(played.frames, 1), torch.stack(played.tokens, 1)
    for turn in range(len(played.frames)):
        first = max(0, turn + 1 - history) if history else 0
        here = slice(first, turn + 1)
        turns = turn + 1 - first
        seen = policy.see(frames[:, here].flatten(0, 1), 0, options.enlarge, None)
        layout = Layout(torch.arange(5 * turns), 5, turns)
        words = said[:, here].flatten(0, 1)
        logits, values = policy(seen, words, layout, 0)
        logs = logits.log_softmax(-1).gather(2, words[..., None])[..., 0]
        chances = (logs * (words != PAD)).sum(1).view(5, turns)[:, -1]
        assert torch.allclose(chances, played.chances[turn], atol=1e-3)
        assert torch.allclose(values.view(5, turns)[:, -1], played.values[turn], atol=1e-3)


@pytest.mark.parametrize("history", [0, 2])
def test_batches_hold_turns_of_whole_episodes_in_their_order(history: int) -> None:
    run = RunOptions("test", {"only": LAKE})
    pool = new_pool([run], workers=1, most=2)
    rows = TensorRows(LAKE.form, LAKE.episodes)
    recipe = replace(LAKE, recovery=0.5).recipe(0)
    for row in range(rows.count):
        fill_row(rows, row, recipe, pool.vocabulary)
    pool.close()
    data = DeviceSet(torch.device("cpu"), LAKE.turns, 0)
    data.feed(rows)
    assert data.total == rows.lengths[rows.lengths > 0].sum()
    batch = data.batch(24, history)
    layout = data.layout(batch, history)
    assert int(layout.place.max()) < layout.episodes * layout.turns
    owner = np.searchsorted(data.first, batch.rows.numpy(), side="right") - 1
    episode = batch.place.numpy() // layout.turns
    for number in np.unique(episode):
        assert len(set(owner[episode == number])) == 1


def test_an_interval_holds_its_share_and_narrows_with_more_starts() -> None:
    wide, narrow = wilson(9, 10), wilson(900, 1000)
    assert wide[0] < narrow[0] < 0.9 < narrow[1] < wide[1]


def test_later_replies_are_foreseen_up_to_the_first_mistake_and_the_end_of_an_episode() -> None:
    said = np.array([[3], [4], [5], [6], [7]], np.int16)
    right = np.array([[3], [9], [5], [6], [7]], np.int16)
    found = ahead(said, right, np.array([3, 2]))
    assert [row[row > 0].tolist() for row in found] == [[9], [], [], [7], []]
