"""How kernels of puzzles run: compiled where numba is installed, else as they are."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])

numba: Any = import_module("numba") if find_spec("numba") else None


def loop(function: Function) -> Function:
    """A kernel that is called from outside."""
    return (
        cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
        if numba
        else function
    )


shared = loop
