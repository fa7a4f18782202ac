"""Lights that shooters share: bullets of foes, and fire where something burst."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from visgym.kit.arcade.screen import Screen
from visgym.kit.arcade.shooting import Shot, Spark, shot_at
from visgym.kit.arcade.sprites import WHITE, Brush, Sprite, sprite
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color

GLOW: Color = (255, 92, 120)
EMBERS: tuple[Color, ...] = ((255, 190, 70), WHITE, (240, 96, 50))


@cached_layer
def bullet() -> Sprite:
    """A bullet of a foe, 10 points wide."""

    def paint(brush: Brush) -> None:
        brush.disc(5, 5, 3.6, GLOW)
        brush.disc(5, 5, 1.8, WHITE)

    return sprite(10, 10, paint, outline=(120, 16, 50))


@cached_layer
def burst(age: int) -> Sprite:
    """Fire that spreads for some ticks, 36 points wide."""

    def paint(brush: Brush) -> None:
        rng, reach = Random(age), 3 + age
        for _ in range(9):
            x, y = 18 + rng.uniform(-reach, reach), 18 + rng.uniform(-reach, reach)
            brush.disc(x, y, max(5.4 - age * 0.5, 1.4), rng.choice(EMBERS))

    return sprite(36, 36, paint, outline=None)


def show_fire(screen: Screen, sparks: Iterable[Spark], bullets: Iterable[Shot], clock: int) -> None:
    """Draw what burst and what flies at the player."""
    for x, y, tick in sparks:
        screen.blit(burst(clock - tick), x - 18, y - 18)
    for each in bullets:
        x, y = shot_at(each, clock)
        screen.blit(bullet(), x - 5, y - 5)
