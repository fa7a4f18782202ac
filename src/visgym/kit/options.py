"""Options of a question: one right among wrong ones, in random order, under letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Option = TypeVar("Option")


class NotOneRight(ValueError):
    """Options of which none or several are right; draw others."""


def shuffled(
    right: Option, wrong: Iterable[Option], is_right: Callable[[Option], bool], rng: Random
) -> tuple[Option, ...]:
    """The options in random order, once the task's own verifier finds exactly one of them right.

    >>> shuffled(4, (2, 3, 5), lambda each: each == 2 + 2, Random(0))
    (3, 4, 2, 5)
    """
    options = [right, *wrong]
    if not is_right(right) or sum(map(is_right, options)) != 1:
        raise NotOneRight(f"Of {len(options)} options, not exactly the first one is right")
    rng.shuffle(options)
    return tuple(options)


def chosen(options: Sequence[Option], letter: str) -> Option | None:
    """The option under a letter, None if there is none.

    >>> chosen(("cat", "dog"), "B")
    'dog'
    """
    place = LETTERS.find(letter)
    return options[place] if 0 <= place < len(options) else None


def letter_of(options: Sequence[Option], option: Option) -> str:
    """The letter of an option."""
    return LETTERS[options.index(option)]


def listed(texts: Iterable[str], apart: bool = False) -> str:
    """The options as a question lists them; `apart` where each has lines of its own.

    >>> print(listed(("cat", "dog")))
    (A) cat
    (B) dog
    """
    between = "\n" if apart else " "
    lines = [f"({letter}){between}{text}" for letter, text in zip(LETTERS, texts, strict=False)]
    return ("\n\n" if apart else "\n").join(lines)
