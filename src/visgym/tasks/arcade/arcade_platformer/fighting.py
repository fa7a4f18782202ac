"""Strikes and throws of the hero, and what foes do to him."""

from __future__ import annotations

from dataclasses import replace

from visgym.kit.arcade.bodies import changed, tile_at
from visgym.tasks.arcade.arcade_platformer.course import (
    SIDE,
    SIGHT,
    SOLID,
    Foe,
    bone_at,
    faces,
    flash_of,
    foe_at,
)
from visgym.tasks.arcade.arcade_platformer.harm import hurt
from visgym.tasks.arcade.arcade_platformer.styles import Style
from visgym.tasks.arcade.arcade_platformer.world import (
    LIFT,
    REST,
    SPRING,
    STRIKE,
    SWING,
    SWUNG,
    Buttons,
    Run,
    points,
)

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in points."""
NEAR = 200  # points within which foes matter
TALL_FOES = {"thrower": 26, "knight": 26}  # points
FOE, FOE_WIDTH, HERO = 13, 6, 5  # points: height of other foes, half widths
FLIES, SPEED = 30, 7  # ticks and points a tick of what is thrown


def fought(run: Run, fell: int, buttons: Buttons, style: Style) -> Run:
    """The world after strikes, throws and foes; `fell` is the speed before the ground."""
    run = _began(run, buttons, style)
    strike = _reach(run, style) if run.act >= STRIKE and style.strikes else None
    if strike:
        run = _struck(run, strike)
    if run.shots:
        run = _flew(run)
    x, _ = points(run)
    first, last = x - NEAR, x + NEAR
    for number, foe in enumerate(run.course.foes):
        if first < foe.x < last and number not in run.down:
            run = _faced(run, number, foe, fell, strike, "bounce" in buttons)
    if tile_at(run.rows, run.x >> 8, run.y - 1 >> 8) == "^":
        run = hurt(run)
    return run


def _began(run: Run, buttons: Buttons, style: Style) -> Run:
    """A strike or a throw begins, if a button asks for it and the last one is over."""
    if run.act:
        return run
    if style.throws and style.throws in buttons and run.supply:
        x, y = points(run)
        shot = (x, y - 16, run.facing, run.clock)
        return replace(run, act=REST, supply=run.supply - 1, shots=(*run.shots, shot))
    if style.strikes not in buttons or (style.strikes_as and run.form != style.strikes_as):
        return run
    if run.form == "bomb":
        return replace(run, act=REST, form="", form_left=0)
    across = ("right" in buttons) - ("left" in buttons)
    down = ("down" in buttons) - ("up" in buttons)
    return replace(run, act=REST, aim=(across or (0 if down else run.facing), down))


def _reach(run: Run, style: Style) -> Box:
    """What a strike covers."""
    (x, y), (across, down) = points(run), run.aim
    if style.strikes == "whip":
        if down < 0:
            return x - 12, y - 60, x + 12, y - 24
        return (x, y - 22, x + 38, y - 6) if run.facing > 0 else (x - 38, y - 22, x, y - 6)
    if style.strikes == "throw":
        middle, center = x + 22 * across, y - 14 + 22 * down
        return middle - 16, center - 14, middle + 16, center + 14
    return (x - 6, y - 38, x + 30, y) if run.facing > 0 else (x - 30, y - 38, x + 6, y)


def _struck(run: Run, box: Box) -> Run:
    """Hooks that a strike catches, and stone that a hammer breaks."""
    rows = run.rows
    for row in range(box[1] // SIDE, box[3] // SIDE + 1):
        for column in range(box[0] // SIDE, box[2] // SIDE + 1):
            tile = tile_at(rows, column, row)
            if tile == "o" and not run.stands and not run.swings:
                run = replace(run, swings=SWUNG, dy=-LIFT, dx=run.facing * SWING)
            elif tile == "c" and run.form == "hammer":
                rows = changed(rows, column, row, ".")
    return run if rows is run.rows else replace(run, rows=rows)


def shot_at(shot: tuple[int, int, int, int], clock: int) -> tuple[int, int]:
    """Where something thrown is, in points."""
    x, y, way, since = shot
    return x + way * SPEED * (clock - since), y


def _flew(run: Run) -> Run:
    """What was thrown flies on, until it meets a wall or a foe."""
    shots, down = [], list(run.down)
    for shot in run.shots:
        x, y = shot_at(shot, run.clock)
        gone = run.clock - shot[3] > FLIES or tile_at(run.rows, x // SIDE, y // SIDE) in SOLID
        for number, foe in enumerate(run.course.foes):
            if number not in down and _overlap(
                (x - 4, y - 4, x + 4, y + 4), box_of(foe, run.clock)
            ):
                down.append(number)
                gone = True
        if not gone:
            shots.append(shot)
    return replace(run, shots=tuple(shots), down=tuple(down))


def _faced(run: Run, number: int, foe: Foe, fell: int, strike: Box | None, bounces: bool) -> Run:
    """What a foe that is near does, or what is done to it."""
    x, y = points(run)
    box, height = box_of(foe, run.clock), 12 if run.low else 24
    hero = (x - HERO, y - height, x + HERO, y)
    if strike and _overlap(strike, box) and not _is_shielded(foe, run):
        return replace(run, down=(*run.down, number))
    if _overlap(hero, box):
        if bounces and fell > 0 and y <= box[1] + 10:
            return replace(run, down=(*run.down, number), dy=-SPRING, stands=False)
        return hurt(run)
    if foe.kind == "thrower":
        bone = bone_at(foe, run.clock)
        if bone and _overlap(hero, (bone[0] - 4, bone[1] - 4, bone[0] + 4, bone[1] + 4)):
            return hurt(run)
    if foe.kind == "drone" and flash_of(foe, run.clock) == 2 and _is_lit(foe, run, hero):
        return hurt(run)
    return run


def _is_shielded(foe: Foe, run: Run) -> bool:
    """Whether the shield of a knight is between the hero and him."""
    x, _ = foe_at(foe, run.clock)
    return foe.kind == "knight" and (points(run)[0] - x) * faces(foe, run.clock) > 0


def _is_lit(foe: Foe, run: Run, hero: Box) -> bool:
    """Whether the hero is in the cone of a drone."""
    x, y = foe_at(foe, run.clock)
    ahead = (points(run)[0] - x) * faces(foe, run.clock)
    spread = 4 + ahead // 5
    return 0 < ahead < SIGHT and hero[1] < y - 6 + spread and hero[3] > y - 6 - spread


def box_of(foe: Foe, clock: int) -> Box:
    """What a foe takes up."""
    x, y = foe_at(foe, clock)
    return x - FOE_WIDTH, y - TALL_FOES.get(foe.kind, FOE), x + FOE_WIDTH, y


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
