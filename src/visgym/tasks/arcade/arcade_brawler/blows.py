"""What the hero's blows do, and what he takes up."""

from __future__ import annotations

from dataclasses import replace

from visgym.kit.arcade.bodies import Pickup
from visgym.kit.arcade.screen import WIDTH
from visgym.tasks.arcade.arcade_brawler.moving import is_beast
from visgym.tasks.arcade.arcade_brawler.styles import BLOWS, BREEDS, Blow, StyleName
from visgym.tasks.arcade.arcade_brawler.world import (
    LINE,
    Brawl,
    Brawler,
    Rival,
    is_up,
    near,
)

FELLED, HURT, GONE = 34, 12, 10  # ticks
ROW, IN_A_ROW = 22, 3  # ticks between blows of a row, and blows that fell
SHOVE, FLUNG = 2, 40  # points that a blow and a throw move a rival
PIPE, FOOD, MOST_FOOD = 6, 3, 8
SPELL = 12  # ticks in which it is seen
TOUCH = 14  # points within which a thing is taken and a rival is grabbed


def struck(brawl: Brawl, style: StyleName) -> Brawl:
    """The brawl after the hero's blow, if this is the tick in which it meets."""
    hero = brawl.hero
    if not hero.act or hero.left != BLOWS[hero.act].meets:
        return brawl
    if hero.act == "magic":
        return _enchanted(brawl)
    if hero.act == "throw":
        return _thrown(brawl)
    blow, rivals, things, met = BLOWS[hero.act], [], list(brawl.things), 0
    third = style == "street" and hero.hits >= IN_A_ROW - 1
    for rival in brawl.rivals:
        if is_up(rival) and _meets(hero, blow, rival):
            met += 1
            rival = _hit(hero, blow, rival, third, style)
            if rival.kind in ("white", "runner") and rival.act == "out":
                kind = "orb" if rival.kind == "white" else "potion"
                things.append(Pickup(kind, rival.x, rival.y))
        rivals.append(rival)
    power, health = hero.power, hero.health - (hero.act == "special")
    if hero.act == "swing" and met:
        power -= 1
    hits = hero.hits + 1 if met and not third else 0
    hero = replace(hero, power=power, health=health, hits=hits, row=ROW if hits else 0)
    return replace(brawl, hero=hero, rivals=tuple(rivals), things=tuple(things))


def _meets(hero: Brawler, blow: Blow, rival: Rival) -> bool:
    if blow.around:
        return near(hero.x, rival.x, blow.reach)
    ahead = (rival.x - hero.x) * hero.facing
    if not (-6 <= ahead <= blow.reach and near(hero.y, rival.y, LINE)):
        return False
    return rival.z <= hero.z + blow.z <= rival.z + BREEDS[rival.kind].tall


def _hit(hero: Brawler, blow: Blow, rival: Rival, third: bool, style: StyleName) -> Rival:
    """A rival after a blow that met."""
    if rival.kind == "runner":
        return replace(rival, act="out", left=GONE)
    if rival.kind == "guard" and not is_beast(hero, style):
        return rival
    if rival.kind == "shield" and rival.spare:
        return rival
    faced = (hero.x - rival.x) * rival.facing > 0
    if rival.kind == "boss" and faced and rival.act in ("walk", "ready") and not blow.around:
        return rival
    fells = blow.fells or third
    harm = blow.harm + (third and blow.harm < 2)
    return harmed(rival, harm, fells, SHOVE * (1 if rival.x >= hero.x else -1))


def harmed(rival: Rival, harm: int, fells: bool, shove: int) -> Rival:
    """A rival with less health, pushed, and down if that fells him."""
    health = rival.health - harm
    if health <= 0:
        return replace(rival, health=0, act="out", left=GONE)
    if rival.kind == "guard":  # nothing moves him
        return replace(rival, health=health)
    act, left = ("down", FELLED) if fells else ("hurt", HURT)
    return replace(rival, health=health, act=act, left=left, x=rival.x + shove, z=0)


def _enchanted(brawl: Brawl) -> Brawl:
    """The spell: each potion takes a point from all in the picture, and shields break."""
    rivals = []
    for rival in brawl.rivals:
        if near(rival.x, brawl.edge + WIDTH // 2, WIDTH // 2 + 10) and rival.act != "out":
            rival = rival if rival.kind == "runner" else harmed(rival, brawl.hero.power, True, 0)
            rival = replace(rival, spare=0) if rival.kind == "shield" else rival
        rivals.append(rival)
    hero = replace(brawl.hero, power=0)
    return replace(brawl, hero=hero, rivals=tuple(rivals), flash=SPELL)


def _thrown(brawl: Brawl) -> Brawl:
    """Who is held flies ahead and takes others down with him."""
    hero, rivals = brawl.hero, []
    for rival in brawl.rivals:
        ahead = (rival.x - hero.x) * hero.facing
        if rival.act == "held":
            rival = harmed(rival, 2, True, FLUNG * hero.facing)
        elif is_up(rival) and 0 < ahead < FLUNG + TOUCH and near(rival.y, hero.y, LINE):
            rival = harmed(rival, 1, True, SHOVE * hero.facing)
        rivals.append(rival)
    return replace(brawl, rivals=tuple(rivals))


def grabbed(brawl: Brawl, way: int) -> tuple[Rival, ...]:
    """The rivals, one of whom is held if the hero walks into him."""
    hero = brawl.hero
    if hero.z or hero.act or not way or any(rival.act == "held" for rival in brawl.rivals):
        return brawl.rivals
    for number, rival in enumerate(brawl.rivals):
        ahead = (rival.x - hero.x) * way
        is_there = 0 <= ahead <= TOUCH and near(rival.y, hero.y, LINE)
        if is_there and _can_be_grabbed(rival, way):
            held = replace(rival, act="held", left=HURT * 2, x=hero.x + TOUCH * way)
            return (*brawl.rivals[:number], held, *brawl.rivals[number + 1 :])
    return brawl.rivals


def _can_be_grabbed(rival: Rival, way: int) -> bool:
    if rival.kind == "boss" and rival.facing != way:
        return False
    return rival.act in ("walk", "ready", "rest", "hurt")


def taken(brawl: Brawl) -> Brawl:
    """The brawl after the hero took up what he touches."""
    hero = brawl.hero
    at_hand = [
        thing
        for thing in brawl.things
        if near(thing.x, hero.x, TOUCH) and near(thing.y, hero.y, LINE + 2)
    ]
    if not at_hand:
        return brawl
    power, health = hero.power, hero.health
    for thing in at_hand:
        if thing.kind == "food":
            health = min(health + FOOD, MOST_FOOD)
        else:
            power = PIPE if thing.kind == "pipe" else power + 1
    things = tuple(thing for thing in brawl.things if thing not in at_hand)
    return replace(brawl, hero=replace(hero, power=power, health=health), things=things)
