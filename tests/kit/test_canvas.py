"""Shapes cover their areas, end where they should, and look the same wherever they are drawn."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from visgym.core.task import Frame
from visgym.kit import coverage, painting, strokes
from visgym.kit.canvas import BLUE, Canvas
from visgym.kit.strokes import bent, toward

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
Draw = Callable[[Canvas], object]
SPIRAL = [(20.3, 70.8), (80, 20), (90.5, 90), (40, 50), (60, 95), (30, 20)]


def drawn(draw: Draw, side: int = 120) -> Frame:
    """How black each pixel of a white square has become, from 0 to 255."""
    canvas = Canvas(side, side, WHITE)
    draw(canvas)
    return 255 - canvas.frame[..., 0]


def area(draw: Draw, side: int = 120) -> float:
    return float(drawn(draw, side).sum(dtype=np.float64)) / 255


def everything(canvas: Canvas, x: float = 0, y: float = 0) -> None:
    """One of each shape, moved by some pixels."""
    across, down = int(x), int(y)

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x + a, y + b) for a, b in points]

    canvas.polygon(at((10, 10), (50, 15), (30, 60)), BLUE)
    canvas.outline(across + 60, down + 10, 40, 30, 2, BLACK)
    canvas.outline(across + 60, down + 50, 40, 30, 3, BLACK, radius=8)
    canvas.rect(across + 4, down + 90, 9, 9, BLACK)
    canvas.rect(across + 14, down + 90, 9, 9, BLACK, radius=3)
    canvas.polyline(at(*SPIRAL), 3, BLUE)
    canvas.polyline(at(*SPIRAL), 2, BLACK, head=9)
    canvas.dashed(*at((5, 100), (100, 70)), 2, BLACK)
    canvas.arrow(*at((100, 100), (20, 30)), 2, BLACK)
    canvas.curve(*at((10, 90), (60, 10), (110, 90)), 2, BLACK, head=10)
    canvas.arc(x + 60, y + 60, 30, 20, 250, 3, BLACK)
    canvas.sector(x + 60, y + 60, 20, 300, 400, BLUE)
    canvas.ring(x + 60, y + 60, 40, 1.5, BLACK)
    canvas.line(*at((3, 3), (116, 100)), 2, BLACK)
    canvas.text(x + 5, y + 110, "left", 12, align="left")
    canvas.paragraph(x + 5, y + 20, "some words to be wrapped", 11, 60)


@pytest.mark.parametrize("shift", [0, 0.37])
def test_polygons_cover_their_area_to_a_fraction_of_a_pixel(shift: float) -> None:
    triangle = [(10 + shift, 12), (90, 30 + shift), (40, 100)]
    (ax, ay), (bx, by), (cx, cy) = triangle
    exact = abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
    assert area(lambda c: c.polygon(triangle, BLACK)) == pytest.approx(exact, rel=0.001)
    notched = [(10, 10), (70, 10), (70, 70), (40, 25), (10, 70)]
    assert area(lambda c: c.polygon(notched, BLACK)) == pytest.approx(3600 - 30 * 45, rel=0.001)
    sliver = [(5, 5), (105, 45), (105, 45.5), (5, 5.5)]
    assert area(lambda c: c.polygon(sliver, BLACK)) == pytest.approx(50, rel=0.01)


def test_polygons_are_filled_where_they_wind_around_twice_and_have_no_direction() -> None:
    turns = [math.radians(144 * corner - 90) for corner in range(5)]
    star = [(60 + 50 * math.cos(turn), 60 + 50 * math.sin(turn)) for turn in turns]
    levels = drawn(lambda c: c.polygon(star, BLACK))
    assert levels[60, 60] == 255 and levels[12, 60] > 0 and levels[100, 60] == 0
    assert np.array_equal(levels, drawn(lambda c: c.polygon(star[::-1], BLACK)))


def test_polygons_on_whole_pixels_have_no_soft_edges() -> None:
    levels = drawn(lambda c: c.polygon([(10, 20), (30, 20), (30, 50), (10, 50)], BLACK))
    assert (levels[20:50, 10:30] == 255).all() and levels.sum(dtype=int) == 255 * 600


@pytest.mark.parametrize(("start", "end"), [(0, 45), (30, 150), (-20, 200), (350, 10), (90, 89)])
def test_arcs_and_sectors_cover_their_part_of_a_turn(start: float, end: float) -> None:
    turn = (end - start) % 360 / 360
    sector = area(lambda c: c.sector(60, 60, 50, start, end, BLACK))
    assert sector == pytest.approx(math.pi * 2500 * turn, rel=0.01)
    arc = area(lambda c: c.arc(60, 60, 45, start, end, 6, BLACK))
    ends = math.pi * 9 if turn < 0.9 else 6  # round ends that nearly meet
    assert arc == pytest.approx(2 * math.pi * 45 * 6 * turn + ends, rel=0.01)


def test_full_turns_are_rings_and_discs_and_empty_ones_nothing() -> None:
    ring = area(lambda c: c.ring(60.3, 59.1, 40, 5, BLACK))
    assert ring == pytest.approx(2 * math.pi * 40 * 5, rel=0.01)
    disc = area(lambda c: c.sector(60, 60, 50, 0, 360, BLACK))
    assert disc == pytest.approx(math.pi * 2500, rel=0.01)
    assert area(lambda c: c.sector(60, 60, 50, 70, 70, BLACK)) == 0
    assert area(lambda c: c.arc(60, 60, 50, 70, 70, 3, BLACK)) == 0


def test_angles_run_counter_clockwise_from_the_right() -> None:
    levels = drawn(lambda c: c.sector(60, 60, 50, 0, 90, BLACK))
    assert levels[40, 80] == 255  # above and right of the centre
    assert not levels[61:].any() and not levels[:, :59].any()


@pytest.mark.parametrize("radius", [0, 3, 12, 100])
def test_outlines_lie_within_their_rectangle_and_have_their_width(radius: float) -> None:
    levels = drawn(lambda c: c.outline(20, 30, 60, 40, 4, BLACK, radius))
    rows, columns = np.nonzero(levels)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (30, 69, 20, 79)
    assert (levels[30:34, 50] == 255).all() and levels[34, 50] == 0
    outer = min(radius, 20)
    lost = (4 - math.pi) * (outer**2 - max(outer - 4, 0) ** 2)
    assert levels.sum(dtype=int) / 255 == pytest.approx(60 * 40 - 52 * 32 - lost, rel=0.01)


def test_joints_are_as_dark_as_the_line_and_edges_no_darker_than_of_one_piece() -> None:
    bent_line = drawn(lambda c: c.polyline([(10, 60.25), (60, 60.25), (110, 60.25)], 3, BLACK))
    assert np.array_equal(bent_line, drawn(lambda c: c.line((10, 60.25), (110, 60.25), 3, BLACK)))
    ends = zip([*SPIRAL[1:], SPIRAL[0]], SPIRAL, strict=True)
    pieces = [drawn(partial(Canvas.line, start=a, end=b, width=3, color=BLACK)) for a, b in ends]
    whole = drawn(lambda c: c.polyline(SPIRAL, 3, BLACK, closed=True))
    assert abs(whole.astype(int) - np.max(pieces, axis=0)).max() <= 1


def test_arrows_end_exactly_at_their_tip() -> None:
    for x, y in ((110, 60), (10, 60), (60, 110), (60, 10)):
        levels = drawn(partial(Canvas.arrow, start=(60, 60), end=(x, y), width=2, color=BLACK))
        inked = {*np.flatnonzero(levels.any(axis=0 if y == 60 else 1))}
        tip = x + y - 60
        assert {tip - 1, tip} & inked == ({tip - 1} if tip > 60 else {tip})
    upward = drawn(lambda c: c.arrow((60, 100), (60, 20), 4, BLACK, head=20))
    assert np.flatnonzero(upward.any(axis=1))[0] == 20
    assert upward[39].astype(int).sum() / 255 == pytest.approx(0.8 * 19.5, abs=0.2)  # the base
    assert upward[41].astype(int).sum() / 255 == pytest.approx(4, abs=0.01)  # the shaft


def test_arrows_shorter_than_their_head_are_a_smaller_head() -> None:
    levels = drawn(lambda c: c.arrow((50, 60), (56, 60), 2, BLACK, head=20))
    columns = np.flatnonzero(levels.any(axis=0))
    assert (columns[0], columns[-1]) == (50, 55)


def test_curves_pass_their_middle_and_keep_to_the_left_of_the_way() -> None:
    start, end = (20.0, 80.0), (100.0, 80.0)
    levels = drawn(lambda c: c.curve(start, bent(start, end, 30), end, 3, BLACK))
    assert levels[50, 60] == 255 and not levels[82:].any() and not levels[:48].any()
    straight = drawn(lambda c: c.curve(start, (60, 80), end, 3, BLACK))
    assert np.array_equal(straight, drawn(lambda c: c.line(start, end, 3, BLACK)))
    headed = drawn(lambda c: c.curve(start, (60, 20), end, 2, BLACK, head=12))
    assert np.flatnonzero(headed[70:].any(axis=0))[-1] in (98, 99)
    assert toward(start, end, 30) == (50, 80)


def test_dashes_begin_and_end_a_line_and_leave_gaps_of_one_length() -> None:
    levels = drawn(lambda c: c.dashed((11, 60), (109, 60), 2, BLACK, dash=10, gap=6))
    dark = levels[60] > 127
    turns = np.flatnonzero(np.diff(dark.astype(int)))
    assert dark[10] and dark[109] and not dark[9] and not dark[110]
    gaps = turns[2::2] - turns[1:-1:2]
    assert len(gaps) == 6 and set(gaps) <= {5, 6, 7}
    short = drawn(lambda c: c.dashed((11, 60), (14, 60), 2, BLACK, dash=10, gap=6))
    assert np.array_equal(short, drawn(lambda c: c.line((11, 60), (14, 60), 2, BLACK)))


def test_shapes_are_cut_at_every_border_as_if_the_picture_were_larger() -> None:
    large = Canvas(360, 360, WHITE)
    everything(large, 120, 120)
    for x, y in ((60, 0), (-60, 0), (0, 60), (0, -60), (-70, -50), (90, 100)):
        small = Canvas(120, 120, WHITE)
        everything(small, x, y)
        expected = large.pixels[120 - y : 240 - y, 120 - x : 240 - x]
        assert np.array_equal(small.frame, expected), (x, y)


def test_shapes_far_outside_or_far_too_large_leave_the_rest_alone() -> None:
    for x, y in ((1e6, 0), (-1e6, 0), (0, 1e6), (0, -1e6), (-300, -300), (300, 300)):
        canvas = Canvas(120, 120, WHITE)
        everything(canvas, x, y)
        assert (canvas.frame == 255).all(), (x, y)
    far = 1e6
    assert area(
        lambda c: c.polygon([(-far, -far), (far, -far), (far, far), (-far, far)], BLACK)
    ) == (120 * 120)
    across = drawn(lambda c: c.polyline([(-far, 60), (far, 60), (far, far)], 2, BLACK, head=9))
    assert (across[59:61] == 255).all() and across.sum(dtype=int) == 255 * 240
    assert area(lambda c: c.disc(60, 60, far, BLACK)) == 120 * 120
    assert area(lambda c: c.ring(60, 60, far, 3, BLACK)) == 0


def test_drawing_changes_no_mask_that_is_kept() -> None:
    given = ((((4.0, 4.0), (90.0, 70.0)),), 3.0, (0, 0, 100, 80))
    levels = painting.covered(strokes.stroked, given)
    paint = painting.painted(strokes.stroked, given, BLUE, 120)
    assert paint.where is not None
    before = [levels.copy(), paint.keep.copy(), paint.add.copy(), paint.where.copy()]
    canvas = Canvas(120, 120)
    everything(canvas)
    paint.lay(canvas.pixels, 5, 5)
    after = [levels, paint.keep, paint.add, paint.where]
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))
    with pytest.raises(ValueError):
        levels[0, 0] = 1
    again, kept = Canvas(120, 120), painting.covered(coverage.rounded, (9, 9, 3.0))
    everything(again), paint.lay(again.pixels, 5, 5)
    assert np.array_equal(again.frame, canvas.frame)
    with pytest.raises(ValueError):
        kept[0, 0] = 1


def test_thin_and_full_shapes_are_mixed_alike() -> None:
    given = ((((4.0, 4.0), (90.0, 70.0)),), 3.0, (0, 0, 100, 80))
    thin = painting.painted(strokes.stroked, given, BLUE, 120)
    full = painting.paint(painting.covered(strokes.stroked, given), BLUE)
    assert thin.where is not None and full.where is None
    first, second = Canvas(120, 120), Canvas(120, 120)
    thin.lay(first.pixels, 7, 9), full.lay(second.pixels, 7, 9)
    assert np.array_equal(first.frame, second.frame)


def fingerprint() -> str:
    canvas = Canvas(120, 120)
    everything(canvas, 0.37, -0.21)
    return hashlib.sha256(canvas.frame.tobytes()).hexdigest()


def test_another_process_draws_the_same_pixels() -> None:
    command = "import test_canvas; print(test_canvas.fingerprint())"
    for seed in ("1", "2"):
        paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}
        done = subprocess.run(
            [sys.executable, "-c", command], env=environment, capture_output=True, text=True
        )
        assert done.stdout.strip() == fingerprint(), done.stderr
