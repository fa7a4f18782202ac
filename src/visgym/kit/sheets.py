"""Sheets of paper around what is asked about."""

from __future__ import annotations

from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import PAPER, Canvas

MARGIN = 16  # pixels


@lru_cache(maxsize=16)
def blank(width: int, height: int) -> Frame:
    """An empty sheet for a picture of this size."""
    return Canvas(width + 2 * MARGIN, height + 2 * MARGIN, PAPER).frame


def framed(frame: Frame) -> Frame:
    """A picture on its sheet."""
    canvas = Canvas.on(blank(frame.shape[1], frame.shape[0]))
    canvas.paste(frame, MARGIN, MARGIN)
    return canvas.frame
