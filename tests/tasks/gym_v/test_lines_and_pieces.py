"""Lines seen from above, and pieces that are put back on their board."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any, get_args

import numpy as np
import pytest

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.kit.canvas import PIECES
from visgym.kit.options import letter_of
from visgym.kit.plots.axes import Plot
from visgym.kit.polyominoes import cornered, cut, regions, touching, turned
from visgym.tasks.geometry.tangram_qa.world import Kind, Removed, Tangram, truths
from visgym.tasks.geometry.visible_lines import REACH, Lines, VisibleLines

KINDS: tuple[Kind, ...] = get_args(Kind)

# Visible lines


def test_lines_made_by_hand() -> None:
    task = VisibleLines()
    roof = Lines(((-1, 0), (1, 0), (0, 2), (0, 1)))
    assert task.solution(roof) == (0, 1, 2)
    assert task.grade(roof, (2, 1, 0)) == 1
    assert task.grade(roof, (0, 1)) == task.grade(roof, (0, 1, 2, 3)) == 0
    assert task.metrics(roof, (0, 1)) == {"published_reward": pytest.approx((2 / 3) ** 5)}
    assert task.metrics(roof) == {"published_reward": 0.0}


def test_a_line_that_touches_a_corner_from_below_is_not_visible() -> None:
    """The published answer contradicts this in 14 of 200 seeds."""
    touching_roof = Lines(((-1, 0), (1, 0), (0, 0), (0, -1)))
    task = VisibleLines()
    assert task.solution(touching_roof) == (0, 1)
    assert task.grade(touching_roof, (0, 1)) == 1
    assert task.grade(touching_roof, (0, 1, 2)) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_visible_lines_agree_with_heights_at_many_places(level: str) -> None:
    for task, problem in problems("visible_lines", level, 40):
        slopes, rises = np.array(problem.lines).T
        x = np.linspace(-REACH, REACH, 4001)[:, None]  # the plot shows all changes
        inside = set(np.argmax(slopes * x + rises, axis=1))
        far = np.array([[-1000.0], [1000.0]])
        assert set(np.argmax(slopes * far + rises, axis=1)) <= inside
        assert inside == set(task.solution(problem))
        assert task.grade(problem, task.solution(problem)) == 1
        assert task.fewest_visible <= len(inside) <= task.most_visible
        assert task.grade(problem, tuple(inside)[1:]) == 0
        assert task.grade(problem, tuple(range(task.count))) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_no_line_is_so_near_to_the_highest_that_one_cannot_tell(level: str) -> None:
    """Hidden lines stay some pixels below, visible ones are the highest for some pixels."""
    for task, problem in problems("visible_lines", level, 40):
        plot: Plot = task.plot
        slopes, rises = np.array(problem.lines).T
        x = np.linspace(*plot.x, 2001)[:, None]
        heights = slopes * x + rises
        highest = heights.max(axis=1)
        shown = highest < plot.y[1]
        for line in range(task.count):
            is_top = shown & (heights[:, line] == highest)
            if line in task.solution(problem):
                assert is_top.sum() * 8 / 2000 * plot.unit[0] >= 8
            else:
                assert (highest - heights[:, line]).min() * plot.unit[1] >= 8


@pytest.mark.parametrize("level", LEVELS)
def test_all_lines_are_drawn_alike(level: str) -> None:
    """The published picture has visible lines thick and listed."""
    for task, problem in problems("visible_lines", level, 3):
        segments = [task.plot.clipped(*line) for line in problem.lines]
        assert None not in segments
        frame, widths = task.draw(problem), []
        for fill, ((x, y), (right, down)) in zip(PIECES, segments, strict=False):
            pixels = (frame == np.array(fill, np.uint8)).all(axis=2).sum()
            widths.append(pixels / np.hypot(right - x, down - y))
        assert max(widths) < 2.2 * min(widths)


# Shapes of cells


def test_a_turn_is_clockwise_and_four_of_them_are_none() -> None:
    hook = [(0, 0), (1, 0), (1, 1)]  # an L
    assert cornered(turned(hook, 1)) == [(0, 1), (0, 0), (1, 0)]
    assert turned(hook, 4) == hook
    assert turned(turned(hook, 3), 1) == hook


def test_a_board_is_cut_into_pieces_that_hang_together() -> None:
    boards = [cut(8, 7, 3, Random(seed)) for seed in range(40)]
    found = [regions(board) for board in boards if board is not None]
    assert len(found) > 10
    for pieces in found:
        assert sorted(owner for owner, _ in pieces) == list(range(7))
        assert min(len(cells) for _, cells in pieces) >= 3
        assert sum(len(cells) for _, cells in pieces) == 64


# Tangram

BOARD = ((1, 1, 1, 2), (1, 0, 0, 2), (3, 0, 2, 2), (3, 3, 0, 0))
HOOK = Removed(7, ((0, 0), (1, 0), (1, 1)), dot=(1, 1))  # fills the first gap if turned by 90
BAR = Removed(9, ((0, 0), (1, 0)))


@pytest.mark.parametrize(
    ("kind", "piece", "right"),
    [
        ("pieces", 0, "3"),
        ("area", 2, "4"),
        ("area", 7, "3"),
        ("neighbours", 1, "2"),
        ("neighbours", 3, "1"),
        ("turn", 7, "90 degrees"),
        ("place", 7, "(2, 1)"),
    ],
)
def test_questions_about_a_board_made_by_hand(kind: Kind, piece: int, right: str) -> None:
    tangram = Tangram(BOARD, (HOOK, BAR), kind, piece, ("0", "(1, 2)", right, "(1, 1)"))
    task = load("tangram_qa/level_0")
    assert truths(tangram) == {right}
    assert task.solution(tangram) == "C"
    assert [task.grade(tangram, letter) for letter in "ABCD"] == [0, 0, 1, 0]


def test_a_piece_that_fits_in_two_ways_has_two_truths() -> None:
    assert truths(Tangram(BOARD, (HOOK, BAR), "turn", 9)) == {"90 degrees", "270 degrees"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_exactly_one_option_is_right_and_both_ways_find_it(level: str, kind: Kind) -> None:
    task = load(f"tangram_qa/{level}?question_kind={kind}")
    for seed in range(12):
        tangram = task.start(seed).problem
        assert tangram.kind == kind
        assert len(set(tangram.options)) == 4
        assert [task.grade(tangram, letter) for letter in "ABCD"].count(1) == 1
        assert task.grade(tangram, task.solution(tangram)) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_pieces_fill_gaps_that_do_not_touch(level: str) -> None:
    for task, tangram in problems("tangram_qa", level, 30):
        gaps = tangram.gaps
        assert len(gaps) == len(tangram.removed) == task.out
        assert sorted(map(len, gaps)) == sorted(len(piece.cells) for piece in tangram.removed)
        for piece in tangram.removed:
            ways = [
                quarters
                for quarters in range(4)
                for gap in gaps
                if sorted(cornered(turned(piece.cells, quarters))) == sorted(cornered(gap))
            ]
            assert ways  # every piece fits somewhere
            if tangram.kind in ("turn", "place") and piece.number == tangram.piece:
                assert len(ways) == 1


def test_answers_are_not_known_before_looking() -> None:
    """The published number of pieces is the same in every picture, and its turns are random."""
    for kind in ("pieces", "turn", "neighbours"):
        task = load(f"tangram_qa/level_1?question_kind={kind}")
        answers, letters = Counter[str](), Counter[str]()
        for seed in range(120):
            tangram = task.start(seed).problem
            (right,) = truths(tangram)
            answers[right] += 1
            letters[letter_of(tangram.options, right)] += 1
        assert max(answers.values()) < 80
        assert min(letters[letter] for letter in "ABCD") > 15


def test_levels_ask_for_counts_then_for_anything_then_for_fits() -> None:
    asked = [{tangram.kind for _, tangram in problems("tangram_qa", each, 60)} for each in LEVELS]
    assert asked == [{"pieces", "area", "neighbours"}, set(KINDS), {"turn", "place"}]


def test_neighbours_are_counted_over_sides_and_not_over_corners() -> None:
    pairs: Any = touching(((1, 2), (3, 4)))
    assert pairs == {pair for pair in _both(combinations(range(1, 5), 2)) if sum(pair) != 5}


def _both(pairs: Any) -> set[tuple[int, int]]:
    return {each for one, other in pairs for each in ((one, other), (other, one))}
