"""What may be removed from a track, worked out in two ways, and whether anybody could tell."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from visgym.tasks.puzzles.zuma_qa.world import (
    DIAMETER,
    GAP,
    Landing,
    cast,
    heading,
    joined,
    landings,
    places,
    removed,
    runs,
    shot,
)

NARROW = 2.5  # degrees; what only narrower shots can reach is doubtful
CLOSE = 0.3  # diameters from the edge of a sector to the middle of a marble, at least
STEP = 0.25  # pixels of a flight
FAR = 420  # pixels to where no marble is
SWEEP = 0.25  # degrees


class Aimed(Protocol):
    """What is known of marbles and a shot."""

    @property
    def track(self) -> str: ...
    @property
    def line(self) -> str: ...
    @property
    def loaded(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def asked(self) -> str: ...
    @property
    def sectors(self) -> int: ...
    @property
    def degrees(self) -> int | None: ...


def outcome(line: str, landing: Landing | None, loaded: str) -> int:
    """How many marbles a shot removes, -1 if it hits none."""
    return -1 if landing is None else removed(line, landing, loaded)


def removable(aimed: Aimed) -> dict[range, float]:
    """The runs that a shot can remove, and within how many degrees."""
    found: dict[range, float] = {}
    if aimed.loaded * 2 not in aimed.line:
        return found
    for landing in landings(aimed.track, aimed.line):
        if removed(aimed.line, landing, aimed.loaded):
            target = joined(aimed.line, landing, aimed.loaded)
            found[target] = found.get(target, 0) + landing.width
    return found


def swept(aimed: Aimed) -> set[range]:
    """The runs that shots remove at one of many angles."""
    angles = np.arange(0, 360, SWEEP)
    hit = zip(*(each.tolist() for each in cast(aimed.track, aimed.line, angles)), strict=True)
    reached = {Landing(place, side) for place, side in hit if place >= 0}
    return {
        joined(aimed.line, landing, aimed.loaded)
        for landing in reached
        if removed(aimed.line, landing, aimed.loaded)
    }


def flown(aimed: Aimed) -> Landing | None:
    """What a shot touches first, by flying step by step."""
    angle = math.radians(aimed.degrees or 0)
    held = [place for place, sign in enumerate(aimed.line) if sign != GAP]
    spots = np.array(places(aimed.track), float)[held]
    way = np.arange(0, FAR, STEP)[:, None] * np.array((math.cos(angle), -math.sin(angle)))
    apart = np.hypot(*(way[:, None] - spots).transpose(2, 0, 1))
    touching = (apart < DIAMETER).any(1)
    if not touching.any():
        return None
    step = int(touching.argmax())
    near = int(apart[step].argmin())
    forward = float((way[step] - spots[near]) @ heading(aimed.track, held[near]))
    return Landing(held[near], 1 if forward > 0 else -1)


# Sectors


def in_sector(aimed: Aimed, marbles: range, sector: int) -> bool:
    """Whether all of some marbles lie in a sector, counted from 0 and counter-clockwise."""
    spots = places(aimed.track)
    return all(_sector(*spots[place], aimed.sectors) == sector for place in marbles)


def _sector(x: int, y: int, sectors: int) -> int:
    return int(math.atan2(-y, x) % math.tau / math.tau * sectors)


def runs_by_spots(aimed: Aimed) -> int:
    """Runs in the sector that is asked about, by pairs of neighbours of one colour."""
    first = (int(aimed.asked) - 1) * math.tau / aimed.sectors
    start, end = (
        (math.cos(angle), -math.sin(angle)) for angle in (first, first + math.tau / aimed.sectors)
    )
    inside = [
        start[0] * y - start[1] * x < 0 < end[0] * y - end[1] * x for x, y in places(aimed.track)
    ]
    count, signs = 0, f"{aimed.line}{GAP}"
    for place in range(1, len(aimed.line)):
        pair = inside[place - 1] and inside[place] and signs[place - 1] == signs[place] != GAP
        count += pair and signs[place + 1] != signs[place]
    return count


# Doubt


def is_clear(aimed: Aimed) -> bool:
    """Whether what is asked can be told from a picture."""
    if aimed.kind in ("hit", "shot"):
        return _is_clear_shot(aimed)
    if aimed.kind in ("most", "targets"):
        return all(width >= NARROW for width in removable(aimed).values())
    if aimed.kind == "runs":
        return not any(_nears_edge(aimed, each) for each in runs(aimed.line) if len(each) > 1)
    return True


def _nears_edge(aimed: Aimed, marbles: range) -> bool:
    """Whether a run crosses the edge of the sector, or lies on it."""
    sector, reach = int(aimed.asked) - 1, DIAMETER * CLOSE
    spots = [places(aimed.track)[place] for place in marbles]
    inside = {_sector(x, y, aimed.sectors) == sector for x, y in spots}
    if len(inside) > 1:
        return True
    for edge in (sector, sector + 1):
        angle = edge * math.tau / aimed.sectors
        x, y = math.cos(angle), -math.sin(angle)
        if any(sx * x + sy * y > 0 and abs(sx * y - sy * x) < reach for sx, sy in spots):
            return True
    return False


def _is_clear_shot(aimed: Aimed) -> bool:
    """Whether shots a little to the left and right do the same."""
    track, line, degrees = aimed.track, aimed.line, aimed.degrees or 0
    found = set()
    for off in (0, -NARROW, NARROW):
        landing = shot(track, line, degrees + off)
        told: object = outcome(line, landing, aimed.loaded)
        if aimed.kind == "hit":
            told = landing and line[landing.marble]
        found.add(told)
    return len(found) == 1
