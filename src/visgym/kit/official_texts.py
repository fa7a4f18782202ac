"""Short answers as public scoring scripts simplify them before they compare, step by step.

The steps are those of the VQA evaluation, with its quirks: marks vanish or become spaces by where
they stand, numbers up to ten become digits, articles go, and contractions get their apostrophes.
"""

from __future__ import annotations

import re
from functools import cache

_MARKS = ';/[]"{}()=+\\_-><@`,?!'
_DIGITS_WITH_COMMA = re.compile(r"\d,\d")
_PERIOD = re.compile(r"(?!<=\d)\.(?!\d)")  # the first condition never fails, in the original too
_MOST_PERIODS = 32  # that go: the original passes a flag where a count is meant
_ARTICLES = frozenset({"a", "an", "the"})
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
} | {"none": "0"}
_CONTRACTED = """\
ain't aren't can't could've couldn't couldn't've didn't doesn't don't hadn't hadn't've hasn't
haven't he'd he'd've he's how'd how'll how's isn't it'd it'd've it'll ma'am mightn't mightn't've
might've mustn't must've needn't not've o'clock oughtn't 'ow's'at shan't she'd've should've
shouldn't shouldn't've somebody'd've somebody'll somebody's someone'd someone'd've someone'll
someone's something'd something'd've something'll that's there'd there'd've there're there's they'd
they'd've they'll they're they've 'twas wasn't we'd've we've weren't what'll what're what's what've
when's where'd where's where've who'd who'd've who'll who's who've why'll why're why's won't
would've wouldn't wouldn't've y'all y'all'll y'all'd've you'd you'd've you'll you're you've"""


def without_marks(text: str) -> str:
    """A text whose marks are gone where a space is beside one of them, and spaces elsewhere."""
    has_thousands = _DIGITS_WITH_COMMA.search(text) is not None
    found = text
    for mark in _MARKS:
        beside_space = f"{mark} " in text or f" {mark}" in text
        found = found.replace(mark, "" if beside_space or has_thousands else " ")
    return _PERIOD.sub("", found, count=_MOST_PERIODS)


def plain_words(text: str) -> str:
    """A text in small letters with digits for numbers and without articles."""
    words = (_NUMBERS.get(word, word) for word in text.lower().split())
    return " ".join(_contractions().get(word, word) for word in words if word not in _ARTICLES)


@cache
def _contractions() -> dict[str, str]:
    """Words that lost one of their apostrophes, and the words."""
    found = {"somebody'd": "somebodyd"}  # the original has this one the wrong way round
    for word in _CONTRACTED.split():
        places = [at for at, letter in enumerate(word) if letter == "'"]
        found.update({word[:at] + word[at + 1 :]: word for at in places})
    return found


def edit_distance(one: str, other: str) -> int:
    """Letters to add, take away or change to make one text of another."""
    row = list(range(len(one) + 1))
    for count, letter in enumerate(other, start=1):
        before, row[0] = row[0], count
        for at, mine in enumerate(one, start=1):
            change = before + (mine != letter)
            before = row[at]
            row[at] = min(change, row[at] + 1, row[at - 1] + 1)
    return row[-1]
