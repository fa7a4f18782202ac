"""Ways on foot: A* over exact poses, led by the distance through openings.

Poses are kept apart by squares and by heading, so that the search is finite; each
keeps the exact place at which it was reached first, so that a plan can be walked as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
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
        found = _search(
            ground, pose, goal, aim, allowed, wide, square, patience * more, any_heading
        )
        if found is not None:
            return found
    return None


def _search(
    ground: WalkedGround,
    start: Pose,
    goal: Goal,
    aim: Aim,
    allowed: Allowed,
    wide: int,
    square: int,
    patience: int,
    any_heading: bool,
) -> list[Call] | None:
    """One search; with `any_heading` it comes to each square once, whichever way it looks there."""
    end = goal(start.x, start.y, start.heading)
    if end is not None:
        return turns(start.heading, end, ground.turn)
    order = count()
    came: dict[Pose, tuple[Pose, int]] = {}
    costs: dict[tuple[int, int, int], float] = {}
    queue: list[tuple[float, int, float, Pose]] = [(0.0, next(order), 0.0, start)]

    def is_new(x: int, y: int, heading: int, spent: float) -> bool:
        key = (x // square, y // square, 0 if any_heading else heading)
        return spent < costs.get(key, math.inf) or goal(x, y, heading) is not None

    while queue and len(costs) < patience:
        _, _, cost, pose = heappop(queue)
        toward, x0, y0 = _toward(ground.plan, aim, pose.x, pose.y)[1], pose.x, pose.y
        for heading, away in _headings(pose.heading, toward, wide, ground.turn):
            spent = cost + 1 + away
            dx, dy = stride_to(heading, ground.stride)
            last = MOST
            # most places are known, and whether one may stand there takes longest to tell
            while last and not is_new(x0 + last * dx, y0 + last * dy, heading, spent):
                last -= 1
            for strides in range(1, last + 1):
                x, y = x0 + strides * dx, y0 + strides * dy
                if not (ground.is_free(x, y) and allowed(x, y)):
                    break
                after = Pose(x, y, heading)
                if (end := goal(x, y, heading)) is not None:
                    came[after] = pose, strides
                    way = _retraced(came, start, after, ground.turn)
                    return [*way, *turns(heading, end, ground.turn)]
                key = (x // square, y // square, 0 if any_heading else heading)
                if spent < costs.get(key, math.inf):
                    costs[key] = spent
                    came[after] = pose, strides
                    rest = _rest(ground, aim, after)
                    heappush(queue, (spent + GREED * rest, next(order), spent, after))
    return None


def _headings(first: int, toward: float, wide: int, step: int) -> Iterator[tuple[int, int]]:
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
