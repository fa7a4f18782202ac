"""The Fetch robot at its table: a hand that goes from place to place, and a block to grasp.

Metres; x leads away from the robot, y to its left, z up. The models are those of
gymnasium-robotics; the hand always points down and follows a commanded place.
"""

from __future__ import annotations

from functools import cache, lru_cache
from random import Random
from typing import Literal

import numpy as np

from visgym.core.calls import Call, Illegal
from visgym.kit.robots.physics import (
    Data,
    Model,
    Point,
    compile_model,
    engine,
    point,
    restore,
    robotics_assets,
    save,
)

FetchKind = Literal["reach", "pick_and_place"]

START: Point = (1.3, 0.75, 0.535)
"""Where the fingertips are at first."""
LOW: Point = (1.1, 0.55, 0.425)
HIGH: Point = (1.5, 0.95, 0.785)
"""The corners of the space in which the fingertips move; it ends above the table."""
WORDS = (("left", "right"), ("backward", "forward"), ("down", "up"))
TABLE = 0.4  # height
BLOCK = 0.05  # side
BALL = 0.02  # radius of the target
OPEN = 0.05  # way of each finger from the middle
TRAVEL, SETTLE = 60, 60  # physics steps of 2 ms: on the way, and to come to rest
SLACK = 0.02  # metres that the hand may lag behind before it counts as blocked
PRESS = 0.004  # metres that the block may sink under the hand before it does
STRAY = 0.02  # metres that the block may lie beyond the space of the fingertips
EPSILON = 1e-6
MARGIN = 0.002  # metres that a step must gain, so that no plan goes to and fro
_WRIST = np.array([0.0, 0.0, 0.02])  # from the fingertips up to the body that is held
_JOINTS = {"robot0:slide0": 0.405, "robot0:slide1": 0.48, "robot0:torso_lift_joint": 0.04}


@cache
def model(kind: FetchKind) -> Model:
    """The compiled model, its hand welded to the commanded place without an offset."""
    compiled = compile_model(robotics_assets() / "fetch" / f"{kind}.xml")
    compiled.eq_data[0, :10] = (0, 0, 0, 0, 0, 0, 1, 0, 0, 0)
    return compiled


@cache
def rest(kind: FetchKind) -> bytes:
    """The robot with its closed hand at `START`, and the block far from it."""
    arm = model(kind)
    data = engine().MjData(arm)
    for joint, place in _JOINTS.items():
        data.joint(joint).qpos[0] = place
    if kind == "pick_and_place":
        data.joint("object0:joint").qpos[:] = (1.2, 0.5, TABLE + BLOCK / 2, 1, 0, 0, 0)
    engine().mj_forward(arm, data)
    begin = data.body("robot0:gripper_link").xpos.copy()
    data.mocap_quat[0] = (0.5**0.5, 0, 0.5**0.5, 0)
    _glide(arm, data, begin, np.array(START) + _WRIST, 300, 500)
    return save(arm, data)


def with_block(x: float, y: float) -> bytes:
    """The robot at rest and the block on the table at a place."""
    arm = model("pick_and_place")
    data = restore(arm, rest("pick_and_place"))
    joint = data.joint("object0:joint")
    joint.qpos[:] = (x, y, TABLE + BLOCK / 2, 1, 0, 0, 0)
    joint.qvel[:] = 0
    engine().mj_step(arm, data, SETTLE)
    return save(arm, data)


@lru_cache(maxsize=256)  # what a solver tried is soon done
def moved(kind: FetchKind, state: bytes, way: Point) -> bytes:
    """The state after the hand has gone `way` and come to rest, or `Illegal`."""
    for here, step, low, high, words in zip(aim(kind, state), way, LOW, HIGH, WORDS, strict=True):
        if step and not low - EPSILON <= here + step <= high + EPSILON:
            raise Illegal(f"The arm cannot reach any further {words[step > 0]}.")
    arm = model(kind)
    data = restore(arm, state)
    begin = data.mocap_pos[0].copy()
    _glide(arm, data, begin, begin + np.array(way), TRAVEL, SETTLE)
    lag = data.body("robot0:gripper_link").xpos - data.mocap_pos[0]
    if not np.all(np.abs(lag) < SLACK):
        raise Illegal("Something is in the way of the hand.")
    after = save(arm, data)
    return after if kind == "reach" else _minded(state, after)


@lru_cache(maxsize=64)
def gripped(state: bytes, closed: bool) -> bytes:
    """The state after the fingers have closed or opened."""
    arm = model("pick_and_place")
    data = restore(arm, state)
    data.ctrl[:] = 0.0 if closed else OPEN
    engine().mj_step(arm, data, TRAVEL + SETTLE)
    after = save(arm, data)
    return after if closed else _minded(state, after)


def posed(kind: FetchKind, state: bytes) -> Data:
    """The simulation with every body and site in its place."""
    data = restore(model(kind), state)
    engine().mj_kinematics(model(kind), data)
    return data


def fingertips(kind: FetchKind, state: bytes) -> Point:
    """Where the fingertips are."""
    return point(posed(kind, state).site("robot0:grip").xpos)


def block_centre(state: bytes) -> Point:
    """Where the block is."""
    return point(posed("pick_and_place", state).body("object0").xpos)


def aim(kind: FetchKind, state: bytes) -> Point:
    """Where the fingertips are commanded to be, without looking where they are."""
    return point(restore(model(kind), state).mocap_pos[0] - _WRIST)


def block_joint(state: bytes) -> Point:
    """The block by the coordinates of its free joint."""
    return point(restore(model("pick_and_place"), state).joint("object0:joint").qpos[:3])


def _minded(before: bytes, after: bytes) -> bytes:
    """The state after, unless the block was pressed into the table or taken out of reach."""
    block = block_joint(after)
    if _strays(block) and not _strays(block_joint(before)):
        raise Illegal("The block would get out of reach.")
    if block[2] < TABLE + BLOCK / 2 - PRESS:
        raise Illegal("The block is in the way of the hand.")
    return after


def _strays(block: Point) -> bool:
    """Whether the block lies where the hand cannot fetch it."""
    spans = zip(block[:2], LOW, HIGH, strict=False)
    return any(not low - STRAY <= at <= high + STRAY for at, low, high in spans)


def _glide(
    arm: Model, data: Data, begin: np.ndarray, end: np.ndarray, travel: int, settle: int
) -> None:
    """Lead the commanded place along a line, then wait."""
    for step in range(1, travel + 1):
        data.mocap_pos[0] = begin + (end - begin) * (step / travel)
        engine().mj_step(arm, data)
    engine().mj_step(arm, data, settle)


# Plans on the grid of places that moves lead to


def plus(start: Point, offset: Point, times: float = 1.0) -> Point:
    """The point that lies `times` an offset away from another."""
    x, y, z = (here + times * each for here, each in zip(start, offset, strict=True))
    return x, y, z


def way(steps: Point, distance: float) -> Point:
    """How far a move of -1, 0 or 1 steps along each axis goes."""
    x, y, z = (step * distance for step in steps)
    return x, y, z


def after(hand: Point, call: Call, distance: float) -> Point:
    """Where a move leads the hand."""
    return plus(hand, call.args, distance)  # type: ignore[arg-type]


def approach(at: Point, goal: Point, distance: float) -> Call | None:
    """The step along the axis that is furthest off; None where hardly any step brings it nearer."""
    gaps = [there - here for here, there in zip(at, goal, strict=True)]
    axis = max(range(3), key=lambda each: abs(gaps[each]))
    if abs(gaps[axis]) <= distance / 2 + MARGIN:
        return None
    return one_step(axis, 1 if gaps[axis] > 0 else -1)


def one_step(axis: int, sign: int) -> Call:
    """The move along one axis."""
    return Call("move", tuple(sign if each == axis else 0 for each in range(3)))


def detour(hand: Point, distance: float, rng: Random) -> list[Call]:
    """A step along some axis and the step back."""
    ways = [
        (axis, sign)
        for axis in range(3)
        for sign in (-1, 1)
        if LOW[axis] <= hand[axis] + sign * distance <= HIGH[axis]
    ]
    axis, sign = rng.choice(ways)
    return [one_step(axis, sign), one_step(axis, -sign)]
