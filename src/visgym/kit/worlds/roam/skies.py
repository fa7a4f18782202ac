"""Skies all around, with a skyline by which one can tell directions."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from visgym.kit.canvas import Canvas, Color
from visgym.kit.solid.meshes import Texture
from visgym.kit.solid.textures.grounds import clouds

WIDE, TALL = 2048, 192  # texels around and from the horizon up to the upper edge of a picture
ZENITH, LOW = (92, 152, 220), (206, 226, 240)
TOWERS: tuple[Color, ...] = ((150, 164, 184), (134, 148, 170), (166, 174, 188), (184, 168, 156))


def sky(name: str) -> Texture:
    """A sky with a town or with hills at its horizon."""
    canvas = Canvas.on(_air())
    _SKYLINES[name](canvas, Random(f"sky {name}"))
    return Texture(canvas.frame)


def _air() -> NDArray[np.uint8]:
    """Blue that pales towards the horizon, with clouds."""
    part = ((np.arange(TALL) + 0.5) / TALL)[:, None, None]
    paint = np.array(ZENITH) * (1 - part) + np.array(LOW) * part
    # two octaves of the same noise, stretched along the horizon
    puffs = np.kron(clouds(6, 8, 91)[::2], np.ones((1, 8))) * 0.6
    puffs = (puffs + np.kron(clouds(14, 16, 92)[::2], np.ones((1, 8))) * 0.4)[:TALL]
    puffs = np.resize(puffs, (TALL, WIDE)) if puffs.shape[0] < TALL else puffs[:, :WIDE]
    white = np.clip((puffs - 0.52) * 4.0, 0, 0.85)[..., None] * (1 - 0.35 * part)
    paint = paint * (1 - white) + np.array((252, 252, 252)) * white
    frame: NDArray[np.uint8] = np.floor(paint + 0.5).astype(np.uint8)
    frame.flags.writeable = False
    return frame


def _town(canvas: Canvas, rng: Random) -> None:
    """Houses far away, a church to the north and a tower to the south."""
    x = 0
    while x < WIDE:
        width, height = rng.randint(26, 70), rng.randint(14, 44)
        color = rng.choice(TOWERS)
        canvas.rect(x, TALL - height, width, height, color)
        for row in range(TALL - height + 6, TALL - 4, 9):
            for column in range(int(x) + 5, int(x) + width - 6, 9):
                canvas.rect(column, row, 4, 5, (214, 222, 226))
        x += width + rng.choice((0, 0, 4, 14))
    north, south = WIDE // 4, 3 * WIDE // 4
    canvas.rect(north - 16, TALL - 78, 32, 78, (172, 132, 112))
    canvas.polygon(
        [(north - 19, TALL - 78), (north + 19, TALL - 78), (north, TALL - 128)], (112, 66, 60)
    )
    canvas.rect(north - 5, TALL - 62, 10, 18, (78, 66, 66))
    canvas.rect(south - 22, TALL - 112, 44, 112, (110, 132, 158))
    for row in range(TALL - 106, TALL - 6, 10):
        canvas.rect(south - 18, row, 36, 5, (196, 218, 232))
    canvas.rect(south - 2, TALL - 136, 4, 24, (120, 80, 80))


def _hills(canvas: Canvas, rng: Random) -> None:
    """Two rows of hills, and one mountain to the north."""
    peak = WIDE // 4
    canvas.polygon([(peak - 150, TALL), (peak + 170, TALL), (peak, TALL - 96)], (142, 156, 176))
    canvas.polygon(
        [(peak - 34, TALL - 74), (peak + 38, TALL - 74), (peak, TALL - 96)], (244, 246, 248)
    )
    for color, high in (((132, 164, 150), 44), ((98, 138, 96), 24)):
        for _ in range(16):
            x, width = rng.randrange(WIDE), rng.randint(90, 200)
            tall = rng.randint(high // 2, high)
            for shift in (-WIDE, 0, WIDE):
                _hill(canvas, x + shift, width, tall, color)


def _hill(canvas: Canvas, x: float, width: float, tall: float, color: Color) -> None:
    rim = [
        (x + width * (k / 12 - 0.5), TALL - tall * 4 * (k / 12) * (1 - k / 12)) for k in range(13)
    ]
    canvas.polygon([*rim, (x + width / 2, TALL + 4), (x - width / 2, TALL + 4)], color)


_SKYLINES = {"town": _town, "hills": _hills}
