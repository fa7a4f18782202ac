"""The embedded words, in capitals: to be guessed, to guess with, and with clues."""

from __future__ import annotations

import codecs
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=8)
def answers(length: int) -> tuple[str, ...]:
    """Common words that are neither plurals nor past forms, in alphabetical order.

    >>> answers(5)[:2]
    ('ABACK', 'ABATE')
    """
    return tuple(word for word in _lines("answers.txt") if len(word) == length)


@lru_cache(maxsize=8)
def guesses(length: int) -> frozenset[str]:
    """All words that count as words."""
    return frozenset(word for word in _lines("guesses.txt") if len(word) == length)


@lru_cache(maxsize=1)
def clues() -> dict[str, str]:
    """A clue for each of some thousand words, none of which it names.

    >>> clues()["TOME"]
    'a large and scholarly book'
    """
    pairs = (line.split("\t") for line in _text("clues.tsv").splitlines())
    return {word.upper(): clue for word, clue in pairs}


@lru_cache(maxsize=1)
def by_clue() -> dict[tuple[str, int], str]:
    """The one word for a clue and a number of letters."""
    return {(clue, len(word)): word for word, clue in clues().items()}


@lru_cache(maxsize=32)
def words(shortest: int, longest: int) -> tuple[str, ...]:
    """Words that people know, within a range of lengths."""
    return tuple(word for word in clues() if shortest <= len(word) <= longest)


@lru_cache(maxsize=1)
def avoided() -> tuple[str, ...]:
    """Words that nobody should come across by accident."""
    return tuple(codecs.decode(_text("avoided.txt"), "rot13").upper().split())


def _lines(name: str) -> list[str]:
    return _text(name).upper().split()


def _text(name: str) -> str:
    return (files("visgym.data") / "words" / name).read_text(encoding="utf-8")
