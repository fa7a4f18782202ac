"""Machine code of the kernels that comes with the package; `tools/ship_kernels.py` writes it.

A file is named after the machine and the digest of the kernels' sources, so that code of other
kernels is never found. It has a function for each kernel, which takes the address of one block
of eight bytes an argument: a number, or where an array is. It reads arrays as NumPy lays them out,
refuses those of another type, shape or order, and holds no reference and no lock.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Callable
from ctypes import CDLL, addressof, c_char, c_char_p, c_int, c_int64, c_void_p, string_at
from functools import cache
from pathlib import Path
from struct import Struct

import numpy as np

SOURCES = Path(__file__).parent
FOLDER = SOURCES.parent / "data" / "kernels"
REFUSED = -(2**63)
# bytes from the begin of an array object to what the code reads of it, and within its dtype
DATA, AXES, LENGTHS, STRIDES, DTYPE, FLAGS = 16, 24, 32, 40, 56, 64
ORDER, NUMBER = 26, 28
V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}  # as Linux names them
V2 = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}


class ShippedCode:
    """A library of kernels."""

    def __init__(self, path: Path) -> None:
        self._library = CDLL(str(path))

    def kernel(self, name: str) -> Callable[..., int | bool]:
        """A kernel as a function of arrays, numbers, and tuples of them."""
        function = self._library[name]
        function.restype, function.argtypes = c_int64, [c_char_p]
        about = string_at(addressof(c_char.in_dll(self._library, f"{name}.arguments"))).decode()
        letters, _, returned = about.partition(":")
        pack = Struct("=" + letters.replace("a", "q")).pack
        arrays = [place for place, letter in enumerate(letters) if letter == "a"]

        def call(*arguments: object) -> int | bool:
            flat: list[object] = []
            for each in arguments:
                flat += each if isinstance(each, tuple) else (each,)
            for place in arrays:
                if not isinstance(flat[place], np.ndarray):
                    raise TypeError(f"{name} takes an array as number {place}.")
                flat[place] = id(flat[place])
            result: int = function(pack(*flat))
            if result == REFUSED:
                raise TypeError(f"{name} does not take arrays of these types.")
            return bool(result) if returned == "b" else result

        return call


def load() -> ShippedCode | None:
    """The code for this machine, if there is some and arrays are laid out as it expects."""
    for machine in machines() if _arrays_are_as_expected() else ():
        path = FOLDER / f"{machine}-{digest()}.so"
        if path.is_file():
            try:
                return ShippedCode(path)
            except OSError:  # where code from this folder may not be run
                return None
    return None


@cache
def digest() -> str:
    """Of the sources that are compiled."""
    files = [SOURCES / "solid" / "layout.py", *sorted(SOURCES.glob("*/kernels/*.py"))]
    whole = hashlib.sha256()
    for file in files:
        whole.update(
            file.relative_to(SOURCES).as_posix().encode() + b"\0" + file.read_bytes() + b"\0"
        )
    return whole.hexdigest()[:16]


def machines() -> list[str]:
    """Names of machines whose code runs on this one, the fastest first."""
    if sys.platform != "linux" or sys.byteorder != "little":
        return []
    if platform.machine() == "aarch64":
        return ["linux-aarch64"]
    if platform.machine() != "x86_64":
        return []
    flags = _flags(Path("/proc/cpuinfo"))
    levels = {"linux-x86_64-v3": V2 | V3, "linux-x86_64-v2": V2}
    return [name for name, needed in levels.items() if needed <= flags]


def _flags(path: Path) -> set[str]:
    """What the CPU can do, as Linux tells it."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return set()
    return next((set(line.split()) for line in lines if line.startswith("flags")), set())


def _arrays_are_as_expected() -> bool:
    """Whether what the code reads of arrays is where it looks for it."""
    if sys.implementation.name != "cpython" or sys.getsizeof(object()) != DATA:
        return False
    probe = np.zeros((2, 3), np.float32)
    place, dtype = id(probe), probe.dtype
    return (
        c_void_p.from_address(place + DATA).value == probe.ctypes.data
        and c_void_p.from_address(place + DTYPE).value == id(dtype)
        and c_int.from_address(place + AXES).value == probe.ndim
        and c_int.from_address(place + FLAGS).value == probe.flags.num
        and c_int.from_address(id(dtype) + NUMBER).value == dtype.num
        and c_char.from_address(id(dtype) + ORDER).value == dtype.byteorder.encode()
        and _pair(place + LENGTHS) == probe.shape
        and _pair(place + STRIDES) == probe.strides
    )


def _pair(pointer: int) -> tuple[int, ...]:
    """The first two numbers where a pointer points to."""
    begin = c_void_p.from_address(pointer).value
    return tuple(c_int64.from_address(begin + 8 * axis).value for axis in (0, 1)) if begin else ()
