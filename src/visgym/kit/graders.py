"""Answers to questions: found in a reply and compared with what is right.

A reply is hostile input: only its end is read, nothing is evaluated, and no pattern is matched.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

Grader = Literal["exact", "choice", "number", "set", "list"]

LONGEST = 20_000  # characters at the end of a reply that are read
LONGEST_ANSWER = 2_000
LONGEST_NUMBER = 40
_OPEN, _CLOSE, _BOX = "<answer>", "</answer>", "\\boxed{"
_LEADS = ("final answer:", "the answer is", "answer:")
_FRINGE = " \t\r\n.,;:!?\"'`*_$“”‘’"
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))


# Finding


def extract(reply: str) -> str | None:
    """The answer in the last `<answer>`, else in the last box, else on the last line."""
    text = reply[-LONGEST:]
    found = _tagged(text)
    if found is None:
        found = _boxed(text)
    if found is None:
        found = _last_line(text).strip()
    return found[:LONGEST_ANSWER] if found.strip() else None


def _tagged(text: str) -> str | None:
    small = text.lower() if len(text.lower()) == len(text) else text
    at = small.rfind(_OPEN)
    if at < 0:
        return None
    inner = text[at + len(_OPEN) :]
    end = small[at + len(_OPEN) :].find(_CLOSE)
    return inner if end < 0 else inner[:end]


def _boxed(text: str) -> str | None:
    at = text.rfind(_BOX)
    if at < 0:
        return None
    depth, inner = 1, text[at + len(_BOX) :]
    for place, letter in enumerate(inner):
        depth += (letter == "{") - (letter == "}")
        if not depth:
            return inner[:place]
    return None


def _last_line(text: str) -> str:
    line = text.rstrip().rpartition("\n")[2].strip()
    small = line.lower()
    for lead in _LEADS:
        at = small.rfind(lead)
        if at >= 0 and len(small) == len(line):
            return line[at + len(lead) :]
    return line


# Comparing


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
    """The number of the option that is meant; the text itself if none is."""
    bare = plain(text)
    texts = [plain(option) for option in options]
    if bare in texts:
        return texts.index(bare)
    head = bare.lstrip("(").split(")")[0].split(".")[0].split(":")[0].split(" ")[0]
    at = ord(head) - ord("a") if len(head) == 1 else -1
    return at if 0 <= at < len(options) else f"no option: {bare}"


def near(said: str, answer: str, tolerance: float) -> bool:
    """Whether two numbers differ by no more than a share of the right one, or of 1 if smaller."""
    one, other = number(said), number(answer)
    if one is None or other is None:
        return plain(said) == plain(answer)
    return abs(one - other) <= tolerance * max(1.0, abs(other)) + 1e-9


def number(text: str) -> float | None:
    """The number that a text is, with units, percent signs and fractions understood."""
    words = [word.strip(_FRINGE + "%€£°()") for word in text.replace("−", "-").split()]
    values = [value for word in words if (value := _value(word)) is not None]
    return values[-1] if values else None


def _value(word: str) -> float | None:
    over, slash, under = word.partition("/")
    if slash:
        top, bottom = _value(over), _value(under)
        return top / bottom if top is not None and bottom else None
    digits = word.replace(",", "")
    if not digits or len(digits) > LONGEST_NUMBER or "_" in digits:
        return None
    try:
        value = float(digits)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


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
    value = _value(item)
    return item if value is None else value
