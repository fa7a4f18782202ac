"""Plots: what is drawn on them stays inside and apart."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from visgym.kit.canvas import GREEN, INK, PAPER, PIECES, RED, Canvas, text_width
from visgym.kit.coverage import Point
from visgym.kit.plots import axes, lattice, rims
from visgym.kit.plots.axes import Plot
from visgym.kit.plots.labels import Box, PointLabels, crosses, is_inside, overlap
from visgym.kit.plots.tracing import trace

SQUARE = lattice.plot(10)
WIDE = Plot((-5, 5), (-20, 30), (56, 10), border=rims.BORDER)
PLOTS = (SQUARE, lattice.plot(40), WIDE, Plot((-120, 80), (0, 4), (3, 90)))


# Axes


@pytest.mark.parametrize("plot", PLOTS)
def test_pixels_and_values_lead_to_each_other(plot: Plot) -> None:
    for x, y in ((plot.x[0], plot.y[1]), (1.25, 2.5), (plot.x[1], plot.y[0])):
        assert plot.value(*plot.pixel(x, y)) == pytest.approx((x, y))
    assert plot.pixel(1, 0)[0] - plot.pixel(0, 0)[0] == plot.unit[0]
    assert plot.pixel(0, 0)[1] - plot.pixel(0, 1)[1] == plot.unit[1]


@pytest.mark.parametrize("plot", PLOTS)
def test_numbers_stay_apart_and_name_round_values(plot: Plot) -> None:
    widest = max(text_width(str(end), axes.NUMBERS) for end in plot.x)
    for span, unit, size in zip((plot.x, plot.y), plot.unit, (widest, axes.NUMBERS), strict=True):
        every = axes.step(unit, size)
        shown = axes.numbered(span, every)
        assert all((other - one) * unit > size for one, other in pairwise(shown))
        assert all(each % every == 0 and span[0] <= each <= span[1] for each in shown)
        assert len(shown) > 1
    assert axes.NUMBERS >= 12


def test_every_line_has_a_number_where_there_is_room() -> None:
    assert axes.step(24, 14) == 1
    assert axes.step(15, 16) == 2
    assert axes.step(5, 16) == 5


@pytest.mark.parametrize("plot", PLOTS)
def test_sheet_and_numbers_lie_inside_of_the_picture(plot: Plot) -> None:
    pixels = plot.canvas().frame
    rim = np.concatenate((pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]))
    assert (rim == pixels[0, 0]).all()
    assert pixels.shape[1::-1] == plot.size
    assert max(plot.size) <= 1200


def test_a_polygon_is_filled_between_its_corners() -> None:
    canvas = SQUARE.canvas()
    SQUARE.polygon(canvas, [(2, 2), (8, 2), (8, 6)], GREEN, edge=RED)
    inside, outside, corner = (SQUARE.pixel(*at) for at in ((7, 4), (3, 5), (8, 6)))
    assert _color(canvas.frame, inside) == GREEN
    assert _color(canvas.frame, outside) not in (GREEN, RED)
    assert _color(canvas.frame, corner) == RED


def test_equal_dots_look_equal() -> None:
    frame = lattice.drawn(((1, 1), (3, 7), (9, 2)), 10)
    cuts = [_around(frame, SQUARE.pixel(*spot)) for spot in ((1, 1), (3, 7), (9, 2))]
    assert (cuts[0] == cuts[1]).all() and (cuts[0] == cuts[2]).all()
    assert _color(frame, SQUARE.pixel(3, 7)) == INK


# PointLabels beside dots


@pytest.mark.parametrize(
    ("count", "size", "badges"),
    [(8, 8, False), (18, 14, False), (20, 40, False), (5, 10, True), (8, 16, True), (12, 24, True)],
)
def test_labels_cover_no_dot_no_line_and_no_other_label(
    count: int, size: int, badges: bool
) -> None:
    plot, radius = lattice.plot(size), lattice.radius(size)
    lines = ((plot.pixel(0, 0), plot.pixel(size, size)),) if badges else ()
    for seed in range(100):
        rng = Random(seed)
        spots = [(x, y) for x, y in lattice.scattered(count, size, rng) if not badges or x != y]
        dots = [plot.pixel(*spot) for spot in spots]
        names = [str(each) for each in range(len(spots))]
        costs = [str(rng.randint(1, 9)) for _ in spots] if badges else []
        search = lattice.label_search(plot, dots, names, costs, radius, lines)
        boxes = search.places()
        assert all(is_inside(box, plot.box) for box in boxes), seed
        assert not any(overlap(*pair) for pair in combinations(boxes, 2)), seed
        assert all(_clearance(box, dot) >= radius for box in boxes for dot in dots), seed
        assert not any(crosses(box, line) for box in boxes for line in lines), seed
        nearest = [min(dots, key=lambda dot, box=box: _clearance(box, dot)) for box in boxes]
        assert nearest == dots, seed


def test_labels_in_a_crowd_find_the_only_places_that_are_left() -> None:
    """Three dots side by side in a strip: each label fits on one side of the strip alone."""
    dots = [(40.0, 30.0), (64.0, 30.0), (88.0, 30.0)]
    boxes = PointLabels(dots, [(24, 10)] * 3, 5, (8, 8, 120, 52)).places()
    assert not any(overlap(*pair) for pair in combinations(boxes, 2))


def test_a_label_that_finds_no_room_is_drawn_all_the_same() -> None:
    boxes = PointLabels([(10.0, 10.0)], [(50, 50)], 5, (0, 0, 20, 20)).places()
    assert len(boxes) == 1


# Lines with badges


@pytest.mark.parametrize("count", [4, 7, 11])
def test_badges_at_the_rim_stay_apart_and_outside_of_all_lines(count: int) -> None:
    inner = (*WIDE.pixel(WIDE.x[0], WIDE.y[1]), *WIDE.pixel(WIDE.x[1], WIDE.y[0]))
    for seed in range(100):
        rng = Random(seed)
        slopes = rng.sample(range(-count, count + 1), count)
        lines = [WIDE.clipped(slope, rng.randint(-count, count)) for slope in slopes]
        segments = [line for line in lines if line is not None]
        assert len(segments) == count
        assert all(_holds(inner, end) for segment in segments for end in segment)
        found = rims.places(WIDE, segments)
        assert all(exit in segment for (exit, _), segment in zip(found, segments, strict=True))
        badges = [
            (x - rims.RADIUS, y - rims.RADIUS, x + rims.RADIUS, y + rims.RADIUS)
            for _, (x, y) in found
        ]
        assert all(is_inside(badge, WIDE.box) for badge in badges), seed
        assert not any(_middles(*pair) < 2 * rims.RADIUS for pair in combinations(badges, 2)), seed
        assert not any(crosses(badge, line) for badge in badges for line in segments), seed


def test_a_line_is_cut_where_it_leaves_the_plot() -> None:
    plot = Plot((0, 10), (0, 10), (20, 20))
    assert plot.clipped(1, 0) == (plot.pixel(0, 0), plot.pixel(10, 10))
    assert plot.clipped(-2, 15) == (plot.pixel(2.5, 10), plot.pixel(7.5, 0))
    assert plot.clipped(0, 4) == (plot.pixel(0, 4), plot.pixel(10, 4))
    assert plot.clipped(0, 11) is None
    assert plot.clipped(1, 10) is None  # touches a corner


def test_a_drawn_line_has_its_name_in_its_colour() -> None:
    canvas, line = WIDE.canvas(), WIDE.clipped(2, 3)
    assert line is not None
    rims.draw_lines(WIDE, canvas, [line], ["0"], PIECES[:1])
    _, (x, y) = rims.places(WIDE, [line])[0]
    assert _color(canvas.frame, (x - rims.RADIUS + 3, y)) == PIECES[0]
    assert _color(canvas.frame, WIDE.pixel(1, 5)) == PIECES[0]


@pytest.mark.parametrize(
    "end", [(90.0, 20.5), (55.5, 95.0), (12.0, 80.0), (10.0, 90.0), (91.0, 10.0)]
)
def test_traced_lines_look_as_those_of_the_canvas(end: Point) -> None:
    traced, drawn = Canvas(100, 100), Canvas(100, 100)
    trace(traced, [((10.0, 10.0), end)], 2.5, [RED])
    drawn.line((10, 10), end, 2.5, RED)
    ink = [np.abs(each.pixels.astype(int) - PAPER).sum(axis=2) for each in (traced, drawn)]
    inner = [each[13:, 13:] if min(end) > 12 else each for each in ink]
    assert np.abs(inner[0] - inner[1]).mean() < 0.02 * inner[1].max()
    assert ink[0].sum() == pytest.approx(ink[1].sum(), rel=0.06)


def test_numbers_are_spread_within_bounds_and_moved_least() -> None:
    assert rims.spread([1, 2, 3], 0, 100, 10) == [0, 10, 20]
    assert rims.spread([98, 99], 0, 100, 10) == [90, 100]
    assert rims.spread([], 0, 100, 10) == []
    assert rims.spread([5, 50, 95], 0, 100, 10) == [5, 50, 95]


# Points


@pytest.mark.parametrize(("count", "size"), [(6, 8), (14, 20), (14, 40)])
def test_no_three_points_lie_on_a_line(count: int, size: int) -> None:
    for seed in range(20):
        points = lattice.without_three_in_line(count, size, Random(seed))
        assert points is not None and len(set(points)) == count
        assert all(0 <= each <= size for point in points for each in point)
        assert all(lattice.cross(*three) for three in combinations(points, 3))


def _color(frame: np.ndarray, at: Point) -> tuple[int, ...]:
    return tuple(int(each) for each in frame[int(at[1]), int(at[0])])


def _around(frame: np.ndarray, at: Point) -> np.ndarray:
    x, y = int(at[0]), int(at[1])
    return frame[y - 6 : y + 7, x - 6 : x + 7]


def _clearance(box: Box, point: Point) -> float:
    across = max(box[0] - point[0], 0, point[0] - box[2])
    down = max(box[1] - point[1], 0, point[1] - box[3])
    return float(np.hypot(across, down))


def _middles(one: Box, other: Box) -> float:
    return float(
        np.hypot(
            (one[0] + one[2] - other[0] - other[2]) / 2, (one[1] + one[3] - other[1] - other[3]) / 2
        )
    )


def _holds(box: Box, point: Point) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
