"""Sheets of paper around pictures, and several pictures as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from visgym.core.parts import observations
from visgym.core.task import Frame, Task
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import LINE, PAPER, Canvas

MARGIN = 16  # pixels around a picture on its sheet
PAIR_MARGIN, TITLE, GAP = 20, 32, 24  # pixels around, above and between two pictures
STRIP_GAP = 8  # pixels between the frames of a clip


@cached_layer
def blank(width: int, height: int) -> Frame:
    """An empty sheet for a picture of this size."""
    return Canvas(width + 2 * MARGIN, height + 2 * MARGIN, PAPER).frame


def framed(frame: Frame) -> Frame:
    """A picture on its sheet."""
    canvas = Canvas.on(blank(frame.shape[1], frame.shape[0]))
    canvas.paste(frame, MARGIN, MARGIN)
    return canvas.frame


def side_by_side(target: Frame, current: Frame) -> Frame:
    """The target on the left and what the agent changes on the right, with their titles."""
    canvas = Canvas.on(_titles(target.shape[0], target.shape[1]))
    canvas.paste(target, PAIR_MARGIN, PAIR_MARGIN + TITLE)
    canvas.paste(current, PAIR_MARGIN + target.shape[1] + GAP, PAIR_MARGIN + TITLE)
    return canvas.frame


def strip(frames: Sequence[Frame]) -> Frame:
    """Frames of one size from left to right, a single one as it is."""
    if len(frames) == 1:
        return frames[0]
    height, width = frames[0].shape[:2]
    across = len(frames) * (width + STRIP_GAP) - STRIP_GAP
    canvas = Canvas.on(np.full((height, across, 3), LINE, np.uint8))  # of any size, for people
    for number, frame in enumerate(frames):
        canvas.paste(frame, number * (width + STRIP_GAP), 0)
    return canvas.frame


def sight(task: Task[Any], state: Any, player: int | None = None) -> Frame:
    """All that a player sees of a state in one picture, for people who look at results."""
    return strip([seen.image for seen in observations(task, state, player)])


@cached_layer
def _titles(height: int, width: int) -> Frame:
    canvas = Canvas(2 * (PAIR_MARGIN + width) + GAP, 2 * PAIR_MARGIN + TITLE + height, PAPER)
    for left, title in ((PAIR_MARGIN, "Target"), (PAIR_MARGIN + width + GAP, "Current")):
        canvas.text(left + width / 2, PAIR_MARGIN + 10, title, 18)
        canvas.rect(left - 1, PAIR_MARGIN + TITLE - 1, width + 2, height + 2, LINE)
    return canvas.frame
