"""Episodes with mistakes in them and their repair, and what the solver would have done instead.

A noisy player follows the solver and sometimes does something else: a call that the task refuses,
or one that leads astray. The solver then plans anew from wherever that led, and every state that
was visited gets the solver's own reply, which is the one to be learned there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from visgym.core.calls import STOP, Call
from visgym.core.episode import Episode, advance
from visgym.core.solving import solve
from visgym.demonstrations.recipes import Candidate

NOISE = 0.25  # mistakes a reply, as long as there are steps to repair them
TRIES = 8  # random calls that are looked at for one mistake


@dataclass(frozen=True)
class Demonstration:
    """An episode, and what the solver would have replied where a mistake was made."""

    episode: Episode[Any]
    corrections: dict[int, str] = field(default_factory=dict)
    """By the number of the mistaken reply, from 1."""


def can_err(episode: Episode[Any]) -> bool:
    """Whether a mistake can be repaired at all: by more steps, against nobody."""
    task = episode.task
    return not task.single_turn and not task.adversarial and task.players == 1


def with_mistakes(episode: Episode[Any], chosen: Candidate) -> Demonstration:
    """The episode as a noisy player takes it from its start, and the solver to its end."""
    task, rng = episode.task, Random(f"{episode.task.name} mistakes {chosen.seed}")
    corrections: dict[int, str] = {}
    plan = _plan(episode, chosen)
    while plan and not episode.over:
        wrong = _mistake(episode, plan, chosen, rng) if rng.random() < NOISE else None
        if wrong is None:
            episode, plan = advance(episode, task.phrase(plan[0])), plan[1:]
            continue
        corrections[len(episode.turns) + 1] = task.phrase(plan[0])
        same = wrong.state == episode.state
        episode, plan = wrong, plan if same else _plan(wrong, chosen)
    return Demonstration(episode, corrections)


def _plan(episode: Episode[Any], chosen: Candidate) -> list[Call]:
    return solve(episode.task, episode.state, chosen.strategy, None, chosen.seed)


def _mistake(
    episode: Episode[Any], plan: list[Call], chosen: Candidate, rng: Random
) -> Episode[Any] | None:
    """The episode after something else than the plan says, if the solver can repair it in time."""
    task = episode.task
    others = [action for name, action in task.actions.items() if name != STOP.name]
    for _ in range(TRIES):
        call = rng.choice(others).sample(rng)
        if call == plan[0]:
            continue
        wrong = advance(episode, task.phrase(call))
        if wrong.over or task.hopeless(wrong.state):
            continue
        needed = len(plan) if wrong.state == episode.state else len(_plan(wrong, chosen))
        if len(plan) <= needed <= wrong.steps_left + 1:  # with fewer it was another right way
            return wrong
    return None
