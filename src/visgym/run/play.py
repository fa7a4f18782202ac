"""Play one episode."""

from __future__ import annotations

from typing import Any

from visgym.agents.scripted import Agent
from visgym.core.episode import Episode, advance, begin
from visgym.core.task import Task


def play(task: Task[Any], seed: int, agent: Agent) -> Episode[Any]:
    """The episode that `agent` makes of a seed."""
    episode = begin(task, seed)
    while not episode.over:
        episode = advance(episode, agent(episode))
    return episode
