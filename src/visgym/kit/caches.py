"""The one cache of drawn layers: all tasks share it, and it is bounded by bytes, not by entries.

A layer is what a picture is made of and does not change from turn to turn. However many episodes
are in flight, each finds its layers again as long as all of them fit; `keep_megabytes` says how
much that is. What was used longest ago is forgotten first.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

MEGABYTE = 1 << 20
USUAL = 256  # megabytes, which hold the embedded photos in one size
RECENT = 24 * MEGABYTE
ENTRY = 600  # bytes that an entry takes beside its pixels


class _Sized(Protocol):
    @property
    def nbytes(self) -> int: ...


Given = ParamSpec("Given")
Made = TypeVar("Made", bound=_Sized | tuple[_Sized, ...])
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


class LayerCache:
    """Layers by the function that made them and its arguments, up to `most` bytes in all."""

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self._kept: dict[object, tuple[Any, int]] = {}  # the one used longest ago first
        self._lock = threading.Lock()

    def layer(self, make: Callable[Given, Made]) -> Callable[Given, Made]:
        """Decorate a function whose results are kept; what it is given must be hashable."""
        kept, lock = self._kept, self._lock

        @wraps(make)
        def cached(*args: Given.args, **kwargs: Given.kwargs) -> Made:
            key = (make, args, tuple(sorted(kwargs.items()))) if kwargs else (make, args)
            with lock:
                if (entry := kept.pop(key, None)) is not None:
                    kept[key] = entry
                    found: Made = entry[0]
                    return found
            made = make(*args, **kwargs)
            self._put(key, made, ENTRY + _bytes_of(made))
            return made

        return cached

    def limit(self, most: int) -> None:
        """Keep no more than so many bytes from now on."""
        with self._lock:
            self.most = most
            self._shrink()

    def _put(self, key: object, made: object, size: int) -> None:
        with self._lock:
            if size <= self.most:  # what alone is too large would only drive out the others
                self.size += size - self._kept.pop(key, (None, 0))[1]
                self._kept[key] = made, size
                self._shrink()

    def _shrink(self) -> None:
        while self.size > self.most:
            self.size -= self._kept.pop(next(iter(self._kept)))[1]


def _bytes_of(made: _Sized | tuple[_Sized, ...]) -> int:
    return sum(each.nbytes for each in made) if isinstance(made, tuple) else made.nbytes


LAYERS = LayerCache(USUAL * MEGABYTE)
"""What all tasks of this process share."""
cached_layer = LAYERS.layer

FRAMES = LayerCache(RECENT)
"""Whole frames of single states: an agent may soon come back to one, or never."""
cached_frame = FRAMES.layer


def keep_megabytes(most: int) -> None:
    """Set how much memory drawn layers may take in this process; 0 keeps none."""
    LAYERS.limit(most * MEGABYTE)


def megabytes_for(episodes: int) -> int:
    """How much is enough for so many episodes in flight, and for the photos that they share."""
    return USUAL + episodes
