"""Ways through an episode on which the laws are tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

from visgym.agents.scripted import RandomAgent, Scripted, SolverAgent
from visgym.core.calls import STOP, Call, Illegal
from visgym.core.episode import Episode, advance, begin
from visgym.core.solving import solve
from visgym.core.task import Action, Task

MOST_STATES = 12  # states of one walk that are drawn
SAMPLED = 20  # calls of an action that stand for all of them


def played_by(agent: Scripted, episode: Episode[Any]) -> Episode[Any]:
    """The episode as an agent ends it."""
    while not episode.over:
        episode = advance(episode, agent.reply(episode))
    return episode


def wandered(episode: Episode[Any], steps: int) -> Episode[Any]:
    """The episode after some random replies, none of them a stop."""
    agent, task = RandomAgent(), episode.task
    stop = task.spell(STOP) if STOP.name in task.actions else None
    for _ in range(steps):
        reply = agent.reply(episode)
        if episode.over or reply == stop:
            break
        episode = advance(episode, reply)
    return episode


@lru_cache(maxsize=8)
def some_states(task: Task[Any], seed: int) -> tuple[Any, ...]:
    """States on the way of the reference player and of a random walk, the start first."""
    best = islice(_reference_states(task, seed), MOST_STATES)
    walk = wandered(begin(task, seed), MOST_STATES).states[1:]
    return tuple(dict.fromkeys([*best, *walk]))


def _reference_states(task: Task[Any], seed: int) -> Iterator[Any]:
    """What the solver passes through, or the policy where somebody plays against it."""
    episode: Episode[Any] = begin(task, seed)
    state = episode.start
    yield state
    if task.adversarial:
        while not episode.over:  # move by move, since nobody may want the end
            episode = advance(episode, SolverAgent().reply(episode))
            yield episode.state
        return
    for call in solution(task, state):
        state = task.apply(state, call)
        yield state


@lru_cache(maxsize=64)
def solution(
    task: Task[Any],
    state: Any,
    strategy: str | None = None,
    steps: int | None = None,
    seed: int = 0,
) -> tuple[Call, ...]:
    """What `solve` gives; several laws look at the same solutions."""
    return tuple(solve(task, state, strategy, steps, seed))


def more_seeds(task: Task[Any], seeds: Sequence[int], least: int) -> Sequence[int]:
    """At least so many seeds from the first one on; published starts have only their own."""
    if task.starts or len(seeds) >= least:
        return seeds
    return range(seeds[0], seeds[0] + least)


def few_calls(action: Action, most: int) -> list[Call] | None:
    """All calls of an action, None if there are more than `most`."""
    try:
        values = [list(islice(each.domain.values(), most + 1)) for each in action.parameters]
    except TypeError:  # a domain that cannot be listed
        return None
    if prod(map(len, values)) > most:
        return None
    return [Call(action.name, args) for args in product(*values)]


def legal_moves(task: Task[Any], state: Any) -> Iterator[tuple[Call, Any]]:
    """Legal calls but stop with the states they lead to; a sample of actions with many calls."""
    rng = Random(0)
    for name, action in task.actions.items():
        if name == STOP.name:
            continue
        sampled = (action.sample(rng) for _ in range(SAMPLED))
        for call in few_calls(action, SAMPLED) or dict.fromkeys(sampled):
            try:
                after = task.apply(state, call)
            except Illegal:
                continue
            yield call, after


def end(episode: Episode[Any]) -> str:
    """How an episode ended, in words."""
    return f"{len(episode.turns)} of {episode.task.step_limit} steps, {episode.feedback}"
