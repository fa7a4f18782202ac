"""Remember something of an object for as long as somebody keeps the object."""

from __future__ import annotations

import weakref
from typing import Any, Generic, TypeVar

from visgym.core.episode import Turn

Owner = TypeVar("Owner")
Known = TypeVar("Known")


class WeakMemory(Generic[Owner, Known]):
    """What was worked out of an object, by the object itself and a key; equal ones are two.

    What is remembered must not hold its owner, or neither is ever free.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, Any], tuple[weakref.ref[Owner], Known]] = {}

    def get(self, owner: Owner, key: Any = None) -> Known | None:
        """What is known of an object, None if nothing is."""
        held = self._known.get((id(owner), key))
        return held[1] if held is not None and held[0]() is owner else None

    def put(self, owner: Owner, key: Any, known: Known) -> None:
        """Remember something of an object."""
        place = (id(owner), key)

        def forget(gone: weakref.ref[Owner]) -> None:
            if place in self._known and self._known[place][0] is gone:
                del self._known[place]

        self._known[place] = (weakref.ref(owner, forget), known)


class TurnMemory(WeakMemory[Turn[Any], Known]):
    """What was worked out up to a turn.

    Episodes that grow from one another share their turns, so that what grows with an episode is
    worked out turn by turn, and memory is free again when the last of these episodes is.
    """
