"""What a course is made of: tiles, foes on their rounds, things to take, platforms that move.

Rounds are functions of the clock alone, so a world need not remember where anybody is.

| tile | what it is |
|---|---|
| # | ground |
| - | a ledge that one may jump onto from below |
| c | cracked stone, which breaks |
| f | a block that falls some time after it was stood on |
| L | a lock, which a key opens |
| w | a wall with holds to climb by |
| = | a girder to hang from |
| ^ | spikes |
| o | a hook for the whip |
| K S Y | prize blocks with a helmet: knight, samurai, fly |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from visgym.kit.arcade.bodies import Pickup, Rows, to_and_fro

HIGH, WIDE = 14, 20  # tiles of a screen
SIDE = 16  # points of a tile
SOLID = frozenset("#cfLw=KSY")

Kind = Literal["walker", "bat", "thrower", "knight", "drone"]
_SINE = (0, 6, 11, 14, 15, 14, 11, 6, 0, -6, -11, -14, -15, -14, -11, -6)  # points
BONE, SHOT = 48, 64  # ticks from one bone, or one flash of a drone, to the next
FLASH, LIGHT, SIGHT = 12, 40, 72  # ticks of a flash and of the warning before, points it reaches


@dataclass(frozen=True, slots=True)
class Foe:
    kind: Kind
    x: int
    """Points from the left to its middle, where its round begins."""
    y: int
    """Points from the top to its feet."""
    reach: int = 0
    """Points of its round."""
    period: int = 60
    phase: int = 0


@dataclass(frozen=True, slots=True)
class Mover:
    """A platform of three tiles that goes to and fro."""

    x: int
    y: int
    reach: int
    period: int


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A place on a way through the course, for the reference player."""

    x: int
    y: int
    need: str = ""
    """What must be had here, as the world names it."""
    until: int = 0
    """Points from the left beyond which the need is over."""


@dataclass(frozen=True, slots=True)
class Course:
    rows: Rows
    foes: tuple[Foe, ...]
    movers: tuple[Mover, ...]
    things: tuple[Pickup, ...]
    """Gem, key, candles and heads."""
    waypoints: tuple[Waypoint, ...]
    rooms: tuple[tuple[int, int], ...]
    """First and last column of rooms in which everything falls upward."""
    door: tuple[int, int]
    """Points to the middle of the threshold."""


def foe_at(foe: Foe, clock: int) -> tuple[int, int]:
    """Where the middle of its feet is."""
    x = foe.x + (to_and_fro(clock + foe.phase, foe.reach, foe.period) if foe.reach else 0)
    if foe.kind == "bat":
        return x, foe.y + _SINE[(clock + foe.phase) // 3 % len(_SINE)]
    return x, foe.y


def faces(foe: Foe, clock: int) -> int:
    """-1 where it looks to the left, else 1."""
    if not foe.reach:
        return -1
    return 1 if (clock + foe.phase) % foe.period < foe.period // 2 else -1


def bone_at(foe: Foe, clock: int) -> tuple[int, int] | None:
    """Where the bone of a thrower is, if one flies."""
    step = (clock + foe.phase) % BONE
    if step > 40:
        return None
    return foe.x - 2 * step, foe.y - 22 - 4 * step + step * step // 6


def flash_of(foe: Foe, clock: int) -> int:
    """How bright the eye of a drone is: 0 at rest, 1 as a warning, 2 while it burns."""
    step = (clock + foe.phase) % SHOT
    return 2 if step >= SHOT - FLASH else int(step >= LIGHT)


def mover_at(mover: Mover, clock: int) -> int:
    """Points from the left to the left end of a platform; its height stays."""
    return mover.x + to_and_fro(clock, mover.reach, mover.period)
