"""The filter of system calls, as the kernel reads it, on both machines."""

from __future__ import annotations

import struct

import pytest

from visgym.tools.sandbox.system_calls import ALLOWED, FCNTL, IOCTL, MACHINES, program

ALLOW, KILL, DENIED, NO_TERMINAL = 0x7FFF0000, 0x80000000, 0x00050001, 0x00050019
FORBIDDEN = {
    **{"socket": (41, 198), "clone": (56, 220), "clone3": (435, 435), "execve": (59, 221)},
    **{"kill": (62, 129), "tgkill": (234, 131), "ptrace": (101, 117), "mount": (165, 40)},
    **{"unshare": (272, 97), "setns": (308, 268), "bpf": (321, 280), "keyctl": (250, 219)},
    **{"prctl": (157, 167), "prlimit64": (302, 261), "seccomp": (317, 277), "io_uring": (425, 425)},
    **{"process_vm_readv": (310, 270), "fchmodat": (268, 53), "setsid": (112, 157)},
}


def judged(machine: str, audit: int, number: int, second: int = 0) -> int:
    """What the program says to a system call."""
    steps = list(struct.iter_unpack("HBBI", program(machine)))
    at, held = 0, 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        if code == 0x20:
            held = {0: number, 4: audit, 24: second}[value]
        elif code == 0x06:
            return value
        else:
            at += yes if (held == value if code == 0x15 else held >= value) else no


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_what_is_listed_passes_and_nothing_else(machine: str) -> None:
    place, audit = MACHINES[machine]
    listed = {each[place] for each in ALLOWED.values()} - {-1}
    for number in range(600):
        expected = ALLOW if number in listed or number == FCNTL[place] else DENIED
        if number == IOCTL[place]:
            expected = NO_TERMINAL
        assert judged(machine, audit, number) == expected, number
    for command, expected in {0: ALLOW, 3: ALLOW, 1030: ALLOW, 4: DENIED, 8: DENIED}.items():
        assert judged(machine, audit, FCNTL[place], command) == expected
    for name, numbers in FORBIDDEN.items():
        assert judged(machine, audit, numbers[place]) == DENIED, name


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_calls_of_another_machine_end_the_process(machine: str) -> None:
    _, audit = MACHINES[machine]
    assert judged(machine, 0x40000003, 11) == KILL
    assert judged(machine, audit, 0x40000000 + 39) == KILL
