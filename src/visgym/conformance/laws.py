"""The laws that every task obeys, as functions that list what breaks them.

`visgym check` runs them on the catalog or on modules of your own.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from visgym.conformance.hostile import hostile_replies
from visgym.conformance.playthroughs import end, some_states, wandered
from visgym.core.episode import LONGEST_FEEDBACK, advance, begin, play, replay
from visgym.core.errors import Mistake
from visgym.core.identity import fingerprint, from_json, to_json
from visgym.core.messages import present
from visgym.core.parts import observations
from visgym.core.solving import solve, strategy_names
from visgym.core.task import Task
from visgym.kit.framing import sight
from visgym.wrappers.build import WRAPPERS, arrange

AnyTask = Task[Any]


@dataclass(frozen=True)
class Violation:
    """A law that a task breaks, and where."""

    law: str
    where: str
    sentence: str


def check(task: AnyTask, seeds: Sequence[int], where: str) -> Iterator[Violation]:
    """Everything that a task does against the laws on some seeds."""
    for law in LAWS:
        for sentence in law(task, seeds):
            yield Violation(law.__name__.strip("_").replace("_", " "), where, sentence)


# 1 and 2: starts


def seeds_decide_starts(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    starts = [begin(task, seed).start for seed in seeds]
    if starts != [begin(task, seed).start for seed in seeds]:
        yield "The same seed gives another start the second time."
    if len(seeds) > 1 and len(set(starts)) < 2:
        yield "Different seeds give the same start."


def starts_are_values(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    for seed in seeds:
        start = begin(task, seed).start
        hash(start)
        if pickle.loads(pickle.dumps(start)) != start:  # noqa: S301
            yield f"The start of seed {seed} does not survive pickling."
        if from_json(task.state_type(), json.loads(json.dumps(to_json(start)))) != start:
            yield f"The start of seed {seed} does not survive JSON."
    if pickle.loads(pickle.dumps(task)) != task:  # noqa: S301
        yield "The task does not survive pickling."


# 3: solvability


def default_solver_solves_within_the_limit(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    for seed in seeds:
        episode = begin(task, seed)
        if task.score(episode.start) >= 1:
            yield f"The start of seed {seed} is solved already."
        episode = play(episode, solve(task, episode.start))
        if not episode.success:
            yield f"The default solver fails on seed {seed}: {end(episode)}"
        if replay(episode) != episode:
            yield f"The replay of the solved seed {seed} differs."
        if task.score(task.goal(episode.start)) < 1:
            yield f"The goal of seed {seed} is not solved."


def every_strategy_solves(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    patient = replace(task, step_limit=100_000)
    for strategy in strategy_names(task):
        for seed in seeds:
            for steps in (None, task.step_limit - 1):
                start = begin(patient, seed)
                calls = solve(patient, start.start, strategy, steps, seed)
                if not play(start, calls).success:
                    yield f"The strategy {strategy} with steps={steps} fails on seed {seed}."


def solvers_solve_from_anywhere(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    patient = replace(task, step_limit=100_000)
    for seed in seeds[:3]:
        lost = wandered(begin(patient, seed), 4)
        if lost.over:
            continue
        calls = solve(patient, lost.state)
        if not play(replace(lost, start=lost.state, turns=()), calls).success:
            yield f"The default solver fails from a state that is not a start, on seed {seed}."


# 4 and 5: actions


def random_play_is_pure(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    for seed in seeds:
        episode = begin(task, seed)
        before = fingerprint(episode.start)
        episode = wandered(episode, task.step_limit)
        if fingerprint(episode.start) != before or replay(episode) != episode:
            yield f"Random play on seed {seed} changed what was before."
        for turn, earlier in zip(episode.turns, episode.states, strict=False):
            if turn.verdict != "done" and turn.state != earlier:
                yield f"A refused reply changed the state on seed {seed}: {turn.reply}"


def calls_survive_being_written(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    rng = Random(0)
    episode = begin(replace(task, step_limit=100_000), seeds[0], strict=True)
    for action in task.actions.values():
        for _ in range(20):
            call = action.sample(rng)
            turn = advance(episode, task.write(call)).turns[-1]
            if turn.call != call:
                yield f"{task.write(call)} is read as {turn.call}."


def phrases_are_heard(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    rng = Random(0)
    episode = begin(task, seeds[0])
    for action in task.actions.values():
        for _ in range(20):
            call = action.sample(rng)
            turn = advance(episode, f"I think so.\n\n{task.phrase(call)}").turns[-1]
            if turn.call != call:
                yield f"{task.phrase(call)!r:.80} is heard as {turn.call}."


def hostile_replies_do_no_harm(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    start = begin(task, seeds[0])
    for reply in hostile_replies(list(task.actions)):
        turn = advance(start, reply).turns[-1]
        if len(turn.feedback) > LONGEST_FEEDBACK:
            yield f"The feedback to {reply!r:.60} is too long."
        if turn.verdict != "done" and turn.state != start.state:
            yield f"The refused reply {reply!r:.60} changed the state."
        if turn.verdict != "done" and not turn.feedback:
            yield f"The refused reply {reply!r:.60} gets no reason."


# 6, 7 and 8: pictures and texts


def pictures_are_of_one_shape(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    shapes = set()
    for seed in seeds:
        frame = sight(task, begin(task, seed).start)
        shapes.add(frame.shape)
        if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
            yield f"The picture of seed {seed} is not RGB bytes."
        if frame.flags.writeable:
            yield f"The picture of seed {seed} can be written to."
        if int(frame.max()) - int(frame.min()) < 32:
            yield f"The picture of seed {seed} is almost blank."
    if len(shapes) > 1:
        yield f"Pictures have different shapes: {sorted(shapes)}"


def pictures_and_texts_change_together(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    if not task.has_text:
        return
    for seed in seeds[:3]:
        texts: dict[bytes, str | None] = {}
        pictures: dict[str | None, bytes] = {}
        for state in some_states(task, seed):
            picture = sight(task, state).tobytes()
            text = observations(task, state)[-1].text
            if texts.setdefault(picture, text) != text:
                yield f"One picture has two texts on seed {seed}."
            if pictures.setdefault(text, picture) != picture:
                yield f"One text has two pictures on seed {seed}."


def solving_shows(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    if task.single_turn:
        return  # an answer ends the episode, so nobody looks at what it changed
    for seed in seeds[:3]:
        start = begin(task, seed).start
        if np.array_equal(sight(task, start), sight(task, task.goal(start))):
            yield f"The goal looks like the start on seed {seed}."


def rules_are_told(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    media = ("picture", "text") if task.has_text else ("picture",)
    for text in (task.rules(), *(task.legend(medium) for medium in media)):  # type: ignore[arg-type]
        if len(text) < 20 or not text.strip().endswith("."):
            yield f"Rules and legend are full sentences, not {text!r:.60}"
    for action in task.actions.values():
        if not action.help.endswith("."):
            yield f"The action {action.name} needs a docstring that is a sentence."


# 9: wrappers


def wrappers_compose(task: AnyTask, seeds: Sequence[int]) -> Iterator[str]:
    episode = wandered(begin(task, seeds[0]), 3)
    for first in WRAPPERS:
        for second in WRAPPERS:
            try:
                chosen = arrange({first, second}, task)
            except Mistake:
                continue
            messages = present(episode, chosen)
            roles = [message.role for message in messages]
            if roles != ["user", "assistant"] * (len(roles) // 2) + ["user"]:
                yield f"{first} with {second} breaks the order of roles."
            if not all(message.parts for message in messages):
                yield f"{first} with {second} leaves an empty message."


LAWS: tuple[Callable[[AnyTask, Sequence[int]], Iterator[str]], ...] = (
    seeds_decide_starts,
    starts_are_values,
    default_solver_solves_within_the_limit,
    every_strategy_solves,
    solvers_solve_from_anywhere,
    random_play_is_pure,
    calls_survive_being_written,
    phrases_are_heard,
    hostile_replies_do_no_harm,
    pictures_are_of_one_shape,
    pictures_and_texts_change_together,
    solving_shows,
    rules_are_told,
    wrappers_compose,
)
