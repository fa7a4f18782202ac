"""Orientations in space, and the one Euler convention by which agents turn objects.

The world is seen from the front: x points right, y up, z towards the viewer. Yaw turns about y,
pitch about x and roll about z, counter-clockwise seen from the tip of the axis; a turn applies yaw,
then pitch, then roll, always about these fixed axes. `TOLD` says so to agents.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import numpy as np
from numpy.typing import NDArray

Quaternion = tuple[float, float, float, float]
"""w, x, y, z, of length 1."""
Turn = tuple[float, float, float]
"""Yaw, pitch and roll in degrees."""

UPRIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)
TOLD = (
    "Turns are in degrees about fixed axes through the middle of the object, as you see them: yaw "
    "about the vertical axis (positive moves the front to the right), pitch about the horizontal "
    "axis (positive tips the top towards you), roll about your line of sight (positive is "
    "counter-clockwise). One call applies yaw first, then pitch, then roll."
)
_YAW, _PITCH, _ROLL = 2, 1, 3  # where the axis of each is in a quaternion
_QUARTER = 90.0


def turned(orientation: Quaternion, turn: Turn) -> Quaternion:
    """The orientation after yaw, pitch and roll about the fixed axes."""
    for axis, degrees in zip((_YAW, _PITCH, _ROLL), turn, strict=True):
        orientation = times(_about(axis, degrees), orientation)
    return _settled(orientation)


def times(second: Quaternion, first: Quaternion) -> Quaternion:
    """The rotation that does the first, then the second."""
    a, b, c, d = second
    w, x, y, z = first
    return (
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    )


def angle_between(one: Quaternion, other: Quaternion) -> float:
    """The degrees of the shortest turn from one orientation to the other."""
    w, x, y, z = times(one, _undone(other))
    return math.degrees(2 * math.atan2(math.sqrt(x * x + y * y + z * z), abs(w)))


def turn_to(current: Quaternion, target: Quaternion) -> Turn:
    """The yaw, pitch and roll that lead from one orientation to another."""
    w, x, y, z = times(target, _undone(current))
    back, level = 2 * (y * w - x * z), 1 - 2 * (x * x + y * y)
    pitch = math.degrees(math.atan2(2 * (y * z + x * w), math.sqrt(back * back + level * level)))
    if abs(pitch) > 89.9999:  # yaw and roll turn alike here
        return (2 * math.degrees(math.atan2(y, w)), pitch, 0.0)
    yaw = math.atan2(back, level)
    roll = math.atan2(2 * (z * w - x * y), 1 - 2 * (x * x + z * z))
    return (math.degrees(yaw), pitch, math.degrees(roll))


def random_orientation(rng: Random) -> Quaternion:
    """An orientation, every one equally likely."""
    while True:
        parts = [rng.uniform(-1, 1) for _ in range(4)]
        square = sum(part * part for part in parts)
        if 0.01 < square <= 1:
            return _settled((parts[0], parts[1], parts[2], parts[3]))


def far_orientation(target: Quaternion, least: float, rng: Random) -> Quaternion:
    """A random orientation at least some degrees away from the target."""
    while True:
        found = random_orientation(rng)
        if angle_between(found, target) >= least:
            return found


def matrix(orientation: Quaternion) -> NDArray[np.float64]:
    """The orientation as a 4x4 matrix for scenes."""
    w, x, y, z = orientation
    return np.array(
        [
            (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0),
            (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0),
            (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0),
            (0, 0, 0, 1),
        ]
    )


# Plans


def look_then_correct(current: Quaternion, target: Quaternion, steps: int | None) -> Iterator[Turn]:
    """For each axis full turns in quarters, which show the object, then its correction."""
    rounds = max(3, -(-((steps or 0) - 3) // 4))
    for axis, amount in enumerate(_tenths(turn_to(current, target))):
        for _ in range(4 * (rounds // 3 + (axis < rounds % 3))):
            yield _single(axis, _QUARTER)
        yield _single(axis, amount)


def correct(
    current: Quaternion, target: Quaternion, steps: int | None, rng: Random
) -> Iterator[Turn]:
    """One correction for each axis, split at random where more steps are wanted."""
    count = max(3, steps or 0)
    for axis, amount in enumerate(_tenths(turn_to(current, target))):
        parts = count // 3 + (axis < count % 3)
        cuts = sorted(round(amount * rng.random(), 1) for _ in range(parts - 1))
        stops = [0.0, *(cuts if amount >= 0 else cuts[::-1]), amount]
        for start, end in pairwise(stops):
            yield _single(axis, round(end - start, 1))


def _about(axis: int, degrees: float) -> Quaternion:
    half = math.radians(degrees) / 2
    parts = [round(math.cos(half), 12), 0.0, 0.0, 0.0]
    parts[axis] = round(math.sin(half), 12)
    return (parts[0], parts[1], parts[2], parts[3])


def _undone(orientation: Quaternion) -> Quaternion:
    w, x, y, z = orientation
    return (w, -x, -y, -z)


def _settled(orientation: Quaternion) -> Quaternion:
    """One of the two quaternions of an orientation, of length 1, without the noise of rounding."""
    length = math.sqrt(sum(part * part for part in orientation))
    w, x, y, z = (round(part / length, 9) + 0.0 for part in orientation)
    if next(part for part in (w, x, y, z) if part) < 0:
        w, x, y, z = (0.0 - part for part in (w, x, y, z))
    return (w, x, y, z)


def _tenths(turn: Turn) -> Turn:
    yaw, pitch, roll = (round((degrees + 180) % 360 - 180, 1) + 0.0 for degrees in turn)
    return (yaw, pitch, roll)


def _single(axis: int, degrees: float) -> Turn:
    turn = [0.0, 0.0, 0.0]
    turn[axis] = degrees
    return (turn[0], turn[1], turn[2])
