"""Numbers as people write them: percent, fractions, units, thousands, words, powers of ten.

A text is hostile input: only its beginning is looked at, nothing is evaluated, and every pattern is
bounded. A text that leaves two numbers open is no number.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from visgym.core.markup import unmarked, without_aside

LONGEST = 2_000  # characters that are looked at
LONGEST_NUMBER = 40

_SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": 12,
    "k": 1e3, "mn": 1e6, "mln": 1e6, "bn": 1e9, "M": 1e6, "B": 1e9, "K": 1e3,
}  # fmt: skip
_UNITS = {
    **dict.fromkeys(("m", "meter", "meters", "metre", "metres"), ("length", 1.0)),
    **dict.fromkeys(("cm", "centimeter", "centimeters", "centimetres"), ("length", 0.01)),
    **dict.fromkeys(("mm", "millimeter", "millimeters", "millimetres"), ("length", 0.001)),
    **dict.fromkeys(("km", "kilometer", "kilometers", "kilometres"), ("length", 1e3)),
    **dict.fromkeys(("g", "gram", "grams"), ("mass", 1.0)),
    **dict.fromkeys(("mg", "milligrams"), ("mass", 0.001)),
    **dict.fromkeys(("kg", "kilogram", "kilograms"), ("mass", 1e3)),
    **dict.fromkeys(("s", "sec", "second", "seconds"), ("time", 1.0)),
    **dict.fromkeys(("ms", "milliseconds"), ("time", 0.001)),
    **dict.fromkeys(("min", "minute", "minutes"), ("time", 60.0)),
    **dict.fromkeys(("h", "hour", "hours"), ("time", 3600.0)),
}
_SIMPLE = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {word: value for value, word in enumerate(_SIMPLE)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "tenth": 10}
_POINTERS = frozenset({"the", "this", "that", "no", "which", "each", "every", "another"})
"""Words after which `one` is no number."""
_SIGNS = str.maketrans(
    {"−": "-", "–": "-", "\u00a0": " ", "\u202f": " ", "⁄": "/", "％": "%", "~": " "}
)
_GLYPHS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅛": "1/8", "⅕": "1/5"}

_FRAC = re.compile(r"\\[dtc]?frac\s?(?:\{([^{}]{1,40})\}|(\d))\s?(?:\{([^{}]{1,40})\}|(\d))")
_POWER = re.compile(
    r"(?<=\d)\s?(?:\\times|\\cdot|[x×*·])\s?10\s?(?:\^|\*\*)\s?[{(]?([+-]?\d{1,3})[})]?"
)
_TEX_COMMA = re.compile(r"(?<=\d)(?:\{,\}|\\,|,\\!)(?=\d{3})")
_DEGREES = re.compile(r"\^\{?\\circ\}?|\\circ|\\degree")
_UNIT_POWER = re.compile(r"(?<=[A-Za-z])\^\{?-?\d\}?|(?<=\b[ckm]m)[23]\b|(?<=\bm)[23]\b")
_SPACED = re.compile(r"(?<![\d.,/])\d{1,3}(?:[ '’]\d{3})+(?![\d,])")
_SLASH = re.compile(r"(?<=\d)\s?/\s?(?=\d)")
_MIXED = re.compile(r"(?<![\d.,/])(\d{1,6})\s(?:and\s)?(\d{1,6})/(\d{1,6})(?![\d/])")
_SCALED = re.compile(
    r"(\d{1,12}(?:\.\d{1,12})?)[\s-]?(hundred|thousand|million|billion|trillion|dozen|mn|mln|bn|[kKMB])\b"
)
_NEGATIVE = re.compile(r"\b(?:minus|negative)\s(?=[\d$.])", re.IGNORECASE)
_PERCENT = re.compile(r"[\s-]?(?:per ?cent|pct|percentage points?)\b|\s%", re.IGNORECASE)
_WORD = re.compile(
    r"([+-]?)[$€£¥]?([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)((?:e[+-]?\d{1,3})?)"
    r"(?:/(\d{1,12}(?:\.\d{1,12})?))?(%?)[$€£¥]?-?([a-zA-Z°µ²³/]{0,12})",
    re.IGNORECASE,
)
_FRINGE = "\"'()[]{}*_!?;:,~`"
_VAGUE = re.compile(
    r"\b(?:or|either|between|versus|vs|not|than|maybe|perhaps|possibly|probably|might|could|may"
    r"|at (?:least|most)|over|under|below|above|up to|unsure|unclear|unknown|cannot|can't|neither"
    r"|alternatively|ranges?|never|isn't|wasn't|aren't|almost|nearly|wrong|incorrect)\b|±|\\pm"
    r"|[<>≤≥]",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\d%?\s?(?:to|-)\s?\d|\d\.\.+\d")
_SO = re.compile(
    r"\b(?:so|therefore|thus|hence|total of|altogether|gives|giving|makes|making|equals)\b|[=≈⇒→]",
    re.IGNORECASE,
)
_OPERATION = re.compile(
    r"\d\s?(?:squared|cubed|factorial|to the (?:power|\d))\b"
    r"|\d\s?(?:times|plus|divided by|multiplied by|[+*×x])\s?[$(]?\d"
    r"|\b(?:twice|thrice|double|triple)\s(?:of\s)?[$(]?\d"
    r"|\b(?:roots?|log(?:arithm)?|half|third|quarter|square|cube|reciprocal) of\b",
    re.IGNORECASE,
)
"""Numbers that something is still to be done with, as in 8 squared; nothing is reckoned here."""
_COPULA = re.compile(r"\b(?:is|are|was|were|be)\b[\s:$~]{0,4}(?:about|approximately|around|only)?")


class Quantity(NamedTuple):
    """A number, whether it is in percent, and its unit if it is a known one."""

    value: float
    percent: bool = False
    unit: str = ""


def same_quantity(said: Quantity, right: Quantity, tolerance: float) -> bool:
    """Whether a number is off by no more than a share of the right one."""
    value, wanted = said.value, right.value
    if said.percent != right.percent:
        wholes = (wanted, wanted / 100) if right.percent else (wanted, wanted * 100)
        return any(_near(value, each, tolerance) for each in wholes)
    if said.unit and right.unit:
        (sort, factor), (wanted_sort, wanted_factor) = _UNITS[said.unit], _UNITS[right.unit]
        return sort == wanted_sort and _near(value * factor, wanted * wanted_factor, tolerance)
    return _near(value, wanted, tolerance)


def _near(value: float, wanted: float, tolerance: float) -> bool:
    slack = 1 + 1e-9  # for the rounding of binary fractions, not for the answer
    return abs(value - wanted) <= max(tolerance, 1e-12) * abs(wanted) * slack


def quantity(text: str) -> Quantity | None:
    """The one number that a text says; None if it says none, several, or hedges."""
    bare = _prepared(text[:LONGEST])
    if _VAGUE.search(bare) or _RANGE.search(bare.rpartition("=")[2]):
        return None
    found = _found(bare)
    if found == []:
        return _spelled(bare)
    is_plain = found and len(set(found)) == 1 and not _OPERATION.search(bare)
    return found[0] if found and is_plain else _concluded(bare)


def _prepared(text: str) -> str:
    """Text with one way to write signs, fractions, powers of ten, scales and thousands."""
    text = text.translate(_SIGNS)
    for glyph, fraction in _GLYPHS.items():
        text = text.replace(glyph, f" {fraction}")
    text = _TEX_COMMA.sub(",", text).replace("\\%", "%").replace("\\$", "$")
    text = _FRAC.sub(lambda found: f" {found[1] or found[2]}/{found[3] or found[4]}", text)
    text = _DEGREES.sub("°", _POWER.sub(r"e\1", text)).replace("- ", "-" if "/" in text else "- ")
    text = _UNIT_POWER.sub("²", without_aside(unmarked(text)))
    text = _SPACED.sub(lambda found: re.sub(r"\D", "", found[0]), _SLASH.sub("/", text))
    text = _MIXED.sub(lambda found: _ratio(found[1], found[2], found[3]), text)
    text = _SCALED.sub(lambda found: repr(float(found[1]) * _SCALES[found[2]]), text)
    return _PERCENT.sub("%", _NEGATIVE.sub("-", text)).strip()


def _ratio(whole: str, top: str, bottom: str) -> str:
    return repr(int(whole) + int(top) / int(bottom)) if int(bottom) else "1/0"


def _found(text: str) -> list[Quantity] | None:
    """Every number of a text; None if a word mixes digits and letters otherwise."""
    found = []
    words = [word.strip(_FRINGE).rstrip(".") for word in re.split(r"[\s=≈]+", text)]
    for at, word in enumerate(words):
        if not re.search(r"\d", word):
            continue
        match = _WORD.fullmatch(word) if len(word) <= LONGEST_NUMBER else None
        value = _value(match) if match else None
        if match is None or value is None:
            return None
        unit = match[7] or (words[at + 1] if at + 1 < len(words) else "")
        found.append(Quantity(value, bool(match[6]), unit if unit in _UNITS else ""))
    return found


def _value(match: re.Match[str]) -> float | None:
    value = float(match[3].replace(",", "") + match[4])
    if match[5]:
        value = value / float(match[5]) if float(match[5]) else math.nan
    if not math.isfinite(value):
        return None
    return -value if "-" in match[1] + match[2] else value


def _concluded(text: str) -> Quantity | None:
    """The one number that a reckoning ends with: after `so` or `=`, or right after `is`."""
    for mark in (_SO, _COPULA):
        marks = list(mark.finditer(text))
        if not marks:
            continue
        last = text[marks[-1].end() :].strip(" :$~*")
        found = None if _OPERATION.search(last) else _found(last)
        if found and len(found) == 1 and (mark is _SO or last[:1] in "+-.0123456789"):
            return found[0]
    return None


def _spelled(text: str) -> Quantity | None:
    """The number that a text without digits spells out, in one run of words."""
    said = text.lower().replace("-", " ").replace("%", " % ").split()
    words = [word.strip(_FRINGE + ".") for word in said]
    runs: list[list[str]] = [[]]
    for before, word in zip(["", *words], words, strict=False):
        is_number = word in _WORDS or word in _SCALES or word.removesuffix("s") in _PARTS
        if is_number and not (word == "one" and before in _POINTERS):
            runs[-1].append(word)
        elif runs[-1] and word not in ("and", "a"):
            runs.append([])
    spelled = [run for run in runs if any(word not in _SCALES for word in run)]
    value = _reckoned(spelled[0]) if len(spelled) == 1 else None
    return None if value is None else Quantity(value, "%" in text)


def _reckoned(words: list[str]) -> float | None:
    """Number words from left to right: two hundred five, twenty-one, three quarters."""
    total, current, last = 0.0, 0.0, math.inf
    for at, word in enumerate(words):
        if word.removesuffix("s") in _PARTS:
            is_whole = at == len(words) - 1 and not total
            return (current or 1.0) / _PARTS[word.removesuffix("s")] if is_whole else None
        if word in _SCALES:
            last = _SCALES[word]
            current = (current or 1.0) * last
            if last > 100:
                total, current = total + current, 0.0
            continue
        size = _WORDS[word]
        if last < 20 or (last < 100 and size >= 10):
            return None  # two numbers side by side
        current, last = current + size, size
    return total + current
