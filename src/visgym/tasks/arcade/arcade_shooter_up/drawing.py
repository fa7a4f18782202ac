"""The sea with its islands, the ship, aircraft and bullets."""

from __future__ import annotations

from random import Random

import numpy as np

from visgym.authoring import Canvas, Frame
from visgym.kit.arcade import effects, hud
from visgym.kit.arcade.screen import HEIGHT, WIDTH, Screen
from visgym.kit.arcade.shooting import shot_at
from visgym.kit.arcade.sprites import Brush, Sprite, sprite, tinted
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_shooter_up.world import ARMOUR, LIVES, Sortie, targets_of

SEA: Color = (40, 108, 160)
RIPPLE: Color = (62, 132, 182)
SAND: Color = (226, 202, 142)
GRASS: Color = (98, 168, 88)
WOOD: Color = (62, 130, 72)
WHITE: Color = (255, 255, 255)
HULL: Color = (232, 238, 246)
BLUE: Color = (58, 116, 222)
GLASS: Color = (120, 214, 246)
FLAME: Color = (255, 190, 70)
COLORS: dict[str, tuple[Color, Color]] = {
    "diver": ((214, 66, 66), (150, 34, 48)),
    "swinger": ((236, 160, 52), (176, 104, 28)),
    "gunner": ((150, 92, 196), (100, 54, 146)),
    "leader": ((108, 116, 134), (66, 72, 90)),
}
SHIP, CRAFT, LEADER = 28, 28, 52  # points of sprites


@cached_layer
def ship(flame: int, flashes: bool) -> Sprite:
    """The ship of the player, its nose up."""

    def paint(brush: Brush) -> None:
        for x in (11, 17):
            brush.polygon(((x - 2, 22), (x + 2, 22), (x, 25 + flame)), FLAME)
        brush.polygon(((14, 10), (26, 19), (26, 22), (2, 22), (2, 19)), BLUE)
        brush.polygon(((14, 20), (20, 25), (8, 25)), BLUE)
        brush.polygon(((14, 1.5), (18, 12), (17, 23), (11, 23), (10, 12)), HULL)
        brush.oval(14, 11.5, 1.8, 4, GLASS)
        for tip in (3.4, 23):
            brush.box(tip, 15, 1.6, 6, HULL)

    made = sprite(SHIP, SHIP, paint)
    return tinted(made, WHITE) if flashes else made


@cached_layer
def craft(kind: str, pose: int) -> Sprite:
    """An aircraft that comes down, its nose below."""
    light, dark = COLORS[kind]

    def paint(brush: Brush) -> None:
        if kind == "diver":
            brush.polygon(((14, 16), (2, 6), (2, 3), (14, 8), (26, 3), (26, 6)), dark)
            brush.polygon(((10, 3), (18, 3), (16.5, 20), (14, 26), (11.5, 20)), light)
        elif kind == "swinger":
            brush.oval(14, 12, 12, 4.4, dark)
            brush.oval(14, 14, 5, 10, light)
            brush.line(((4 + 4 * pose, 24), (24 - 4 * pose, 24)), 1.6, WHITE)
        else:
            brush.box(2, 9, 24, 6, dark, 2)
            brush.box(9, 3, 10, 20, light, 4)
            for x in (4, 21):
                brush.box(x, 12, 3, 11, (70, 66, 84))
        brush.oval(14, 15, 2.2, 3.4, GLASS)

    return sprite(CRAFT, CRAFT, paint)


@cached_layer
def leader(harm: int) -> Sprite:
    """The armoured leader, redder with every hit."""
    light, dark = COLORS["leader"]

    def paint(brush: Brush) -> None:
        brush.polygon(((26, 10), (50, 18), (50, 28), (36, 34), (16, 34), (2, 28), (2, 18)), dark)
        brush.polygon(((18, 4), (34, 4), (36, 30), (26, 48), (16, 30)), light)
        for x in (8, 44):
            brush.box(x - 2, 20, 4, 18, (50, 52, 66), 1)
        brush.disc(26, 22, 6, (250, 214, 90))
        brush.disc(26, 22, 3.2, (226, 60, 60))

    return tinted(sprite(LEADER, LEADER, paint), (226, 60, 50), 0.6 * harm / ARMOUR)


@cached_layer
def streak() -> Sprite:
    """A shot of the ship."""
    return sprite(7, 14, lambda brush: brush.box(2, 1, 3, 12, (255, 246, 150), 1.5), (214, 120, 30))


@cached_layer
def _island(number: int) -> Sprite:
    def paint(brush: Brush) -> None:
        rng = Random(f"island {number}")
        discs = [(rng.uniform(26, 70), rng.uniform(22, 50), rng.uniform(9, 20)) for _ in range(7)]
        for color, less in ((RIPPLE, -3.5), (SAND, 0.0), (GRASS, 4.0)):
            for x, y, radius in discs:
                if radius > less + 2:
                    brush.disc(x, y, radius - less, color)
        for x, y, radius in discs:
            for _ in range(3 if radius > 12 else 1):
                brush.disc(x + rng.uniform(-4, 4), y + rng.uniform(-4, 4), 2.6, WOOD)

    return sprite(96, 72, paint, outline=None)


@cached_layer
def _sea() -> Frame:
    """Two screens of sea and islands, and the first again, so that it goes on for ever."""
    halves, rng = list[Frame](), Random("sea")
    for half in range(2):
        screen = Screen.of(SEA)
        for _ in range(90):
            x, y = rng.randrange(WIDTH), rng.randrange(HEIGHT)
            screen.rect(x, y, rng.randint(5, 12), 1, RIPPLE)
        for number, (x, y) in enumerate(((-20, 14), (196, 60), (70, 140))):
            screen.blit(_island(half * 3 + number), x + rng.randint(-20, 30), y)
        halves.append(screen.backdrop)
    return np.concatenate((*halves, halves[0]))


def scene(sky: Sortie) -> Screen:
    """The sky as it is now."""
    sea, clock = _sea(), sky.clock
    down = 2 * HEIGHT - clock % (2 * HEIGHT)
    screen = Screen.on(sea[down : down + HEIGHT])
    for number, x, y, _, _ in targets_of(sky, clock):
        kind = sky.flights[number].kind
        if kind == "leader":
            screen.blit(leader(ARMOUR - sky.left[number]), x - LEADER // 2, y - LEADER // 2)
        else:
            screen.blit(craft(kind, clock // 2 % 2), x - CRAFT // 2, y - CRAFT // 2)
    for shot in sky.shots:
        x, y = shot_at(shot, clock)
        screen.blit(streak(), x - 3, y - 7)
    screen.blit(ship(clock // 2 % 2, sky.hurt % 6 > 2), sky.x - SHIP // 2, sky.y - SHIP // 2)
    effects.show_fire(screen, sky.sparks, sky.bullets, clock)
    return screen


def dials(canvas: Canvas, sky: Sortie, still: int, needs_leader: bool) -> None:
    """Lives at the left, and what is still to be shot down at the right."""
    canvas.paste(_strip(sky.lives, still, needs_leader), 0, 0)


@cached_layer
def _strip(lives: int, still: int, needs_leader: bool) -> Frame:
    canvas = Canvas(2 * WIDTH, hud.BAR, (24, 40, 62))
    hud.hearts(canvas, 8, 6, lives, LIVES)
    told = f"Still to shoot down: {still}" + (", and the leader" if needs_leader else "")
    canvas.text(2 * WIDTH - 12, 16, told, 16, WHITE, bold=True, align="right")
    return canvas.frame
