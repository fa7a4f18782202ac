"""The process of a sandbox: lock up, then run what is asked, one call after the other.

Requests and answers are what `visgym.tools.sandbox.wire` says.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

from visgym.tools.sandbox import jail, landlock

REQUESTS, ANSWERS = 3, 4
"""Handles of the pipes, once the usual ones lead nowhere."""
_SET_DEATH_SIGNAL = 1
_LIBRARIES = (
    *("libstdc++.so.6", "libgcc_s.so.1", "libm.so.6", "libdl.so.2", "libpthread.so.0"),
    *("librt.so.1", "libutil.so.1", "libz.so.1", "libbz2.so.1.0", "liblzma.so.5", "libcrypto.so.3"),
)
"""What extension modules may still ask for when the root is gone."""


class PackageFinder(MetaPathFinder):
    """Finds some packages by their files, so that nothing beside them has to be seen."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        file = self.files.get(fullname) if path is None else None
        if file is None:
            return None
        if Path(file).is_dir():  # a folder whose packages come from several places
            found = ModuleSpec(fullname, None, is_package=True)
            found.submodule_search_locations = [file]
            return found
        is_package = Path(file).name == "__init__.py"
        inside = [str(Path(file).parent)] if is_package else None
        return spec_from_file_location(fullname, file, submodule_search_locations=inside)


def main() -> None:
    """Read what the sandbox is to be, become it, and serve."""
    requests, answers = os.dup(0), os.dup(1)
    settings = json.loads(_line(requests))
    sys.meta_path.append(PackageFinder(settings["packages"]))
    try:
        from visgym.tools.sandbox import session  # NumPy and Pillow, while they can be found

        _load_libraries()
        watched = _locked(settings, (requests, answers))
    except (OSError, ImportError) as error:
        os.write(answers, json.dumps({"failed": str(error)[:300]}).encode() + b"\n")
        return
    if watched is not None:
        _watch(requests, watched)
        return
    for name in [each for each in sys.modules if each.partition(".")[0] == "visgym"]:
        del sys.modules[name]
    os.write(ANSWERS, json.dumps({"ready": True}).encode() + b"\n")
    session.serve(REQUESTS, ANSWERS, settings)


def _locked(settings: dict[str, Any], pipes: tuple[int, int]) -> int | None:
    """Fork: the parent gets the child and watches over it, the child is locked up."""
    has_own_root, readable = settings["namespaces"], settings["readable"]
    if has_own_root:
        jail.leave_spaces()
    failures, report = os.pipe()
    child = os.fork()
    if child:
        os.close(report)
        why = os.read(failures, 300).decode()
        if why:
            raise OSError(why)
        os.write(pipes[1], json.dumps({"pid": child}).encode() + b"\n")
        return child
    try:
        jail.libc.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if has_own_root:
            jail.change_root(readable, settings["scratch"])
        if not has_own_root or landlock.version(jail.libc) >= landlock.LEAST:
            jail.restrict(readable, has_own_root)
        report = _keep_only_pipes(*pipes, report)
        bounds = (settings["memory"], settings["processor"], settings["scratch"])
        jail.limit(jail.Bounds(*bounds))
        jail.close_for_good(has_own_root)
    except OSError as error:
        os.write(report, str(error).encode()[:300])
        os._exit(1)
    os.close(report)
    return None


def _keep_only_pipes(requests: int, answers: int, report: int) -> int:
    """Have the pipes as handles 3 to 5, the usual ones lead nowhere, and close all others."""
    _, nowhere = os.pipe()  # whose other end is closed
    kept = (nowhere, nowhere, nowhere, requests, answers, report)
    high = [os.dup2(each, 100 + at) for at, each in enumerate(kept)]  # out of the way
    for number, source in enumerate(high):
        os.dup2(source, number)
    os.closerange(len(kept), 1 << 16)
    return 5


def _watch(requests: int, child: int) -> None:
    """End with the child, and end it when whoever asks is gone."""
    os.close(0)
    os.close(1)
    watched = os.pidfd_open(child)
    poll = select.poll()
    poll.register(requests, 0)  # a hang-up is always told
    poll.register(watched, select.POLLIN)
    poll.poll()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _load_libraries() -> None:
    for name in _LIBRARIES:
        try:
            ctypes.CDLL(name)
        except OSError:
            continue  # then nothing that is there needs it


def _line(handle: int) -> bytes:
    """One line, byte by byte, since what follows is for others."""
    found = b""
    while not found.endswith(b"\n"):
        if not (more := os.read(handle, 1)):
            raise SystemExit
        found += more
    return found
