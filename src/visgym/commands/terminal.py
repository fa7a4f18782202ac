"""Pictures in a terminal: two pixels in each character cell, as coloured half blocks."""

from __future__ import annotations

import numpy as np
from PIL import Image
from rich.color import Color
from rich.segment import Segment, Segments
from rich.style import Style

from visgym.core.task import Frame


def picture(frame: Frame, width: int) -> Segments:
    """`frame` scaled down to at most `width` characters."""
    height, full = frame.shape[:2]
    columns = min(width, full)
    rows = max(2, round(height * columns / full) // 2 * 2)
    small = np.asarray(Image.fromarray(frame).resize((columns, rows), Image.Resampling.BOX))
    segments = []
    for upper, lower in zip(small[::2], small[1::2], strict=True):
        for top, bottom in zip(upper, lower, strict=True):
            style = Style(color=Color.from_rgb(*top), bgcolor=Color.from_rgb(*bottom))
            segments.append(Segment("▀", style))
        segments.append(Segment.line())
    return Segments(segments)
