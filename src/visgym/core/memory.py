"""Remember something of an object for as long as somebody keeps the object."""

from __future__ import annotations

import weakref
from typing import Any, Generic, TypeVar

from visgym.core.turns import Turn

Owner = TypeVar("Owner")
Known = TypeVar("Known")


class _Entry(weakref.ref[Owner], Generic[Owner, Known]):
    """An object that is not held, and what is known of it."""

    __slots__ = ("known", "place")

    known: Known
    place: tuple[int, Any]


class WeakMemory(Generic[Owner, Known]):
    """What was worked out of an object, by the object itself and a key; equal ones are two.

    What is remembered must not hold its owner, or neither is ever free.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, Any], _Entry[Owner, Known]] = {}

    def get(self, owner: Owner, key: Any = None) -> Known | None:
        """What is known of an object, None if nothing is."""
        held = self._known.get((id(owner), key))
        return held.known if held is not None and held() is owner else None

    def put(self, owner: Owner, key: Any, known: Known) -> None:
        """Remember something of an object."""
        entry: _Entry[Owner, Known] = _Entry(owner, self._forget)
        entry.known, entry.place = known, (id(owner), key)
        self._known[entry.place] = entry

    def _forget(self, gone: Any) -> None:
        if gone.place in self._known and self._known[gone.place] is gone:
            del self._known[gone.place]


class TurnMemory(WeakMemory[Turn[Any], Known]):
    """What was worked out up to a turn.

    Episodes that grow from one another share their turns, so that what grows with an episode is
    worked out turn by turn, and memory is free again when the last of these episodes is.
    """
