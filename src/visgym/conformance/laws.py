"""The laws that every task obeys, as functions that list what breaks them.

`visgym check` runs them on the catalog or on modules of your own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeVar

from visgym.conformance import (
    laws_of_knobs,
    laws_of_levels,
    laws_of_pictures,
    laws_of_play,
    laws_of_secrets,
    laws_of_solving,
    laws_of_starts,
)
from visgym.conformance.laws_of_levels import Presets
from visgym.core.calls import brief
from visgym.core.errors import Mistake
from visgym.core.task import Task

Subject = TypeVar("Subject")
Law = Callable[[Subject, Sequence[int]], Iterator[str]]

LAWS: tuple[Law[Task[Any]], ...] = (
    laws_of_starts.seeds_decide_starts,
    laws_of_starts.different_seeds_give_different_starts,
    laws_of_starts.starts_are_values,
    laws_of_starts.tags_are_known,
    laws_of_starts.rules_are_told,
    laws_of_solving.default_solver_solves_within_the_limit,
    laws_of_solving.every_strategy_solves,
    laws_of_solving.steps_are_honoured,
    laws_of_solving.solvers_solve_from_anywhere,
    laws_of_solving.hopeless_states_have_no_way_out,
    laws_of_solving.distances_lead_to_the_goal,
    laws_of_solving.constant_answers_are_at_chance,
    laws_of_play.random_play_is_pure,
    laws_of_play.calls_survive_being_written,
    laws_of_play.phrases_are_heard,
    laws_of_play.hostile_replies_do_no_harm,
    laws_of_play.scores_and_rewards_are_in_bounds,
    laws_of_pictures.pictures_are_of_one_shape,
    laws_of_pictures.pictures_and_texts_change_together,
    laws_of_pictures.solving_shows,
    laws_of_pictures.wrappers_compose,
    laws_of_secrets.hidden_parts_do_not_show,
    laws_of_secrets.dice_do_not_show,
)
"""What holds of a task at one difficulty."""
LAWS_OF_PRESETS: tuple[Law[Presets], ...] = (
    laws_of_levels.every_level_is_harder,
    laws_of_levels.reference_players_win,
    laws_of_knobs.knobs_are_bounded,
)
"""What holds between the presets of a task."""


@dataclass(frozen=True)
class Violation:
    """A law that a task breaks, and where."""

    law: str
    where: str
    sentence: str


def check(task: Task[Any], seeds: Sequence[int], where: str) -> Iterator[Violation]:
    """Everything that a task does against the laws on some seeds."""
    return _violations(LAWS, task, seeds, where)


def check_presets(presets: Presets, seeds: Sequence[int], where: str) -> Iterator[Violation]:
    """Everything that is wrong between the presets of a task."""
    return _violations(LAWS_OF_PRESETS, presets, seeds, where)


def _violations(
    laws: Sequence[Law[Subject]], subject: Subject, seeds: Sequence[int], where: str
) -> Iterator[Violation]:
    for law in laws:
        sentences, error = _tried(law, subject, seeds)
        if error is not None:
            sentences.append(_raised(law, subject, seeds, error))
        for sentence in dict.fromkeys(sentences):
            yield Violation(law.__name__.replace("_", " "), where, sentence)


def _tried(
    law: Law[Subject], subject: Subject, seeds: Sequence[int]
) -> tuple[list[str], Exception | None]:
    """What a law finds, and what the task raised meanwhile.

    Nowhere else is any exception caught: here, that a task raises is what is found out.
    """
    found: list[str] = []
    try:
        found.extend(law(subject, seeds))
    except Mistake:
        raise  # the user's, such as data that is not there
    except Exception as error:
        return found, error
    return found, None


def _raised(law: Law[Subject], subject: Subject, seeds: Sequence[int], error: Exception) -> str:
    """What a task raised, in one sentence, with the first seed on which it does."""
    guilty = (seed for seed in seeds if _tried(law, subject, [seed])[1] is not None)
    seed = next(guilty, None)
    notes = "".join(f" {note}" for note in getattr(error, "__notes__", ()))
    on = "" if seed is None else f" on seed {seed}"
    place = extract_tb(error.__traceback__)[-1]
    at = f"{Path(place.filename).name}, line {place.lineno}"
    return f"{type(error).__name__} is raised{notes}{on} ({at}): {brief(str(error), 200)}"
