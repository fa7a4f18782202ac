"""A worker: reads jobs from a socket, one after the other, and writes what came of them.

A frame is its number, its status and flags, and the length of what follows; jobs are JSON, and what
comes back is sent on as it is. Nothing is ever unpickled. Run as
`python -m visgym.serve.worker_process FD OPTIONS`.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from visgym.core.errors import Mistake
from visgym.core.identity import from_json
from visgym.core.tools import Tool
from visgym.kit import caches
from visgym.serve.player import EpisodePlayer, Outcome

FRAME = struct.Struct(">IHBI")  # number, status, flags, length
OVER, MISSING = 1, 2
READY = 0xFFFFFFFF  # the number of the frame that says that a worker can begin
MEMORY = 12 << 30  # bytes of address space
CHUNK = 1 << 18


@dataclass(frozen=True)
class WorkerOptions:
    """What a worker is told when it starts."""

    modules: tuple[str, ...]
    tools: tuple[str, ...]
    episodes: int
    """Episodes that it has at hand at most."""
    layers: int
    """Megabytes of drawn layers that it keeps."""

    def player(self) -> EpisodePlayer:
        """What does the jobs."""
        return EpisodePlayer(self.modules, tool_types(self.tools), self.episodes)


def main() -> None:
    """Work until the other side hangs up; Ctrl-C is left to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    options = from_json(WorkerOptions, json.loads(sys.argv[2]))
    caches.keep_megabytes(options.layers)
    line = socket.socket(fileno=int(sys.argv[1]))
    line.setblocking(True)
    with suppress(OSError):  # the server is gone
        _work(line, options.player())
    os._exit(0)  # without waiting for threads that drew


def _work(line: socket.socket, player: EpisodePlayer) -> None:
    line.sendall(FRAME.pack(READY, 200, 0, 0))
    waiting = bytearray()
    while data := line.recv(CHUNK):
        waiting += data
        while len(waiting) >= FRAME.size:
            number, _, _, length = FRAME.unpack_from(waiting)
            end = FRAME.size + length
            if len(waiting) < end:
                break
            job = json.loads(waiting[FRAME.size : end])
            del waiting[:end]
            line.sendall(packed(number, player.perform(job)))


def packed(number: int, outcome: Outcome) -> bytes:
    """An outcome as a frame."""
    flags = OVER * outcome.over | MISSING * outcome.missing
    return FRAME.pack(number, outcome.status, flags, len(outcome.body)) + outcome.body


def unpacked(status: int, flags: int, body: bytes) -> Outcome:
    """The outcome that a frame holds."""
    return Outcome(status, body, bool(flags & OVER), bool(flags & MISSING))


def tool_types(names: Sequence[str]) -> dict[str, type[Tool]]:
    """Classes of tools by the names of the tools, from `package.module:Class`."""
    found: dict[str, type[Tool]] = {}
    for name in names:
        module, colon, kind = name.partition(":")
        if not colon:
            raise Mistake(f"A tool is named package.module:Class, not '{name}'.")
        try:
            made: Any = getattr(import_module(module), kind)
        except (ImportError, AttributeError) as error:
            raise Mistake(f"The tool {name} cannot be imported: {error}.") from None
        found[made.name] = made
    return found


if __name__ == "__main__":
    main()
