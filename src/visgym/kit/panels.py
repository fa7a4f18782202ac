"""Two pictures side by side, and the studio in which turned objects are drawn."""

from __future__ import annotations

from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import LINE, PAPER, Canvas
from visgym.kit.solid.scene import Camera, Light

SIZE = (360, 360)  # pixels of a panel
MARGIN, TITLE, GAP = 20, 32, 24  # pixels

CAMERA = Camera((0.0, 0.0, 4.4), (0.0, 0.0, 0.0), fov_degrees=28.0)
"""Looks from the front at a ball of radius 1 around the origin."""
LIGHT = Light((0.45, -0.8, -0.75), ambient=0.5, diffuse=0.58)
BACKDROP = (248, 249, 251), (226, 230, 236)


def side_by_side(target: Frame, current: Frame) -> Frame:
    """The target on the left and what the agent changes on the right, with their titles."""
    canvas = Canvas.on(_desk(target.shape[0], target.shape[1]))
    canvas.paste(target, MARGIN, MARGIN + TITLE)
    canvas.paste(current, MARGIN + target.shape[1] + GAP, MARGIN + TITLE)
    return canvas.frame


@lru_cache(maxsize=16)
def _desk(height: int, width: int) -> Frame:
    canvas = Canvas(2 * (MARGIN + width) + GAP, 2 * MARGIN + TITLE + height, PAPER)
    for left, title in ((MARGIN, "Target"), (MARGIN + width + GAP, "Current")):
        canvas.text(left + width / 2, MARGIN + 10, title, 18)
        canvas.rect(left - 1, MARGIN + TITLE - 1, width + 2, height + 2, LINE)
    return canvas.frame
