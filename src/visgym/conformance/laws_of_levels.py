"""Laws of levels: they hold between the presets of a task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from statistics import mean
from typing import Any

from visgym.agents.scripted import SolverAgent
from visgym.conformance.playthroughs import more_seeds, played_by
from visgym.core.episode import begin
from visgym.core.task import Task
from visgym.evaluation.ladders import ladders_among

Presets = Mapping[str, Task[Any]]

CHEAP = 10.0  # milliseconds that the solver of a task may take whose effort is measured widely
MANY, SOME = 20, 8  # seeds over which effort is averaged, where that is cheap and where not
AT_LAST = 5  # times as many before a level is said to be no harder
GAMES = 40  # seeds on which a reference player must win its share
SHARE_AT_FIRST, SHARE_LATER = 0.95, 0.8  # of games won, on the first level and on others


def effort(task: Task[Any], seeds: Sequence[int], times: int = 1) -> float:
    """The mean effort of a task, on more seeds than asked for where that is cheap."""
    least = times * (MANY if task.budget.solve <= CHEAP else SOME)
    return _effort(task, tuple(more_seeds(task, seeds, least)))


@lru_cache(maxsize=64)
def _effort(task: Task[Any], seeds: tuple[int, ...]) -> float:
    return mean(task.effort(begin(task, seed).start) for seed in seeds)


def every_level_is_harder(presets: Presets, seeds: Sequence[int]) -> Iterator[str]:
    for ladder in ladders_among(presets):
        for lower, upper in pairwise(ladder):
            pair = presets[lower], presets[upper]
            if all(task.one_level for task in pair):
                if replace(pair[0], step_limit=pair[1].step_limit) != pair[1]:
                    yield f"{upper} and {lower} are one level, but differ in more than steps."
                continue
            less, more = (effort(task, seeds) for task in pair)
            if more <= less:  # which may be bad luck
                less, more = (effort(task, seeds, AT_LAST) for task in pair)
            if more <= less:
                yield (
                    f"{upper} takes an effort of {more:.3g} on average, {lower} one of {less:.3g}; "
                    "the method effort says what makes a start hard."
                )


def reference_players_win(presets: Presets, seeds: Sequence[int]) -> Iterator[str]:
    first = {ladder[0] for ladder in ladders_among(presets)}
    for name, task in presets.items():
        if not task.adversarial or task.players > 1:
            continue  # between players from outside nobody need be the better one
        share, games = SHARE_AT_FIRST if name in first else SHARE_LATER, len(seeds[:GAMES])
        won, lost, least = 0, 0, _least(share, games)
        for seed in seeds[:GAMES]:
            if won >= least or games - lost < least:  # what is left decides nothing
                break
            is_won = played_by(SolverAgent(), begin(task, seed)).success
            won, lost = won + is_won, lost + (not is_won)
        if won < least:
            yield f"On {name} the reference player wins {won} of {won + lost}, not {share:.0%}."


def _least(share: float, games: int) -> float:
    """Games to be won; fewer than all leave room for three standard deviations of bad luck."""
    slack = 0.0 if games >= GAMES else 3 * sqrt(games * share * (1 - share))
    return share * games - slack
