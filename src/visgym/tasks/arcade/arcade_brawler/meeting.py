"""One tick of a brawl, and who comes when."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from visgym.kit.arcade.bodies import Pickup
from visgym.kit.arcade.players import Buttons
from visgym.kit.arcade.screen import WIDTH
from visgym.tasks.arcade.arcade_brawler.blows import grabbed, struck, taken
from visgym.tasks.arcade.arcade_brawler.moving import is_beast, stepped
from visgym.tasks.arcade.arcade_brawler.rivals import Round, changed, flown
from visgym.tasks.arcade.arcade_brawler.styles import BREEDS, MANNERS, ORBS, StyleName
from visgym.tasks.arcade.arcade_brawler.world import (
    LANE,
    SAFE,
    Brawl,
    Rival,
    Troop,
    is_up,
)

AHEAD = 150  # points from the left edge at which the hero is kept
OUTSIDE = 24  # points out of the picture where rivals begin
Ranks = tuple[tuple[str, ...], ...]
"""Who comes, troop by troop."""

RANKS: dict[StyleName, tuple[Ranks, Ranks, Ranks]] = {
    "orbs": (
        (("walker",), ("white",), ("walker",), ("white",)),
        (
            ("white",), ("croucher",), ("walker",), ("white",), ("croucher",), ("walker",),
            ("white",),
        ),
        (
            ("white",), ("jumper",), ("croucher",), ("walker",), ("white",), ("jumper",),
            ("croucher",), ("white",), ("jumper",), ("walker",),
        ),
    ),
    "magic": (
        (("raider",) * 2, ("raider",) * 2, ("raider",) * 3),
        (("raider",) * 3, ("raider",) * 2 + ("archer",), ("raider",) * 2 + ("archer",) * 2),
        (
            ("raider",) * 3 + ("archer",),
            ("raider",) * 2 + ("shield", "archer"),
            ("raider",) * 2 + ("shield",) * 2 + ("archer",),
        ),
    ),
    "street": (
        (("thug",),) * 5,
        (("thug", "thug"), ("thug", "cutter"), ("thug", "thug"), ("cutter", "thug"), ("cutter",)),
        (
            ("thug", "thug"), ("thug", "cutter"), ("cutter", "thug", "thug"),
            ("thug", "cutter", "thug"), ("boss", "thug"),
        ),
    ),
}  # fmt: skip
SPACING: dict[StyleName, int] = {"orbs": 60, "magic": 110, "street": 70}  # points between troops


def troops_of(style: StyleName, tier: int, rng: Random) -> tuple[Troop, ...]:
    """Those who will come, from sides and in lanes that differ by seed."""
    ranks = [*RANKS[style][tier]]
    last = [ranks.pop()] if style != "orbs" else []
    if style != "magic":
        rng.shuffle(ranks)
    found = []
    for number, kinds in enumerate([*ranks, *last]):
        at = SPACING[style] * number + (rng.randrange(0, 30) if number else 0)
        rivals = tuple(_placed(kind, at, style, rng, each) for each, kind in enumerate(kinds))
        if style == "magic":
            rivals += (_runner(at, rng),)
        found.append(Troop(at, rivals))
    return tuple(found)


def _placed(kind: str, at: int, style: StyleName, rng: Random, number: int) -> Rival:
    behind = kind != "boss" and (number % 2 == 1 or (style != "magic" and rng.random() < 0.35))
    x = at - OUTSIDE if behind else at + WIDTH + OUTSIDE + rng.randrange(0, 40)
    y = LANE if style == "orbs" else LANE * rng.randrange(3)
    spare = 1 if kind in ("shield", "cutter") else 0
    facing = 1 if behind else -1
    calm = rng.randrange(0, 12)
    return Rival(kind, x, y, BREEDS[kind].health, facing, spare=spare, calm=calm)


def _runner(at: int, rng: Random) -> Rival:
    return Rival("runner", at + WIDTH + OUTSIDE, LANE * rng.randrange(3), 1, -1, spare=2)


def ticked(brawl: Brawl, buttons: Buttons, style: StyleName, tier: int) -> Brawl:
    """The brawl a tick later."""
    manner = MANNERS[style]
    hero = stepped(brawl, buttons, style, manner)
    clock = brawl.clock + 1
    brawl = replace(brawl, hero=hero, clock=clock, flash=max(brawl.flash - 1, 0))
    if style == "street":
        way = ("right" in buttons) - ("left" in buttons)
        if (rivals := grabbed(brawl, way)) is not brawl.rivals:
            brawl = replace(brawl, rivals=rivals)
    brawl = struck(brawl, style)
    if brawl.things:
        brawl = taken(brawl)
    turn = Round(brawl, 2 if tier == 2 else 1)
    turn.play()
    bolts, hits = flown(brawl.edge, turn.bolts, brawl.hero)
    hero, left = brawl.hero, turn.rivals
    if (turn.hurts or hits) and not hero.hurt and hero.act not in ("special", "magic"):
        left = [changed(each, "rest", 10) if each.act == "held" else each for each in left]
        hero = replace(hero, health=hero.health - 1, hurt=SAFE, act="", left=0, hits=0, strides=0)
    gone = sum(each.act == "out" and each.left <= 1 for each in brawl.rivals if is_counted(each))
    edge = _scrolled(brawl, style)
    come, more = _coming(brawl, style, tier, edge)
    things = tuple(each for each in brawl.things if each.x > edge) if brawl.things else ()
    if more and style == "street":
        things += _supplies(come, edge)
    if style == "orbs":  # whom the street leaves behind is gone
        left = [each for each in left if each.x > edge - 2 * OUTSIDE]
    return Brawl(
        hero,
        brawl.troops,
        (*left, *more),
        things,
        bolts,
        edge,
        come,
        brawl.beaten + gone,
        brawl.flash,
        clock,
    )


def _supplies(come: int, edge: int) -> tuple[Pickup, ...]:
    """What lies on the street when some troops come: a pipe, later food."""
    kind = {2: "pipe", 4: "food"}.get(come)
    return (Pickup(kind, edge + WIDTH // 2, LANE * (come // 2 % 3)),) if kind else ()


def is_counted(rival: Rival) -> bool:
    """Whether a rival is one of those who must be beaten."""
    return rival.kind != "runner"


def is_won(brawl: Brawl, style: StyleName) -> bool:
    """Whether all are down, and with orbs the guard."""
    if style == "orbs":
        return brawl.come > len(brawl.troops) and not brawl.rivals
    is_last = brawl.come == len(brawl.troops)
    return is_last and not any(is_counted(each) for each in brawl.rivals)


def end_of(brawl: Brawl) -> int:
    """Where the left edge stays at last."""
    return brawl.troops[-1].at + 60


def _scrolled(brawl: Brawl, style: StyleName) -> int:
    """The left edge of the picture a tick later."""
    if style == "orbs":
        return min(brawl.edge + brawl.clock % 2, end_of(brawl))
    if any(is_counted(each) for each in brawl.rivals) or brawl.come == len(brawl.troops):
        return brawl.edge
    return min(max(brawl.edge, brawl.hero.x - AHEAD), brawl.troops[brawl.come].at)


def _coming(brawl: Brawl, style: StyleName, tier: int, edge: int) -> tuple[int, tuple[Rival, ...]]:
    """How many troops came by now, and who comes in this tick."""
    if brawl.come < len(brawl.troops):
        troop = brawl.troops[brawl.come]
        return (brawl.come + 1, troop.rivals) if edge >= troop.at else (brawl.come, ())
    if style == "orbs" and edge == end_of(brawl) and brawl.come == len(brawl.troops):
        return _at_the_end(brawl, tier, edge)
    if style == "magic" and _needs_potions(brawl):
        lane = brawl.clock // 7 % 3 * LANE
        return brawl.come, (Rival("runner", edge + WIDTH + OUTSIDE, lane, 1, -1, spare=2),)
    return brawl.come, ()


def guard_health(tier: int) -> int:
    """Blows that the guard at the end takes."""
    return BREEDS["guard"].health - 2 * (2 - tier)


def _at_the_end(brawl: Brawl, tier: int, edge: int) -> tuple[int, tuple[Rival, ...]]:
    """White walkers until the hero is a beast, and then the guard."""
    orbs = brawl.hero.power + sum(each.kind == "orb" for each in brawl.things)
    if is_beast(brawl.hero, "orbs") and not brawl.rivals:
        guard = Rival("guard", edge + WIDTH - 40, LANE, guard_health(tier), calm=int(tier > 1))
        return brawl.come + 1, (guard,)
    if orbs < ORBS and not any(map(is_up, brawl.rivals)):
        return brawl.come, (Rival("white", edge + WIDTH + OUTSIDE, LANE, 1),)
    return brawl.come, ()


def _needs_potions(brawl: Brawl) -> bool:
    """Whether a shield stands and there is nothing to break it with."""
    shields = any(each.kind == "shield" and each.spare for each in brawl.rivals)
    runs = any(each.kind == "runner" for each in brawl.rivals)
    return shields and not runs and not brawl.hero.power and not brawl.things
