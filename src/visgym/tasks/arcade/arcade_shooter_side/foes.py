"""Who waits in a cave: flyers, turrets, chasers from behind, carriers of weapons, and gates."""

from __future__ import annotations

from random import Random

from visgym.kit.arcade.screen import WIDTH
from visgym.kit.arcade.shooting import Flight
from visgym.tasks.arcade.arcade_shooter_side.arms import GIFTS
from visgym.tasks.arcade.arcade_shooter_side.cave import (
    COLUMN,
    HALL,
    LEAD,
    SCROLL,
    Cave,
    camera_at,
    walls_at,
)

GATE = 6  # hits that a gate bears


def manned(
    rng: Random, cave: Cave, foes: int, gates: int, carriers: int, is_behind: bool
) -> tuple[Flight, ...]:
    """So many foes, the carriers among them, and gates beside them, over the length of a cave."""
    kinds = ["flyer", "turret", "chaser"] if is_behind else ["flyer", "turret"]
    chosen = [rng.choice(kinds) for _ in range(foes - carriers)]
    chosen += [GIFTS[number % len(GIFTS)] for number in range(carriers)]
    rng.shuffle(chosen)
    first, last = (LEAD + 2) * COLUMN, (len(cave.roof) - HALL - 2) * COLUMN
    step = (last - first) // max(foes, 1)
    found = [
        _foe(rng, cave, kind, first + step * number + rng.randint(0, step // 2))
        for number, kind in enumerate(chosen)
    ]
    found += [
        _gate(cave, first + (last - first) * (2 * number + 1) // (2 * gates))
        for number in range(gates)
    ]
    return tuple(found)


def _foe(rng: Random, cave: Cave, kind: str, place: int) -> Flight:
    """A foe that is met about where the cave is at `place`."""
    seen = max((place - WIDTH) // SCROLL, 0)
    if kind == "turret":
        roof, floor = walls_at(cave, place)
        y = roof + 6 if rng.random() < 0.5 else floor - 6
        fires = tuple(range(rng.randint(16, 40), 110, 44))
        return Flight(kind, seen, place, y, 0, 0, 64, WIDTH // SCROLL + 12, fires)
    if kind == "chaser":
        enters = max(camera_at(cave, place // SCROLL) // SCROLL - 60, 20)
        return Flight(kind, enters, -14, 0, 32, rng.choice((-18, 18)), 60, 175)
    if kind in GIFTS:
        return Flight(kind, seen, WIDTH + 16, 0, -20, 12, 90, 300, (), 2)
    speed = rng.randint(28, 40)
    fires = (rng.randint(20, 50),) if rng.random() < 0.5 else ()
    sway = rng.choice((-24, 0, 24))
    return Flight(kind, seen, WIDTH + 14, 0, -speed, sway, 64, 360 * 16 // speed, fires)


def _gate(cave: Cave, place: int) -> Flight:
    """A shut gate, whose sway says how far it reaches up and down."""
    roof, floor = walls_at(cave, place)
    seen = max((place - WIDTH - 10) // SCROLL, 0)
    half = (floor - roof) // 2 + 2
    return Flight("gate", seen, place, (roof + floor) // 2, 0, half, 64, 200, (), GATE)
