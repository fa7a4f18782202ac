"""Answers about a known board, and what is wrong with them."""

from __future__ import annotations

import pytest

from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.kit.boards.geoms import Geom
from visgym.kit.boards.sightings import BoardComparison
from visgym.tasks.ivispar.board_state_inference import BoardStateInference, SightProblem

TASK = BoardStateInference(geoms=2, view="2d")
PROBLEM = SightProblem((Geom("red", "cube"), Geom("blue", "sphere")), (0, 15))  # a4 and d1


@pytest.mark.parametrize(
    ("objects", "score", "expected"),
    [
        (("a4 red cube", "d1 blue sphere"), 1, BoardComparison(correct=2)),
        (("D1  Blue Sphere", "a4 red cube"), 1, BoardComparison(correct=2)),
        (("a4 red cube",), 0, BoardComparison(correct=1, missed=1)),
        (("a4 red cube", "d2 blue sphere"), 0, BoardComparison(correct=1, coordinate_errors=1)),
        (("a4 red sphere", "d1 blue sphere"), 0, BoardComparison(correct=1, shape_errors=1)),
        (("a4 green cube", "d1 blue sphere"), 0, BoardComparison(correct=1, color_errors=1)),
        (
            ("a4 green pyramid", "d1 blue sphere"),
            0,
            BoardComparison(correct=1, missed=1, hallucinated=1),
        ),
        (
            ("a4 red cube", "d1 blue sphere", "b2 empty", "f4 red cube"),
            0,
            BoardComparison(correct=2, format_errors=2),
        ),
        (
            ("a4 red cube", "d1 blue sphere", "a4 red cube"),
            0,
            BoardComparison(correct=2, hallucinated=1),
        ),
        ((), 0, BoardComparison(missed=2)),
    ],
)
def test_answers_are_scored_exactly_and_compared_geom_by_geom(
    objects: tuple[str, ...], score: float, expected: BoardComparison
) -> None:
    assert TASK.grade(PROBLEM, objects) == score
    assert TASK.compare(PROBLEM, objects) == expected


@pytest.mark.parametrize(
    ("reply", "objects"),
    [
        ("Solution: a3 green sphere, d1 blue cylinder", ("a3 green sphere", "d1 blue cylinder")),
        ("Solution: a1 red cube\nWait.\n**Solution:** b2 red cube.", ("b2 red cube.",)),
        ("Solution: a3 green sphere\n\nI am sure.", ("a3 green sphere",)),
        ("Solution:\na3 green sphere\nd1 blue cube", ("a3 green sphere", "d1 blue cube")),
        ("a3 green sphere", None),
        ("Solution:", None),
    ],
)
def test_the_last_solution_is_heard(reply: str, objects: tuple[str, ...] | None) -> None:
    heard = TASK.hear(reply)
    assert (heard.args[0] if heard else None) == objects


def test_one_reply_ends_the_episode() -> None:
    episode = advance(begin(TASK, 0), "Solution: a1 red cube")
    assert episode.over and not episode.success
    (call,) = solve(TASK, begin(TASK, 0).start)
    assert advance(begin(TASK, 0), f"{TASK.phrase(call)}.").success
