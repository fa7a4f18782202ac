"""What the solver would have done in every state that somebody else visited."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from visgym.core.calls import STOP
from visgym.core.episode import Episode
from visgym.core.solving import react, solve
from visgym.demonstrations.recovery import Demonstration


def relabelled(episode: Episode[Any], strategy: str | None = None, seed: int = 0) -> Demonstration:
    """An episode with the solver's reply to each state in it, where it has one.

    The shortest way is asked for, so that the replies to neighbouring states agree, and an end
    wherever the goal is reached.
    """
    known: dict[Any, str] = {}
    corrections: dict[int, str] = {}
    for number, state in enumerate(episode.states[:-1], 1):
        if state not in known:
            before = replace(episode, turns=episode.turns[: number - 1])
            known[state] = _reply(before, strategy, seed)
        if known[state]:
            corrections[number] = known[state]
    return Demonstration(episode, corrections)


def _reply(episode: Episode[Any], strategy: str | None, seed: int) -> str:
    """The reply of the solver, or of the policy where there is one; empty if nothing helps."""
    task, state = episode.task, episode.state
    if task.hopeless(state):
        return ""
    if strategy is None and task.policies():
        return task.phrase(react(task, state, Random(f"{task.name} {seed} {len(episode.turns)}")))
    if STOP.name in task.actions and task.score(state) >= 1:
        return task.phrase(STOP)
    plan = solve(task, state, strategy, 1, seed)
    return task.phrase(plan[0]) if plan else ""
