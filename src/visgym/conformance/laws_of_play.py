"""Laws of play: replies are read, refused and rewarded as they should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite
from random import Random
from typing import Any

from visgym.conformance.hostile import hostile_replies
from visgym.conformance.playthroughs import some_states, wandered
from visgym.core.episode import advance, begin, replay
from visgym.core.identity import fingerprint
from visgym.core.task import Task
from visgym.core.turns import LONGEST_FEEDBACK, SUCCESS, Turn


def random_play_is_pure(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    for seed in seeds:
        episode = begin(task, seed)
        before = fingerprint(episode.start)
        episode = wandered(episode, task.step_limit)
        if fingerprint(episode.start) != before or replay(episode) != episode:
            yield f"Random play on seed {seed} changed what was before."


def calls_survive_being_written(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    rng = Random(0)
    episode = begin(replace(task, step_limit=100_000), seeds[0], strict=True)
    for action in task.actions.values():
        for _ in range(20):
            call = action.sample(rng)
            turn = advance(episode, task.spell(call)).turns[-1]
            if turn.call != call:
                yield f"{task.spell(call)} is read as {turn.call}."


def phrases_are_heard(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    rng = Random(0)
    episode = begin(task, seeds[0])
    for action in task.actions.values():
        for _ in range(20):
            call = action.sample(rng)
            turn = advance(episode, f"I think so.\n\n{task.phrase(call)}").turns[-1]
            if turn.call != call:
                yield f"{task.phrase(call)!r:.80} is heard as {turn.call}."


def hostile_replies_do_no_harm(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    start = begin(task, seeds[0])
    before = fingerprint(start.start)
    for reply in hostile_replies(list(task.actions)):
        try:
            turn = advance(start, reply).turns[-1]
        except Exception as error:
            error.add_note(f"after the reply {reply!r:.60}")
            raise
        if len(turn.feedback) > LONGEST_FEEDBACK:
            yield f"The feedback to {reply!r:.60} is too long."
        if not _is_consistent(turn):
            yield f"{reply!r:.60} is {turn.verdict}, and the feedback is {turn.feedback!r:.60}."
    if fingerprint(start.start) != before:
        yield f"A reply to seed {start.seed} changed the start in place."


def _is_consistent(turn: Turn[Any]) -> bool:
    """Whether the feedback says of a reply what its verdict says."""
    if turn.verdict == "done":
        return turn.call is not None and turn.feedback.startswith(SUCCESS)
    return bool(turn.feedback.strip()) and not turn.feedback.startswith(SUCCESS)


def scores_and_rewards_are_in_bounds(task: Task[Any], seeds: Sequence[int]) -> Iterator[str]:
    for seed in seeds[:3]:
        for state in some_states(task, seed):
            yield from _unpaid(task, state, seed)
        for turn in wandered(begin(task, seed), task.step_limit).turns:
            if not isfinite(turn.reward):
                yield f"The reply {turn.reply!r:.60} on seed {seed} earns {turn.reward}."


def _unpaid(task: Task[Any], state: Any, seed: int) -> Iterator[str]:
    """What is wrong with the score and the payoffs of a state."""
    score, payoffs = task.score(state), task.payoffs(state)
    if len(payoffs) != task.players:
        yield f"{task.players} players get {len(payoffs)} payoffs on seed {seed}."
    elif payoffs[task.seat] != score:
        yield f"The seat is paid {payoffs[task.seat]}, and the score is {score}, on seed {seed}."
    for paid in dict.fromkeys((score, *payoffs)):
        if not 0 <= paid <= 1:
            yield f"A state on seed {seed} scores {paid}, which is not from 0 to 1."
