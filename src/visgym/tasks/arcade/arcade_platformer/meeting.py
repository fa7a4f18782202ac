"""What happens to a hero who has moved: tiles that give way, things, strikes, foes and falls."""

from __future__ import annotations

from dataclasses import replace

from visgym.kit.arcade.bodies import POINT, changed, tile_at
from visgym.tasks.arcade.arcade_platformer.course import HIGH, SIDE
from visgym.tasks.arcade.arcade_platformer.fighting import fought
from visgym.tasks.arcade.arcade_platformer.harm import SPARED, hurt
from visgym.tasks.arcade.arcade_platformer.styles import FORM_TICKS, FUSE, HEADS, Style
from visgym.tasks.arcade.arcade_platformer.world import (
    HALF,
    LOW,
    TALL,
    Buttons,
    Run,
    moved,
    points,
)

CRUMBLES, RETURNS = 14, 100  # ticks after a step on a block until it falls, and is there again
HARD = 96  # units a tick with which a knight breaks ground
REACH = 11  # points across from the hero to things that are touched


def ticked(run: Run, buttons: Buttons, style: Style) -> Run:
    """The world a tick later."""
    after = moved(run, buttons, style)
    if not -3 * SIDE < after.y // POINT < (HIGH + 3) * SIDE:
        return _back(after)
    after = _broken(after, run.dy)
    if after.crumbs or (after.stands and _on_block(after)):
        after = _crumbled(after)
    if after.course.things:
        after = _took(after)
    if after.form_left:
        after = _worn(after)
    return fought(after, run.dy, buttons, style)


def _back(run: Run) -> Run:
    """The hero back on ground after a fall, which costs a heart."""
    x, y = run.safe
    lost = replace(run, x=x, y=y, dx=0, dy=0, health=run.health - 1, hurt=SPARED)
    return replace(lost, form="", form_left=0, swings=0, rides=-1)


def _broken(run: Run, speed: int) -> Run:
    """Prize blocks above the head, cracked ground under a knight, locks before who has the key."""
    rows = run.rows
    column, height = run.x >> 8, LOW if run.low else TALL
    if speed < 0 and run.dy == 0:
        above = tile_at(rows, column, run.y - height - POINT >> 8)
        if above in "KSY":
            return replace(run, form=above)
    if run.form == "K" and speed >= HARD and run.stands:
        row = run.y >> 8
        for each in {run.x - HALF >> 8, run.x + HALF - 1 >> 8}:
            if tile_at(rows, each, row) == "c":
                rows = changed(rows, each, row, ".")
    ahead = run.x + run.facing * (HALF + POINT) >> 8
    if tile_at(rows, ahead, run.y - 1 >> 8) == "L" and has(run, "key"):
        for row in (run.y - 1 >> 8, run.y - 1 - SIDE * POINT >> 8):
            rows = changed(rows, ahead, row, ".")
    return run if rows is run.rows else replace(run, rows=rows)


def _on_block(run: Run) -> bool:
    """Whether the hero stands on a block that falls."""
    edges = run.x - HALF >> 8, run.x + HALF - 1 >> 8
    return "f" in [tile_at(run.rows, column, run.y >> 8) for column in edges]


def _crumbled(run: Run) -> Run:
    """Blocks fall some time after the first step on them, and come back later."""
    rows, crumbs, row = run.rows, list(run.crumbs), run.y >> 8
    columns = sorted({run.x - HALF >> 8, run.x + HALF - 1 >> 8})
    for column in columns if run.stands else ():
        is_new = not any(each[:2] == (column, row) for each in crumbs)
        if is_new and tile_at(rows, column, row) == "f":
            crumbs.append((column, row, run.clock))
    for each in list(crumbs):
        age = run.clock - each[2]
        if age == CRUMBLES:
            rows = changed(rows, each[0], each[1], ".")
        elif age >= RETURNS and not columns[0] <= each[0] <= columns[-1]:
            rows = changed(rows, each[0], each[1], "f")
            crumbs.remove(each)
    return replace(run, rows=rows, crumbs=tuple(crumbs))


def _took(run: Run) -> Run:
    """Things that the hero touches."""
    x, y = points(run)
    for number, thing in enumerate(run.course.things):
        if abs(thing.x - x) > REACH or not -8 < y - thing.y < 34 or number in run.taken:
            continue
        if thing.kind in HEADS or thing.kind == "bomb":
            if thing.kind != run.form or run.form_left < FORM_TICKS - SIDE:
                left = FUSE if thing.kind == "bomb" else FORM_TICKS
                run = replace(run, form=thing.kind, form_left=left)
            continue
        run = replace(run, taken=(*run.taken, number))
        if thing.kind == "candle":
            run = replace(run, supply=run.supply + 1)
    return run


def _worn(run: Run) -> Run:
    """A head that lasts for some time only, and a bomb that goes off at the end."""
    if run.form_left > 1:
        return replace(run, form_left=run.form_left - 1)
    bare = replace(run, form="", form_left=0)
    return hurt(bare) if run.form == "bomb" else bare


def has(run: Run, need: str) -> bool:
    """Whether the hero has what a waypoint asks for."""
    if need in ("gem", "key"):
        return any(run.course.things[number].kind == need for number in run.taken)
    return run.form == need and (run.form_left > FORM_TICKS // 4 or not run.form_left)
