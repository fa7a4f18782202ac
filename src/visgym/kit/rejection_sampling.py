"""Drawing again until something suits, as often as was said and no oftener."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from visgym.core.errors import Mistake

Drawn = TypeVar("Drawn")


TRIES = 5_000  # of draws that take a tenth of a millisecond


def first_accepted(draw: Callable[[], Drawn | None], complaint: str, tries: int = TRIES) -> Drawn:
    """The first draw that is not None; after so many tries, "None of 40 " and the complaint."""
    for _ in range(tries):
        drawn = draw()
        if drawn is not None:
            return drawn
    raise Mistake(f"None of {tries} {complaint}.")
