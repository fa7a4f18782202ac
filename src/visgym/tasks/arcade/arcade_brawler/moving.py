"""How the hero moves: he walks, runs, jumps, ducks, and begins blows."""

from __future__ import annotations

from visgym.kit.arcade.players import Buttons
from visgym.kit.arcade.screen import WIDTH
from visgym.tasks.arcade.arcade_brawler.styles import BLOWS, ORBS, FightingStyle, StyleName
from visgym.tasks.arcade.arcade_brawler.world import (
    DEPTH,
    LEAP,
    RUN,
    RUN_UP,
    SAFE,
    SIDLE,
    STUN,
    WALK,
    Brawl,
    Brawler,
)

RIM = 12  # points from the edges of the picture that the hero keeps
GUARDED = 58  # points that he keeps from a guard


def is_beast(hero: Brawler, style: StyleName) -> bool:
    """Whether the hero has the orbs that make a beast."""
    return style == "orbs" and hero.power >= ORBS


def stepped(brawl: Brawl, buttons: Buttons, style: StyleName, manner: FightingStyle) -> Brawler:
    """The hero a tick later, before anything meets him."""
    hero = brawl.hero
    act, left = hero.act, max(hero.left - 1, 0)
    act = act if left else ""
    is_free = not act and hero.hurt <= SAFE - STUN
    holds = any(rival.act == "held" for rival in brawl.rivals)
    way = ("right" in buttons) - ("left" in buttons) if is_free else 0
    if is_free and (begun := _begun(hero, buttons, style, manner, holds)):
        act, left = begun, BLOWS[begun].ticks
        way, is_free = 0, False
    ducks = is_free and manner.lanes == 1 and "down" in buttons and not hero.z
    if ducks or holds:
        way = 0
    strides = min(hero.strides + 1, RUN_UP) if way and way == hero.facing else 0
    speed = RUN if strides >= RUN_UP and style == "magic" else WALK
    x = hero.x + way * speed + (hero.facing * RUN if act == "charge" and left > 4 else 0)
    y = hero.y
    if is_free and manner.lanes > 1 and not holds:
        y += SIDLE * (("down" in buttons) - ("up" in buttons))
    z, dz = hero.z + hero.dz, hero.dz - 1
    if z <= 0:
        z, dz = 0, LEAP if is_free and not ducks and not holds and "jump" in buttons else 0
    return Brawler(
        min(max(x, brawl.edge + RIM), _bound(brawl)),
        min(max(y, 0), DEPTH),
        hero.health,
        z,
        dz,
        way or hero.facing,
        act,
        left,
        max(hero.hurt - 1, 0),
        strides,
        ducks,
        hero.hits if hero.row else 0,
        max(hero.row - 1, 0),
        hero.power,
    )


def _bound(brawl: Brawl) -> int:
    """How far to the right the hero may be; a guard pushes him back."""
    bound = brawl.edge + WIDTH - RIM
    for rival in brawl.rivals:
        if rival.kind == "guard":
            bound = max(rival.x - GUARDED, brawl.hero.x - RUN)
    return bound


def _begun(
    hero: Brawler, buttons: Buttons, style: StyleName, manner: FightingStyle, holds: bool
) -> str | None:
    """The blow that the buttons ask for."""
    if "magic" in buttons and hero.power and not hero.z:
        return "magic"
    if "special" in buttons and hero.health > 1 and not hero.z:
        return "special"
    button = next((each for each in manner.strikes if each in buttons), None)
    if button is None:
        return None
    if is_beast(hero, style):
        return "bite" if button == "punch" else "claw"
    if holds:
        return "throw"
    if style == "magic" and hero.strides >= RUN_UP:
        return "charge"
    return "swing" if style == "street" and hero.power else button
