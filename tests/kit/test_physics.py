"""The physics kit: states are bytes, steps are pure, and the robot does what it is told."""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="needs the extra visgym[physics]")
pytest.importorskip("gymnasium_robotics", reason="needs the extra visgym[physics]")
pytest.importorskip("numba", reason="needs the extra visgym[physics]")

from visgym.core.calls import Illegal
from visgym.core.errors import Mistake
from visgym.kit.robots import fetch, fetch_gl, fetch_scene, physics

PICK = "pick_and_place"
WAYS = [(0.05, 0.0, 0.0), (0.0, -0.05, 0.05), (0.0, 0.0, -0.05), (-0.05, 0.05, 0.0)]


def _walk(state: bytes) -> list[bytes]:
    states = []
    for way in WAYS:
        state = fetch.moved(PICK, state, way)
        states.append(state)
    return states


def digest() -> str:
    """A hash of some states and of their pictures."""
    state = _walk(fetch.gripped(fetch.with_block(1.35, 0.7), False))[-1]
    frame = fetch_scene.draw(PICK, state, (1.25, 0.8, 0.55), "software")
    return hashlib.sha256(state + frame.tobytes()).hexdigest()


def test_a_fork_of_a_state_goes_the_same_way_bit_for_bit():
    start = fetch.with_block(1.35, 0.7)
    first = _walk(start)
    fetch.moved("reach", fetch.rest("reach"), (0.05, 0.05, 0.05))
    assert _walk(start) == first
    assert fetch.moved(PICK, first[1], WAYS[2]) == first[2]


def test_the_scratch_of_a_thread_does_not_matter():
    import mujoco

    start = fetch.with_block(1.35, 0.7)
    with ThreadPoolExecutor(3) as pool:
        walks = list(pool.map(_walk, [start] * 6))
    assert all(walk == walks[0] for walk in walks)
    data = mujoco.MjData(fetch.model(PICK))  # a simulation that has seen nothing else
    mujoco.mj_setState(
        fetch.model(PICK),
        data,
        np.frombuffer(start),
        mujoco.mjtState.mjSTATE_INTEGRATION,
    )
    mujoco.mj_step(fetch.model(PICK), data, fetch.TRAVEL + fetch.SETTLE)
    assert physics.save(fetch.model(PICK), data) == fetch.moved(PICK, start, (0.0, 0.0, 0.0))


def test_states_and_pixels_are_the_same_in_another_process():
    folder = str(Path(__file__).parent)
    script = (
        f"import sys; sys.path.insert(0, {folder!r}); import test_physics as t; print(t.digest())"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == digest()


def test_states_are_rounded_numbers():
    numbers = np.frombuffer(_walk(fetch.with_block(1.35, 0.7))[-1])
    assert np.array_equal(numbers, np.round(numbers, physics.DIGITS))
    assert not np.signbit(numbers[numbers == 0]).any()


def test_the_hand_goes_as_far_as_it_is_told():
    state = fetch.rest("reach")
    assert fetch.fingertips("reach", state) == pytest.approx(fetch.START, abs=1e-3)
    for way in WAYS:
        before = fetch.fingertips("reach", state)
        state = fetch.moved("reach", state, way)
        moved = np.subtract(fetch.fingertips("reach", state), before)
        assert moved == pytest.approx(way, abs=2e-3)
    assert fetch.fingertips("reach", state) == pytest.approx(fetch.aim("reach", state), abs=2e-3)


def test_a_closed_hand_cannot_go_through_a_block():
    state = fetch.moved(PICK, fetch.with_block(1.3, 0.75), (0.0, 0.0, -0.05))
    with pytest.raises(Illegal, match="in the way"):
        fetch.moved(PICK, state, (0.0, 0.0, -0.05))


def test_the_arm_stays_above_the_table_and_within_reach():
    state = fetch.moved("reach", fetch.rest("reach"), (0.0, 0.0, -0.1))
    with pytest.raises(Illegal, match="further down"):
        fetch.moved("reach", state, (0.0, 0.0, -0.05))
    with pytest.raises(Illegal, match="further left"):
        fetch.moved("reach", state, (-0.25, 0.0, 0.0))


def test_a_block_falls_when_the_hand_lets_go():
    state = fetch.gripped(fetch.with_block(1.3, 0.75), False)
    state = fetch.moved(PICK, state, (0.0, 0.0, -0.1))
    state = fetch.moved(PICK, fetch.gripped(state, True), (0.0, 0.0, 0.1))
    assert fetch.block_centre(state)[2] == pytest.approx(0.525, abs=0.01)
    state = fetch.gripped(state, False)
    assert fetch.block_centre(state)[2] == pytest.approx(0.425, abs=0.005)
    assert fetch.block_joint(state) == fetch.block_centre(state)


def test_a_block_is_not_pushed_out_of_reach():
    state = fetch.with_block(1.3, 0.65)
    state = fetch.moved(PICK, state, (0.0, 0.0, -0.1))
    state = fetch.moved(PICK, state, (0.0, -0.1, 0.0))
    with pytest.raises(Illegal, match="out of reach"):
        fetch.moved(PICK, state, (0.0, -0.1, 0.0))


def test_nothing_that_renders_is_imported():
    script = (
        "import sys; from visgym.kit.robots import fetch; fetch.rest('reach'); "
        "print([m for m in ('gymnasium_robotics', 'OpenGL.GL', 'mujoco_py') if m in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


def test_missing_packages_are_named_kindly(monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(Mistake, match=r"pip install 'visgym\[physics\]'"):
        physics.engine()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(Mistake, match=r"pip install 'visgym\[physics\]'"):
        physics.robotics_assets()


def test_a_renderer_without_gl_is_refused_kindly(monkeypatch):
    import mujoco

    def broken(*sizes):
        raise mujoco.FatalError("no context")

    monkeypatch.setattr(mujoco, "Renderer", broken)
    with pytest.raises(Mistake, match="renderer='software'"):
        fetch_gl.draw("reach", fetch.rest("reach"), fetch.START, (), 64)
