"""The sky over the islands: one ship, flights of aircraft, shots and bullets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

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
    seen,
    shot_at,
    steered,
    struck,
    swing,
    touches,
)

SPEED = 4  # points a tick
EDGE, TOP, LOW = 14, 100, HEIGHT - 16  # where the ship may be
HULL = 5  # points to each side of the middle of the ship in which it is hit
RELOAD, SHOT = 5, -144  # ticks, and sixteenths of a point a tick
SAFE = 45  # ticks in which nothing hurts the ship again
LIVES = 3
REACH = {"diver": 11, "swinger": 11, "gunner": 11, "leader": 22}
"""Points to each side of the middle in which a kind is hit."""
ARMOUR = 8  # hits that the leader bears
HOVER = 60  # points from the top at which the leader stays


@dataclass(frozen=True, slots=True)
class Sortie:
    flights: tuple[Flight, ...]
    left: tuple[int, ...]
    """Hits that each of the flights still bears."""
    x: int = WIDTH // 2
    y: int = HEIGHT - 40
    clock: int = 0
    lives: int = LIVES
    hurt: int = 0
    """Ticks in which nothing hurts the ship."""
    reload: int = 0
    shots: tuple[Shot, ...] = ()
    bullets: tuple[Shot, ...] = ()
    sparks: tuple[Spark, ...] = ()


def flight_at(flight: Flight, clock: int) -> tuple[int, int]:
    """Where a foe is, in points."""
    age = clock - flight.enters
    y = flight.y + (flight.speed * age >> 4)
    if flight.kind == "leader":
        away = max(age - flight.stays + 60, 0)  # it leaves upward at the end
        y = min(y, HOVER) - 2 * away
    return flight.x + swing(age, flight.sway, flight.period), y


def crosses(flight: Flight, x: int) -> bool:
    """Whether a foe ever comes before guns at some place across."""
    ticks = range(flight.enters, flight.enters + flight.stays)
    return any(abs(flight_at(flight, tick)[0] - x) <= REACH[flight.kind] for tick in ticks)


def targets_of(sky: Sortie, clock: int) -> list[Target]:
    """The foes that are there."""
    found = []
    for number, flight in about(sky.flights, sky.left, clock):
        x, y = flight_at(flight, clock)
        reach = REACH[flight.kind]
        found.append((number, x, y, reach, reach * 3 // 4))
    return found


def ticked(sky: Sortie, buttons: frozenset[str], bullet: int) -> Sortie:
    """The sky a tick later; bullets fly as fast as `bullet` says."""
    clock = sky.clock + 1
    x, y = steered(sky.x, sky.y, buttons, SPEED)
    x, y = min(max(x, EDGE), WIDTH - EDGE), min(max(y, TOP), LOW)
    shots, reload = seen(sky.shots, clock), max(sky.reload - 1, 0)
    if "fire" in buttons and not reload:
        shots.append((x, y - 10, 0, SHOT, clock))
        reload = RELOAD
    targets = targets_of(sky, clock)
    shots, hit = struck([(each, *shot_at(each, clock), 0) for each in shots], targets)
    left = lowered(sky.left, hit)
    bullets, wounded = _fire(sky, targets, clock, (x, y), bullet)
    sparks = burning(sky.sparks, clock)
    if hit:
        sparks += burst(targets, hit, left, clock)
        targets = [each for each in targets if left[each[0]]]
    hurt = max(sky.hurt - 1, 0)
    is_hit = not hurt and (wounded or touches(targets, x, y, HULL, HULL))
    return replace(
        sky,
        left=left,
        x=x,
        y=y,
        clock=clock,
        lives=sky.lives - is_hit,
        hurt=SAFE if is_hit else hurt,
        reload=reload,
        shots=tuple(shots),
        bullets=bullets,
        sparks=sparks,
    )


def _fire(
    sky: Sortie, targets: list[Target], clock: int, ship: tuple[int, int], speed: int
) -> tuple[tuple[Shot, ...], bool]:
    """The bullets that fly, and whether one of them hit the ship."""
    bullets, wounded = incoming(sky.bullets, ship, HULL + 2, HULL + 2, clock)
    for number, x, y, _, high in targets:
        flight = sky.flights[number]
        if clock - flight.enters in flight.fires:
            bullets.append(aimed(x, y + high, ship, speed, clock))
    return tuple(bullets), wounded


def drawn(rng: Random, foes: int, pace: int, bullets: int, leader: bool) -> tuple[Flight, ...]:
    """Foes in groups of two to four; the leader comes when half of them have come."""
    flights, enters = list[Flight](), -24  # some are seen at once
    while len(flights) < foes:
        if leader and 2 * len(flights) >= foes:
            flights.append(_leader(rng, enters))
            leader, enters = False, enters + 60
            continue
        size = min(rng.randint(2, 4), foes - leader - len(flights))
        flights += _group(rng, size, enters, pace, bullets)
        enters += rng.randint(34, 46) + 6 * size
    return tuple(flights)


def _leader(rng: Random, enters: int) -> Flight:
    sway = rng.choice((-90, 90))
    fires = tuple(range(40, 260, 26))
    return Flight("leader", enters, WIDTH // 2, -24, 40, sway, 160, 330, fires, ARMOUR)


def _group(rng: Random, size: int, enters: int, pace: int, bullets: int) -> list[Flight]:
    """Foes of one kind that enter side by side or one after the other."""
    kind = rng.choice(("diver", "swinger", "gunner") if bullets else ("diver", "swinger"))
    sway = rng.choice((-44, 44)) if kind == "swinger" else rng.choice((-10, 0, 10))
    apart = rng.choice((-34, 34)) if kind != "swinger" else 0
    delay = rng.choice((6, 10)) if apart else 14
    room = 20 + abs(sway)
    low, high = sorted((room, WIDTH - room - abs(apart) * (size - 1)))
    first = rng.randint(low, high) + (abs(apart) * (size - 1) if apart < 0 else 0)
    speed = pace + rng.randint(-4, 4)
    stays = (HEIGHT + 40) * 16 // speed
    found = []
    for number in range(size):
        shots = 0 if not bullets else bullets if kind == "gunner" else rng.randint(0, 1)
        fires = tuple(sorted(rng.sample(range(12, stays // 2), shots)))
        at = first + apart * number, enters + delay * number
        found.append(Flight(kind, at[1], at[0], -16, speed, sway, 72, stays, fires))
    return found
