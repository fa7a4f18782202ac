"""Questions that show eight shapes to choose from."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from shapely.geometry import Polygon

from problems import LEVELS, problems
from shapely_referee import FLAG, alike, refereed
from visgym.catalog import load
from visgym.kit.shapes2d.icons import Icon, icon_moved, icon_raster, icon_tiles
from visgym.kit.shapes2d.lattice import MOTIONS, SIDE, Motion, canonical, images, moved, normal
from visgym.tasks.cognition.odd_one_out import OddOneOut, Tiles
from visgym.tasks.cognition.sequence_completion import (
    FULL,
    Item,
    Look,
    SequenceCompletion,
    ShapeRow,
)
from visgym.tasks.cognition.symmetry_fill import Quarters, SymmetryFill
from visgym.tasks.cognition.transform_result import Transformed, TransformResult

# All questions with tiles

CHOICES = ("transform_result", "odd_one_out", "sequence_completion", "symmetry_fill")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", CHOICES)
def test_exactly_one_tile_is_right_and_all_look_different(name: str, level: str) -> None:
    for task, problem in problems(name, level, 12):
        grades = [task.grade(problem, letter) for letter in "abcdefgh"]
        assert sorted(grades) == [0] * 7 + [1]
        assert grades["abcdefgh".index(task.solution(problem))] == 1
        assert len(set(problem.options)) == 8


@pytest.mark.parametrize("name", CHOICES)
def test_the_right_tile_may_be_anywhere(name: str) -> None:
    letters = Counter(task.solution(problem) for task, problem in problems(name, "level_1", 160))
    assert set(letters) == set("abcdefgh")
    assert max(letters.values()) < 45


# Transform result


def test_a_flag_transformed_by_hand() -> None:
    options = tuple(images(FLAG).values())
    turned = Transformed(FLAG, ("clockwise", "left_right"), "filled", options)
    assert TransformResult().solution(turned) == "abcdefgh"[MOTIONS.index("diagonal")]
    assert TransformResult().grade(turned, "g") == 1
    assert TransformResult().grade(turned, "h") == TransformResult().grade(turned, "b") == 0


@pytest.mark.parametrize("level", LEVELS)
def test_results_agree_with_shapely(level: str) -> None:
    for task, problem in problems("transform_result", level, 20):
        right = refereed(problem.shape, *problem.motions)
        agree = [alike(Polygon(option), right) for option in problem.options]
        assert [bool(task.grade(problem, letter)) for letter in "abcdefgh"] == agree
        assert not alike(right, Polygon(problem.shape))
        assert task.fewest <= len(problem.motions) <= task.most
        assert len({canonical(option) for option in problem.options}) == task.variants


def test_what_is_done_is_told_and_mirrors_are_named_right() -> None:
    """The published task tells nothing, and takes one mirror for the other."""
    task = load("transform_result/level_0")
    for seed in range(40):
        problem = task.start(seed).problem
        told = task.question(problem)
        assert ("vertical" in told) == (problem.motions == ("left_right",))
        assert ("left and right change" in told) == (problem.motions == ("left_right",))


# Odd one out


def test_an_odd_flag_is_found_by_hand() -> None:
    torn = normal([(0, 0), (6, 0), (4, 4), (1, 3), (1, 6), (0, 6)])
    *others, last = images(FLAG)
    options = (*(moved(FLAG, motion) for motion in others), moved(torn, last))
    task = OddOneOut()
    assert task.solution(Tiles("filled", options)) == "h"
    assert [task.grade(Tiles("filled", options), each) for each in "abh"] == [0, 0, 1]


@pytest.mark.parametrize("level", LEVELS)
def test_seven_tiles_are_images_of_one_shape_by_shapely(level: str) -> None:
    for task, problem in problems("odd_one_out", level, 6):
        odd = problem.options["abcdefgh".index(task.solution(problem))]
        others = [each for each in problem.options if each != odd]
        turned = [refereed(others[0], motion) for motion in MOTIONS]
        assert all(any(alike(Polygon(each), one) for one in turned) for each in others)
        apart = [Polygon(odd).symmetric_difference(one).area for one in turned]
        assert min(apart) > 0.02 * SIDE**2
        # an unrelated shape would be no near miss
        moved_away = [len(set(odd) - set(image)) for image in images(others[0]).values()]
        assert 1 <= min(moved_away) <= task.shifted


# Sequence completion


def _row(*motions: Motion, looks: tuple[Look, ...] = (FULL,)) -> tuple[Item, ...]:
    looked = [looks[place % len(looks)] for place in range(len(motions))]
    return tuple(zip([moved(FLAG, motion) for motion in motions], looked, strict=True))


@pytest.mark.parametrize(
    ("row", "motion"),
    [
        (("stay", "clockwise", "half", "counter", "stay"), "clockwise"),
        (("stay", "half", "stay", "half"), "stay"),
        (("stay", "diagonal", "half", "antidiagonal", "stay"), "diagonal"),
    ],
)
def test_rows_made_by_hand_go_on(row: tuple[Motion, ...], motion: Motion) -> None:
    shown, options = _row(*row), _row(*MOTIONS)
    problem, task = ShapeRow(shown, options), SequenceCompletion()
    right = MOTIONS.index(motion)
    assert task.solution(problem) == "abcdefgh"[right]
    assert [task.grade(problem, each) for each in "abcdefgh"] == [n == right for n in range(8)]


def test_looks_go_on_in_a_cycle_of_their_own() -> None:
    looks: tuple[Look, ...] = (FULL, ("filled", 13), ("filled", 8))
    shown = _row("stay", "clockwise", "half", "counter", "stay", looks=looks)
    turned, task = shown[1][0], load("sequence_completion/level_2")
    problem = ShapeRow(shown, tuple((turned, look) for look in looks))
    assert [task.fits(problem, option) for option in problem.options] == [False, False, True]
    assert task.solution(problem) == "c"


@pytest.mark.parametrize("level", LEVELS)
def test_one_motion_or_two_by_turns_lead_to_the_right_tile(level: str) -> None:
    for task, problem in problems("sequence_completion", level, 10):
        right = problem.options["abcdefgh".index(task.solution(problem))]
        polygons = [refereed(shape) for shape, _ in (*problem.items, right)]
        done = []
        for (shape, _), after in zip(problem.items, polygons[1:], strict=True):
            (motion,) = [each for each in MOTIONS if alike(refereed(shape, each), after)]
            done.append(motion)
        assert len(problem.items) == task.shown > task.period
        assert set(done[::2]) == {done[0]}
        assert set(done[1::2]) == {done[1]}
        looks = [look for _, look in (*problem.items, right)]
        assert any(looks[n:] == looks[:-n] for n in (1, 2, 3))
        assert (len(set(looks)) > 1) == task.changing


# Symmetry fill

PENNANT: Icon = (FLAG, ((0, 4), (2, 4), (2, 6)))


@pytest.mark.parametrize("missing", range(4))
def test_a_quarter_of_a_picture_made_by_hand_is_found(missing: int) -> None:
    motions: tuple[Motion, ...] = ("stay", "left_right", "top_bottom", "half")
    quarters = [icon_moved(PENNANT, motion) for motion in motions]
    shown = tuple(each for place, each in enumerate(quarters) if place != missing)
    problem = Quarters(shown, missing, tuple(icon_moved(PENNANT, each) for each in MOTIONS))
    right = MOTIONS.index(motions[missing])
    assert SymmetryFill().solution(problem) == "abcdefgh"[right]
    assert [SymmetryFill().grade(problem, each) for each in "abcdefgh"] == [
        place == right for place in range(8)
    ]


@pytest.mark.parametrize("level", LEVELS)
def test_the_completed_picture_is_its_own_mirror_image(level: str) -> None:
    """In 20 of 60 published problems another tile completes it as well."""
    for task, problem in problems("symmetry_fill", level, 10):
        complete = []
        for option in problem.options:
            quarters = [*problem.shown]
            quarters.insert(problem.missing, option)
            rows = [np.hstack([icon_raster(each) for each in quarters[n : n + 2]]) for n in (0, 2)]
            whole = np.vstack(rows)
            complete.append(bool((whole == whole[::-1]).all() and (whole == whole[:, ::-1]).all()))
        assert complete == [bool(task.grade(problem, each)) for each in "abcdefgh"]
        frames = {frame.tobytes() for frame in icon_tiles(problem.options, task.style)}
        assert len(frames) == 8
