"""Draws that are made again until one fits, and never for ever."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from visgym.core.errors import Mistake

Drawn = TypeVar("Drawn")

TRIES = 5000


def redrawn(draw: Callable[[Random], Drawn | None], rng: Random, tries: int = TRIES) -> Drawn:
    """The first draw that is not None, or `Mistake` where the knobs seem to allow none.

    >>> redrawn(lambda rng: rng.randint(1, 6) or None, Random(1)) in range(1, 7)
    True
    """
    for _ in range(tries):
        found = draw(rng)
        if found is not None:
            return found
    raise Mistake(f"No start fits these knobs: {tries} draws were tried. Make them less strict.")
