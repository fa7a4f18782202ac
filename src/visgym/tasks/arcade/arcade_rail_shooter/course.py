"""Courses over the plain: obstacles and foes one after the other, so that no place is safe."""

from __future__ import annotations

from random import Random

from visgym.tasks.arcade.arcade_rail_shooter.world import (
    LIVES,
    OBSTACLES,
    SAFE,
    SIGHT,
    Oncoming,
    bars,
)

LANES = (-80, -40, 0, 40, 80)
FIRST = 440  # points of depth to the first thing
BEHIND = 34  # points of depth from one part of a serpent to the next
PARTS = 6  # of a serpent, its head included
_PLACES = tuple((x, y) for x in range(-100, 101, 20) for y in (8, 45, 88))


def laid(rng: Random, obstacles: int, foes: int, serpent: bool, gap: int) -> tuple[Oncoming, ...]:
    """A course whose things are about `gap` points of depth apart."""
    low = ["hedge"] * (obstacles // 4) + ["beam"] * (obstacles // 4)
    kinds = low + [rng.choice(("column", "column", "tree")) for _ in range(obstacles - len(low))]
    kinds += [rng.choice(("orb", "kite")) for _ in range(foes)]
    rng.shuffle(kinds)
    if serpent:
        kinds.insert(rng.randint(len(kinds) // 2, len(kinds) - 4), "serpent")
    lanes = list[int]()
    found, far = list[Oncoming](), FIRST
    for kind in kinds:
        if kind == "serpent":
            found += _serpent(rng, far)
            far += PARTS * BEHIND
        elif kind in OBSTACLES:
            lanes = lanes or rng.sample(LANES, len(LANES))
            x = lanes.pop() if kind in ("column", "tree") else 0
            found.append(Oncoming(kind, x, 0, far))
        else:
            found.append(_foe(rng, kind, far))
        far += gap + rng.randint(-gap // 6, gap // 6)
    return tuple(found)


def _foe(rng: Random, kind: str, far: int) -> Oncoming:
    x, y = rng.randint(-55, 55), rng.randint(30, 66)
    if kind == "orb":
        return Oncoming(kind, x, y, far, rng.choice((-25, 0, 25)), rng.choice((0, 12)), 80)
    fires = rng.randint(SIGHT // 3, SIGHT // 2)
    return Oncoming(kind, x, y, far, rng.choice((-40, 40)), 10, 64, 0, fires)


def _serpent(rng: Random, far: int) -> list[Oncoming]:
    """A head and parts that follow it on its way."""
    sway, x = rng.choice((-50, 50)), rng.randint(-20, 20)
    return [
        Oncoming("part" if part else "head", x, 48, far + BEHIND * part, sway, 14, 96, 5 * part)
        for part in range(PARTS)
    ]


def is_fair(things: tuple[Oncoming, ...], pace: int) -> bool:
    """Whether whoever stays at one place loses all lives to obstacles."""
    return all(_hits(things, pace, x, y) >= LIVES for x, y in _PLACES)


def _hits(things: tuple[Oncoming, ...], pace: int, x: int, y: int) -> int:
    hits, hurt_until = 0, -1
    for thing in things:
        if thing.kind in OBSTACLES and bars(thing, x, y):
            tick = -(-thing.far // pace)
            if tick >= hurt_until:
                hits, hurt_until = hits + 1, tick + SAFE
    return hits
