"""The cave with a ship in it: five weapons, foes from both sides, and a boss with a core."""

from __future__ import annotations

from dataclasses import dataclass

from visgym.kit.arcade.screen import HEIGHT, WIDTH
from visgym.kit.arcade.shooting import (
    Flight,
    Shot,
    Spark,
    Target,
    about,
    aimed,
    burning,
    burst,
    incoming,
    lowered,
    steered,
    struck,
    swing,
    touches,
)
from visgym.kit.arcade.worlds import altered
from visgym.tasks.arcade.arcade_shooter_side.arms import FIRST, GIFTS, Missile, fired, flown, homed
from visgym.tasks.arcade.arcade_shooter_side.cave import Cave, camera_at, opening_at, walls_at

SPEED = 4  # points a tick
LEFT, RIGHT = 16, WIDTH - 70  # where the ship may be across
WIDE, HIGH = 9, 4  # points to each side of the middle of the ship
RELOAD, CHANGE, SAFE, LIVES = 6, 10, 45, 2  # ticks, and lives
REACH = {"flyer": (11, 8), "turret": (10, 9), "chaser": (11, 8), "gate": (7, 0)}
CARRIER = (14, 9)
BULLET = 40  # sixteenths of a point a tick
BOSS, TOUGH, FRONT = 276, 12, 34  # where it hovers across, hits it bears, and how far it reaches
RHYTHM, OPEN, SALVO = 60, 32, 30  # ticks of the core from opening to opening, and between salvos
CORE, ARMOUR = -1, -2  # their numbers among targets
THICK = 40  # points that the boss reaches up and down


@dataclass(frozen=True)  # without slots, for `altered`
class Cavern:
    cave: Cave
    flights: tuple[Flight, ...]
    left: tuple[int, ...]
    """Hits that each of the flights still bears."""
    boss: int
    """Hits that the boss still bears."""
    x: int = 60
    y: int = HEIGHT // 2 + 8
    clock: int = 0
    lives: int = LIVES
    hurt: int = 0
    reload: int = 0
    change: int = 0
    """Ticks until the weapon may be switched again."""
    weapons: tuple[str, ...] = FIRST
    """The first is the one in use."""
    shots: tuple[Missile, ...] = ()
    bullets: tuple[Shot, ...] = ()
    sparks: tuple[Spark, ...] = ()


def flight_at(cave: Cave, flight: Flight, clock: int) -> tuple[int, int]:
    """Where a foe is on the screen."""
    camera = camera_at(cave, clock)
    if flight.kind in ("turret", "gate"):
        return flight.x - camera, flight.y
    age = clock - flight.enters
    x = flight.x + (flight.speed * age >> 4)
    roof, floor = walls_at(cave, camera + x)
    return x, (roof + floor >> 1) + swing(age, flight.sway, flight.period)


def boss_at(clock: int) -> int:
    """The row in which the boss hovers."""
    return HEIGHT // 2 + 8 + swing(clock, 44, 150)


def is_open(clock: int) -> bool:
    """Whether the core of the boss can be hit."""
    return clock % RHYTHM < OPEN


def is_at_boss(cavern: Cavern, clock: int) -> bool:
    """Whether the boss is there."""
    return cavern.boss > 0 and camera_at(cavern.cave, clock) == cavern.cave.end


def targets_of(cavern: Cavern, clock: int) -> list[Target]:
    """The foes that are there."""
    found = []
    for number, flight in about(cavern.flights, cavern.left, clock):
        x, y = flight_at(cavern.cave, flight, clock)
        wide, high = REACH.get(flight.kind, CARRIER)
        found.append((number, x, y, wide, high or flight.sway))
    return found


def _boss(cavern: Cavern, clock: int) -> list[Target]:
    """The core of the boss and the armour around it, once it is there."""
    if not is_at_boss(cavern, clock):
        return []
    y = boss_at(clock)
    return [(CORE, BOSS, y, FRONT - 6, 12), (ARMOUR, BOSS, y, FRONT - 10, THICK)]


def ticked(cavern: Cavern, buttons: frozenset[str]) -> Cavern:
    """The cave a tick later."""
    clock = cavern.clock + 1
    x, y = steered(cavern.x, cavern.y, buttons, SPEED)
    x, y = min(max(x, LEFT), RIGHT), min(max(y, 22), HEIGHT - 8)
    weapons, change = cavern.weapons, max(cavern.change - 1, 0)
    if "switch" in buttons and not change:
        weapons, change = (*weapons[1:], weapons[0]), CHANGE
    targets = targets_of(cavern, clock)
    boss = _boss(cavern, clock)
    shots, reload = cavern.shots, max(cavern.reload - 1, 0)
    if "fire" in buttons and not reload:
        shots, reload = (*shots, *fired(weapons[0], x, y, clock)), RELOAD
    going, hit, harm = _struck(cavern, shots, targets + boss, clock)
    left = lowered(cavern.left, hit)
    gained = [cavern.flights[n].kind for n in hit if not left[n]] if hit else []
    weapons += tuple(each for each in GIFTS if each in gained and each not in weapons)
    sparks = burning(cavern.sparks, clock)
    if hit:
        sparks += burst(targets, hit, left, clock)
        targets = [each for each in targets if left[each[0]]]
    bullets, wounded = _bullets(cavern, targets, (x, y), clock)
    hurt = max(cavern.hurt - 1, 0)
    is_hit = not hurt and (wounded or _crashes(cavern, targets, x, y, clock))
    return altered(
        cavern,
        left=left,
        boss=max(cavern.boss - harm, 0),
        x=x,
        y=y,
        clock=clock,
        lives=cavern.lives - is_hit,
        hurt=SAFE if is_hit else hurt,
        reload=reload,
        change=change,
        weapons=FIRST if is_hit else weapons,
        shots=going,
        bullets=bullets,
        sparks=sparks,
    )


def _struck(
    cavern: Cavern, shots: tuple[Missile, ...], targets: list[Target], clock: int
) -> tuple[tuple[Missile, ...], list[int], int]:
    """Shots that fly on, the numbers of foes that were hit, and hits in the core."""
    if not shots:
        return (), [], 0
    shots = homed(shots, targets, clock)
    left, hit = struck(flown(cavern.cave, shots, clock), targets)
    harm = hit.count(CORE) if is_open(clock) else 0
    return tuple(left), [each for each in hit if each >= 0], harm


def _bullets(
    cavern: Cavern, targets: list[Target], ship: tuple[int, int], clock: int
) -> tuple[tuple[Shot, ...], bool]:
    """The bullets that fly, and whether one of them hit the ship."""
    going, wounded = incoming(cavern.bullets, ship, WIDE, HIGH + 2, clock)
    for number, x, y, _, _ in targets:
        flight = cavern.flights[number]
        if flight.fires and clock - flight.enters in flight.fires:
            going.append(aimed(x, y, ship, BULLET, clock))
    if clock % SALVO == 0 and is_at_boss(cavern, clock):
        going.append(aimed(BOSS - FRONT, boss_at(clock), ship, BULLET, clock))
    return tuple(going), wounded


def _crashes(cavern: Cavern, targets: list[Target], x: int, y: int, clock: int) -> bool:
    """Whether the ship meets rock, a foe or the boss."""
    if is_at_boss(cavern, clock) and abs(y - boss_at(clock)) < THICK and x + WIDE > BOSS - FRONT:
        return True
    if touches(targets, x, y, WIDE - 2, HIGH):
        return True
    camera = camera_at(cavern.cave, clock)
    for part in (x - WIDE, x, x + WIDE):
        roof, floor = opening_at(cavern.cave, camera + part, clock)
        if not roof + HIGH < y < floor - HIGH:
            return True
    return False
