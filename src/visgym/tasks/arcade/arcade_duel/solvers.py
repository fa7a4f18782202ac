"""How the reference player fights: moves that he tries to their end, against what he foresees."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from visgym.kit.arcade.players import Buttons, Press
from visgym.tasks.arcade.arcade_duel.fighting import ticked
from visgym.tasks.arcade.arcade_duel.world import HEALTH, Duel, facing

NEAR = 58  # points within which blows are worth a try
LONGEST = 40  # ticks until a move must be over

Ways = tuple[tuple[tuple[str, ...], int], ...]
"""Buttons and for how long they are held, one after the other."""

CLOSE: tuple[Ways, ...] = (
    ((("punch",), 1),),
    ((("down", "punch"), 1),),
    ((("kick",), 1),),
    ((("down", "kick"), 1),),
    ((("block",), 8),),
    ((("down", "block"), 8),),
    ((("back",), 8),),
    ((("jump", "forward"), 1), (("forward",), 6), (("kick",), 1)),
)
DISTANT: tuple[Ways, ...] = (
    ((("forward",), 6),),
    ((("forward",), 12),),
    (((), 6),),
    ((("down",), 8),),
    ((("block",), 8),),
    ((("down",), 2), (("forward",), 1), (("forward", "punch"), 1)),
    ((("back",), 1), ((), 1), (("back",), 1), (("kick",), 1)),
    ((("jump", "forward"), 1), (("forward",), 8), (("kick",), 1)),
)


def options(duel: Duel, tier: int) -> Iterator[tuple[tuple[Press, ...], Duel]]:
    """Moves with the duels in which the hero is free again."""
    if duel.pause:
        yield _tried(duel, (((), duel.pause),), tier)
        return
    gap = abs(duel.hero.x - duel.foe.x)
    for ways in CLOSE if gap < NEAR else DISTANT:
        found = _tried(duel, ways, tier)
        if found[1].losses < 2:
            yield found


def _tried(duel: Duel, ways: Ways, tier: int) -> tuple[tuple[Press, ...], Duel]:
    made = []
    for said, ticks in ways:
        buttons = _named(said, duel)
        made.append(Press(buttons, ticks))
        for _ in range(ticks):
            if 2 in (duel.wins, duel.losses):
                return tuple(made), duel
            duel = ticked(duel, buttons, tier)
    waited = 0
    while (duel.hero.act or duel.hero.z) and waited < LONGEST and 2 not in (duel.wins, duel.losses):
        duel = ticked(duel, frozenset(), tier)
        waited += 1
    return (*made, Press(frozenset(), waited)) if waited else tuple(made), duel


def _named(said: tuple[str, ...], duel: Duel) -> Buttons:
    """Buttons, where forward and back are right or left."""
    sides = ("right", "left") if facing(duel) > 0 else ("left", "right")
    names = {"forward": sides[0], "back": sides[1]}
    return frozenset(names.get(each, each) for each in said)


def rank(duel: Duel) -> float:
    """Rounds, the harm done, and what is left of the own health."""
    gap = abs(duel.hero.x - duel.foe.x)
    harm = 0 if duel.wins == 2 else HEALTH - duel.foe.health
    lead = 70 * duel.wins - 30 * duel.losses + 2 * harm + duel.hero.health
    return lead - 0.004 * duel.clock - 0.01 * gap


def spot(duel: Duel) -> Hashable:
    """Duels that differ by less are alike."""
    hero, foe = duel.hero, duel.foe
    return (
        hero.x >> 3,
        foe.x >> 3,
        hero.health,
        foe.health,
        foe.act,
        duel.clock >> 2,
        duel.wins,
        duel.losses,
        duel.trail[-3:],
    )
