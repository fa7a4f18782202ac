"""Hints on guesses of a word, and the guess that tells the most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from visgym.kit.words.lists import answers

GREEN, YELLOW, GREY = "G", "Y", "-"
OPENINGS = {4: "TALE", 5: "TRACE", 6: "SATIRE"}
"""Good first guesses, so that nobody searches for one."""

SPARSE = 4  # of as many words that cannot be the answer, one is thought of as a guess
NEEDED = {(4, False): 7, (4, True): 10, (5, False): 5, (5, True): 8, (6, False): 5, (6, True): 6}
"""Guesses that `most_telling` takes at most, by length and whether all hints must be used."""

Told = tuple[tuple[str, str], ...]
"""Guesses and their hints."""
Letters = NDArray[np.uint8]

_DIGITS = str.maketrans(GREY + YELLOW + GREEN, "012")


def hints(guess: str, answer: str) -> str:
    """Green for a letter in its place, yellow for one elsewhere, as often as the answer has it.

    >>> hints("EERIE", "ELDER")
    'GYY--'
    """
    pairs = list(zip(guess, answer, strict=True))
    free = Counter(own for said, own in pairs if said != own)
    told = ""
    for said, own in pairs:
        if said == own:
            told += GREEN
        elif free[said]:
            free[said] -= 1
            told += YELLOW
        else:
            told += GREY
    return told


def unused_hint(guess: str, told: Told) -> str:
    """What a guess makes nothing of, as a sentence; empty if it uses all hints."""
    for word, marks in told:
        for place, (letter, mark) in enumerate(zip(word, marks, strict=True)):
            if mark == GREEN and guess[place] != letter:
                return f"{letter} is known to be letter number {place + 1} and must stand there."
        needed = Counter(letter for letter, m in zip(word, marks, strict=True) if m != GREY)
        for letter, count in needed.items():
            if guess.count(letter) < count:
                times = "" if count == 1 else f" {count} times"
                return f"The word is known to hold {letter}{times}, so that a guess must as well."
    return ""


@lru_cache(maxsize=4096)
def still_possible(length: int, told: Told) -> tuple[str, ...]:
    """The answers that would have given the same hints."""
    if not told:
        return answers(length)
    before, (guess, marks) = still_possible(length, told[:-1]), told[-1]
    if not before:
        return ()
    code = int(marks.translate(_DIGITS), 3)
    fits = _codes(_letters([guess]), _letters(before))[0] == code
    return tuple(before[at] for at in np.flatnonzero(fits))


@lru_cache(maxsize=4096)
def most_telling(length: int, told: Told, hard: bool) -> str:
    """The guess whose hints leave least open; only guesses that use all hints where `hard`."""
    if not told:
        return OPENINGS[length]
    left = still_possible(length, told)
    if len(left) <= 2:
        return left[0]
    could_be = set(left)
    pool = [*left, *(word for word in answers(length)[::SPARSE] if word not in could_be)]
    if hard:
        pool = [word for word in pool if not unused_hint(word, told)]
    gains = information(pool, left)
    gains[: len(left)] += 1e-6  # of two that tell as much, the one that may be right
    return pool[int(np.argmax(gains))]


def information(pool: Sequence[str], left: Sequence[str]) -> NDArray[np.float64]:
    """The bits that each guess of a pool is expected to bring, if one of `left` is the answer."""
    codes = _codes(_letters(pool), _letters(left))
    bins = 3 ** len(left[0])
    keys = codes + bins * np.arange(len(pool))[:, None]
    counts = np.bincount(keys.ravel(), minlength=bins * len(pool)).reshape(len(pool), bins)
    terms = np.log2(np.arange(1, len(left) + 1)) * np.arange(1, len(left) + 1)
    spent = np.concatenate(([0.0], terms))[counts].sum(axis=1)
    return np.asarray(np.log2(len(left)) - spent / len(left))


def _letters(words: Sequence[str]) -> Letters:
    return np.frombuffer("".join(words).encode(), np.uint8).reshape(len(words), -1)


def _codes(guesses: Letters, owners: Letters) -> NDArray[np.int16]:
    """The hints of each guess on each answer as a number."""
    length = guesses.shape[1]
    greens = [guesses[:, None, at] == owners[None, :, at] for at in range(length)]
    used = [green.copy() for green in greens]
    codes = np.zeros(greens[0].shape, np.int16)
    for at in range(length):
        open_ = ~greens[at]
        codes *= 3
        codes += greens[at]
        codes += greens[at]
        for other in range(length):
            if other == at:
                continue
            hit = open_ & ~used[other] & (guesses[:, None, at] == owners[None, :, other])
            used[other] |= hit
            open_ &= ~hit
            codes += hit
    return codes
