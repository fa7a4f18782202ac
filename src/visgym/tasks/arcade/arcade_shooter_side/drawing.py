"""The cave as it scrolls: rock with crystals, steel walls, foes, the boss, and the ship."""

from __future__ import annotations

import numpy as np

from visgym.authoring import Canvas, Frame
from visgym.kit.arcade import effects, hud
from visgym.kit.arcade.screen import HEIGHT, WIDTH, Screen
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_shooter_side import figures
from visgym.tasks.arcade.arcade_shooter_side.arms import missile_at
from visgym.tasks.arcade.arcade_shooter_side.cave import (
    COLUMN,
    PISTON,
    Cave,
    camera_at,
    out_by,
    walls_at,
)
from visgym.tasks.arcade.arcade_shooter_side.world import (
    BOSS,
    LIVES,
    TOUGH,
    Cavern,
    boss_at,
    is_at_boss,
    is_open,
    targets_of,
)

AIR: tuple[Color, Color] = ((20, 26, 54), (44, 62, 98))
FAR: Color = (34, 42, 76)
ROCK: Color = (112, 82, 92)
DEEP: Color = (66, 48, 68)
EDGE: Color = (196, 150, 128)
STEEL: tuple[Color, Color, Color] = ((196, 206, 222), (140, 152, 174), (86, 96, 120))


@cached_layer
def _strip_of(roof: tuple[int, ...], floor: tuple[int, ...]) -> Frame:
    """The whole cave without what moves in it."""
    wide = (len(roof) - 1) * COLUMN
    across = np.arange(wide)
    marks = np.arange(len(roof)) * COLUMN
    top, low = np.interp(across, marks, roof), np.interp(across, marks, floor)
    rows = np.arange(HEIGHT)[:, None]
    share = (np.abs(rows - HEIGHT / 2) / (HEIGHT / 2))[..., None]
    light, dark = np.array(AIR[1], float), np.array(AIR[0], float)
    pixels = np.broadcast_to(light * (1 - share) + dark * share, (HEIGHT, wide, 3)).copy()
    hills = 40 * np.sin(across / 70) + 18 * np.sin(across / 23)
    pixels[(rows > 170 + hills / 3) | (rows < 60 + hills / 3)] = FAR
    inside = np.maximum(top[None, :] - rows, rows - low[None, :])  # points from the air into rock
    grain = ((across // 4 * 7919) ^ (rows // 4 * 104729)) % 13 // 3 * 3
    depth = np.clip(inside / 46, 0, 1)[..., None]
    rock = np.array(ROCK, float) * (1 - depth) + np.array(DEEP, float) * depth + grain[..., None]
    pixels = np.where((inside >= 0)[..., None], rock, pixels)
    pixels[(inside >= 0) & (inside < 3)] = EDGE
    return np.repeat(np.clip(pixels, 0, 255).astype(np.uint8), 2, axis=1)


def scene(cavern: Cavern) -> Screen:
    """The part of the cave around the ship."""
    cave, clock = cavern.cave, cavern.clock
    camera = camera_at(cave, clock)
    strip = _strip_of(cave.roof, cave.floor)
    screen = Screen(strip[:, 2 * camera : 2 * (camera + WIDTH)].copy())
    _walls(screen, cave, clock, camera)
    _foes(screen, cavern)
    for each in cavern.shots:
        x, y = missile_at(cave, each, clock)
        made = figures.missile(each[0], int(each[3] < 0))
        screen.blit(made, x - made.width // 2, y - made.height // 2)
    ship = figures.ship(clock // 2 % 2, cavern.hurt % 6 > 2)
    screen.blit(ship, cavern.x - ship.width // 2, cavern.y - ship.height // 2)
    effects.show_fire(screen, cavern.sparks, cavern.bullets, clock)
    return screen


def _walls(screen: Screen, cave: Cave, clock: int, camera: int) -> None:
    light, face, dark = STEEL
    for piston in cave.pistons:
        x = piston.x - camera - PISTON
        if not -2 * PISTON < x < WIDTH:
            continue
        roof, floor = walls_at(cave, piston.x)
        out, wide = out_by(piston, clock), 2 * PISTON
        top, high = (0, roof + out) if piston.hangs else (floor - out, HEIGHT - floor + out)
        screen.rect(x, top, wide, high, face)
        screen.rect(x, top, 3, high, light)
        screen.rect(x + wide - 4, top, 4, high, dark)
        screen.rect(x, top + high - 6 if piston.hangs else top, wide, 6, dark)


def _foes(screen: Screen, cavern: Cavern) -> None:
    clock = cavern.clock
    for number, x, y, wide, high in targets_of(cavern, clock):
        kind = cavern.flights[number].kind
        if kind == "gate":
            _gate(screen, x, y, wide, high, cavern.left[number])
        else:
            made = figures.foe(kind, clock // 3 % 2, kind == "turret" and _hangs(cavern, number))
            screen.blit(made, x - made.width // 2, y - made.height // 2)
    if is_at_boss(cavern, clock):
        boss = figures.boss(is_open(clock), (TOUGH - cavern.boss) // 3)
        screen.blit(boss, BOSS - boss.width // 2, boss_at(clock) - boss.height // 2)


def _hangs(cavern: Cavern, number: int) -> bool:
    flight = cavern.flights[number]
    roof, floor = walls_at(cavern.cave, flight.x)
    return flight.y < (roof + floor) // 2


def _gate(screen: Screen, x: int, y: int, wide: int, high: int, left: int) -> None:
    """A shut gate with as many lights as hits are left."""
    light, face, dark = STEEL
    screen.rect(x - wide, y - high, 2 * wide, 2 * high, face)
    screen.rect(x - wide, y - high, 2, 2 * high, light)
    screen.rect(x + wide - 3, y - high, 3, 2 * high, dark)
    for number in range(left):
        screen.rect(x - 3, y - 22 + 8 * number, 6, 5, (250, 120, 70))


def dials(canvas: Canvas, cavern: Cavern, way: float) -> None:
    """Lives, weapons and the way, and what is left of the boss."""
    fights = is_at_boss(cavern, cavern.clock)
    canvas.paste(_row(cavern.lives, cavern.weapons, "Boss" if fights else "Way"), 0, 0)
    color: Color = (240, 90, 90) if fights else (120, 200, 250)
    hud.bar(canvas, 2 * WIDTH - 98, 10, 90, cavern.boss / TOUGH if fights else way, color)


@cached_layer
def _row(lives: int, weapons: tuple[str, ...], word: str) -> Frame:
    canvas = Canvas(2 * WIDTH, hud.BAR, (26, 24, 44))
    at = hud.hearts(canvas, 8, 6, lives, LIVES)
    at = hud.label(canvas, at, 16, f"Weapon: {weapons[0]}", color=(255, 226, 120))
    hud.label(canvas, at, 16, "then " + ", ".join(weapons[1:]), 13, (170, 176, 200))
    canvas.text(2 * WIDTH - 104, 16, word, 14, (170, 176, 200), align="right")
    return canvas.frame
