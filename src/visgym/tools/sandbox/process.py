"""A sandbox from outside: a process that runs code, or a sentence that says why there is none."""

from __future__ import annotations

import json
import os
import secrets
import select
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from visgym.core.errors import Mistake
from visgym.tools.sandbox.wire import Deadline, Garbled, Late, Pixels, receive, send

PACKAGES = ("numpy", "PIL", "scipy", "matplotlib")
"""What code may import beside the standard library, where it is installed."""
_NEEDED = (
    *("mpl_toolkits", "contourpy", "cycler", "dateutil", "kiwisolver", "packaging"),
    *("pyparsing", "fontTools", "six"),
)
_START = 20.0  # seconds to wait for a sandbox
_LONGEST_LINE = 4096
_REQUEST_BYTES = 64 << 20
_BOOT = """
import sys, types
for name in ("visgym", "visgym.tools", "visgym.tools.sandbox"):
    sys.modules[name] = module = types.ModuleType(name)
    module.__path__ = [sys.argv[1] + name[len("visgym"):].replace(".", "/")]
from visgym.tools.sandbox.child import main
main()
"""
_ENVIRONMENT = {
    **{"PYTHONHASHSEED": "0", "LANG": "C.UTF-8", "HOME": "/scratch", "TMPDIR": "/scratch"},
    **{"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    **{"MPLBACKEND": "Agg", "MPLCONFIGDIR": "/scratch"},
}


class Broken(Exception):
    """A sandbox that is no more; the text says why, to follow "The code"."""


@dataclass(frozen=True)
class SandboxLimits:
    """What code may use; a call is stopped where it would use more."""

    seconds: float = 5.0
    """Of the processor, for each call."""
    wait: float = 30.0
    """Seconds that a call may last."""
    memory: int = 1 << 30
    """Bytes of addresses."""
    processor: int = 600
    """Seconds of the processor in the life of a sandbox."""
    scratch: int = 16 << 20
    """Bytes of the folder `/scratch`, gone with the sandbox."""
    characters: int = 4000
    """Of what a call prints."""
    pictures: int = 4
    """That a call may show."""
    side: int = 768
    """Pixels of the longer side of what is shown; larger pictures are made smaller."""


class Sandbox:
    """One process that is locked up, with a namespace that lasts as long as it does."""

    def __init__(self, limits: SandboxLimits, namespaces: bool = True) -> None:
        self.limits = limits
        command = [sys.executable, "-s", "-S", "-P", "-B", "-c", _BOOT, _home()]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_ENVIRONMENT,
            cwd="/",
            start_new_session=True,
        )
        assert self._process.stdin and self._process.stdout
        self._requests, self._answers = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._requests, False)
        settings = {**asdict(limits), **_surroundings(), "namespaces": namespaces}
        try:
            self._pid = self._begin(json.dumps(settings).encode() + b"\n")
        except BaseException:
            self.close()
            raise

    def run(self, code: str, seen: Sequence[Pixels]) -> tuple[str, list[Pixels]]:
        """What code prints and shows; `Broken` if that is the end of the sandbox."""
        name, began = secrets.token_hex(8), self._spent()
        deadline = Deadline(self.limits.wait, lambda: self.limits.seconds - (self._spent() - began))
        most = self.limits.pictures * self.limits.side**2 * 3
        try:
            send(self._requests, {"id": name, "code": code}, seen, deadline)
            facts, pictures = receive(self._answers, deadline, most)
        except Late:
            worked = self._spent() - began >= self.limits.seconds
            self.close()
            limits = self.limits
            after = f"{limits.seconds:g} seconds of work" if worked else f"{limits.wait:g} seconds"
            raise Broken(f"was stopped after {after}") from None
        except (EOFError, BrokenPipeError):
            self.close()
            raise Broken("ended its process") from None
        except Garbled:
            facts, pictures = {}, []
        text = facts.get("text")
        fair = len(pictures) <= self.limits.pictures
        if facts.get("id") != name or not isinstance(text, str) or not fair:
            self.close()
            raise Broken("broke its sandbox")
        return text[: self.limits.characters + 100], pictures

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        """End the process and all that it started."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()

    def _begin(self, settings: bytes) -> int:
        """Send what the sandbox is to be, and wait until it is."""
        deadline = Deadline(_START)
        try:
            while settings:
                deadline.wait(self._requests, select.POLLOUT)
                settings = settings[os.write(self._requests, settings) :]
            told: dict[str, Any] = {}
            while not {"ready", "pid"} <= told.keys():
                told |= self._line(deadline)
                if "failed" in told:
                    raise OSError(str(told["failed"]))
            return int(told["pid"])
        except (Late, EOFError, BrokenPipeError, ValueError, TypeError):
            raise OSError("its process did not start") from None

    def _line(self, deadline: Deadline) -> dict[str, Any]:
        found = b""
        while not found.endswith(b"\n") and len(found) < _LONGEST_LINE:
            deadline.wait(self._answers, select.POLLIN)
            more = os.read(self._answers, 1)
            if not more:
                raise EOFError
            found += more
        line: dict[str, Any] = json.loads(found)
        return line

    def _spent(self) -> float:
        """Seconds of the processor that the code has used."""
        try:
            return time.clock_gettime((~self._pid << 3) | 2)  # the clock of another process
        except OSError:
            return 0.0


@lru_cache(maxsize=1)
def _home() -> str:
    return str(Path(__file__).parents[2])


@lru_cache(maxsize=1)
def _surroundings() -> dict[str, Any]:
    """Which packages there are, and which files may be read."""
    packages, readable = {}, [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    for name in (*PACKAGES, *_NEEDED):
        spec = find_spec(name)
        if spec is None:
            continue
        inside = list(spec.submodule_search_locations or ())
        packages[name] = spec.origin or inside[0]
        place = Path(inside[0] if inside else packages[name])
        readable.append(str(place))
        readable += [str(place.parent / f"{libs}.libs") for libs in (name, name.lower(), "pillow")]
    readable = [each for each in dict.fromkeys(readable) if Path(each).exists()]
    return {"packages": packages, "readable": readable, "request_bytes": _REQUEST_BYTES}


@lru_cache(maxsize=1)
def protection() -> bool:
    """Whether sandboxes have namespaces of their own here; `Mistake` where nothing is safe."""
    if not sys.platform.startswith("linux"):
        raise Mistake(
            "The tool python needs a Linux kernel to lock code up with; run it in a container."
        )
    reasons = []
    for namespaces in (True, False):
        try:
            Sandbox(SandboxLimits(), namespaces).close()
        except OSError as error:
            means = "namespaces" if namespaces else "Landlock with seccomp"
            reasons.append(f"{means} ({error})")
        else:
            return namespaces
    raise Mistake(
        f"The tool python runs no code here, since the kernel gives neither {reasons[0]} nor "
        f"{reasons[1]}; allow one of them, or leave the tool out."
    )
