"""Regret of known episodes, without solving a state twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from visgym.core.calls import Call
from visgym.core.episode import Episode, advance, begin
from visgym.kit.boards.geoms import Geom
from visgym.kit.regret import Distances, MoveCounts, regret, summary
from visgym.tasks.ivispar.sliding_geom_puzzle import GeomState, SlidingGeomPuzzle

SOLVED: Counter[Any] = Counter()


class Counted(SlidingGeomPuzzle):
    """The puzzle, counting which states were solved."""

    def optimal(self, state: GeomState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        SOLVED[state] += 1
        return super().optimal(state, rng, steps)


TASK = Counted(view="2d")
START = GeomState((Geom("red", "cube"), Geom("blue", "sphere")), goal=(2, 5), cells=(0, 4))


def played(*replies: str) -> Episode[GeomState]:
    episode = replace(begin(TASK, 0), start=START)
    for reply in replies:
        episode = advance(episode, f"action: move {reply}")
    return episode


def test_the_best_play_has_no_regret() -> None:
    result = regret(played("red cube right", "blue sphere right", "red cube right"))
    assert result.completed and result.shortest == 3
    assert result.deviation == (0, 0, 0)
    assert result.counts == MoveCounts(effective=3)


def test_every_kind_of_step_is_told_apart() -> None:
    episode = played(
        "red cube right",  # nearer
        "red cube left",  # back
        "red cube down",  # the sphere is there
        "red cube up",  # the edge is there
        "green cube up",  # no such geom
        "mauve cube up",  # no such colour
        "anything else",
    )
    result = regret(episode)
    assert result.counts == MoveCounts(1, 1, 1, 1, 3)
    assert result.deviation == (0, 2, 3, 4, 5, 6, 7)
    assert not result.completed


def test_no_state_is_solved_twice_and_good_moves_are_not_solved_at_all() -> None:
    SOLVED.clear()
    known: Distances = {}
    episode = played("red cube right", "blue sphere down", "blue sphere up", "blue sphere down")
    regret(episode, known)
    assert max(SOLVED.values()) == 1
    before = sum(SOLVED.values())
    regret(episode, known)
    assert sum(SOLVED.values()) == before <= 3


def test_a_board_that_is_solved_stays_solved_and_later_steps_count() -> None:
    task = replace(TASK, step_limit=6)
    episode = replace(
        played("red cube left", "red cube right", "blue sphere right", "red cube right"), task=task
    )
    result = regret(episode)
    assert result.distances == (3, 3, 2, 1, 0) and result.over_steps == (3, 3, 2, 1, 0, 0)
    assert result.clipped == (0, 1, 1, 1, 0, 0)
    assert result.mean_deviation == 3 / 6
    assert result.literal_deviation == (0 + 1 + 1 + 1 + 1 + 1) / 6
    assert result.at_best_length == 1


def test_only_the_literal_deviation_grows_while_nothing_moves() -> None:
    task = replace(TASK, step_limit=20)
    result = regret(replace(played(*["red cube up"] * 20), task=task))
    assert result.clipped == (0, 1, 2, *(3,) * 17)
    assert result.literal_deviation == sum(range(20)) / 20  # the start is the first of 20 states
    assert result.distances[-1] == result.at_best_length == 3


def test_averages_run_over_the_episodes_that_came_so_far() -> None:
    good = regret(played("red cube right", "blue sphere right", "red cube right"))
    bad = regret(played("red cube up", "red cube up", "red cube up", "red cube up"))
    total = summary([good, bad])
    assert (total.episodes, total.completed) == (2, 0.5)
    assert total.deviation_by_step[:6] == (0, 0.5, 1.0, 1.5, 1.5, 0.0)
    assert total.distance_by_step[:6] == (3, 2.5, 2.0, 1.5, 1.5, 0.0)
    assert total.mean_deviation == (9 / 5) / 2
    assert total.counts["out_of_bounds"] == 2 and total.counts["effective"] == 1.5
