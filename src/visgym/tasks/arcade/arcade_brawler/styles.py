"""The three styles: what the hero can do, who comes at him, and how that is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

StyleName = Literal["orbs", "magic", "street"]
ORBS = 3  # that make a beast


@dataclass(frozen=True)
class Breed:
    """A kind of rival."""

    health: int
    speed: int
    """Points in two ticks."""
    reach: int
    windup: int
    rest: int
    tall: int = 34
    way: Literal["fight", "leap", "shoot", "flee", "guard"] = "fight"


BREEDS: dict[str, Breed] = {
    "walker": Breed(1, 3, 20, 16, 24),
    "white": Breed(1, 2, 20, 20, 26),
    "croucher": Breed(1, 3, 18, 14, 24, tall=17),
    "jumper": Breed(1, 3, 80, 10, 26, way="leap"),
    "guard": Breed(8, 0, 400, 16, 22, tall=60, way="guard"),
    "raider": Breed(2, 3, 22, 16, 26),
    "archer": Breed(1, 2, 110, 22, 44, way="shoot"),
    "shield": Breed(2, 2, 22, 18, 30),
    "runner": Breed(9, 6, 0, 0, 0, tall=20, way="flee"),
    "thug": Breed(3, 3, 20, 16, 26),
    "cutter": Breed(3, 3, 20, 14, 24, way="shoot"),
    "boss": Breed(6, 3, 26, 16, 34, tall=40),
}


@dataclass(frozen=True)
class Blow:
    """What a button does: the ticks it takes, when it meets, how far, how high and how hard."""

    ticks: int
    meets: int
    """Ticks left at which it meets."""
    reach: int
    z: int
    harm: int = 1
    fells: bool = False
    around: bool = False
    """Whether it meets on both sides and in all of the depth."""


BLOWS: dict[str, Blow] = {
    "punch": Blow(9, 6, 30, 24),
    "kick": Blow(11, 7, 34, 8),
    "bite": Blow(10, 7, 76, 24),
    "claw": Blow(10, 7, 76, 8),
    "slash": Blow(10, 7, 34, 20),
    "charge": Blow(14, 11, 30, 20, 2, fells=True),
    "attack": Blow(8, 5, 28, 22),
    "swing": Blow(11, 7, 42, 22, 2),
    "throw": Blow(10, 7, 0, 20),
    "special": Blow(18, 12, 46, 20, 2, fells=True, around=True),
    "magic": Blow(20, 10, 0, 0),
}


@dataclass(frozen=True)
class FightingStyle:
    """What sets one style apart."""

    buttons: tuple[str, ...]
    strikes: tuple[str, ...]
    """Buttons that strike, the one to prefer first."""
    lanes: int
    health: int
    told: str


MANNERS: dict[StyleName, FightingStyle] = {
    "orbs": FightingStyle(
        ("left", "right", "down", "jump", "punch", "kick"),
        ("punch", "kick"),
        1,
        5,
        "The street moves by itself, and its left edge pushes you along. Walkers come at you; the "
        "white ones leave an orb, which you take by touching it. Punch strikes ahead at the height "
        "of a chest, kick at the height of a knee, which is what meets crouchers; jumpers leap at "
        f"you and can be punched in the air. With {ORBS} orbs you are a beast that strikes far. The"
        " guard at the end comes for the beast, and only its blows hurt him. He throws balls: jump "
        "over low ones, hold down to duck under high ones. White walkers come there until you are a"
        " beast. You succeed when the guard falls.",
    ),
    "magic": FightingStyle(
        ("left", "right", "up", "down", "jump", "slash", "magic"),
        ("slash",),
        3,
        5,
        "The ground has depth: up and down lead to the far and the near lane, and blows and arrows "
        "meet those in the same lane only. Slash strikes ahead. Who walks one way for a while runs,"
        " and a slash at a run rams: it hurts twice and fells. Runners cross the ground with a "
        "potion, which falls when you strike them; take it by touching it. Magic uses all potions: "
        "each takes a point from every foe in the picture, and it breaks all shields. Slashes do "
        "nothing to a whole shield. Archers shoot along their lane. The way goes on to the right "
        "when a wave is down. You succeed when three waves are down.",
    ),
    "street": FightingStyle(
        ("left", "right", "up", "down", "jump", "attack", "special"),
        ("attack",),
        3,
        8,
        "The street has depth: up and down lead to its far and near side, and blows meet those in "
        "the same lane only. Attack strikes ahead; the third blow in a row that meets hurts twice "
        "and fells. Walk into a foe who does not strike to grab him: attack then throws him, which "
        "hurts twice and fells others whom he meets. A pipe on the street makes six blows long and "
        "hard, food gives three points of health. Special strikes all around, hurts twice and "
        "fells, but costs a point of health. Cutters throw a knife along their lane. A boss blocks "
        "blows from the front while he walks or winds up; strike him when he has struck, or from "
        "behind. The street goes on to the right when those in the picture are down. You succeed "
        "when all are down.",
    ),
}
