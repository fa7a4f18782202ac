"""How kernels are compiled: without fast-math, so that every CPU gives the same bits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from visgym.core.optional import require

njit: Any = require("numba", "scenes", "Drawing in 3D").njit

Function = TypeVar("Function", bound=Callable[..., object])


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


# counting references to arrays would cost more than the arithmetic; numba keeps this private
LEAN: dict[str, Any] = accepted({"_nrt": False})


def kernel(function: Function) -> Function:
    """Compile a function for any thread when it is first called, and keep the code on disk."""
    return cast(Function, _watched(njit(cache=True, nogil=True, error_model="numpy")(function)))


def loop(function: Function) -> Function:
    """Compile a function that makes no arrays."""
    compiled = njit(cache=True, nogil=True, error_model="numpy", **LEAN)(function)
    return cast(Function, _watched(compiled))


def inline(function: Function) -> Function:
    """Compile a function into the loops that call it."""
    return cast(Function, njit(forceinline=True, error_model="numpy", **LEAN)(function))


def _watched(dispatcher: Any) -> Any:
    """Renew kept code when any file of the package changes, for that may be compiled into it."""
    try:
        file = dispatcher._cache._cache_file
        beside = [path.stat() for path in sorted(Path(__file__).parent.rglob("*.py"))]
        file._source_stamp = (file._source_stamp, *((s.st_mtime, s.st_size) for s in beside))
    except (AttributeError, OSError):  # then numba watches the kernel's own file only
        pass
    return dispatcher
