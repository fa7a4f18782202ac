"""MuJoCo as a pure function: a state is bytes, and a step goes from bytes to bytes.

Models are compiled once and never changed. Every thread has one scratch per model, which is
overwritten by `restore`, so that environments are plain values and any number of them can live.
"""

from __future__ import annotations

import importlib.util
import threading
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from visgym.core.errors import Mistake
from visgym.core.optional import missing_extra, pip_install, require

Model: TypeAlias = Any  # mujoco.MjModel, which has no types
Data: TypeAlias = Any  # mujoco.MjData
Point: TypeAlias = tuple[float, float, float]

DIGITS = 8
"""Decimals that states keep, so that the last bits of a machine's arithmetic do not show."""

_scratch = threading.local()


def engine() -> ModuleType:
    """The MuJoCo package, imported when it is first needed."""
    try:
        return require("mujoco", "physics", "A task with physics")
    except (AttributeError, OSError, RuntimeError) as error:  # a GL named in MUJOCO_GL is broken
        raise Mistake(f"MuJoCo does not start ({error}); unset MUJOCO_GL and try again.") from None


def robotics_assets() -> Path:
    """The folder of models in the gymnasium-robotics package, which is not imported."""
    spec = importlib.util.find_spec("gymnasium_robotics")
    if spec is None or not spec.submodule_search_locations:
        raise missing_extra("gymnasium-robotics", "physics", "A task with physics")
    return Path(spec.submodule_search_locations[0]) / "envs" / "assets"


def compile_model(path: Path) -> Model:
    """The model that an XML file describes."""
    mujoco = engine()
    if not path.is_file():
        raise Mistake(f"There is no model {path}; install it anew with {pip_install('physics')}.")
    return mujoco.MjModel.from_xml_path(str(path))


def restore(model: Model, state: bytes) -> Data:
    """The simulation at a state, in this thread's scratch: use it before the next restore."""
    mujoco = engine()
    known: dict[int, tuple[Model, Data]] = _scratch.__dict__.setdefault("known", {})
    if id(model) not in known:
        known[id(model)] = (model, mujoco.MjData(model))
    data = known[id(model)][1]
    numbers = np.frombuffer(state, "<f8")
    kind = mujoco.mjtState.mjSTATE_INTEGRATION
    if len(numbers) != mujoco.mj_stateSize(model, kind):
        raise Mistake("This state was saved with another version of MuJoCo and cannot be used.")
    mujoco.mj_setState(model, data, numbers, kind)
    return data


def save(model: Model, data: Data) -> bytes:
    """All that the next step depends on, the solver's warm start included."""
    mujoco = engine()
    kind = mujoco.mjtState.mjSTATE_INTEGRATION
    numbers = np.empty(mujoco.mj_stateSize(model, kind))
    mujoco.mj_getState(model, data, numbers, kind)
    return (np.round(numbers, DIGITS) + 0.0).astype("<f8").tobytes()  # + 0.0 turns -0.0 into 0.0


def point(numbers: Any) -> Point:
    """Three numbers of the simulation as a rounded point."""
    x, y, z = (round(float(number), 6) + 0.0 for number in numbers)
    return x, y, z
