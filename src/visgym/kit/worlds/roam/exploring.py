"""Honest explorers: they know what can be seen from the poses they were in, and nothing else.

The floor is cut into squares. A square is known once its middle was in sight; so is a wall beside
it. An explorer turns and walks to the nearest unknown square that matters until it sees what it
looks for.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from visgym.core.calls import Call
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.poses import Point, Pose, bearing, off, stride_to
from visgym.kit.worlds.roam.routes import Allowed, Goal, route, turns
from visgym.kit.worlds.roam.sight import HALF, screens
from visgym.kit.worlds.roam.things import RoamThing
from visgym.kit.worlds.roam.views import EYE, FOV

SQUARE = 500  # millimetres
BLIND = 1000 * EYE / math.tan(math.radians(FOV / 2))  # nearer than this the floor is not seen
CLOSE = 1500  # how near to an unknown square one walks before turning to it
MOST_LEGS, QUICK = 400, 1_000  # walks in all, and poses that the search for one looks at
PATIENT, SURE = 12_000, 3_000  # poses for a search after one in vain, and for what is seen
MOST_IDLE, APPROACHES = 3, 12  # squares in a row without a way, ways to what is seen
TRIES = 2  # walks to one square, after which it is given up with those around it
Square = tuple[int, int]
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
AROUND = tuple((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1))


@dataclass(eq=False)
class Memory:
    """What was seen of a place so far."""

    ground: WalkedGround
    matters: Callable[[int, int], bool] = lambda x, y: True
    """Whether it pays to look at a place, by what the rules tell of all such worlds."""
    seen: set[Square] = field(default_factory=set)
    given_up: set[Square] = field(default_factory=set)
    is_again: bool = False  # corners were given up before, so that to turn is not enough
    _beside_seen: set[Square] = field(default_factory=set)
    _tried: dict[Square, int] = field(default_factory=dict)
    _links: dict[Square, list[Square]] = field(default_factory=dict)

    @cached_property
    def walls(self) -> NDArray[np.float64]:
        """What hides things: walls and pillars."""
        return np.array(screens(self.ground.plan, self.ground.things), np.float64)

    @cached_property
    def _squares(self) -> tuple[list[Square], NDArray[np.float64]]:
        """The squares of the floor and their middles."""
        left, low, right, high = self.ground.plan.box
        found = [
            (column, row)
            for column in range(left // SQUARE, right // SQUARE + 1)
            for row in range(low // SQUARE, high // SQUARE + 1)
            if self.ground.plan.area_at(*_middle((column, row))) >= 0
        ]
        return found, np.array([_middle(square) for square in found], np.float64)

    def look(self, pose: Pose) -> None:
        """Remember the squares in sight."""
        squares, middles = self._squares
        offsets = middles - (pose.x, pose.y)
        turn = math.radians(pose.heading)
        ahead = offsets[:, 0] * math.cos(turn) + offsets[:, 1] * math.sin(turn)
        right = offsets[:, 0] * math.sin(turn) - offsets[:, 1] * math.cos(turn)
        wide = math.tan(math.radians(HALF - 1))
        near = np.hypot(ahead, right) < 2 * SQUARE  # what one stands on is known
        inside = near | ((ahead > BLIND * 0.4) & (np.abs(right) < wide * ahead))
        chosen = [n for n in np.nonzero(inside)[0] if squares[n] not in self.seen]
        if chosen:
            clear = self._in_sight(pose, middles[chosen])
            found = [squares[n] for n, is_clear in zip(chosen, clear, strict=True) if is_clear]
            self.seen.update(found)
            for column, row in found:
                self._beside_seen.update((column + a, row + b) for a, b in AROUND)

    def sees(self, pose: Pose, x: int, y: int) -> bool:
        """Whether a thing is in sight."""
        away = bearing(x - pose.x, y - pose.y)
        if abs(off(pose.heading, away)) > HALF - 1:
            return False
        return bool(self._in_sight(pose, np.array([[x, y]], np.float64))[0])

    def _in_sight(self, pose: Pose, points: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which points no wall hides."""
        x0, y0, x1, y1 = (self.walls[:, k] for k in range(4))
        px, py = points[:, 0, None] - pose.x, points[:, 1, None] - pose.y
        ax, ay, ex, ey = x0 - pose.x, y0 - pose.y, x1 - x0, y1 - y0
        cross = px * ey - py * ex
        safe = np.where(cross == 0, 1e-9, cross)
        far, part = (ax * ey - ay * ex) / safe, (ax * py - ay * px) / safe
        hidden = (far > 1e-6) & (far < 0.999) & (part >= 0) & (part <= 1)
        clear: NDArray[np.bool_] = ~np.any(hidden, axis=1)
        return clear

    def is_known(self, x: int, y: int) -> bool:
        """Whether the floor here was seen, or lies beside what was."""
        return (x // SQUARE, y // SQUARE) in self._beside_seen

    def way(
        self, pose: Pose, goal: Goal, aim: Point, allowed: Allowed, patience: int
    ) -> list[Call] | None:
        """Calls that lead to a goal near a point over floor that is known, None if none do."""

        def known(x: int, y: int) -> bool:
            return allowed(x, y) and self.is_known(x, y)

        return route(self.ground, pose, goal, aim, known, patience)

    def tire(self, square: Square) -> None:
        """Count a walk to a square; what stays unknown is given up, with what lies around it."""
        self._tried[square] = self._tried.get(square, 0) + 1
        if square not in self.seen and self._tried[square] >= TRIES:
            column, row = square
            self.given_up |= {(column + a, row + b) for a, b in AROUND} - self.seen

    def begin_again(self) -> None:
        """Look at the corners that were given up once more, from elsewhere."""
        self.is_again = True
        self.given_up.clear()
        self._tried.clear()

    def frontier(self, pose: Pose) -> Square | None:
        """The unknown square that takes the fewest steps over known ones."""
        start = (pose.x // SQUARE, pose.y // SQUARE)
        waiting, visited = deque([start]), {start}
        while waiting:
            square = waiting.popleft()
            for beside in self._beside(square):
                if beside in visited or beside in self.given_up:
                    continue
                visited.add(beside)
                if beside in self.seen:
                    waiting.append(beside)
                elif self.matters(*_middle(beside)):
                    return beside
        return None

    def _beside(self, square: Square) -> list[Square]:
        """The squares next to one that no wall divides from it."""
        if square not in self._links:
            x, y = _middle(square)
            beside = [(square[0] + east, square[1] + north) for east, north in STEPS]
            beside = [each for each in beside if self.ground.plan.area_at(*_middle(each)) >= 0]
            points = np.array([_middle(each) for each in beside], np.float64).reshape(-1, 2)
            clear = self._in_sight(Pose(x, y, 0), points)
            self._links[square] = list(compress(beside, clear))
        return self._links[square]


Sight: TypeAlias = Callable[[Pose], bool]
"""Whether from a pose one sees what one looks for."""


def looked(
    memory: Memory, pose: Pose, is_seen: Sight, allowed: Allowed, legs: int = MOST_LEGS
) -> Generator[Call, None, Pose]:
    """The calls by which one looks about until something is seen; returns the last pose."""
    memory.look(pose)
    idle = 0
    for _ in range(legs):
        if is_seen(pose) or idle > MOST_IDLE:
            break
        square = memory.frontier(pose)
        if square is None:
            if not memory.given_up:
                break
            memory.begin_again()
            continue
        leg = _venture(memory, pose, square, allowed, PATIENT if idle else QUICK)
        idle = 0 if leg else idle + 1
        for call in leg:
            pose = _after(memory, pose, call)
            yield call
            if is_seen(pose):
                break
        if not (memory.is_again and leg and all(call.name == "turn" for call in leg)):
            memory.tire(square)
    return pose


def explored(memory: Memory, pose: Pose, target: RoamThing, allowed: Allowed) -> Iterator[Call]:
    """The calls by which an explorer finds a thing and walks to it."""
    for _ in range(APPROACHES):
        pose = yield from looked(
            memory, pose, lambda at: memory.sees(at, target.x, target.y), allowed
        )
        leg = _approach(memory, pose, target, allowed)
        if leg is not None:
            yield from leg
            return
        # what lies between is not known yet
        pose = yield from looked(memory, pose, lambda at: False, allowed, 1)


def _approach(memory: Memory, pose: Pose, target: RoamThing, allowed: Allowed) -> list[Call] | None:
    """The way to a thing in sight."""

    def reached(x: int, y: int, heading: int) -> int | None:
        return heading if memory.ground.has_reached(target, x, y) else None

    return memory.way(pose, reached, (target.x, target.y), allowed, SURE)


def _venture(
    memory: Memory, pose: Pose, square: Square, allowed: Allowed, patience: int
) -> list[Call]:
    """The way to where an unknown square can be seen, none if there is none."""
    step, (x, y) = memory.ground.turn, _middle(square)
    away = off(pose.heading, bearing(x - pose.x, y - pose.y))
    if math.hypot(x - pose.x, y - pose.y) < 2 * CLOSE and abs(away) > HALF - 1:
        return turns(pose.heading, (pose.heading + round(away / step) * step) % 360, step)[:1]

    def near(px: int, py: int, heading: int) -> int | None:
        if math.hypot(x - px, y - py) > CLOSE or (px, py) == (pose.x, pose.y):
            return None
        return (heading + round(off(heading, bearing(x - px, y - py)) / step) * step) % 360

    return memory.way(pose, near, (x, y), allowed, patience) or []


def _after(memory: Memory, pose: Pose, call: Call) -> Pose:
    """The pose after a call, with a look at every stride."""
    if call.name == "turn":
        by = memory.ground.turn * int(str(call.args[1])) * (1 if call.args[0] == "left" else -1)
        pose = Pose(pose.x, pose.y, (pose.heading + by) % 360)
        memory.look(pose)
        return pose
    for _ in range(int(str(call.args[0]))):
        east, north = stride_to(pose.heading, memory.ground.stride)
        pose = Pose(pose.x + east, pose.y + north, pose.heading)
    memory.look(pose)
    return pose


def _middle(square: Square) -> tuple[int, int]:
    return square[0] * SQUARE + SQUARE // 2, square[1] * SQUARE + SQUARE // 2
