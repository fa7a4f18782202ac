"""Ways on foot: A* over exact poses, led by the distance through openings.

Poses are kept apart by squares and by heading, so that the search is finite; each
keeps the exact place at which it was reached first, so that a plan can be walked as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

from visgym.core.calls import Call
from visgym.kit.worlds.roam.grounds import WalkedGround
from visgym.kit.worlds.roam.plans import FloorPlan, Piece
from visgym.kit.worlds.roam.poses import BODY, Pose, bearing, off, stride_to

MOST = 4  # strides or turns in one call
PATIENCE = 4_000  # poses that a search looks at
GREED = 1.3  # how much more the rest of the way counts than what is behind
WIDE = 80  # degrees to both sides of the way ahead in which strides are tried first

Goal: TypeAlias = Callable[[int, int, int], int | None]
"""The heading to end with, given a place and a heading, None where the goal is not reached."""
Allowed: TypeAlias = Callable[[int, int], bool]
Aim: TypeAlias = tuple[int, int]


def turns(start: int, end: int, step: int) -> list[Call]:
    """The calls that turn from one heading to another."""
    left = round(off(start, end) / step)
    side, rest = ("left" if left > 0 else "right"), abs(left)
    calls = []
    while rest:
        calls.append(Call("turn", (side, min(rest, MOST))))
        rest -= min(rest, MOST)
    return calls


def route(
    ground: WalkedGround,
    pose: Pose,
    goal: Goal,
    aim: Aim,
    allowed: Allowed,
    patience: int = PATIENCE,
) -> list[Call] | None:
    """Calls that lead from a pose to a goal near `aim`, None if none are found.

    Searches grow wider, finer and longer. With another patience than usual there are two, and the
    second only tells whether there is a way at all, so that it is quick where there is none.
    """
    coarse, fine = ground.stride, max(ground.stride // 2, 120)
    passes = (
        (WIDE, coarse, 1),
        (WIDE, coarse, 3),
        (180, coarse, 1),
        (180, fine, 1),
        (180, coarse, 9),
    )
    for wide, square, more in passes if patience == PATIENCE else (passes[0], passes[2]):
        any_heading = wide == 180 and patience != PATIENCE
        search = _Search(ground, goal, aim, allowed, wide, square, any_heading)
        found = search.found(pose, patience * more)
        if found is not None:
            return found
    return None


@dataclass(eq=False)
class _Search:
    """One search for calls that lead to a goal; poses are told apart by square and heading."""

    ground: WalkedGround
    goal: Goal
    aim: Aim
    allowed: Allowed
    wide: int
    square: int
    any_heading: bool
    """Whether it comes to each square once, whichever way it looks there."""
    costs: dict[tuple[int, int, int], float] = field(default_factory=dict)
    came: dict[Pose, tuple[Pose, int]] = field(default_factory=dict)

    def found(self, start: Pose, patience: int) -> list[Call] | None:
        """The calls from a pose to the goal, None if none are found among so many poses."""
        ground, order = self.ground, count()
        end = self.goal(start.x, start.y, start.heading)
        if end is not None:
            return turns(start.heading, end, ground.turn)
        queue: list[tuple[float, int, float, Pose]] = [(0.0, next(order), 0.0, start)]
        while queue and len(self.costs) < patience:
            _, _, cost, pose = heappop(queue)
            toward = _toward(ground.plan, self.aim, pose.x, pose.y)[1]
            for heading, away in _headings(pose.heading, toward, self.wide, ground.turn):
                spent = cost + 1 + away
                for strides, after in self._ahead(pose, heading, spent):
                    end, key = self.goal(after.x, after.y, heading), self._key(after)
                    if end is not None or spent < self.costs.get(key, math.inf):
                        self.costs[key] = spent
                        self.came[after] = pose, strides
                        rest = GREED * _rest(ground, self.aim, after)
                        heappush(queue, (spent + rest, next(order), spent, after))
                    if end is not None:
                        way = _retraced(self.came, start, after, ground.turn)
                        return [*way, *turns(heading, end, ground.turn)]
        return None

    def _key(self, pose: Pose) -> tuple[int, int, int]:
        heading = 0 if self.any_heading else pose.heading
        return pose.x // self.square, pose.y // self.square, heading

    def _ahead(self, pose: Pose, heading: int, spent: float) -> Iterator[tuple[int, Pose]]:
        """Strides straight ahead up to what blocks the way, or to the last that is worth it."""
        dx, dy = stride_to(heading, self.ground.stride)
        poses = [Pose(pose.x + n * dx, pose.y + n * dy, heading) for n in range(1, MOST + 1)]
        # most places are known, and whether one may stand there takes longest to tell
        while poses and not self._is_new(poses[-1], spent):
            poses.pop()
        for strides, after in enumerate(poses, 1):
            if not (self.ground.is_free(after.x, after.y) and self.allowed(after.x, after.y)):
                return
            yield strides, after

    def _is_new(self, pose: Pose, spent: float) -> bool:
        if spent < self.costs.get(self._key(pose), math.inf):
            return True
        return self.goal(pose.x, pose.y, pose.heading) is not None


def _headings(first: int, toward: float, wide: int, step: int) -> Iterator[tuple[int, float]]:
    """Headings that differ no more than so far from the way, and calls that turn to each."""
    for heading in range(first, first + 360, step):
        heading %= 360
        if abs(off(heading, toward)) <= wide:
            yield heading, -(-(abs(off(first, heading)) // step) // MOST)


def _rest(ground: WalkedGround, aim: Aim, pose: Pose) -> float:
    """About how many calls are left from a pose to the aim."""
    left, way = _toward(ground.plan, aim, pose.x, pose.y)
    return left / (MOST * ground.stride) + abs(off(pose.heading, way)) / 90


def _retraced(came: dict[Pose, tuple[Pose, int]], start: Pose, pose: Pose, step: int) -> list[Call]:
    calls: list[Call] = []
    while pose != start:
        before, strides = came[pose]
        calls[:0] = [*turns(before.heading, pose.heading, step), Call("forward", (strides,))]
        pose = before
    return calls


# How far it is, through the middle of openings


def _toward(plan: FloorPlan, aim: Aim, x: int, y: int) -> tuple[float, float]:
    """About how far it is from a place to the aim in millimetres, and which way."""
    area = plan.area_at(x, y)
    spots, last = _distances(plan, aim)
    if area == last or area not in spots:
        return math.hypot(aim[0] - x, aim[1] - y), bearing(aim[0] - x, aim[1] - y)
    best, way = math.inf, 0.0
    for piece, left in spots[area]:
        px, py = _nearest(piece, x, y)
        far = math.hypot(px - x, py - y)
        if far + left < best:
            best = far + left
            if far < BODY:  # on the threshold one looks further
                px, py = _next(plan, aim, piece.beyond, piece)
            way = bearing(px - x, py - y)
    return best, way


def _next(plan: FloorPlan, aim: Aim, area: int, came: Piece) -> tuple[float, float]:
    """The next opening on the way behind an opening, or the aim."""
    spots, last = _distances(plan, aim)
    if area == last or area not in spots:
        return aim
    here = _middle(came)
    piece, _ = min(spots[area], key=lambda each: each[1] + math.dist(here, _middle(each[0])))
    return _middle(piece)


def _middle(piece: Piece) -> tuple[float, float]:
    return (piece.start[0] + piece.end[0]) / 2, (piece.start[1] + piece.end[1]) / 2


def _nearest(piece: Piece, x: int, y: int) -> tuple[float, float]:
    """The point of an opening nearest to a place at which a body fits through."""
    (x0, y0), (x1, y1) = piece.start, piece.end
    length = math.hypot(x1 - x0, y1 - y0)
    part = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / (length * length)
    slack = min(1.2 * BODY / length, 0.5)
    part = min(max(part, slack), 1 - slack)
    return x0 + part * (x1 - x0), y0 + part * (y1 - y0)


@lru_cache(maxsize=256)
def _distances(plan: FloorPlan, aim: Aim) -> tuple[dict[int, list[tuple[Piece, float]]], int]:
    """The openings of each area with the way that is left from there, and the area of the aim."""
    last = plan.area_at(*aim)
    doors = [(n, piece) for n, rim in enumerate(plan.rims) for piece in rim if piece.beyond >= 0]
    into: dict[int, list[tuple[int, Piece]]] = {}
    for n, piece in doors:
        into.setdefault(piece.beyond, []).append((n, piece))
    left: dict[Piece, float] = {}
    queue = [(math.dist(_middle(p), aim), k, n, p) for k, (n, p) in enumerate(into.get(last, ()))]
    queue.sort()
    order = count(len(doors))
    while queue:
        far, _, area, piece = heappop(queue)
        if piece in left:
            continue
        left[piece] = far
        for n, other in into.get(area, ()):
            if other not in left:
                way = far + math.dist(_middle(piece), _middle(other))
                heappush(queue, (way, next(order), n, other))
    spots: dict[int, list[tuple[Piece, float]]] = {}
    for n, piece in doors:
        if piece in left:
            spots.setdefault(n, []).append((piece, left[piece]))
    return spots, last
