"""Lock a process up with what the kernel has: namespaces, Landlock, limits, a filter of calls.

It runs in the process that is locked up, before any code of an agent does, and uses nothing but
the standard library.
"""

from __future__ import annotations

import ctypes
import os
import resource
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from visgym.tools.sandbox import landlock, system_calls

NOBODY = 65534
SCRATCH = "/scratch"
HIDDEN = ("site-packages", "dist-packages")
"""Folders of the standard library that hold something else."""

_NEW_ROOT = "/proc"  # covered in this process only; nothing that may be read lies there
_USERS = 0x10000000
_SPACES = 0x00020000 | 0x20000000 | 0x40000000 | 0x08000000 | 0x04000000 | 0x02000000
"""Mounts, processes, network, messages, the name of the machine, control groups."""
_NO_SETUID, _NO_DEVICES, _BIND, _PRIVATE = 2, 4, 4096, (1 << 18) | 16384
_DETACH, _EMPTY_PATH, _RECURSIVE = 2, 0x1000, 0x8000
_SET_NO_NEW_PRIVILEGES = 38
_PIVOT_ROOT, _MOUNT_SETATTR, _CAPSET = (155, 41), 442, (126, 91)

libc = ctypes.CDLL(None, use_errno=True)


class Bounds(NamedTuple):
    """What one sandbox may use."""

    memory: int
    """Bytes of addresses."""
    processor: int
    """Seconds in all its life."""
    scratch: int
    """Bytes of its folder."""


def leave_spaces() -> None:
    """Have mounts, processes, network and users of one's own; OSError where that is off.

    Root needs no users of its own, since it becomes nobody later.
    """
    user, group = os.geteuid(), os.getegid()
    if user == 0 and not libc.unshare(_SPACES):
        return
    _done(libc.unshare(_USERS | _SPACES), "unshare")
    Path("/proc/self/setgroups").write_bytes(b"deny")
    Path("/proc/self/uid_map").write_bytes(f"{NOBODY} {user} 1".encode())
    Path("/proc/self/gid_map").write_bytes(f"{NOBODY} {group} 1".encode())


def change_root(readable: Sequence[str], scratch: int) -> None:
    """See nothing but what may be read, and a folder of so many bytes to write to."""
    libc.sethostname(b"sandbox", 7)
    _mount(None, "/", None, _PRIVATE)
    _mount("tmpfs", _NEW_ROOT, "tmpfs", _NO_SETUID | _NO_DEVICES, "size=1m,mode=755")
    for each in readable:
        _show(each)
    Path(_NEW_ROOT + SCRATCH).mkdir()
    _make_read_only(_NEW_ROOT)
    options = f"size={scratch},nr_inodes=1000,mode=777"
    _mount("tmpfs", _NEW_ROOT + SCRATCH, "tmpfs", _NO_SETUID | _NO_DEVICES, options)
    os.chdir(_NEW_ROOT)
    _done(libc.syscall(_PIVOT_ROOT[_column()], b".", b"."), "pivot_root")
    _done(libc.umount2(b".", _DETACH), "umount")
    os.chdir(SCRATCH)


def _show(path: str) -> None:
    """Have a file or folder in the new root where it was; packages of others are covered."""
    target, is_folder = Path(_NEW_ROOT + path), Path(path).is_dir()
    (target if is_folder else target.parent).mkdir(parents=True, exist_ok=True)
    if not is_folder:
        target.touch()
    _mount(path, str(target), None, _BIND)
    for name in HIDDEN:
        if is_folder and (target / name).is_dir():
            _mount("tmpfs", str(target / name), "tmpfs", _NO_SETUID | _NO_DEVICES, "size=64k")


def restrict(readable: Sequence[str], has_own_root: bool) -> None:
    """Let Landlock refuse every file that is not to be read; OSError where there is none."""
    if has_own_root:
        rules = [("/", landlock.READ), (SCRATCH, landlock.WRITE)]
    else:
        rules = [rule for each in readable for rule in _rules(each)]
    landlock.restrict(libc, rules)


def _rules(path: str) -> list[tuple[str, int]]:
    """What may be done with a file or folder: of one with packages of others the rest."""
    inside = sorted(Path(path).iterdir()) if Path(path).is_dir() else []
    if not any(each.name in HIDDEN for each in inside):
        return [(path, landlock.READ if inside else landlock.READ_FILE)]
    rest = [each for each in inside if each.name not in HIDDEN]
    kinds = [(str(p), landlock.READ if p.is_dir() else landlock.READ_FILE) for p in rest]
    return [(path, landlock.READ_FOLDER), *kinds]


def limit(bounds: Bounds) -> None:
    """Bound what the process may use."""
    for what, most in (
        (resource.RLIMIT_AS, bounds.memory),
        (resource.RLIMIT_CPU, bounds.processor),
        (resource.RLIMIT_FSIZE, bounds.scratch),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(what, (most, most))


def close_for_good(has_own_root: bool) -> None:
    """Give up who one is, all rights, and all system calls that are not needed."""
    if has_own_root and os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    header, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    _done(libc.syscall(_CAPSET[_column()], header, nothing), "capset")
    _done(libc.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "prctl")
    system_calls.install(libc)


def _make_read_only(path: str) -> None:
    """A mount and all below it, without what they were set to be already."""
    handle = os.open(path, os.O_PATH | os.O_DIRECTORY)
    attributes = (ctypes.c_uint64 * 4)(1 | 2 | 4, 0, 0, 0)  # read only, no setuid, no devices
    size = ctypes.sizeof(attributes)
    how = _EMPTY_PATH | _RECURSIVE
    _done(libc.syscall(_MOUNT_SETATTR, handle, b"", how, attributes, size), "mount_setattr")
    os.close(handle)


def _mount(source: str | None, target: str, kind: str | None, how: int, with_: str = "") -> None:
    texts = [each.encode() if each else None for each in (source, target, kind)]
    flags = ctypes.c_ulong(how)
    _done(libc.mount(*texts, flags, with_.encode() if with_ else None), f"mount {target}")


def _column() -> int:
    found = system_calls.column()
    if found is None:
        raise OSError("the machine is neither x86_64 nor aarch64")
    return found


def _done(result: int, what: str) -> None:
    if result:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
