"""Where each style is at home: its colours, its sky, and what is far away."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from visgym.authoring import Frame
from visgym.kit.arcade.screen import HEIGHT, WIDTH, Screen
from visgym.kit.arcade.sprites import Brush, Sprite, collage, mirrored, sprite
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_platformer.styles import StyleName

WHITE: Color = (255, 255, 255)
FAR = 96  # points of what is far away, above the lower edge


@dataclass(frozen=True)
class Theme:
    """Colours: of the sky from the top down, of what is far away, and of the ground."""

    sky: tuple[Color, Color]
    far: tuple[Color, Color]
    top: Color
    earth: Color
    speck: Color
    shape: str


THEMES: dict[StyleName, Theme] = {
    "stomp": Theme(
        ((112, 190, 240), (206, 236, 250)),
        ((150, 206, 168), (118, 184, 140)),
        (104, 190, 76),
        (176, 120, 78),
        (150, 98, 62),
        "hills",
    ),
    "whip": Theme(
        ((26, 22, 58), (92, 58, 110)),
        ((52, 40, 84), (38, 28, 66)),
        (126, 122, 148),
        (82, 76, 104),
        (64, 58, 86),
        "towers",
    ),
    "heads": Theme(
        ((122, 30, 60), (226, 120, 92)),
        ((190, 60, 74), (160, 44, 64)),
        (246, 200, 96),
        (190, 118, 70),
        (160, 92, 56),
        "curtain",
    ),
    "helmets": Theme(
        ((250, 190, 120), (254, 232, 186)),
        ((226, 150, 104), (204, 122, 92)),
        (236, 214, 130),
        (198, 150, 92),
        (176, 126, 74),
        "mesas",
    ),
    "slash": Theme(
        ((22, 30, 52), (64, 106, 132)),
        ((44, 62, 92), (32, 46, 74)),
        (150, 174, 192),
        (88, 104, 126),
        (70, 84, 106),
        "city",
    ),
}


@cached_layer
def sky(style: StyleName) -> Frame:
    """The sky, in bands from the top down, with what shines in it."""
    theme, rng = THEMES[style], Random(style)
    screen = Screen.of(theme.sky[0])
    bands = 28
    for band in range(bands):
        mixed = tuple(
            (a * (bands - band) + b * band) // bands for a, b in zip(*theme.sky, strict=True)
        )
        screen.rect(0, band * HEIGHT // bands, WIDTH, HEIGHT // bands + 1, mixed)  # type: ignore[arg-type]
    if style in ("whip", "slash"):
        for _ in range(46):
            screen.rect(rng.randrange(WIDTH), rng.randrange(HEIGHT - FAR), 1, 1, (210, 210, 236))
        screen.blit(_disc((244, 238, 206)), 236, 26)
    elif style == "helmets":
        screen.blit(_disc((255, 246, 214)), 228, 30)
    elif style == "stomp":
        for x, y in ((30, 40), (150, 26), (236, 58)):
            screen.blit(_cloud(), x, y)
    else:
        for x in (60, 250):
            screen.blit(_disc((252, 176, 118)), x, 36)
    return screen.backdrop


@cached_layer
def _disc(color: Color) -> Sprite:
    return sprite(40, 40, lambda brush: brush.disc(20, 20, 18, color), outline=None)


@cached_layer
def _cloud() -> Sprite:
    def paint(brush: Brush) -> None:
        for x, y, radius in ((14, 14, 8), (26, 11, 10), (39, 14, 8)):
            brush.disc(x, y, radius, WHITE)
        brush.box(8, 14, 36, 8, WHITE, 4)

    return sprite(54, 24, paint, outline=None)


@cached_layer
def far(style: StyleName) -> Frame:
    """What is far away before the lower sky, repeated so that it goes on for ever."""
    theme = THEMES[style]
    back, front = theme.far

    def paint(brush: Brush) -> None:
        rng = Random(style)
        for color, low in ((back, 0), (front, 22)):
            for x in range(-20, WIDTH, 40):
                high = rng.randint(20, 50)
                _shape(brush, theme.shape, x if low else x + 18, FAR - 46 + low - high // 2, color)
            brush.box(0, FAR - 44 + low, WIDTH, 44, color)

    layer = sprite(WIDTH, FAR, paint, outline=None)
    both = ((layer, 0, 0), (mirrored(layer), WIDTH, 0), (layer, 2 * WIDTH, 0))
    strip = collage(3 * WIDTH, FAR, both)
    return np.where(strip.mask, strip.colors, np.tile(sky(style)[HEIGHT - FAR :], (1, 3, 1)))


def _shape(brush: Brush, shape: str, x: float, y: float, color: Color) -> None:
    """One hill, tower, fold, rock or house, with its top at y."""
    if shape == "hills":
        brush.oval(x + 24, y + 40, 34, 40, color)
    elif shape == "towers":
        brush.box(x + 8, y + 10, 16, FAR, color)
        brush.polygon(((x + 5, y + 10), (x + 16, y - 8), (x + 27, y + 10)), color)
    elif shape == "curtain":
        brush.box(x, y - 6, 22, FAR, color, 11)
    elif shape == "mesas":
        brush.polygon(((x - 4, FAR), (x + 6, y + 8), (x + 30, y + 8), (x + 42, FAR)), color)
    else:
        brush.box(x + 4, y, 26, FAR, color)
        brush.box(x + 14, y - 10, 3, 12, color)
