"""Messages between the two sides of a sandbox: a length, JSON, and the pixels of pictures.

Neither side trusts the other with more than that: lengths are bounded, and nothing is unpickled.
"""

from __future__ import annotations

import json
import os
import select
import struct
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
LONGEST_TEXT = 1 << 20  # bytes of the JSON of a message
_LENGTH = struct.Struct(">I")
_CHANNELS = 3


class Garbled(Exception):
    """A message that is none."""


class Late(Exception):
    """A message that did not come in time."""


class Deadline:
    """When to give up: after some seconds, or when somebody says so."""

    def __init__(
        self, seconds: float | None, left: Callable[[], float] = lambda: float("inf")
    ) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._left = left

    def wait(self, handle: int, event: int) -> None:
        """Wait until a handle is ready; `Late` if that takes too long."""
        poll = select.poll()
        poll.register(handle, event)
        while True:
            left = float("inf") if self._end is None else self._end - time.monotonic()
            left = min(left, self._left())
            if left <= 0:
                raise Late
            if poll.poll(None if left == float("inf") else max(1, left * 1000)):
                return


def send(
    handle: int, facts: dict[str, Any], pictures: Sequence[Pixels], deadline: Deadline | None = None
) -> None:
    """Write a message."""
    shapes = [list(each.shape[:2]) for each in pictures]
    text = json.dumps({**facts, "pictures": shapes}).encode()
    pieces = [_LENGTH.pack(len(text)), text, *(each.tobytes() for each in pictures)]
    data = memoryview(b"".join(pieces))
    while data:
        if deadline is not None:
            deadline.wait(handle, select.POLLOUT)
        data = data[os.write(handle, data) :]


def receive(handle: int, deadline: Deadline, most: int) -> tuple[dict[str, Any], list[Pixels]]:
    """Read a message with pictures of at most so many bytes; `EOFError` if there is no more."""
    (length,) = _LENGTH.unpack(_read(handle, _LENGTH.size, deadline))
    if length > LONGEST_TEXT:
        raise Garbled
    try:
        facts = json.loads(_read(handle, length, deadline))
        shapes = [(height, width) for height, width in facts["pictures"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Garbled from None
    if not all(type(side) is int and side > 0 for shape in shapes for side in shape):
        raise Garbled
    if sum(height * width * _CHANNELS for height, width in shapes) > most:
        raise Garbled
    found = []
    for height, width in shapes:
        data = _read(handle, height * width * _CHANNELS, deadline)
        found.append(np.frombuffer(data, np.uint8).reshape(height, width, _CHANNELS).copy())
    return facts, found


def _read(handle: int, count: int, deadline: Deadline) -> bytes:
    """Exactly so many bytes."""
    data = bytearray()
    while len(data) < count:
        deadline.wait(handle, select.POLLIN)
        more = os.read(handle, min(count - len(data), 1 << 20))
        if not more:
            raise EOFError
        data += more
    return bytes(data)
