"""Demonstrations as arrays: what is drawn, what is said, and what of it is to be learned."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import visgym
from visgym.core.episode import advance, begin, play
from visgym.core.identity import fingerprint
from visgym.core.solving import solve
from visgym.demonstrations.episode_pool import EpisodePool, PooledStart
from visgym.demonstrations.recipes import Recipe, candidate
from visgym.demonstrations.relabelling import relabelled
from visgym.demonstrations.tensors import RowFormat, TensorRows, demonstration, fill_row
from visgym.demonstrations.vocabulary import PAD, ReplyVocabulary, learned, padded
from visgym.kit.shrinking import packed, shrunk

FORM = RowFormat(24, 24, turns=20)
MAZE = visgym.load("maze_2d/easy")
WORDS = ReplyVocabulary.of([MAZE])


def maze(recovery: float = 0.0) -> Recipe:
    return Recipe(ids=("maze_2d/easy",), recovery=recovery).checked()


@pytest.mark.parametrize(
    "id", ["maze_2d/easy", "jigsaw/hard", "matchstick_rotation/easy", "patch_reassembly/easy"]
)
def test_replies_come_back_from_their_tokens(id: str) -> None:
    task = visgym.load(id)
    vocabulary = ReplyVocabulary.of([task, MAZE])
    for seed in range(3):
        for call in solve(task, task.start(seed), seed=seed):
            tokens = vocabulary.encode(task.phrase(call))
            assert vocabulary.ends(tokens[-1])
            assert vocabulary.decode(padded(tokens, 40)) == task.phrase(call)
            assert vocabulary.allowed(task, spelled=True)[tokens].all()


def test_calls_of_which_there_are_few_are_one_token() -> None:
    assert len(WORDS.encode("('move', 2)")) == 1
    assert int(WORDS.allowed(MAZE).sum()) == 5  # four moves and a stop


def test_rows_hold_what_the_solver_saw_and_said() -> None:
    rows = TensorRows(FORM, 2)
    fill_row(rows, 1, maze(), WORDS)
    shown = demonstration(candidate(maze(), 1))
    assert shown is not None
    episode = shown.episode
    assert rows.lengths.tolist() == [0, len(episode.turns)]
    for at, turn in enumerate(episode.turns):
        small = shrunk(MAZE.draw(episode.states[at]), 24, 24)
        assert (rows.frames[1, at] == small).all()
        assert WORDS.decode(rows.said[1, at]) == turn.reply
    assert (rows.said == rows.right).all()


@pytest.mark.parametrize("learn", [True, False])
def test_mistakes_are_said_and_their_corrections_learned_or_nothing(learn: bool) -> None:
    rows, recipe = TensorRows(FORM, 3), maze(recovery=1.0)
    wrong = 0
    for row in range(3):
        fill_row(rows, row, recipe, WORDS, learn=learn)
        shown = demonstration(candidate(recipe, row))
        assert shown is not None
        for number, right in shown.corrections.items():
            wrong += 1
            meant = WORDS.encode(right) if learn else [PAD]
            assert rows.right[row, number - 1].tolist() == meant
            assert rows.said[row, number - 1].tolist() != WORDS.encode(right)
    assert wrong


def test_tokens_after_a_wrong_one_are_not_learned() -> None:
    assert learned([5, 6, 7], [5, 8, 9]) == [5, 8, PAD]
    assert learned([5, 6], [5, 6]) == [5, 6]


def test_starts_that_are_held_out_are_passed_over() -> None:
    first = candidate(maze(), 0)
    banned = {fingerprint(MAZE.start(first.seed))}
    assert demonstration(first, banned) is None
    rows = TensorRows(FORM, 1)
    fill_row(rows, 0, maze(), WORDS, banned)
    assert rows.lengths[0] > 0
    assert (rows.frames[0, 0] != FORM.seen(MAZE, MAZE.start(first.seed))).any()


def test_thoughts_tell_the_state_in_numbers_without_a_model() -> None:
    task = visgym.load("matchstick_rotation/easy")
    form = RowFormat(8, 8, 4, thinks="numbers")
    thought = form.thought(task, task.start(1))
    text = task.describe(task.start(1)) or ""
    assert thought.split() and all(word in text for word in thought.split())
    reply = f"{thought}('move', [1, 0, 0])"
    assert advance(begin(task, 1), reply).turns[-1].verdict == "done"


def test_relabelling_asks_the_solver_about_every_state_that_was_visited() -> None:
    wandering = play(begin(MAZE, 4), [f"('move', {way % 4})" for way in range(12)])
    found = relabelled(wandering).corrections
    assert len(found) == len(wandering.turns)
    for number, reply in found.items():
        state = wandering.states[number - 1]
        after = play(begin(MAZE, 4), [turn.reply for turn in wandering.turns[: number - 1]])
        assert after.state == state
        better = advance(after, reply).state
        assert len(solve(MAZE, better)) == len(solve(MAZE, state)) - 1


@pytest.fixture(scope="module")
def pool() -> Iterator[EpisodePool]:
    made = EpisodePool(2, 4, 24 * 24 * 3, WORDS)
    yield made
    made.close()


def test_a_pool_plays_as_one_episode_after_the_other_does(pool: EpisodePool) -> None:
    starts = [PooledStart("maze_2d/easy", seed, {}) for seed in range(3)]
    frames = pool.begin(starts, FORM)
    episodes = [begin(MAZE, start.seed) for start in starts]
    plans = [iter(solve(MAZE, episode.start)) for episode in episodes]
    while any(not episode.over for episode in episodes):
        replies = {}
        for at, episode in enumerate(episodes):
            if not episode.over:
                assert (frames[at] == FORM.seen(MAZE, episode.state)).all()
                replies[at] = MAZE.phrase(next(plans[at]))
                episodes[at] = advance(episode, replies[at])
        for at, result in pool.step(replies).items():
            assert result.over == episodes[at].over
            assert result.success == episodes[at].success
    assert all(episode.success for episode in episodes)


def test_packed_frames_keep_the_highest_bits() -> None:
    frame = np.array([[[255, 128, 64], [31, 31, 63]]], np.uint8)
    assert packed(frame).tolist() == [[0b111_100_01, 0b000_000_00]]
