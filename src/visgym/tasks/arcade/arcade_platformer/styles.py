"""The five styles: what a hero can do, what stands in the way, and how that is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from visgym.tasks.arcade.arcade_platformer import obstacles as o
from visgym.tasks.arcade.arcade_platformer.course import Kind
from visgym.tasks.arcade.arcade_platformer.obstacles import Part
from visgym.tasks.arcade.arcade_platformer.track import Track

StyleName = Literal["stomp", "whip", "heads", "helmets", "slash"]
HEADS = ("hammer", "claw", "mini")
HELMETS = {"K": "knight", "S": "samurai", "Y": "fly"}
FORM_TICKS = 240  # that a head lasts
FUSE = 90  # ticks until a bomb goes off


@dataclass(frozen=True)
class Style:
    """What sets one style apart."""

    buttons: tuple[str, ...]
    strikes: str = ""
    """The button that strikes near the hero."""
    strikes_as: str = ""
    """The helmet that one must wear to strike."""
    throws: str = ""
    """The button that throws what the hero carries."""
    supply: int = 0
    """Things to throw at first."""
    climbs: bool = False
    slides: bool = False
    hangs: bool = False
    parts: tuple[tuple[Part, ...], ...] = ()
    """What stands in the way, by tier."""
    foes: tuple[tuple[Kind, ...], ...] = ()
    """Who is about, by tier."""
    timed: bool = False
    """Whether the course must be run in some time."""
    chased: bool = False
    """Whether a wall follows the hero on the last tier."""
    told: str = ""


HAMMER, CLAW, MINI = (
    partial(o.boxed, head=head, obstacle=way)
    for head, way in zip(HEADS, (o.rubble, o.wall, o.tunnel), strict=True)
)
KNIGHT, SAMURAI, FLY = (
    partial(o.prized, tile=tile, obstacle=way)
    for tile, way in zip(HELMETS, (o.cellar, o.cliff, o.wall), strict=True)
)


def _misled(part: Callable[..., None], decoy: str) -> Part:
    return partial(part, decoy=decoy)


STYLES: dict[StyleName, Style] = {
    "stomp": Style(
        ("left", "right", "jump", "bounce", "throw"),
        throws="throw",
        supply=3,
        parts=(
            (o.gem,),
            (o.gem, o.ferry, o.ferry),
            (o.gem, o.ferry, o.crumbling, o.crumbling, o.key),
        ),
        foes=(("walker",), ("walker",) * 3, ("walker",) * 5),
        told=(
            "Take the gem, then go to the door. Hold bounce while you come down on a foe to defeat "
            "it and to spring off; to touch it otherwise costs a heart. Throw throws an apple "
            "forward, which defeats foes too; you have three. Cracked-looking blocks over pits fall"
            " soon after you step on them, and a lock opens if you touch it with the key."
        ),
    ),
    "whip": Style(
        ("left", "right", "up", "down", "jump", "whip", "item"),
        strikes="whip",
        throws="item",
        parts=((o.candle,), (o.candle, o.candle, Track.step), (o.candle, o.swing, o.swing)),
        foes=(
            ("walker", "thrower", "walker"),
            ("walker", "bat", "thrower", "bat", "walker"),
            ("bat", "knight", "thrower", "bat", "knight", "walker", "thrower", "bat"),
        ),
        told=(
            "Go to the door. Whip strikes two tiles ahead of you, or above you while up is held. In"
            " the air, a whip upward that meets a hook swings you forward over a pit. Candles give "
            "you a knife each, which item throws forward. Throwers throw bones in arcs; a knight's "
            "shield stops the whip from the front, but not a knife."
        ),
    ),
    "heads": Style(
        ("left", "right", "up", "down", "jump", "throw"),
        strikes="throw",
        parts=(
            (HAMMER,),
            (HAMMER, CLAW, MINI),
            (
                _misled(HAMMER, "bomb"),
                _misled(CLAW, "mini"),
                _misled(MINI, "hammer"),
                _misled(CLAW, "bomb"),
                HAMMER,
            ),
        ),
        foes=((), ("walker",), ("walker", "bat")),
        told=(
            "Go to the door. Throw throws your head two tiles ahead, or where left, right, up and "
            "down point; it defeats foes. Boxes give you another head for 8 seconds when you touch "
            "them: the hammer breaks cracked stone that it is thrown at, the claw climbs walls with"
            " holds while you hold jump and push against them, the small head fits under low rocks."
            " A bomb must be thrown away within 3 seconds, or it costs a heart."
        ),
    ),
    "helmets": Style(
        ("left", "right", "down", "jump", "special"),
        strikes="special",
        strikes_as="S",
        parts=(
            (FLY,),
            (_misled(SAMURAI, "K"), _misled(FLY, "S")),
            (_misled(KNIGHT, "Y"), _misled(SAMURAI, "K"), _misled(FLY, "S")),
        ),
        foes=(("walker",), ("walker",) * 2, ("walker", "bat", "walker")),
        timed=True,
        chased=True,
        told=(
            "Go to the door before the time is up. A prize block that you hit with your head from "
            "below gives you the helmet that it shows: the knight's breaks cracked ground when you "
            "land on it from a jump, the samurai's jumps higher and strikes ahead with special, the"
            " fly's climbs walls with holds while you hold jump and push against them. Whatever "
            "hurts you takes the helmet first, and a heart if you wear none."
        ),
    ),
    "slash": Style(
        ("left", "right", "up", "down", "jump", "slash", "slide"),
        strikes="slash",
        climbs=True,
        slides=True,
        hangs=True,
        parts=(
            (o.wall, o.wall),
            (o.wall, o.girder, o.tunnel),
            (o.wall, o.girder, o.tunnel, o.room, o.room),
        ),
        foes=(("drone",) * 3, ("drone",) * 6, ("drone",) * 10),
        told=(
            "Go to the door. Slash strikes in a wide arc before you. You climb walls with holds "
            "while you hold jump and push against them, hang from girders while you hold up, and "
            "slide under low rocks while you hold slide. Drones burn what stands in their cone of "
            "light when it turns red. In rooms with arrows everything falls upward."
        ),
    ),
}
