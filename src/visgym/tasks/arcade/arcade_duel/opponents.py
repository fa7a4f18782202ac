"""The opponent: chance in spells of some ticks, and reactions to what he saw a while ago."""

from __future__ import annotations

from visgym.tasks.arcade.arcade_duel.moves import SLIDE_UNTIL, STRIKES
from visgym.tasks.arcade.arcade_duel.world import Duel, Duelist, Intent, is_low

DELAYS = (12, 12, 6)  # ticks after which he reacts, by tier; on the first in some spells only
RECALL = 22  # ticks for which he goes on to block what he saw
COUNTERS = ((), ("punch",), ("kick", "punch"))  # to a strike that is not over yet
SPELL = (16, 22, 18)  # ticks for which he keeps to one mood
NEAR, FAR = 46, 120  # points
NOTHING = "."
MOODS = (
    ("block", "low_block", "kick", "low_kick", "block", "punch", "low_block", "low_kick"),
    ("block", "low_block", "punch", "low_kick", "kick", "stand", "low_punch", "back"),
    ("block", "low_block", "punch", "low_kick", "kick", "slide", "low_punch", "kick"),
)


def chance(duel: Duel, spell: int) -> int:
    """A number from 0 to 7 that is the same for all ticks of a spell."""
    mixed = (duel.dice.seed ^ (duel.clock // spell + 1) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    return mixed >> 40 & 7


def wanted(duel: Duel, tier: int) -> Intent:
    """What the opponent wants in this tick."""
    foe = duel.foe
    if foe.act or foe.z:
        return Intent()
    gap = abs(duel.hero.x - foe.x)
    number = chance(duel, SPELL[tier])
    mood = MOODS[tier][number]
    is_alert = tier or mood in ("block", "low_block")
    if is_alert and (reaction := _reaction(duel, tier, gap)):
        return reaction
    if gap > FAR and number == 3 and tier:
        return Intent(strike="bolt")
    if gap > NEAR:
        return Intent(way=1)
    if mood == "back":
        return Intent(way=-1)
    if mood in ("block", "low_block"):
        return Intent(down=mood == "low_block", block=True)
    # a blow a spell, in its middle
    if mood != "stand" and duel.clock % SPELL[tier] == SPELL[tier] // 4:
        return Intent(strike=mood)
    return Intent()


def _reaction(duel: Duel, tier: int, gap: int) -> Intent | None:
    """What he does about what he has seen, if there is anything."""
    late, hero = DELAYS[tier], duel.hero
    for flare in duel.flares:
        if not flare.owner and abs(flare.x - duel.foe.x) < 9 * (14 - late):
            return Intent(down=True)
    if hero.z and gap < 2 * NEAR and (tier == 2 or chance(duel, SPELL[tier]) % 2):
        return Intent(block=True)
    if is_open(hero):
        for counter in COUNTERS[tier]:
            low = f"low_{counter}" if is_low(hero) else counter
            if hero.left > STRIKES[low].after and gap <= STRIKES[low].reach:
                return Intent(strike=low)
    height = duel.seen[-late::-1].lstrip(NOTHING)[:1]
    if not height or gap > 2 * NEAR:
        return None
    return Intent(down=height == "l", block=True)


def glimpse(hero: Duelist) -> str:
    """What the opponent will remember of the hero in a tick: h is a high strike, l a low one."""
    return STRIKES[hero.act].height[0] if hero.act in STRIKES else NOTHING


def is_open(one: Duelist) -> bool:
    """Whether a fighter has struck and is not free yet."""
    if one.act not in STRIKES or one.z:
        return False
    return one.left <= (SLIDE_UNTIL if one.act == "slide" else STRIKES[one.act].meets - 1)
