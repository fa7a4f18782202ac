"""Drawing again until something suits, as often as was said and no oftener."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
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


def redrawn(draw: Callable[[Random], Drawn | None], rng: Random, tries: int = TRIES) -> Drawn:
    """The first draw from `rng` that is not None, where any knob may be too strict.

    >>> redrawn(lambda rng: rng.randint(1, 6) or None, Random(1)) in range(1, 7)
    True
    """
    return first_accepted(lambda: draw(rng), "draws fits these knobs; make them less strict", tries)
