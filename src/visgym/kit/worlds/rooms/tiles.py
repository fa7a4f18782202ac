"""The ground that rooms are drawn on: checkered floor, stone, lava, fog, and the goal."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from visgym.core.task import Frame
from visgym.kit.canvas import Canvas, Color

PALE: Color = (240, 233, 219)
WARM: Color = (227, 217, 198)
SEAM: Color = (211, 200, 180)
STONE: Color = (112, 122, 146)
JOINT: Color = (95, 104, 128)
CREST: Color = (152, 163, 187)
SHADE: Color = (74, 82, 104)
MIST: Color = (35, 39, 56)
HAZE: Color = (60, 66, 88)
EMBER: Color = (226, 84, 28)
FLAME: Color = (247, 138, 40)
SPARK: Color = (255, 203, 92)
MEADOW: Color = (128, 200, 132)
LAWN: Color = (88, 170, 100)
LEAF: Color = (50, 128, 72)
POLE: Color = (92, 74, 58)
CLOTH: Color = (252, 250, 244)
DESK: Color = (46, 52, 72)


@lru_cache(maxsize=2048)
def ground_tile(kind: str, sides: int, size: int) -> Frame:
    """A tile by the letter of its ground.

    Walls and fog end on some sides, which bits tell: those of the sides from the top clockwise,
    then those of the corners from the top right.
    """
    match kind:
        case "#":
            return _stone(sides, size)
        case "?":
            return _fog(sides, size)
        case "~":
            return _lava(size)
        case "G":
            return _goal(size)
        case "h":
            return _hand(size)
    return _floor(WARM if kind == "," else PALE, size)


def _floor(fill: Color, size: int) -> Frame:
    canvas = Canvas(size, size, SEAM)
    canvas.rect(0, 0, size - 1, size - 1, fill)
    return canvas.frame


def _stone(sides: int, size: int) -> Frame:
    """Bricks in two courses, with a bright crest and a shade where the wall ends."""
    canvas = Canvas(size, size, JOINT)
    half, joint = size // 2, max(1, size // 32)
    for course, shift in enumerate((0, half // 2)):
        for left in (shift - half, shift, shift + half):
            start, end = max(left, 0), min(left + half - joint, size)
            if end > start:
                canvas.rect(start, course * half, end - start, half - joint, STONE)
    _rims(canvas, sides, size, max(3, size // 10), CREST)
    _rims(canvas, sides, size, max(1, size // 32), SHADE)
    return canvas.frame


def _rims(canvas: Canvas, sides: int, size: int, wide: int, color: Color) -> None:
    """Strips along the sides that are open."""
    places = (
        (0, 0, size, wide),
        (size - wide, 0, wide, size),
        (0, size - wide, size, wide),
        (0, 0, wide, size),
    )
    for bit, place in enumerate(places):
        if sides >> bit & 1:
            canvas.rect(*place, color)


def _fog(sides: int, size: int) -> Frame:
    """Dark mist that grows lighter toward what can be seen, on its sides and its corners."""
    far = (np.arange(size) + 0.5) / (size * 0.42)
    back = far[::-1]
    reach = np.full((size, size), 1.0)
    lines = (far[:, None], back[None, :], back[:, None], far[None, :])
    corners = ((far, back), (back, back), (back, far), (far, far))
    for bit in range(4):
        if sides >> bit & 1:
            reach = np.minimum(reach, lines[bit])
        if sides >> bit + 4 & 1:
            down, across = corners[bit]
            reach = np.minimum(reach, np.sqrt(down[:, None] ** 2 + across[None, :] ** 2))
    low, high = np.array(MIST, float), np.array(HAZE, float)
    frame: Frame = np.rint(low + (high - low) * ((1 - reach) ** 2)[:, :, None]).astype(np.uint8)
    frame.flags.writeable = False
    return frame


def _hand(size: int) -> Frame:
    """The place for what is carried."""
    canvas = Canvas(size, size, DESK)
    canvas.rect(0, 0, size, size, PALE, radius=size / 7)
    return canvas.frame


def _lava(size: int) -> Frame:
    """Glowing waves that run on from tile to tile."""
    canvas = Canvas(size, size, EMBER)
    for wave, (level, color) in enumerate(((0.2, FLAME), (0.52, SPARK), (0.84, FLAME))):
        steps = range(-1, 18)
        points = [
            (size * step / 16, size * (level + 0.07 * math.sin(step * math.pi / 4 + 2 * wave)))
            for step in steps
        ]
        canvas.polyline(points, max(2.0, size * (0.07 if color == SPARK else 0.1)), color)
    for x, y in ((0.22, 0.37), (0.68, 0.67), (0.8, 0.34)):
        canvas.disc(size * x, size * y, max(1.2, size * 0.035), SPARK)
    return canvas.frame


def _goal(size: int) -> Frame:
    """A lawn with a flag."""
    canvas = Canvas(size, size, LAWN)
    inset = max(1, size // 16)
    canvas.rect(inset, inset, size - 2 * inset, size - 2 * inset, MEADOW, radius=size / 8)
    foot, top = (size * 0.36, size * 0.84), (size * 0.36, size * 0.16)
    canvas.line((size * 0.26, size * 0.84), (size * 0.48, size * 0.84), size * 0.08, LEAF)
    canvas.line(foot, top, max(2.0, size * 0.06), POLE)
    flag = [(0.39, 0.16), (0.84, 0.31), (0.39, 0.48)]
    canvas.polygon([(size * x, size * y) for x, y in flag], LEAF)
    canvas.disc(size * 0.5, size * 0.32, size * 0.055, CLOTH)
    return canvas.frame
