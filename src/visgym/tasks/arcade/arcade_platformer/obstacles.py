"""Obstacles that one style or another has the means to pass."""

from __future__ import annotations

from collections.abc import Callable

from visgym.tasks.arcade.arcade_platformer.course import SIDE, Mover, Waypoint
from visgym.tasks.arcade.arcade_platformer.track import BASE, Track

Part = Callable[[Track], None]
TOP = 0  # the uppermost row


def _before(track: Track) -> None:
    track.level_to(BASE)
    track.flat(2)


# For whoever jumps and stomps


def gem(track: Track) -> None:
    """A gem on a ledge."""
    _before(track)
    track.thing("gem", 2.0, 4)
    track.mark("gem", 1, 3, 999)
    for _ in range(4):
        track.put((BASE - 3, BASE - 3, "-"))
    track.flat(1)
    track.mark()


def key(track: Track) -> None:
    """A key, and farther on a wall with the lock that it opens."""
    _before(track)
    track.thing("key", 1.0, 2.5)
    track.mark("key", 0, 1, 999)
    track.flat(4)
    track.put((TOP, BASE - 1, "#"), (BASE - 2, BASE - 1, "L"))
    track.flat(2)
    track.mark()


def ferry(track: Track) -> None:
    """A pit with a platform that goes to and fro."""
    _before(track)
    width = track.rng.randint(8, 9)
    track.movers.append(Mover(track.x + 4, track.y, (width - 3) * SIDE - 8, 6 * width * 3))
    track.hole(width)
    track.flat(2)
    track.mark()


def crumbling(track: Track) -> None:
    """A pit under blocks that fall."""
    _before(track)
    track.hole(track.rng.randint(5, 7), (BASE, BASE, "f"))
    track.flat(2)
    track.mark()


# For the whip


def swing(track: Track) -> None:
    """A pit too wide to jump, with a hook over its edge."""
    _before(track)
    track.mark()
    track.hole(2)
    track.hole(1, (BASE - 5, BASE - 5, "o"))
    track.mark(up=2)
    track.hole(4)
    track.flat(3)
    track.mark()


def candle(track: Track) -> None:
    """A candle on level ground."""
    track.flat(1)
    track.thing("candle", 0.5, 1.5)
    track.flat(2)
    track.mark()


# For heads and helmets


def wall(track: Track) -> None:
    """A wall to climb."""
    _before(track)
    track.flat(2)
    track.mark(up=6)
    for _ in range(2):
        track.put((BASE - 6, BASE - 1, "w"))
    track.flat(3)
    track.mark()


def tunnel(track: Track) -> None:
    """A way under a rock, one tile high."""
    _before(track)
    track.flat(2)
    for _ in range(4):
        track.put((TOP, BASE - 2, "#"))
    track.flat(2)
    track.mark()


def rubble(track: Track) -> None:
    """A wall of cracked stone."""
    _before(track)
    track.flat(2)
    for _ in range(2):
        track.put((TOP, BASE - 1, "#"), (BASE - 2, BASE - 1, "c"))
    track.flat(2)
    track.mark()


def cellar(track: Track) -> None:
    """A wall without way over it, and cracked ground over a way below it."""
    _before(track)
    below = (BASE + 1, BASE + 2, ".")
    track.flat(2)
    for _ in range(2):
        track.put((BASE, BASE, "c"), below)
    track.waypoints.append(_deep(track))
    for _ in range(2):
        track.put((TOP, BASE - 1, "#"), below)
    track.put((BASE, BASE, "."), below)
    track.waypoints.append(_deep(track))
    track.put((BASE, BASE + 1, "."))
    track.flat(3)
    track.mark()


def _deep(track: Track) -> Waypoint:
    """A place in the cellar, under the last column."""
    return Waypoint(track.x - SIDE // 2, (BASE + 3) * SIDE)


def cliff(track: Track) -> None:
    """A step of four tiles, for who jumps high."""
    _before(track)
    track.flat(2)
    track.mark(up=4)
    for _ in range(3):
        track.put((BASE - 4, BASE - 1, "#"))
    for _ in range(2):
        track.put((BASE - 2, BASE - 1, "#"))
    track.flat(2)
    track.mark()


def _needed(track: Track, need: str, x: int, y: int, obstacle: Part) -> None:
    """An obstacle, and before it the place where one gets what it takes."""
    number = len(track.waypoints)
    obstacle(track)
    passed = track.waypoints[number].x
    track.waypoints.insert(number, Waypoint(x, y, need, passed - SIDE // 2))


def boxed(track: Track, head: str, obstacle: Part, decoy: str = "") -> None:
    """A box with a head, perhaps one with another head before it, and what the head is for."""
    _before(track)
    if decoy:
        track.thing(decoy, 0.5, 2.5)
        track.flat(3)
    track.thing(head, 0.5, 0.5)
    x = track.x + SIDE // 2
    track.flat(2)
    _needed(track, head, x, track.y, obstacle)


def prized(track: Track, tile: str, obstacle: Part, decoy: str = "") -> None:
    """A prize block with a helmet, perhaps one with another helmet, and what the helmet is for."""
    _before(track)
    x = track.x
    for each in (decoy, tile) if track.rng.random() < 0.5 else (tile, decoy):
        if each:
            x = track.x + SIDE // 2 if each == tile else x
            track.put((BASE - 4, BASE - 4, each))
            track.flat(2)
    _needed(track, tile, x, track.y - 22, obstacle)


# For who climbs, hangs, slides, and falls upward


def girder(track: Track) -> None:
    """A pit under a girder to hang from."""
    _before(track)
    width = track.rng.randint(7, 9)
    track.put((BASE - 4, BASE - 4, "="))
    track.mark(up=2)
    track.hole(width, (BASE - 4, BASE - 4, "="))
    track.flat(2)
    track.mark()


def room(track: Track) -> None:
    """A room in which everything falls upward, with no ground in its middle."""
    _before(track)
    first = len(track.columns)
    roof = (TOP, 3, "#")
    for _ in range(2):
        track.put(roof)
    track.hole(track.rng.randint(5, 7), roof)
    track.rooms.append((first, len(track.columns) - 1))
    for _ in range(2):
        track.put(roof)
    track.flat(2)
    track.mark()
