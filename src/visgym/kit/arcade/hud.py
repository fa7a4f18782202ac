"""What stands at the top of an arcade picture: hearts, bars, counters and icons, crisp."""

from __future__ import annotations

import numpy as np

from visgym.kit.canvas import Canvas, Color, text_width

BAR = 32  # pixels of the row at the top
INK: Color = (255, 255, 255)
SHADE: Color = (20, 20, 30)
HEART: Color = (232, 64, 78)
GLOW: Color = (255, 168, 172)
HOLLOW: Color = (70, 66, 84)
HEART_STEP = 26  # pixels from one heart to the next


def darken(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """Darken a part of the picture, so that what is written there can be read."""
    region = canvas.pixels[y : y + height, x : x + width]
    np.right_shift(region, 1, out=region)


def hearts(canvas: Canvas, x: int, y: int, count: int, most: int) -> int:
    """Hearts from a point to the right, `count` of them full; where the next thing may stand."""
    for number in range(most):
        left = x + number * HEART_STEP
        color = HEART if number < count else HOLLOW
        for across in (6, 14):
            canvas.disc(left + across, y + 7, 5.5, color)
        canvas.polygon(((left + 0.8, y + 8.8), (left + 19.2, y + 8.8), (left + 10, y + 20)), color)
        if number < count:
            canvas.disc(left + 5.5, y + 6, 1.8, GLOW)
    return x + most * HEART_STEP + 8


def bar(
    canvas: Canvas, x: int, y: int, width: int, share: float, color: Color, height: int = 12
) -> int:
    """A bar that is full to a share; where the next thing may stand."""
    canvas.rect(x, y, width, height, SHADE, radius=3)
    filled = round((width - 4) * min(max(share, 0.0), 1.0))
    if filled:
        canvas.rect(x + 2, y + 2, filled, height - 4, color)
    return x + width + 12


def label(canvas: Canvas, x: int, y: int, text: str, size: int = 16, color: Color = INK) -> int:
    """A text with a shadow, to the right of a point at half its height; where it ends."""
    canvas.text(x + 1, y + 1, text, size, SHADE, bold=True, align="left")
    canvas.text(x, y, text, size, color, bold=True, align="left")
    return round(x + text_width(text, size, True) + 14)


def banner(canvas: Canvas, text: str, color: Color = INK) -> None:
    """A word across the middle of the picture, such as at the end."""
    darken(canvas, 0, 190, canvas.pixels.shape[1], 64)
    canvas.text(canvas.pixels.shape[1] / 2, 222, text, 36, color, bold=True)
