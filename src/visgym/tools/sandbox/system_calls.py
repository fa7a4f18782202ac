"""The system calls that code in a sandbox may make, and the filter that the kernel holds it to."""

from __future__ import annotations

import ctypes
import platform
import struct

ALLOWED: dict[str, tuple[int, int]] = {
    "read": (0, 63),
    "write": (1, 64),
    "readv": (19, 65),
    "writev": (20, 66),
    "pread64": (17, 67),
    "pwrite64": (18, 68),
    "lseek": (8, 62),
    "close": (3, 57),
    "close_range": (436, 436),
    "dup": (32, 23),
    "dup2": (33, -1),
    "dup3": (292, 24),
    "open": (2, -1),
    "openat": (257, 56),
    "stat": (4, -1),
    "lstat": (6, -1),
    "fstat": (5, 80),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "statfs": (137, 43),
    "fstatfs": (138, 44),
    "access": (21, -1),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "getcwd": (79, 17),
    "chdir": (80, 49),
    "readlink": (89, -1),
    "readlinkat": (267, 78),
    "getdents": (78, -1),
    "getdents64": (217, 61),
    "creat": (85, -1),
    "mkdir": (83, -1),
    "mkdirat": (258, 34),
    "rmdir": (84, -1),
    "unlink": (87, -1),
    "unlinkat": (263, 35),
    "rename": (82, -1),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "ftruncate": (77, 46),
    "fallocate": (285, 47),
    "fsync": (74, 82),
    "fdatasync": (75, 83),
    "umask": (95, 166),
    "symlink": (88, -1),
    "symlinkat": (266, 36),
    "link": (86, -1),
    "linkat": (265, 37),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "brk": (12, 214),
    "membarrier": (324, 283),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "futex": (202, 98),
    "set_robust_list": (273, 99),
    "rseq": (334, 293),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    "getcpu": (309, 168),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, -1),
    "times": (100, 153),
    "getrusage": (98, 165),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "gettid": (186, 178),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getgroups": (115, 158),
    "getresuid": (118, 148),
    "getresgid": (120, 150),
    "getpgrp": (111, -1),
    "getpgid": (121, 155),
    "getsid": (124, 156),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "getrandom": (318, 278),
    "poll": (7, -1),
    "ppoll": (271, 73),
    "select": (23, -1),
    "pselect6": (270, 72),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "arch_prctl": (158, -1),
}
"""Numbers on x86_64 and on aarch64, -1 where there is none.

There is no way in it to start a process or a thread, to open a socket, to signal or trace anybody,
to mount, to change who one is, to change the mode of a file, or to widen a limit.
"""
FCNTL, HANDLED = (72, 25), (0, 1, 2, 3, 1030)
"""Handles may be copied and asked about, and not made to send signals to others."""
IOCTL = (16, 29)
"""Refused as on a file that is no terminal, which is what libraries ask by it."""
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7), "arm64": (1, 0xC00000B7)}
"""The column of the table, and what the kernel calls the machine."""

_PERMISSION, _NO_TERMINAL = 1, 25  # error numbers
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # instructions of the filter
_NUMBER, _MACHINE, _SECOND = 0, 4, 24  # where the filter finds them, and the second argument
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_OTHER_NUMBERS = 0x40000000  # from here on are the calls of another table of x86
_SET_SECCOMP, _FILTER = 22, 2


def column() -> int | None:
    """The column of this machine, None where there is none."""
    found = MACHINES.get(platform.machine())
    return found[0] if found and struct.calcsize("P") == 8 else None


def program(machine: str) -> bytes:
    """The filter: what is allowed passes, everything else fails, another machine's calls kill."""
    place, audit = MACHINES[machine]
    numbers = sorted({each[place] for each in ALLOWED.values()} - {-1})
    steps = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_NUMBERS),
        (_RETURN, 0, 0, _KILL),
    ]
    commands = [(_EQUAL, len(HANDLED) - at, 0, each) for at, each in enumerate(HANDLED)]
    steps += [
        (_EQUAL, 0, len(HANDLED) + 3, FCNTL[place]),
        (_LOAD, 0, 0, _SECOND),
        *commands,
        (_RETURN, 0, 0, _ERROR | _PERMISSION),
        (_RETURN, 0, 0, _ALLOW),
    ]
    steps += [(_EQUAL, len(numbers) - at + 2, 0, number) for at, number in enumerate(numbers)]
    steps += [
        (_EQUAL, 0, 1, IOCTL[place]),
        (_RETURN, 0, 0, _ERROR | _NO_TERMINAL),
        (_RETURN, 0, 0, _ERROR | _PERMISSION),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def install(libc: ctypes.CDLL) -> None:
    """Hold this process to the filter for good; OSError where the kernel has none."""
    code = program(platform.machine())
    held = ctypes.create_string_buffer(code, len(code))
    filled = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(held))
    if libc.prctl(_SET_SECCOMP, _FILTER, filled, 0, 0):
        error = ctypes.get_errno()
        raise OSError(error, "seccomp")
