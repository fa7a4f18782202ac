"""What a user got wrong."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class Mistake(ValueError):
    """A user's mistake; the text is one sentence that says what is wrong and the way out."""


def not_found(what: str, name: str, known: Iterable[str], most: int = 12) -> Mistake:
    """The mistake of naming something that does not exist, with the nearest thing that does."""
    names = list(known)
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    if near:
        way_out = f"did you mean {' or '.join(near)}?"
    elif len(names) <= most:
        way_out = f"choose from {', '.join(names)}."
    else:
        way_out = "run `visgym list` to see them all."
    return Mistake(f"There is no {what} '{name}'; {way_out}")
