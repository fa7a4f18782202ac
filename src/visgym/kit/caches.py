"""A cache for pictures that is bounded by their size, since a few may be as large as hundreds."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar


class _Sized(Protocol):
    @property
    def nbytes(self) -> int: ...


Given = ParamSpec("Given")
Made = TypeVar("Made", bound=_Sized)
Key = TypeVar("Key")
Held = TypeVar("Held")


class Bounded(OrderedDict[Key, Held]):
    """A dictionary that forgets what came first when it grows too large."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: Key, value: Held) -> None:
        super().__setitem__(key, value)
        if len(self) > self.most:
            self.popitem(last=False)


def cached_frames(most: int) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Keep the frames that a function returned last, up to `most` bytes in all."""

    def decorate(make: Callable[Given, Made]) -> Callable[Given, Made]:
        kept: dict[object, Made] = {}  # the one used longest ago first
        lock = threading.Lock()
        size = 0

        @wraps(make)
        def cached(*args: Given.args, **kwargs: Given.kwargs) -> Made:
            nonlocal size
            key = (args, tuple(sorted(kwargs.items()))) if kwargs else args
            with lock:
                if (frame := kept.pop(key, None)) is not None:
                    kept[key] = frame
                    return frame
            frame = make(*args, **kwargs)
            with lock:
                size += frame.nbytes - (kept.pop(key).nbytes if key in kept else 0)
                kept[key] = frame
                while size > most:
                    size -= kept.pop(next(iter(kept))).nbytes
            return frame

        return cached

    return decorate
