"""The brawl: a hero on a street of some depth, and those who come at him.

Places are whole points: x along the street, y into its depth, where more is nearer, and z above the
ground. Ticks count down in whatever takes time.
"""

from __future__ import annotations

from dataclasses import dataclass

from visgym.kit.arcade.bodies import Pickup

DEPTH, LANE = 48, 24  # points from the far lane to the near one, and between lanes
WALK, RUN, SIDLE = 3, 5, 2  # points a tick: across, at a run, and into the depth
RUN_UP = 12  # ticks of walking one way after which the hero runs
LEAP = 8  # points a tick upward at which a jump begins; a tick takes one away
STUN, SAFE = 8, 32  # ticks after a hit without power, and in all until the next hit
LINE = 7  # points of depth within which blows meet
TALL, LOW = 34, 17  # points of who stands, and of who ducks


@dataclass(frozen=True, slots=True)
class Rival:
    """One who comes at the hero."""

    kind: str
    x: int
    y: int
    health: int
    facing: int = -1
    act: str = "walk"
    """Walk, ready, strike, rest, hurt, leap, held, down, or out for good."""
    left: int = 0
    """Ticks of the act that are left."""
    z: int = 0
    spare: int = 0
    """Knives to throw, whether a shield is whole, or how often a runner comes by."""
    calm: int = 0
    """Ticks that this one rests longer than others."""


@dataclass(frozen=True, slots=True)
class Bolt:
    """Something that flies along a lane."""

    kind: str
    x: int
    y: int
    z: int
    dx: int


@dataclass(frozen=True, slots=True)
class Troop:
    """Those who come when the left edge of the picture is at some place."""

    at: int
    rivals: tuple[Rival, ...]


@dataclass(frozen=True, slots=True)
class Brawler:
    """The hero."""

    x: int
    y: int
    health: int
    z: int = 0
    dz: int = 0
    facing: int = 1
    act: str = ""
    """The blow that goes on."""
    left: int = 0
    """Ticks of the blow that are left."""
    hurt: int = 0
    """Ticks in which nothing hurts again."""
    strides: int = 0
    """Ticks of walking one way."""
    ducks: bool = False
    hits: int = 0
    """Blows in a row that met."""
    row: int = 0
    """Ticks until the row is broken."""
    power: int = 0
    """Orbs, potions, or blows that a pipe lasts."""


@dataclass(frozen=True, slots=True)
class Brawl:
    hero: Brawler
    troops: tuple[Troop, ...]
    rivals: tuple[Rival, ...] = ()
    things: tuple[Pickup, ...] = ()
    bolts: tuple[Bolt, ...] = ()
    edge: int = 0
    """The left edge of the picture."""
    come: int = 0
    """Troops that came."""
    beaten: int = 0
    """Rivals that are down for good."""
    flash: int = 0
    """Ticks in which a spell is seen."""
    clock: int = 0


def is_up(rival: Rival) -> bool:
    """Whether one can be fought now."""
    return rival.act not in ("down", "out")


def height(hero: Brawler) -> int:
    """Points that the hero is tall."""
    return LOW if hero.ducks else TALL


def near(one: int, other: int, gap: int) -> bool:
    """Whether two numbers are at most so far apart."""
    return -gap <= one - other <= gap
