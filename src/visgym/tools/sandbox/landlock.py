"""Landlock: a process may have the kernel refuse all files but those that it names."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable

READ_FILE, READ_FOLDER = 1 << 2, 1 << 3
READ = READ_FILE | READ_FOLDER
WRITE = READ | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 12 | 1 << 13 | 1 << 14
"""Write, remove, make files, folders and links, move, and cut."""

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION, _BENEATH = 1, 1
_HANDLED = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""Rights over files that each version of Landlock knows of."""
_NETWORK, _SCOPES = 3, 3  # from version 4 on: TCP; from 6 on: abstract sockets and signals
_NO_NEW_PRIVILEGES = 38

LEAST = 3
"""The first version that keeps files from being cut to nothing by who may read them."""


def version(libc: ctypes.CDLL) -> int:
    """The version that the kernel has, 0 for none."""
    return max(0, int(libc.syscall(_CREATE, None, 0, _VERSION)))


def restrict(libc: ctypes.CDLL, rules: Iterable[tuple[str, int]]) -> None:
    """Refuse this process all that the rules do not allow, for good."""
    known = version(libc)
    if known < LEAST:
        raise OSError(f"Landlock is of version {known}, and {LEAST} is needed")
    handled = max(rights for least, rights in _HANDLED.items() if least <= known)
    packed = struct.pack("Q", handled)
    packed += struct.pack("Q", _NETWORK) if known >= 4 else b""
    packed += struct.pack("Q", _SCOPES) if known >= 6 else b""
    ruleset = libc.syscall(_CREATE, packed, len(packed), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    for path, rights in rules:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = struct.pack("=Qi", rights & handled, handle)
        failed = libc.syscall(_ADD, ruleset, _BENEATH, rule, 0)
        os.close(handle)
        if failed:
            raise OSError(ctypes.get_errno(), f"landlock_add_rule {path}")
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if libc.syscall(_RESTRICT, ruleset, 0):
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")
    os.close(ruleset)
