"""The five weapons: what each fires, and how its shots fly through a cave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from visgym.kit.arcade.screen import HEIGHT, WIDTH
from visgym.kit.arcade.shooting import Target, aimed, shot_at, swing
from visgym.tasks.arcade.arcade_shooter_side.cave import Cave, camera_at, opening_at, walls_at

FIRST = ("twin", "back")
GIFTS = ("wave", "crawler", "hunter")
AHEAD, CRAWL, HUNT = 160, 96, 128  # sixteenths of a point a tick
LEAP = 24  # points a tick from the ship to the rock
BROAD = 16  # points to each side in which a wave hits
ROOF, FLOOR = "roof", "floor"

Missile = tuple[str, int, int, int, int, int]
"""How it flies, then a shot: across and down, sixteenths each tick, and the tick of its birth."""


def fired(weapon: str, x: int, y: int, clock: int) -> tuple[Missile, ...]:
    """What a weapon fires from a ship."""
    ahead = (x + 12, y, AHEAD, 0, clock)
    if weapon == "twin":
        return tuple(("twin", x + 12, y + side, AHEAD, 0, clock) for side in (-4, 4))
    if weapon == "back":
        return ("twin", *ahead), ("twin", x - 12, y, -AHEAD, 0, clock)
    if weapon == "wave":
        return (("wave", *ahead),)
    if weapon == "crawler":
        return tuple((side, x + 12, y, CRAWL, 0, clock) for side in (ROOF, FLOOR))
    return (("hunter", *ahead),)


def homed(shots: tuple[Missile, ...], targets: Sequence[Target], clock: int) -> tuple[Missile, ...]:
    """Shots of which hunters turn to the target that is nearest to them."""
    if not targets or all(each[0] != "hunter" for each in shots):
        return shots
    found = list[Missile]()
    for each in shots:
        if each[0] == "hunter":
            x, y = shot_at(each[1:], clock)
            nearest = min(targets, key=lambda aim: abs(aim[1] - x) + abs(aim[2] - y))
            found.append(("hunter", *aimed(x, y, nearest[1:3], HUNT, clock)))
        else:
            found.append(each)
    return tuple(found)


def missile_at(cave: Cave, missile: Missile, clock: int) -> tuple[int, int]:
    """Where a shot is on the screen; crawlers leap to the rock and run along it."""
    x, y = shot_at(missile[1:], clock)
    kind, age = missile[0], clock - missile[5]
    if kind == "wave":
        return x, y + swing(age, 14, 12)
    if kind in (ROOF, FLOOR):
        roof, floor = walls_at(cave, camera_at(cave, clock) + x)
        return x, max(y - LEAP * age, roof + 5) if kind == ROOF else min(y + LEAP * age, floor - 5)
    return x, y


def flown(
    cave: Cave, shots: Sequence[Missile], clock: int
) -> Iterator[tuple[Missile, int, int, int]]:
    """The shots that have met no rock, each with its place and how broad it is."""
    camera = camera_at(cave, clock)
    for each in shots:
        x, y = missile_at(cave, each, clock)
        if not -8 <= x <= WIDTH + 8 or not 0 <= y <= HEIGHT:
            continue
        roof, floor = opening_at(cave, camera + x, clock)
        if roof < y < floor:
            yield each, x, y, BROAD if each[0] == "wave" else 2
