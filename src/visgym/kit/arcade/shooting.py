"""What shooters share: shots in straight lines, and foes whose way is told by the clock alone.

A shot is where it was at a tick and how far it goes in each, so that it costs nothing to keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt, pi, sin
from typing import TypeVar

from visgym.kit.arcade.screen import HEIGHT, WIDTH

Kept = TypeVar("Kept")
Shot = tuple[int, int, int, int, int]
"""Across and down in points, how far it goes each tick in sixteenths, and the tick of its birth."""
Target = tuple[int, int, int, int, int]
"""A number, the middle across and down in points, and how far it reaches from there."""
Spark = tuple[int, int, int]
"""Where something burst: across, down, and the tick."""

BURNS = 9  # ticks that a fire is seen
ROW = 16  # points at the top that lives and counts take
_SINE = tuple(round(256 * sin(2 * pi * step / 64)) for step in range(64))


@dataclass(frozen=True, slots=True)
class Flight:
    """A foe: when and where it enters, its way, and when it fires."""

    kind: str
    enters: int
    """The tick at which it is there first."""
    x: int
    y: int
    speed: int
    """Sixteenths of a point each tick."""
    sway: int
    """Points to both sides of its way; below 0 it sways to the other side first."""
    period: int
    stays: int
    """Ticks until it is gone."""
    fires: tuple[int, ...] = ()
    """Ticks after its entry."""
    toughness: int = 1


def swing(age: int, reach: int, period: int) -> int:
    """From 0 to `reach`, to the other side and back in every period, smoothly."""
    return reach * _SINE[age * 64 // period % 64] >> 8


def about(
    flights: Sequence[Flight], left: Sequence[int], clock: int
) -> Iterator[tuple[int, Flight]]:
    """The flights that have entered, are not gone and were not shot down, with their numbers."""
    for number, flight in enumerate(flights):
        if left[number] and flight.enters <= clock < flight.enters + flight.stays:
            yield number, flight


def shot_at(shot: Shot, clock: int) -> tuple[int, int]:
    """Where a shot is, in points."""
    x, y, dx, dy, born = shot
    return x + (dx * (clock - born) >> 4), y + (dy * (clock - born) >> 4)


def seen(shots: Iterable[Shot], clock: int) -> list[Shot]:
    """The shots that are still on the screen, below the row with lives and counts."""
    found = []
    for shot in shots:
        x, y = shot_at(shot, clock)
        if -8 <= x <= WIDTH + 8 and ROW <= y <= HEIGHT + 8:
            found.append(shot)
    return found


def incoming(
    bullets: Iterable[Shot], ship: tuple[int, int], wide: int, high: int, clock: int
) -> tuple[list[Shot], bool]:
    """The bullets that fly on, and whether one hit a ship, which reaches so far to its sides."""
    going, wounded = [], False
    for each in seen(bullets, clock):
        x, y = shot_at(each, clock)
        if abs(x - ship[0]) <= wide and abs(y - ship[1]) <= high:
            wounded = True
        else:
            going.append(each)
    return going, wounded


def aimed(x: int, y: int, at: tuple[int, int], speed: int, clock: int) -> Shot:
    """A shot from a point toward another; the speed is in sixteenths of a point each tick."""
    across, down = at[0] - x, at[1] - y
    far = max(isqrt(across * across + down * down), 1)
    return x, y, across * speed // far, down * speed // far, clock


def struck(
    shots: Iterable[tuple[Kept, int, int, int]], targets: Sequence[Target]
) -> tuple[list[Kept], list[int]]:
    """The shots that go on, and the numbers of the targets that the others hit.

    With each shot comes where it is, and how far it reaches to both sides of that.
    """
    left, hit = [], []
    for shot, x, y, reach in shots:
        for number, across, down, wide, high in targets:
            if abs(x - across) <= wide and abs(y - down) <= high + reach:
                hit.append(number)
                break
        else:
            left.append(shot)
    return left, hit


def touches(targets: Iterable[Target], x: int, y: int, wide: int, high: int) -> bool:
    """Whether a body around a point overlaps one of the targets."""
    return any(
        abs(x - across) <= wide + its_wide and abs(y - down) <= high + its_high
        for _, across, down, its_wide, its_high in targets
    )


def steered(x: int, y: int, buttons: frozenset[str], speed: int) -> tuple[int, int]:
    """Where the buttons of a tick bring a ship."""
    across = ("right" in buttons) - ("left" in buttons)
    return x + speed * across, y + speed * (("down" in buttons) - ("up" in buttons))


def burning(sparks: tuple[Spark, ...], clock: int) -> tuple[Spark, ...]:
    """The fires that are still seen."""
    return tuple(each for each in sparks if clock - each[2] < BURNS) if sparks else ()


def burst(
    targets: Sequence[Target], hit: Sequence[int], left: Sequence[int], clock: int
) -> tuple[Spark, ...]:
    """Fires where those who were hit last bear no more."""
    return tuple((x, y, clock) for n, x, y, _, _ in targets if n in hit and not left[n])


def lowered(left: tuple[int, ...], hit: Sequence[int]) -> tuple[int, ...]:
    """What is left of each foe after some were hit."""
    if not hit:
        return left
    found = [*left]
    for number in hit:
        found[number] = max(found[number] - 1, 0)
    return tuple(found)
