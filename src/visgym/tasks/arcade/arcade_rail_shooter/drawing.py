"""The chequered plain under a dusk sky, and what comes toward the flyer on it."""

from __future__ import annotations

from random import Random

import numpy as np

from visgym.authoring import Canvas, Frame
from visgym.kit.arcade import hud
from visgym.kit.arcade.screen import HEIGHT, WIDTH, Screen
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_rail_shooter import figures
from visgym.tasks.arcade.arcade_rail_shooter.world import (
    BEAM,
    FAST,
    HEDGE,
    LIVES,
    OBSTACLES,
    POST,
    SIGHT,
    TREE,
    TREETOP,
    Oncoming,
    Ride,
    bolt_depth,
    depth_of,
    place,
)

HORIZON, EYE = 110, 76  # the row of the horizon, and the height of the eye
FOCAL, ZOOM = 170, 1.35
CELL, STEP = 64, 8  # points of a field of the floor, and by which it moves at once
TALL, LINTEL, WIDE = 150, 96, 128  # how high columns and beams are, and how far hedges reach
HAZE: Color = (250, 178, 140)
SKY: tuple[Color, Color] = ((70, 60, 140), (250, 178, 140))
FIELDS: tuple[Color, Color] = ((92, 176, 122), (70, 150, 108))
STONE: tuple[Color, Color, Color] = ((214, 206, 196), (176, 164, 160), (130, 118, 122))
LEAVES: tuple[Color, Color, Color] = ((104, 196, 84), (66, 150, 66), (44, 110, 56))
BRICK: tuple[Color, Color, Color] = ((222, 120, 92), (186, 84, 70), (136, 56, 58))


def _at(x: float, y: float, depth: float) -> tuple[int, int, float]:
    """The point of the screen at which something is seen, and how large."""
    scale = FOCAL / (FOCAL + max(depth, -40)) * ZOOM
    return round(WIDTH / 2 + x * scale), round(HORIZON + (EYE - y) * scale), scale


@cached_layer
def _sky() -> Frame:
    screen, rng = Screen.of(SKY[0]), Random("sky")
    for row in range(HORIZON):
        share = row / HORIZON
        color = tuple(round(a + (b - a) * share) for a, b in zip(*SKY, strict=True))
        screen.rect(0, row, WIDTH, 1, color)  # type: ignore[arg-type]
    for _ in range(40):
        screen.rect(rng.randrange(WIDTH), rng.randrange(16, 70), 1, 1, (230, 226, 250))
    screen.blit(figures.sun(), 216, 44)
    for x in range(-20, WIDTH, 36):
        screen.blit(figures.mountain(rng.randrange(3)), x, HORIZON - 29)
    return screen.backdrop


@cached_layer
def _plain(travel: int) -> Frame:
    """Sky and floor when so many points of the floor have gone by."""
    rows = np.arange(HORIZON + 1, HEIGHT)[:, None]
    depth = FOCAL * (EYE * ZOOM / (rows - HORIZON) - 1)
    across = (np.arange(WIDTH)[None, :] - WIDTH / 2) * (FOCAL + depth) / (FOCAL * ZOOM)
    fields = (np.floor((depth + travel) / CELL) + np.floor(across / CELL)).astype(np.int64) % 2
    light, dark = (np.array(color, float) for color in FIELDS)
    colors = np.where(fields[..., None] == 0, light, dark)
    far = np.clip(depth / 1400, 0, 1)[..., None]
    mixed = colors * (1 - far) + np.array(HAZE, float) * far
    found = _sky().copy()
    found[HORIZON] = HAZE
    found[HORIZON + 1 :] = np.repeat(mixed, 2, axis=1).astype(np.uint8)
    return found


def scene(ride: Ride) -> Screen:
    """What is ahead, the farthest first, and the flyer."""
    clock, pace = ride.clock, ride.pace
    screen = Screen.on(_plain(clock * pace % (2 * CELL) // STEP * STEP))
    seen = list[tuple[int, Oncoming]]()
    for number, thing in enumerate(ride.things):
        depth = depth_of(thing, pace, clock)
        if -pace < depth < SIGHT and (thing.kind in OBSTACLES or ride.left[number]):
            seen.append((depth, thing))
    seen.sort(key=lambda each: -each[0])
    for depth, thing in seen:
        _show(screen, thing, depth, clock)
    for x, y, depth, tick in ride.sparks:
        _sprite(screen, "burst", x, y, depth - pace * (clock - tick), 24 + 2 * (clock - tick))
    for x, y, born in ride.shots:
        _sprite(screen, "shot", x, y, (clock - born) * FAST, 9)
    _flyer(screen, ride)
    for bolt in ride.bolts:
        depth = bolt_depth(bolt, pace, clock)
        share = depth / bolt[4]
        x, y = (round(bolt[k] * share + bolt[k + 2] * (1 - share)) for k in (0, 1))
        _sprite(screen, "bolt", x, y, depth, 12)
    return screen


def _flyer(screen: Screen, ride: Ride) -> None:
    x, floor, _ = _at(ride.x, 0, 0)
    shadow = figures.shadow(26)
    screen.blit(shadow, x - shadow.width // 2, floor - shadow.height // 2)
    _, y, _ = _at(ride.x, ride.y, 0)
    body = figures.flyer(ride.clock // 3 % 2, ride.hurt % 6 > 2)
    screen.blit(body, x - body.width // 2, y - body.height // 2)


def _sprite(screen: Screen, kind: str, x: int, y: int, depth: int, size: int) -> None:
    """A sprite around a place, as large as it looks from afar."""
    across, down, scale = _at(x, y, depth)
    made = figures.figure(kind, max(round(size * scale / 2) * 2, 4))
    screen.blit(made, across - made.width // 2, down - made.height // 2)


def _show(screen: Screen, thing: Oncoming, depth: int, clock: int) -> None:
    x, y = place(thing, clock)
    if thing.kind == "column":
        _block(screen, x - POST, x + POST, 0, TALL, depth, STONE)
        _block(screen, x - POST - 4, x + POST + 4, 0, 9, depth, STONE)
    elif thing.kind == "hedge":
        _block(screen, -WIDE, WIDE, 0, HEDGE, depth, LEAVES)
        for bush in range(8):
            left, high = -WIDE + 32 * bush + 6, 10 + 11 * (bush * 5 % 3)
            _stripe(screen, left, left + 14, high, depth, LEAVES[0])
    elif thing.kind == "beam":
        for side in (-WIDE, WIDE - 10):
            _block(screen, side, side + 10, 0, BEAM, depth, BRICK)
        _block(screen, -WIDE, WIDE, BEAM, LINTEL, depth, BRICK)
        for row in (1, 2, 3):
            _stripe(screen, 4 - WIDE, WIDE - 4, BEAM + 12 * row, depth, BRICK[2])
    else:
        across, floor, scale = _at(x, 0, depth)
        shadow = figures.shadow(max(round(28 * scale / 2) * 2, 4))
        screen.blit(shadow, across - shadow.width // 2, floor - shadow.height // 2)
        if thing.kind == "tree":
            tree = figures.tree(max(round(2 * TREE * scale), 4), max(round(TREETOP * scale), 6))
            screen.blit(tree, across - tree.width // 2, floor - tree.height)
        else:
            _sprite(screen, thing.kind, x, y, depth, 32)


def _block(
    screen: Screen,
    left: int,
    right: int,
    low: int,
    high: int,
    depth: int,
    colors: tuple[Color, Color, Color],
) -> None:
    """An upright face with a lit edge and a dark one, paler the farther it is."""
    x, top, _ = _at(left, high, depth)
    end, bottom, scale = _at(right, low, depth)
    rim = max(round(4 * scale), 1)
    light, face, dark = (_hazed(color, depth // 64) for color in colors)
    screen.rect(x, top, end - x, bottom - top, face)
    screen.rect(x, top, end - x, rim, light)
    screen.rect(x, top, rim, bottom - top, light)
    screen.rect(end - rim, top, rim, bottom - top, dark)
    screen.rect(x, bottom - rim, end - x, rim, dark)


def _stripe(screen: Screen, left: int, right: int, high: int, depth: int, color: Color) -> None:
    """A level line on a face."""
    x, y, scale = _at(left, high, depth)
    wide, thick = round((right - left) * scale), max(round(1.6 * scale), 1)
    screen.rect(x, y, wide, thick, _hazed(color, depth // 64))


def _hazed(color: Color, far: int) -> Color:
    share = min(max(far, 0), 10) * 6
    red, green, blue = (
        (own * (100 - share) + haze * share) // 100 for own, haze in zip(color, HAZE, strict=True)
    )
    return red, green, blue


def dials(canvas: Canvas, ride: Ride, still: int | None, way: float) -> None:
    """Lives, foes that are still to be shot down, and the way."""
    canvas.paste(_strip(ride.lives, still), 0, 0)
    hud.bar(canvas, 2 * WIDTH - 128, 10, 120, way, (120, 200, 250))


@cached_layer
def _strip(lives: int, still: int | None) -> Frame:
    canvas = Canvas(2 * WIDTH, hud.BAR, (40, 34, 70))
    at = hud.hearts(canvas, 8, 6, lives, LIVES)
    if still is not None:
        hud.label(canvas, at + 8, 16, f"Still to shoot down: {still}")
    canvas.text(2 * WIDTH - 136, 16, "Way", 14, (190, 186, 220), align="right")
    return canvas.frame
