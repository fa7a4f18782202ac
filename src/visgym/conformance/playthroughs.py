"""Ways through an episode on which the laws are tested."""

from __future__ import annotations

from typing import Any

from visgym.agents.scripted import RandomAgent, Scripted
from visgym.core.calls import STOP
from visgym.core.episode import Episode, advance, begin
from visgym.core.solving import solve
from visgym.core.task import Task

MOST_STATES = 12  # states of one walk that are drawn


def played_by(agent: Scripted, episode: Episode[Any]) -> Episode[Any]:
    """The episode as an agent ends it."""
    while not episode.over:
        episode = advance(episode, agent.reply(episode))
    return episode


def wandered(episode: Episode[Any], steps: int) -> Episode[Any]:
    """The episode after some random replies, none of them a stop."""
    agent, task = RandomAgent(), episode.task
    stop = task.write(STOP) if STOP.name in task.actions else None
    for _ in range(steps):
        reply = agent.reply(episode)
        if episode.over or reply == stop:
            break
        episode = advance(episode, reply)
    return episode


def some_states(task: Task[Any], seed: int) -> list[Any]:
    """States on the way of the solver and of a random walk."""
    state = start = begin(task, seed).start
    found = [start]
    for call in solve(task, start):
        state = task.apply(state, call)
        found.append(state)
    walk = wandered(begin(task, seed), MOST_STATES).states[1:]
    return list(dict.fromkeys([*found[:MOST_STATES], *walk]))


def end(episode: Episode[Any]) -> str:
    """How an episode ended, in words."""
    return f"{len(episode.turns)} of {episode.task.step_limit} steps, {episode.feedback}"
