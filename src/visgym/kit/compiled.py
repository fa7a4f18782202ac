"""How kernels run: by code that is shipped, and where that does not fit, by numba.

Either way without fast-math, so that every CPU gives the same bits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from visgym.core.optional import require
from visgym.kit import shipped_code

Function = TypeVar("Function", bound=Callable[..., object])

SHIPPED = shipped_code.load()
"""What this package brings for this machine and for these very kernels, if anything."""


def loop(function: Function) -> Function:
    """A kernel that makes no arrays and is called from outside."""
    if SHIPPED:
        return cast(Function, SHIPPED.kernel(function.__name__))
    return cast(Function, _kept(_njit(cache=True, nogil=True, **_lean())(function)))


def shared(function: Function) -> Function:
    """A function that loops call, compiled once for all of them."""
    return function if SHIPPED else cast(Function, _njit(**_lean())(function))


def inline(function: Function) -> Function:
    """A function that is compiled into the loops that call it."""
    return function if SHIPPED else cast(Function, _njit(forceinline=True, **_lean())(function))


def optional_loop(function: Function) -> Function:
    """A kernel that runs as it is, only slower, where nothing can compile it."""
    return loop(function) if SHIPPED or find_spec("numba") else function


def optional_shared(function: Function) -> Function:
    """A function that such kernels call."""
    return shared(function) if SHIPPED or find_spec("numba") else function


def _njit(**options: object) -> Any:
    njit: Any = require("numba", "scenes", "Drawing in 3D").njit
    return njit(error_model="numpy", **options)


@cache
def _lean() -> dict[str, bool]:
    """What spares counting references to arrays, which would cost more than the arithmetic."""
    return accepted({"_nrt": False})  # numba keeps this option private


def accepted(options: dict[str, bool]) -> dict[str, bool]:
    """Return the options if the installed numba takes them, else none."""
    try:
        from numba.core.compiler import Flags
        from numba.core.registry import cpu_target

        blank: Any = Flags
        parse: Any = cpu_target.options.parse_as_flags
        parse(blank(), options)
    except (ImportError, AttributeError, KeyError, TypeError):
        return {}
    return options


def _kept(dispatcher: Any) -> Any:
    """Keep compiled code until any kernel changes, for that may be compiled into this one."""
    try:
        file = dispatcher._cache._cache_file
        file._source_stamp = shipped_code.digest()
        kept = Path(file._index_path).exists()
    except AttributeError:  # then numba watches the kernel's own file only
        return dispatcher
    if not kept:
        _announce()
    return dispatcher


@cache
def _announce() -> None:
    """Say once why the first frame takes so long."""
    print("visgym: compiling kernels for this machine, once; about half a minute.", file=sys.stderr)
