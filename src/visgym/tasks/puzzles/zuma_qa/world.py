"""Marbles on a winding track around a frog: where they lie, and what a shot hits and removes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from visgym.kit.coverage import Point

DIAMETER = 26  # pixels of a marble
REACH = 264  # pixels from the frog to where the track ends, to the side
TRACKS = ("spiral", "heart", "ellipse")
TURNS = 2  # of a track around the frog
HEART = (math.pi / 2, 3 * math.pi / 2)  # where its dent is, and its tip
INNER = 0.42  # of the reach, how near a track begins
FINE = 4000  # points of a turn
COLORS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "purple"}
GAP = "."
LEAST = 3  # marbles of a run that is removed, with the one that was shot

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Landing:
    """The marble that a shot hits, and the side of it on which the shot one comes to rest."""

    marble: int
    """The number of its place along the track."""
    side: int
    """1 toward the end of the track, -1 toward its beginning."""
    width: float = 0.0
    """Degrees within which it may be aimed."""


@lru_cache
def outline(track: str) -> tuple[Point, ...]:
    """Many points along a track, from its beginning; the frog is at 0, 0, and y grows downwards."""
    points = []
    for step in range(TURNS * FINE + 1):
        turn = step / FINE
        x, y = _shape(track, math.tau * turn)
        scale = REACH * (INNER + (1 - INNER) * turn / TURNS)
        points.append((scale * x, scale * y))
    return tuple(points)


def _shape(track: str, angle: float) -> Point:
    """One turn of a track, as wide as from -1 to 1."""
    x, y = math.cos(angle), math.sin(angle)
    if track == "ellipse":
        return x, -0.8 * y
    if track == "spiral":
        return x, -y
    above, below = (abs((angle - middle + math.pi) % math.tau - math.pi) for middle in HEART)
    bulge = 0.3 * math.exp(-((above - 0.85) ** 2) / 0.3) - 0.18 * math.exp(-(above**2) / 0.12)
    far = 0.77 + bulge + 0.25 * math.exp(-(below**2) / 0.12)
    return far * x, -far * y


@lru_cache
def places(track: str) -> tuple[Spot, ...]:
    """Where marbles may lie, each touching the next."""
    found: list[Spot] = []
    for x, y in outline(track):
        spot = round(x), round(y)
        if not found or math.dist(spot, found[-1]) >= DIAMETER:
            found.append(spot)
    return tuple(found)


def run(marbles: str, place: int) -> range:
    """The marbles of one colour that touch one another around a place."""
    first = last = place
    while first and marbles[first - 1] == marbles[place]:
        first -= 1
    while last + 1 < len(marbles) and marbles[last + 1] == marbles[place]:
        last += 1
    return range(first, last + 1)


def runs(marbles: str) -> Iterator[range]:
    """All of them, single marbles too."""
    place = 0
    while place < len(marbles):
        found = run(marbles, place)
        if marbles[place] != GAP:
            yield found
        place = found.stop


def joined(marbles: str, landing: Landing, loaded: str) -> range:
    """The run that a marble joins where it comes to rest; empty if it joins none."""
    beside = landing.marble + landing.side
    for place in (landing.marble, beside):
        if 0 <= place < len(marbles) and marbles[place] == loaded:
            return run(marbles, place)
    return range(0)


def removed(marbles: str, landing: Landing, loaded: str) -> int:
    """How many marbles disappear, with the one that was shot; 0 if all of them stay."""
    count = len(joined(marbles, landing, loaded)) + 1
    return count if count >= LEAST else 0


# Where shots go


def shot(track: str, marbles: str, degrees: float) -> Landing | None:
    """What a shot hits first, None if nothing: from where the circles around marbles are met."""
    ahead, right = math.cos(math.radians(degrees)), -math.sin(math.radians(degrees))
    first: tuple[float, int, int] | None = None
    for place, (x, y) in enumerate(places(track)[: len(marbles)]):
        along, across = x * ahead + y * right, x * right - y * ahead
        if marbles[place] == GAP or along <= 0 or abs(across) >= DIAMETER:
            continue
        way = along - math.sqrt(DIAMETER**2 - across**2)
        if first is None or way < first[0]:
            rest = (way * ahead - x, way * right - y)
            first = (way, place, _side(track, place, rest))
    return None if first is None else Landing(*first[1:])


def _side(track: str, place: int, rest: Point) -> int:
    x, y = heading(track, place)
    return 1 if rest[0] * x + rest[1] * y > 0 else -1


@lru_cache(maxsize=1024)
def heading(track: str, place: int) -> Point:
    """The direction of the track, as a vector of length 1."""
    every = places(track)
    (ax, ay), (bx, by) = every[max(place - 1, 0)], every[min(place + 1, len(every) - 1)]
    length = math.hypot(bx - ax, by - ay)
    return (bx - ax) / length, (by - ay) / length


@lru_cache(maxsize=8)
def landings(track: str, marbles: str) -> tuple[Landing, ...]:
    """Everything that shots can hit, once for all angles that come to the same."""
    angles = _critical(track, marbles)
    middles = (angles + np.append(angles[1:], angles[0] + 360)) / 2
    widths = np.diff(np.append(angles, angles[0] + 360))
    hit, sides = cast(track, marbles, middles[widths > 1e-9])
    wide = widths[widths > 1e-9]
    found: dict[tuple[int, int], float] = {}
    for place, side, width in zip(hit.tolist(), sides.tolist(), wide.tolist(), strict=True):
        found[place, side] = found.get((place, side), 0) + width
    return tuple(Landing(*each, width) for each, width in found.items() if each[0] >= 0)


def cast(
    track: str, marbles: str, degrees: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The marble that each of many shots hits, -1 for none, and the side on which it rests."""
    held = np.array([place for place, sign in enumerate(marbles) if sign != GAP])
    spots = np.array(places(track), float)[held]
    angles = np.radians(degrees)
    ways = np.stack((np.cos(angles), -np.sin(angles)))
    along = spots @ ways
    across = spots @ np.stack((ways[1], -ways[0]))
    meets = (along > 0) & (np.abs(across) < DIAMETER)
    half = np.sqrt(np.where(meets, DIAMETER**2 - across**2, 0))
    lengths = np.where(meets, along - half, np.inf)
    first = lengths.argmin(0)
    shots = np.arange(len(degrees))
    way = np.where(meets.any(0), lengths[first, shots], 0)
    rest = way * ways - spots[first].T
    headings = np.array([heading(track, place) for place in held])[first].T
    sides = np.where((rest * headings).sum(0) > 0, 1, -1)
    return np.where(meets.any(0), held[first], -1), sides


def _critical(track: str, marbles: str) -> NDArray[np.float64]:
    """All angles at which another marble may be hit first, or the shot one rests elsewhere."""
    held = [place for place, sign in enumerate(marbles) if sign != GAP]
    spots = np.array(places(track), float)[held]
    far = np.hypot(*spots.T)
    toward = np.arctan2(-spots[:, 1], spots[:, 0])
    tangents = np.arcsin(DIAMETER / far)
    along = np.array([heading(track, place) for place in held])
    normal = DIAMETER * np.stack((along[:, 1], -along[:, 0]), 1)
    found = [spots + normal, spots - normal]
    one, other = np.triu_indices(len(held), 1)
    apart = np.hypot(*(spots[one] - spots[other]).T)
    near = apart < 2 * DIAMETER  # circles of such a radius around both cross
    one, other, apart = one[near], other[near], apart[near]
    middle, step = (spots[one] + spots[other]) / 2, spots[other] - spots[one]
    off = np.sqrt(DIAMETER**2 - apart**2 / 4) / apart
    crossing = np.stack((step[:, 1], -step[:, 0]), 1) * off[:, None]
    points = np.concatenate((*found, middle + crossing, middle - crossing))
    angles = np.arctan2(-points[:, 1], points[:, 0])
    every = np.degrees(np.concatenate((toward - tangents, toward + tangents, angles)))
    return np.unique(np.round(every % 360, 9))
