"""Answers to questions of a dataset, compared with what is right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from visgym.core.choices import Choice
from visgym.core.domains import Misfit, Real
from visgym.kit.options import LETTERS

Grader = Literal["exact", "choice", "number", "set", "list"]

_FRINGE = " \t\r\n.,;:!?\"'`*_$“”‘’"
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_ANY_NUMBER = Real(-math.inf, math.inf)


def grade(
    said: str, answers: Sequence[str], grader: Grader, options: Sequence[str], tolerance: float
) -> bool:
    """Whether what was said is one of the right answers."""
    if grader == "choice":
        return _chosen(said, options) in [_chosen(answer, options) for answer in answers]
    if grader == "number":
        return any(near(said, answer, tolerance) for answer in answers)
    if grader in ("set", "list"):
        return _same_items(items(said), [item for each in answers for item in items(each)], grader)
    return plain(said) in map(plain, answers)


def plain(text: str) -> str:
    """Text without case, spacing, and marks around it."""
    bare = " ".join(text.casefold().split()).strip(_FRINGE)
    for opening, closing in _BRACKETS:
        if bare.startswith(opening) and bare.endswith(closing):
            bare = bare[1:-1].strip(_FRINGE)
    for article in ("the ", "an ", "a "):
        if bare.startswith(article):
            return bare[len(article) :]
    return bare


def _chosen(text: str, options: Sequence[str]) -> int | str:
    """The number of the option that is meant, by its text or letter; the text if none is."""
    texts = [plain(option) for option in options]
    if plain(text) in texts:
        return texts.index(plain(text))
    try:
        return LETTERS.index(str(Choice(tuple(LETTERS[: len(options)])).parse(text)))
    except Misfit:
        return f"no option: {plain(text)}"


def near(said: str, answer: str, tolerance: float) -> bool:
    """Whether two numbers differ by no more than a share of the right one, or of 1 if smaller."""
    one, other = number(said), number(answer)
    if one is None or other is None:
        return plain(said) == plain(answer)
    return abs(one - other) <= tolerance * max(1.0, abs(other)) + 1e-9


def number(text: str) -> float | None:
    """The one number in a text, with units, percent signs and fractions understood."""
    try:
        return _ANY_NUMBER.parse(text)
    except Misfit:
        return None


def items(text: str) -> list[str]:
    """The items of a list that is written with commas, semicolons, lines or `and`."""
    bare = text.strip().strip("[](){}")
    for mark in (";", "\n", " and "):
        bare = bare.replace(mark, ",")
    return [item for part in bare.split(",") if (item := plain(part.removeprefix("and ")))]


def _same_items(said: list[str], right: list[str], grader: Grader) -> bool:
    one, other = [_key(item) for item in said], [_key(item) for item in right]
    return set(one) == set(other) if grader == "set" else one == other


def _key(item: str) -> str | float:
    value = number(item) if item[:1] in "+-.0123456789" else None
    return item if value is None else value
