"""Answers to questions of a dataset, compared with what is right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from visgym.core.markup import unlisted, unmarked
from visgym.kit.choice_replies import chosen
from visgym.kit.official_graders import RULES
from visgym.kit.plain_texts import plain, same_text, simplified
from visgym.kit.quantities import quantity, same_quantity

Grader = Literal[
    "exact", "choice", "number", "set", "list", "auto",
    "vlmeval_choice", "vlmeval_yes_no", "vlmeval_vqa", "vlmeval_anls", "vlmeval_relaxed",
    "vlmeval_exact", "lmms_choice", "lmms_yes_no", "lmms_vqa", "lmms_anls", "lmms_relaxed",
    "lmms_exact",
]  # fmt: skip
"""Ours, and the rules of public kits, which have their prefix."""

LONGEST = 4_000  # characters of a list that are looked at
_BETWEEN = re.compile(
    r"\s*(?:;|\n|→|⇒|,(?!\d{3}(?:\D|$))\s*(?:and\b|&|then\b)?|\s(?:and|&|then)\s)\s*"
)
_TIGHT = re.compile(r"\s*[;,\n]\s*")
_LEAD = re.compile(
    r"[^,;\n\d]{0,120}?(?:\b(?:is|are|be|were|was|include|contains?|in order|as follows)\b:?|:)\s+",
    re.IGNORECASE,
)
_DIGITS = frozenset("+-.−$€£¥0123456789")
_VAGUE = re.compile(r"\b(?:not|except|or|either|without|maybe|perhaps|possibly)\b", re.IGNORECASE)


def grade(
    said: str, answers: Sequence[str], grader: Grader, options: Sequence[str], tolerance: float
) -> bool:
    """Whether what was said is one of the right answers."""
    if grader in RULES:
        return RULES[grader](said, answers, options) >= 1
    if grader == "auto":
        grader = fitting(answers, options)
    if grader == "choice":
        return _option(said, options) in [_option(answer, options) for answer in answers]
    if grader == "number":
        return any(near(said, answer, tolerance) for answer in answers)
    if grader in ("set", "list"):
        right = [item for each in answers for item in items(each)]
        return any(_same_items(each, right, grader) for each in _lists(said))
    return any(same_text(said, answer) for answer in answers)


def credit(
    said: str, answers: Sequence[str], grader: Grader, options: Sequence[str], tolerance: float
) -> float:
    """From 0 to 1 for what was said; only some rules of public kits give a part."""
    if grader in RULES:
        return RULES[grader](said, answers, options)
    return float(grade(said, answers, grader, options, tolerance))


def fitting(answers: Sequence[str], options: Sequence[str]) -> Grader:
    """The grader of a row: by its options, or by whether its answers are numbers."""
    if options:
        return "choice"
    return "number" if all(number(answer) is not None for answer in answers) else "exact"


def _option(text: str, options: Sequence[str]) -> int | str:
    """The number of the option that is meant, by its text or letter; the text if none is."""
    found = chosen(text, options)
    return f"no option: {plain(text)}" if found is None else found


def names_option(answer: str, options: Sequence[str]) -> bool:
    """Whether an answer is one of the options, by its text or letter."""
    return chosen(answer, options) is not None


def near(said: str, answer: str, tolerance: float) -> bool:
    """Whether two numbers differ by no more than a share of the right one; else, equal texts."""
    one, other = quantity(said), quantity(answer)
    if one is None or other is None:
        return plain(said) == plain(answer)
    return same_quantity(one, other, tolerance)


def number(text: str) -> float | None:
    """The one number in a text, with units, percent signs and fractions understood."""
    found = quantity(text)
    return None if found is None else found.value


# Lists


def items(text: str) -> list[str]:
    """The items of a list: with commas, semicolons, lines, bullets, arrows or `and`."""
    bare = unlisted(unmarked(text[:LONGEST]).strip()).strip(" \t.")
    bare = bare.strip("[](){}") if bare[:1] in "[({" or bare[-1:] in "])}" else bare
    between = _BETWEEN if re.search(r"[;\n]|,\s", bare) or "," not in bare else _TIGHT
    parts = between.split(bare)
    return [item for part in parts if (item := plain(part.strip().removeprefix("and ")))]


def _lists(said: str) -> list[list[str]]:
    """The items of a reply, and those after the words that lead in."""
    bare = unmarked(said[:LONGEST])
    led = _LEAD.match(bare)
    if led is None or _VAGUE.search(led[0]):
        return [items(said)]
    return [items(said), items(bare[led.end() :])]


def _same_items(said: list[str], right: list[str], grader: Grader) -> bool:
    if grader == "list":
        return len(said) == len(right) and all(map(_is_same, said, right))
    return all(any(_is_same(one, other) for other in right) for one in said) and all(
        any(_is_same(one, other) for one in said) for other in right
    )


def _is_same(said: str, right: str) -> bool:
    """Whether two items are equal, as numbers where both begin like one."""
    if said[:1] in _DIGITS and right[:1] in _DIGITS:
        one, other = quantity(said), quantity(right)
        if one and other:
            return same_quantity(one, other, 0.0)
    return simplified(said) == simplified(right)
