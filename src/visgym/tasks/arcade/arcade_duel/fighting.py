"""One tick of a duel: what both want, what meets, and who has won a round."""

from __future__ import annotations

from dataclasses import replace

from visgym.kit.arcade.players import Buttons
from visgym.tasks.arcade.arcade_duel.moves import STRIKES
from visgym.tasks.arcade.arcade_duel.opponents import DELAYS, RECALL, glimpse, wanted
from visgym.tasks.arcade.arcade_duel.world import (
    BOLT_SIZE,
    BOLT_SPEED,
    FORGET,
    LEFT,
    OVER,
    PAUSE,
    RIGHT,
    ROUND,
    Duel,
    Duelist,
    Flare,
    Intent,
    apart,
    facing,
    is_low,
    outcome,
    stepped,
    struck,
)


def ticked(duel: Duel, buttons: Buttons, tier: int) -> Duel:
    """The duel a tick later."""
    clock = duel.clock + 1
    if duel.pause:
        return replace(duel, pause=duel.pause - 1, clock=clock)
    way = facing(duel)
    trail, since = _trailed(duel, buttons, way)
    hero = stepped(duel.hero, read(buttons, trail, way), way)
    foe = stepped(duel.foe, wanted(duel, tier), -way)
    hero, foe = apart(hero, foe)
    flares = [*duel.flares, *_thrown(hero, way, 0), *_thrown(foe, -way, 1)]
    done, suffered = outcome(hero, foe), outcome(foe, hero)
    # both are looked at before either is struck, so blows can be traded
    harms = (STRIKES[hero.act].harm if done else 0, STRIKES[foe.act].harm if suffered else 0)
    if done:
        foe = struck(foe, done, harms[0], -way)
    if suffered:
        hero = struck(hero, suffered, harms[1], way)
    hero, foe, kept = _flown(hero, foe, flares) if flares else (hero, foe, ())
    kept_seen = (duel.seen + glimpse(hero))[-DELAYS[tier] - RECALL :]
    after = Duel(
        hero,
        foe,
        duel.dice,
        duel.place,
        duel.starts,
        kept,
        trail,
        since,
        kept_seen,
        duel.wins,
        duel.losses,
        duel.time - 1,
        0,
        clock,
    )
    return _judged(after)


def _trailed(duel: Duel, buttons: Buttons, way: int) -> tuple[str, int]:
    """The last directions of the hero, and how long the last of them is held."""
    forward, back = ("right", "left") if way > 0 else ("left", "right")
    now = "d" if "down" in buttons else "f" if forward in buttons else "."
    now = "b" if now == "." and back in buttons else now
    if duel.trail[-1] == now:
        return duel.trail, min(duel.since + 1, FORGET)
    if duel.since >= FORGET:
        return duel.trail[-1] + now, 0
    return (duel.trail + now)[-4:], 0


def read(buttons: Buttons, trail: str, way: int) -> Intent:
    """What the hero wants by buttons and by the directions before them."""
    across = (("right" in buttons) - ("left" in buttons)) * way
    down = "down" in buttons
    strike = ""
    if "punch" in buttons:
        is_bolt = trail.rstrip(".").endswith("df")
        strike = "bolt" if is_bolt else "low_punch" if down else "punch"
    elif "kick" in buttons:
        is_slide = trail.rstrip(".").endswith("b.b")
        strike = "slide" if is_slide else "low_kick" if down else "kick"
    return Intent(across, down, "jump" in buttons, "block" in buttons, strike)


def _thrown(one: Duelist, way: int, owner: int) -> tuple[Flare, ...]:
    if one.act == "bolt" and one.left == STRIKES["bolt"].meets:
        return (Flare(one.x + 16 * way, BOLT_SPEED * way, owner),)
    return ()


def _flown(
    hero: Duelist, foe: Duelist, flares: list[Flare]
) -> tuple[Duelist, Duelist, tuple[Flare, ...]]:
    """Fighters and bolts after the bolts flew on."""
    kept = []
    for flare in flares:
        x = flare.x + flare.dx
        target = hero if flare.owner else foe
        is_there = abs(x - target.x) <= BOLT_SIZE and target.z <= OVER and not is_low(target)
        if is_there and target.act != "hurt":
            what = "block" if target.stance == "block" else "hit"
            target = struck(target, what, STRIKES["bolt"].harm, -1 if flare.dx > 0 else 1)
            hero, foe = (target, foe) if flare.owner else (hero, target)
        elif LEFT - 20 < x < RIGHT + 20:
            kept.append(Flare(x, flare.dx, flare.owner))
    return hero, foe, tuple(kept)


def _judged(duel: Duel) -> Duel:
    """The next round, if this one is over; a tie goes to the opponent."""
    hero, foe = duel.hero, duel.foe
    if hero.health and foe.health and duel.time:
        return duel
    won = hero.health > foe.health
    wins, losses = duel.wins + won, duel.losses + (not won)
    if 2 in (wins, losses):
        return replace(duel, wins=wins, losses=losses)
    first, second = duel.starts
    return Duel(
        Duelist(first),
        Duelist(second),
        duel.dice,
        duel.place,
        duel.starts,
        wins=wins,
        losses=losses,
        time=ROUND,
        pause=PAUSE,
        clock=duel.clock,
    )
