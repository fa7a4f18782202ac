"""Drawing again until something suits, as often as was said and no oftener."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from visgym.core.errors import Mistake

Drawn = TypeVar("Drawn")


def first_accepted(draw: Callable[[], Drawn | None], tries: int, complaint: str) -> Drawn:
    """The first draw that is not None; after so many tries, "None of 40 " and the complaint."""
    for _ in range(tries):
        drawn = draw()
        if drawn is not None:
            return drawn
    raise Mistake(f"None of {tries} {complaint}.")
