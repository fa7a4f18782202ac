"""The duel: two fighters on a stage, rounds against the clock.

Places are whole points across and above the ground; forward is towards the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from visgym.authoring import Dice
from visgym.tasks.arcade.arcade_duel.moves import (
    BLOCKED,
    NUDGE,
    SHOVE,
    SLIDE_SPEED,
    SLIDE_UNTIL,
    STRIKES,
    STUN,
)

HEALTH, ROUND, PAUSE = 20, 900, 16  # points, ticks, ticks before a round begins
LEFT, RIGHT = 24, 296  # where the stage ends
WALK, BACK, LEAP, DRIFT = 3, 2, 10, 4  # points a tick
APART = 28  # points between bodies
BOLT_SPEED, BOLT_SIZE = 5, 14
OVER = 26  # points above the ground from which lows and bolts pass below
FORGET = 20  # ticks after which directions no more belong together


class Intent(NamedTuple):
    """What a fighter wants to do in a tick."""

    way: int = 0
    """1 is forward, -1 is back."""
    down: bool = False
    up: bool = False
    block: bool = False
    strike: str = ""


@dataclass(frozen=True, slots=True)
class Duelist:
    x: int
    health: int = HEALTH
    z: int = 0
    dz: int = 0
    drift: int = 0
    """Points a tick across while in the air."""
    act: str = ""
    """The strike that goes on, or hurt, or blocked."""
    left: int = 0
    """Ticks of the act that are left."""
    stance: str = "stand"
    """Stand, walk, back, duck, block or low_block."""


@dataclass(frozen=True, slots=True)
class Flare:
    """A bolt in the air, and who threw it: 0 is the hero."""

    x: int
    dx: int
    owner: int


@dataclass(frozen=True, slots=True)
class Duel:
    hero: Duelist
    foe: Duelist
    dice: Dice
    """What the opponent does by chance."""
    place: int = 0
    """Which stage and which opponent are drawn."""
    starts: tuple[int, int] = (100, 220)
    flares: tuple[Flare, ...] = ()
    trail: str = "."
    """The last directions of the hero: down, forward, back, or none."""
    since: int = 0
    """Ticks since the last of them began."""
    seen: str = ""
    """A letter a tick, as far back as the opponent is late: whether the hero's strike is high, low,
    or there is none."""
    wins: int = 0
    losses: int = 0
    time: int = ROUND
    pause: int = PAUSE
    clock: int = 0


def facing(duel: Duel) -> int:
    """1 where the hero looks to the right."""
    return 1 if duel.foe.x >= duel.hero.x else -1


def stepped(one: Duelist, intent: Intent, way: int) -> Duelist:
    """A fighter a tick later, before anything meets; `way` is where the other is."""
    act, left = one.act, max(one.left - 1, 0)
    act = act if left else ""
    x, z, dz, drift, stance = one.x, one.z, one.dz, one.drift, "stand"
    is_free = not act
    if is_free and intent.strike and (not z or intent.strike in ("punch", "kick")):
        act, left, is_free = intent.strike, STRIKES[intent.strike].ticks, False
    if z or dz > 0:
        x, z, dz = x + drift, z + dz, dz - 1
        if z <= 0:
            z, dz, drift = 0, 0, 0
            act, left = (act, left) if act == "hurt" else ("", 0)
    elif is_free and intent.up:
        dz, drift = LEAP, DRIFT * intent.way * way
    elif is_free:
        stance = _stance(intent)
        x += {"walk": WALK, "back": -BACK}.get(stance, 0) * way
    elif act == "slide" and STRIKES[act].meets >= left > SLIDE_UNTIL:
        x += SLIDE_SPEED * way
    elif act == "blocked":
        stance = one.stance
    return Duelist(min(max(x, LEFT), RIGHT), one.health, z, dz, drift, act, left, stance)


def _stance(intent: Intent) -> str:
    if intent.block:
        return "low_block" if intent.down else "block"
    if intent.down:
        return "duck"
    return {1: "walk", -1: "back"}.get(intent.way, "stand")


def is_low(one: Duelist) -> bool:
    """Whether a fighter is too low for highs."""
    return one.stance in ("duck", "low_block") or one.act in ("low_punch", "low_kick", "slide")


def outcome(one: Duelist, other: Duelist) -> str:
    """What a strike that meets in this tick does to the other: hit, block or nothing."""
    strike = STRIKES.get(one.act)
    if strike is None or not strike.reach or other.act == "hurt":
        return ""
    is_sliding = one.act == "slide" and strike.meets >= one.left > SLIDE_UNTIL
    if not (is_sliding or one.left == strike.meets) or abs(one.x - other.x) > strike.reach:
        return ""
    if strike.height == "low":
        if other.z > OVER:
            return ""
        return "block" if other.stance == "low_block" else "hit"
    if is_low(other) and not one.z:
        return ""
    return "block" if other.stance == "block" else "hit"


def struck(one: Duelist, what: str, harm: int, way: int) -> Duelist:
    """A fighter after a strike of the other, who is at `way`."""
    if what == "hit":
        return replace(
            one,
            health=max(one.health - harm, 0),
            act="hurt",
            left=STUN,
            stance="stand",
            x=min(max(one.x - way * SHOVE, LEFT), RIGHT),
        )
    x = min(max(one.x - way * NUDGE, LEFT), RIGHT)
    return replace(one, act="blocked", left=BLOCKED, x=x)


def apart(hero: Duelist, foe: Duelist) -> tuple[Duelist, Duelist]:
    """Fighters on the ground who do not overlap."""
    gap = foe.x - hero.x
    if abs(gap) >= APART or hero.z > OVER or foe.z > OVER:
        return hero, foe
    side = 1 if gap >= 0 else -1
    missing = APART - abs(gap)
    first = min(max(hero.x - side * (missing + 1 >> 1), LEFT), RIGHT)
    second = min(max(first + side * APART, LEFT), RIGHT)
    first = min(first, second - APART) if side > 0 else max(first, second + APART)
    return replace(hero, x=first), replace(foe, x=second)
