"""The reference player: simple rules in several tempers, and a beam over what they advise.

He lines up in depth, strikes at the end of his reach, steps back from who winds up, and dodges
what flies.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import NamedTuple

from visgym.authoring import Call
from visgym.kit.arcade.bodies import Pickup
from visgym.kit.arcade.players import Press, calls_of, press
from visgym.kit.arcade.screen import WIDTH
from visgym.tasks.arcade.arcade_brawler.meeting import is_won, ticked
from visgym.tasks.arcade.arcade_brawler.moving import is_beast
from visgym.tasks.arcade.arcade_brawler.rivals import HIGH
from visgym.tasks.arcade.arcade_brawler.styles import BLOWS, BREEDS, MANNERS, StyleName
from visgym.tasks.arcade.arcade_brawler.world import (
    LANE,
    LINE,
    SIDLE,
    WALK,
    Bolt,
    Brawl,
    Rival,
    is_up,
    near,
)

LONGEST = 3000  # ticks that a player with rules tries
ALARM = 50  # points from which something that flies is dodged
CLOSE = 70  # points within which a rival keeps the hero from picking things up
ENOUGH = 3  # ways that win, of which the shortest is taken


class _Temper(NamedTuple):
    """How a player with rules goes about it."""

    wary: bool
    """Whether he steps back from who winds up."""
    slack: int
    """Points less than his reach at which he strikes."""
    thrifty: bool
    """Whether he keeps potions until a shield comes."""


_TEMPERS = tuple(
    _Temper(wary, slack, thrifty)
    for slack in (4, 10)
    for wary in (True, False)
    for thrifty in (True, False)
)


@lru_cache(maxsize=256)
def by_rules(style: StyleName, tier: int, start: Brawl) -> tuple[Call, ...] | None:
    """The shortest of some ways in which players with rules win, or None."""
    found = list[tuple[Call, ...]]()
    for temper in _TEMPERS:
        made = _played(style, tier, start, temper)
        if made is not None:
            found.append(tuple(calls_of(made, MANNERS[style].buttons)))
        if len(found) == ENOUGH:
            break
    return min(found, key=len) if found else None


def _played(style: StyleName, tier: int, brawl: Brawl, temper: _Temper) -> list[Press] | None:
    """All presses of one player, if he wins."""
    made = list[Press]()
    until = brawl.clock + LONGEST
    while not is_won(brawl, style):
        if brawl.hero.health <= 0 or brawl.clock > until:
            return None
        made.append(advice(brawl, style, temper))
        brawl = _after(brawl, made[-1], style, tier)
    return made


def _after(brawl: Brawl, made: Press, style: StyleName, tier: int) -> Brawl:
    for _ in range(made.ticks):
        if is_won(brawl, style) or brawl.hero.health <= 0:
            break
        brawl = ticked(brawl, made.buttons, style, tier)
    return brawl


def advice(brawl: Brawl, style: StyleName, temper: _Temper) -> Press:
    """What one player does next."""
    hero = brawl.hero
    if hero.act:
        return press(ticks=max(hero.left - 1, 1))
    threat = next((bolt for bolt in brawl.bolts if _is_coming(bolt, brawl)), None)
    if threat:
        return _dodge(brawl, threat, style)
    rivals = [each for each in brawl.rivals if is_up(each) and _is_seen(each, brawl)]
    thrower = next((each for each in rivals if each.kind == "guard"), None)
    if thrower and thrower.act == "ready" and thrower.left <= BLOWS["bite"].ticks:
        return press(ticks=thrower.left)  # a blow now would leave no time to dodge
    if style == "magic" and hero.power and _is_time_for_magic(rivals, temper):
        return press("magic", ticks=2)
    if any(each.act == "held" for each in rivals):
        return press("attack", ticks=2)
    danger = next((each for each in rivals if _winds_up(each, brawl)), None)
    if danger and (temper.wary or danger.kind == "boss" or danger.spare) and style != "orbs":
        return _retreat(brawl, danger)
    worth = [each for each in rivals if each.kind != "shield" or not each.spare]
    target = min(worth, key=lambda each: _far(brawl, each), default=None)
    thing = min(brawl.things, key=lambda each: _far(brawl, each), default=None)
    if thing and (target is None or _far(brawl, target) > CLOSE):
        return _walk(brawl, thing.x, thing.y)
    if target is None:
        shunned = next((each for each in rivals if each.kind == "shield"), None)
        if shunned:
            return _retreat(brawl, shunned)
        if any(each.kind != "runner" for each in brawl.rivals):
            return _walk(brawl, brawl.edge + WIDTH // 2, LANE)
        return press("right", ticks=6)
    return _attack(brawl, target, style, temper)


def _is_seen(rival: Rival, brawl: Brawl) -> bool:
    return brawl.edge - 6 < rival.x < brawl.edge + WIDTH + 6


def _is_coming(bolt: Bolt, brawl: Brawl) -> bool:
    hero = brawl.hero
    ahead = (hero.x - bolt.x) * (1 if bolt.dx > 0 else -1)
    return -8 <= ahead < ALARM and near(bolt.y, hero.y, LINE)


def _dodge(brawl: Brawl, bolt: Bolt, style: StyleName) -> Press:
    if style != "orbs":
        return press(_aside(brawl, bolt.y), ticks=2)
    if bolt.z == HIGH:
        return press("down", ticks=3)
    return press("jump", ticks=2) if abs(bolt.x - brawl.hero.x) < 36 else press(ticks=1)


def _aside(brawl: Brawl, y: int) -> str:
    """The way out of a lane that is open."""
    hero = brawl.hero
    if y == hero.y:
        return "down" if hero.y <= LANE else "up"
    down = hero.y > y
    return ("down" if hero.y < 2 * LANE else "up") if down else ("up" if hero.y > 0 else "down")


def _is_time_for_magic(rivals: list[Rival], temper: _Temper) -> bool:
    shields = any(each.kind == "shield" and each.spare for each in rivals)
    return shields or (not temper.thrifty and len(rivals) > 1)


def _winds_up(rival: Rival, brawl: Brawl) -> bool:
    """Whether a blow will come before the hero's own."""
    breed = BREEDS[rival.kind]
    if rival.act != "ready" or breed.way not in ("fight", "shoot") or rival.kind == "archer":
        return False
    return abs(rival.x - brawl.hero.x) < breed.reach + 12 and near(rival.y, brawl.hero.y, LINE + 4)


def _retreat(brawl: Brawl, rival: Rival) -> Press:
    hero = brawl.hero
    away = "right" if hero.x > rival.x else "left"
    held = {away, _aside(brawl, rival.y)}
    return Press(frozenset(held), 3)


def _far(brawl: Brawl, what: Rival | Pickup) -> int:
    hero = brawl.hero
    return abs(what.x - hero.x) + 2 * abs(what.y - hero.y)


def _walk(brawl: Brawl, x: int, y: int) -> Press:
    """A walk towards a place."""
    hero, held, ticks = brawl.hero, set[str](), [12]
    if not near(x, hero.x, WALK):
        held.add("right" if x > hero.x else "left")
        ticks.append(abs(x - hero.x) // WALK)
    if not near(y, hero.y, SIDLE):
        held.add("down" if y > hero.y else "up")
        ticks.append(abs(y - hero.y) // SIDLE)
    return Press(frozenset(held), max(min(ticks), 1))


def _attack(brawl: Brawl, rival: Rival, style: StyleName, temper: _Temper) -> Press:
    hero = brawl.hero
    button = _button(rival, style)
    blow = {"punch": "bite", "kick": "claw"}[button] if is_beast(hero, style) else button
    blow = "swing" if style == "street" and hero.power else blow
    reach = BLOWS[blow].reach - temper.slack
    across = rival.x - hero.x
    facing = 1 if across > 0 else -1
    blocks = rival.kind == "boss" and rival.act in ("walk", "ready") and rival.facing != facing
    if blocks:  # he is let come and strike the air
        gap = BREEDS[rival.kind].reach + 4
        return press("left" if facing > 0 else "right", ticks=2) if abs(across) < gap else press()
    if near(rival.y, hero.y, LINE - 1):
        if abs(across) <= reach:
            if facing != hero.facing and abs(across) > WALK:
                return press("right" if facing > 0 else "left", ticks=1)
            return press(button, ticks=2)
        if rival.act == "leap" or (rival.kind == "jumper" and rival.act == "ready"):
            return press(ticks=1)  # he comes by himself
        steps = min((abs(across) - reach) // WALK + 1, 6 if rival.act == "walk" else 12)
        if abs(across) - reach < 14 and rival.act == "walk" and rival.kind != "runner":
            return press(ticks=2)  # let him come
        return press("right" if facing > 0 else "left", ticks=steps)
    goal = rival.x - facing * (reach - 2)
    made = _walk(brawl, goal, rival.y)
    return Press(made.buttons, min(made.ticks, 6))


def _button(rival: Rival, style: StyleName) -> str:
    if style == "orbs":
        return "kick" if rival.kind == "croucher" else "punch"
    return MANNERS[style].strikes[0]


def options(style: StyleName, tier: int, brawl: Brawl) -> Iterator[tuple[tuple[Press, ...], Brawl]]:
    """What the beam tries: the advice of two tempers, and every button alone."""
    tried = {advice(brawl, style, _TEMPERS[0]), advice(brawl, style, _TEMPERS[2])}
    tried |= {press(each, ticks=4) for each in MANNERS[style].buttons}
    for made in sorted(tried, key=lambda each: (sorted(each.buttons), each.ticks)):
        after = _after(brawl, made, style, tier)
        if after.hero.health > 0:
            yield (made,), after


def rank(brawl: Brawl) -> float:
    """Beaten rivals, their wounds, orbs, health and the way that is done."""
    wounds = sum(BREEDS[each.kind].health - each.health for each in brawl.rivals)
    near_by = min((_far(brawl, each) for each in brawl.rivals), default=0)
    worth = 30 * (brawl.beaten + brawl.come) + 8 * wounds + 30 * min(brawl.hero.power, 3)
    return worth + 14 * brawl.hero.health + brawl.edge * 0.2 - near_by * 0.02


def spot(brawl: Brawl) -> Hashable:
    """Worlds that differ by less are alike."""
    hero = brawl.hero
    rivals = tuple((each.x >> 3, each.y >> 3, each.health, each.act) for each in brawl.rivals)
    return hero.x >> 2, hero.y >> 2, hero.z >> 3, hero.health, hero.power, hero.act, rivals
