"""The picture of a course: what is near the hero, and his hearts and belongings."""

from __future__ import annotations

from visgym.authoring import Canvas, Frame
from visgym.kit.arcade import hud
from visgym.kit.arcade.screen import HEIGHT, WIDTH, Screen
from visgym.kit.arcade.sprites import Sprite, flipped, mirrored, sprite
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_platformer import actors, props
from visgym.tasks.arcade.arcade_platformer.course import (
    HIGH,
    SIDE,
    SIGHT,
    bone_at,
    faces,
    flash_of,
    foe_at,
    mover_at,
)
from visgym.tasks.arcade.arcade_platformer.fighting import shot_at
from visgym.tasks.arcade.arcade_platformer.meeting import has
from visgym.tasks.arcade.arcade_platformer.styles import FORM_TICKS, HELMETS, StyleName
from visgym.tasks.arcade.arcade_platformer.themes import FAR, far, sky
from visgym.tasks.arcade.arcade_platformer.tiles import CHUNK, chunk
from visgym.tasks.arcade.arcade_platformer.world import STRIKE, Run, is_upward, points

AHEAD = 140  # points from the left edge at which the hero is kept
STRAP: Color = (150, 106, 66)
ARC: Color = (255, 250, 210)


def scene(run: Run, style: StyleName, thorns: int) -> Screen:
    """The part of the course around the hero."""
    screen = Screen.on(sky(style))
    x, _ = points(run)
    left = min(max(x - AHEAD, 0), len(run.rows[0]) * SIDE - WIDTH)
    screen.lay(far(style), left // 3 % (2 * WIDTH), HEIGHT - FAR)
    _tiles(screen, run, style, left)
    door, threshold = run.course.door
    is_open = style != "stomp" or has(run, "gem")
    screen.blit(props.door(is_open), door - left - props.DOOR[0] // 2, threshold - props.DOOR[1])
    _things(screen, run, left)
    _foes(screen, run, left)
    _hero(screen, run, style, left)
    for shot in run.shots:
        at, y = shot_at(shot, run.clock)
        screen.blit(props.missile(style, int(shot[2] > 0)), at - left - 6, y - 6)
    if thorns > left - 40:
        screen.blit(props.thorns(), thorns - left - 34, 0)
    return screen


def _tiles(screen: Screen, run: Run, style: StyleName, left: int) -> None:
    for first, last in run.course.rooms:
        for column in range(first, last + 1, 2):
            screen.blit(props.arrow(), column * SIDE - left, 112 - column % 4 * 8)
    wide = len(run.rows[0])
    for first in range(left // SIDE // CHUNK * CHUNK, min((left + WIDTH) // SIDE + 1, wide), CHUNK):
        rows = tuple(row[first : first + CHUNK] for row in run.rows)
        top = next((n for n, row in enumerate(rows) if row.strip(".")), HIGH)
        if top < HIGH:
            screen.blit(chunk(style, rows, first, top), first * SIDE - left, top * SIDE)


def _things(screen: Screen, run: Run, left: int) -> None:
    for mover in run.course.movers:
        screen.blit(props.platform(), mover_at(mover, run.clock) - left, mover.y)
    for number, thing in enumerate(run.course.things):
        if number not in run.taken and -SIDE < thing.x - left < WIDTH + SIDE:
            lift = (run.clock // 6 + number) % 2 if thing.kind in ("gem", "key") else 0
            half = props.ICON // 2
            screen.blit(props.thing(thing.kind), thing.x - left - half, thing.y - half - lift)


def _foes(screen: Screen, run: Run, left: int) -> None:
    half, clock = actors.BOX // 2, run.clock
    for number, foe in enumerate(run.course.foes):
        if number in run.down or not -150 < foe.x - left < WIDTH + 100:
            continue
        x, y = foe_at(foe, clock)
        facing = faces(foe, clock)
        if foe.kind == "drone":
            edge = x - left if facing > 0 else x - left - SIGHT
            screen.blit(props.cone(flash_of(foe, clock), facing, SIGHT), edge, y - 26)
        screen.blit(actors.foe(foe.kind, clock // 4 % 2, facing), x - left - half, y - actors.FEET)
        bone = bone_at(foe, clock) if foe.kind == "thrower" else None
        if bone:
            screen.blit(props.missile("bone", clock // 3 % 2), bone[0] - left - 6, bone[1] - 6)


def _hero(screen: Screen, run: Run, style: StyleName, left: int) -> None:
    x, y = points(run)
    flashes = run.hurt % 6 > 2
    body = actors.hero(style, _pose(run, style), run.form, run.facing, flashes)
    if run.course.rooms and is_upward(run):
        screen.blit(_turned(style, _pose(run, style), run.facing), x - left - 16, y - 27)
    else:
        screen.blit(body, x - left - actors.BOX // 2, y - actors.FEET)
    if run.act < STRIKE:
        return
    across, down = run.aim
    if style == "whip":
        _lash(screen, x - left, y, run.facing, down)
    elif style == "heads":
        head = actors.thrown(run.form)
        screen.blit(head, x - left - 8 + 26 * across, y - 22 + 26 * down)
    elif style in ("slash", "helmets"):
        screen.blit(_arc(run.facing), x - left + (2 if run.facing > 0 else -34), y - 40)


@cached_layer
def _turned(style: StyleName, pose: str, facing: int) -> Sprite:
    return flipped(actors.hero(style, pose, "", facing, False))


@cached_layer
def _arc(facing: int) -> Sprite:
    """The trace of a blade."""
    points = [(4, 4), (16, 6), (25, 14), (28, 24), (24, 34)]
    made = sprite(32, 40, lambda brush: brush.line(points, 3, ARC), outline=(120, 170, 220))
    return made if facing > 0 else mirrored(made)


def _lash(screen: Screen, x: int, y: int, facing: int, down: int) -> None:
    """The whip, ahead or upward."""
    if down < 0:
        screen.rect(x - 1, y - 58, 3, 34, STRAP)
    else:
        screen.rect(x + 8 if facing > 0 else x - 38, y - 16, 30, 3, STRAP)


def _pose(run: Run, style: StyleName) -> str:
    if run.low:
        return "low"
    if run.act >= STRIKE:
        return "strike"
    if not run.stands:
        return "hold" if run.dy in (-32, -1) else "jump"
    if abs(run.dx) < 16:
        return "stand"
    return "run" if run.clock // 3 % 2 else "stride"


def dials(canvas: Canvas, run: Run, style: StyleName, time_left: int | None) -> None:
    """Hearts, what is carried, what is worn and for how long, and the time."""
    words = []
    if style in ("stomp", "whip"):
        words.append(f"{'Apples' if style == 'stomp' else 'Knives'} {run.supply}")
    if style == "stomp":
        known = {thing.kind for thing in run.course.things}
        words += [f"{each.title()} {'yes' if has(run, each) else 'no'}" for each in sorted(known)]
    if style in ("heads", "helmets"):
        worn = HELMETS.get(run.form, run.form) or "none"
        words.append(f"{'Head' if style == 'heads' else 'Helmet'}: {worn}")
    if time_left is not None:
        words.append(f"Time {time_left}")
    canvas.paste(_strip(run.health, "    ".join(words)), 0, 0)
    if run.form_left:
        hud.bar(canvas, 330, 10, 90, run.form_left / FORM_TICKS, (250, 214, 90))
    share = points(run)[0] / (len(run.rows[0]) * SIDE)
    hud.bar(canvas, 2 * WIDTH - 128, 10, 120, share, (120, 200, 250))


@cached_layer
def _strip(health: int, words: str) -> Frame:
    """The row at the top, without what changes all the time."""
    canvas = Canvas(2 * WIDTH, hud.BAR, (32, 30, 44))
    at = hud.hearts(canvas, 8, 6, health, 3)
    hud.label(canvas, at, 16, words)
    canvas.text(2 * WIDTH - 136, 16, "Way", 14, (160, 164, 184), align="right")
    return canvas.frame
