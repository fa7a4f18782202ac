"""What the canvas paints and what the encoder stores."""

from __future__ import annotations

import math

import numpy as np
import pytest

from visgym.kit.canvas import BLUE, INK, PIECES, SHEET, Canvas, ink_on


def ink(canvas: Canvas) -> float:
    """Pixels' worth of black on white."""
    return float((255 - canvas.frame[..., 0].astype(float)).sum() / 255)


@pytest.mark.parametrize("radius", [3, 7.5, 20])
@pytest.mark.parametrize("centre", [(32, 32), (31.3, 33.8)])
def test_discs_cover_their_area_wherever_they_lie(
    radius: float, centre: tuple[float, float]
) -> None:
    canvas = Canvas(64, 64, (255, 255, 255))
    canvas.disc(*centre, radius, (0, 0, 0))
    assert ink(canvas) == pytest.approx(math.pi * radius**2, rel=0.02)


def test_lines_have_their_length_width_and_round_ends() -> None:
    canvas = Canvas(100, 100, (255, 255, 255))
    canvas.line((20, 20), (70, 80), 8, (0, 0, 0))
    assert ink(canvas) == pytest.approx(8 * math.hypot(50, 60) + math.pi * 16, rel=0.02)


def test_rounded_corners_lose_what_they_should() -> None:
    canvas = Canvas(100, 60, (255, 255, 255))
    canvas.rect(10, 10, 80, 40, (0, 0, 0), radius=10)
    assert ink(canvas) == pytest.approx(80 * 40 - (4 - math.pi) * 100, rel=0.01)


def test_shapes_are_clipped_at_the_edge() -> None:
    canvas = Canvas(20, 20, (255, 255, 255))
    canvas.disc(0, 0, 10, (0, 0, 0))
    canvas.rect(-5, 15, 10, 10, (0, 0, 0))
    canvas.text(100, 100, "far away", 12)
    assert canvas.frame[0, 0, 0] == 0 and canvas.frame[19, 0, 0] == 0
    assert canvas.frame[0, 19, 0] == 255


def test_text_is_centred() -> None:
    canvas = Canvas(80, 80, (255, 255, 255))
    canvas.text(40, 40, "0", 40, (0, 0, 0), bold=True)
    rows, columns = np.nonzero(canvas.frame[..., 0] < 128)
    assert abs((rows.min() + rows.max() + 1) / 2 - 40) <= 1
    assert abs((columns.min() + columns.max() + 1) / 2 - 40) <= 1


def test_frames_cannot_be_written_to_and_a_canvas_on_one_leaves_it_alone() -> None:
    frame = Canvas(8, 8).frame
    with pytest.raises(ValueError):
        frame[0, 0] = 0
    above = Canvas.on(frame)
    above.rect(0, 0, 8, 8, BLUE)
    assert not np.array_equal(above.frame, frame)


def test_text_stands_out_on_every_piece() -> None:
    def luminance(color: tuple[int, int, int]) -> float:
        linear = [(c / 255) ** 2.2 for c in color]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for fill in PIECES:
        light, dark = sorted((luminance(fill), luminance(ink_on(fill))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 2.4
        assert ink_on(fill) in (INK, SHEET)
