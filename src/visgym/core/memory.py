"""Remember something of a turn for as long as somebody keeps the turn."""

from __future__ import annotations

import weakref
from typing import Any, Generic, TypeVar

from visgym.core.episode import Turn

Known = TypeVar("Known")


class TurnMemory(Generic[Known]):
    """What was worked out up to a turn, by the turn itself and a key; equal turns are not mixed up.

    Episodes that grow from one another share their turns, so that what grows with an episode is
    worked out turn by turn, and memory is free again when the last of these episodes is.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, Any], tuple[weakref.ref[Turn[Any]], Known]] = {}

    def get(self, turn: Turn[Any], key: Any) -> Known | None:
        """What is known of a turn, None if nothing is."""
        held = self._known.get((id(turn), key))
        return held[1] if held is not None and held[0]() is turn else None

    def put(self, turn: Turn[Any], key: Any, known: Known) -> None:
        """Remember something of a turn."""
        place = (id(turn), key)

        def forget(gone: weakref.ref[Turn[Any]]) -> None:
            if place in self._known and self._known[place][0] is gone:
                del self._known[place]

        self._known[place] = (weakref.ref(turn, forget), known)
