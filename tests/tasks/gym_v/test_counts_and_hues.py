"""Rectangles that cross, and colours that change in even steps."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.kit.hues import NAMED, color_distance, lab, series, shown_color
from visgym.tasks.cognition.hue_qa import Gradient, HueQa, Hues
from visgym.tasks.cognition.rectangle_count import MARGIN, SIDE, Outlines, RectangleCount

# Rectangles


def test_rectangles_made_by_hand_are_counted() -> None:
    cross = Outlines(((2, 8, 20, 12), (8, 2, 12, 20)))  # a third one appears in the middle
    task = RectangleCount()
    assert task.solution(cross) == 2
    assert [task.grade(cross, count) for count in (1, 2, 3)] == [0, 1, 0]
    assert task.metrics(cross, 3) == {"closeness": pytest.approx(2 / 3)}
    assert task.metrics(cross) == {"closeness": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_the_picture_has_four_corners_for_every_rectangle(level: str) -> None:
    for task, problem in problems("rectangle_count", level, 12):
        cell = SIDE // task.board
        inked = task.draw(problem)[:, :, 0] < 128
        places = MARGIN + cell * np.arange(task.board + 1)
        reach = cell // 2
        y, x = np.meshgrid(places, places, indexing="ij")
        left, right, above, below = (
            inked[y + down, x + across]
            for across, down in ((-reach, 0), (reach, 0), (0, -reach), (0, reach))
        )
        corners = (left != right) & (above != below)
        assert corners.sum() == 4 * task.solution(problem)
        assert task.grade(problem, task.solution(problem)) == 1
        assert task.grade(problem, task.solution(problem) + 1) == 0
        assert task.describe(problem).count("\n") == task.board


@pytest.mark.parametrize("level", LEVELS)
def test_no_two_rectangles_have_sides_on_one_line(level: str) -> None:
    """Overlapping sides make the published counts ambiguous."""
    counts = Counter[int]()
    for task, problem in problems("rectangle_count", level, 80):
        for axis in (0, 1):
            lines = [line for box in problem.boxes for line in box[axis::2]]
            assert len(set(lines)) == len(lines)
        counts[len(problem.boxes)] += 1
        assert task.fewest <= len(problem.boxes) <= task.most
    assert len(counts) == task.most - task.fewest + 1


# Hues


def test_colours_are_told_as_people_see_them() -> None:
    assert color_distance((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.1)
    assert lab((255, 0, 0)) == pytest.approx((53.2, 80.1, 67.2), abs=0.2)
    for color in NAMED.values():
        assert shown_color(lab(color)) == color
    assert shown_color((50.0, 120.0, 0.0)) is None
    assert min(color_distance(*pair) for pair in combinations(NAMED.values(), 2)) > 38


@pytest.mark.parametrize(
    ("kind", "place", "right"),
    [("name", 0, "red"), ("name", 4, "black"), ("ends", 0, "red to black")],
)
def test_questions_about_a_line_made_by_hand(kind: str, place: int, right: str) -> None:
    lines = (
        Gradient(True, 1, NAMED["red"], NAMED["black"]),
        Gradient(False, 2, NAMED["cyan"], NAMED["blue"]),
    )
    problem = Hues(lines, kind, 0, place, ("black to red", "blue", right, "cyan", "x", "y"))
    task = HueQa()
    assert task.solution(problem) == "C"
    assert [task.grade(problem, letter) for letter in "ABC"] == [0, 0, 1]
    assert "#e2262c" in task.describe(problem).splitlines()[1]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", HueQa.kinds)
def test_one_option_is_right_and_both_ways_find_it(level: str, kind: str) -> None:
    task, letters = load(f"hue_qa/{level}?question_kind={kind}"), Counter[str]()
    for seed in range(60):
        problem = task.start(seed).problem
        grades = [task.grade(problem, letter) for letter in "ABCDEF"]
        assert sorted(grades) == [0] * 5 + [1]
        assert grades["ABCDEF".index(task.solution(problem))] == 1
        letters[task.solution(problem)] += 1
    assert set(letters) == set("ABCDEF")


@pytest.mark.parametrize("level", LEVELS)
def test_the_missing_colour_follows_from_the_cells_of_its_line(level: str) -> None:
    """In the published task lines overwrite each other."""
    task = load(f"hue_qa/{level}?question_kind=swatch")
    for seed in range(20):
        problem = task.start(seed).problem
        line = problem.lines[problem.line]
        rows = [row.split() for row in task.describe(problem).splitlines()[: task.board]]
        cells = rows[line.index] if line.is_row else [row[line.index] for row in rows]
        assert cells[problem.place] == "???????"
        known = [(n, bytes.fromhex(cell[1:])) for n, cell in enumerate(cells) if cell[0] == "#"]
        places, colors = [n for n, _ in known], np.array([list(color) for _, color in known])
        fitted = [np.polyval(np.polyfit(places, each, 1), problem.place) for each in colors.T]
        swatches = [list(bytes.fromhex(option[1:])) for option in problem.options]
        nearest = min(swatches, key=lambda each: math.dist(each, fitted))
        assert math.dist(nearest, fitted) < 2
        assert task.solution(problem) == "ABCDEF"[swatches.index(nearest)]
        pairs = combinations([tuple(each) for each in swatches], 2)
        assert min(color_distance(*pair) for pair in pairs) >= task.apart


def test_the_missing_colour_is_not_the_one_in_the_middle_of_the_swatches() -> None:
    """Or it could be found without the board."""
    task, hits = load("hue_qa/level_2?question_kind=swatch"), 0
    for seed in range(150):
        problem = task.start(seed).problem
        seen = [lab(tuple(bytes.fromhex(option[1:]))) for option in problem.options]  # type: ignore[arg-type]
        middle = min(seen, key=lambda each: sum(math.dist(each, other) for other in seen))
        hits += "ABCDEF"[seen.index(middle)] == task.solution(problem)
    assert hits < 42  # 25 by chance


def test_a_series_has_even_steps() -> None:
    steps = np.diff(np.array(series((0, 100, 255), (70, 30, 255), 8)), axis=0)
    assert steps.tolist() == [[10, -10, 0]] * 7
