"""Values as people write them: found under marks and brackets, between separators, in prose.

A text is hostile input: only its beginning is looked at, nothing is evaluated, and every pattern is
bounded.
"""

from __future__ import annotations

import math
import re

LONGEST = 6_000  # characters of an answer that are looked at
LONGEST_NUMBER = 40
DEEPEST = 3  # brackets around a whole answer that are taken off
FRINGE = " \t\r\n.,;:!?\"'()[]{}*_"
BRACKETS = {"(": ")", "[": "]", "{": "}"}
HEDGES = frozenset({"or", "either", "between", "versus", "vs", "not", "than", "maybe", "perhaps"})
"""Words that keep an answer from being one answer."""
OFFERS = frozenset({
    "or", "alternatively", "otherwise", "maybe", "perhaps", "possibly", "actually", "rather",
})  # fmt: skip
"""Words after an answer that put another one beside it or in its place."""

_TYPOGRAPHY = {"‘": "'", "’": "'", "“": '"', "”": '"', "−": "-", "⇒": "→", "⟶": "→", "…": "..."}
_FENCE = re.compile(r"^[ \t]*```[^\n]*$", re.MULTILINE)
_ARROW = re.compile(r"[-=]{1,3}>")
_ANGLES = re.compile(r"<([^<>\n/=]{1,60})>")
_TEX = re.compile(r"\\(?:text|textbf|texttt|mathrm|mathbf|boxed)\{([^{}]{0,200})\}")
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]{1,40})\}\{([^{}]{1,40})\}")
_BOLD = re.compile(r"(\*\*|__)([^*_\n]{1,200})\1")
_TEX_MARKS = re.compile(r"`|\$|\\[()\[\]{},; ]|\\(?:left|right|quad)\b")
_MATRIX = re.compile(r"\\(?:begin|end)\{[a-z*]{1,12}\}")
_NUMBERING = re.compile(r"[ \t]*(?:[-*•+][ \t]+)?(?:\(?\d{1,3}[.)][ \t]+)?(?=\S)")
_NUMBER = re.compile(r"[+-]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?")
_WITH_UNIT = re.compile(r"([+-]?[\d.,/]{1,40}(?:[eE][+-]?\d{1,3})?)[a-zA-Z°²³]{0,7}")
_DIGIT = re.compile(r"\d")
_SPELLED = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip


def unmarked(text: str) -> str:
    """Text without fences, bold, TeX and angle brackets; one sort of quotes and arrows."""
    text = text[:LONGEST]
    if not text.isascii():
        for fancy, plain in _TYPOGRAPHY.items():
            text = text.replace(fancy, plain)
    if "\\begin" in text:
        text = _MATRIX.sub("", text).replace("\\\\", "\n").replace("&", " ")
    if "\\" in text:
        text = _FRACTION.sub(r"\1/\2", _TEX.sub(r"\1", text))
    text = _TEX_MARKS.sub("", _FENCE.sub("", text))
    text = _ANGLES.sub(r"\1", _ARROW.sub("→", text))
    return _BOLD.sub(r"\2", text).strip().removeprefix("**").removesuffix("**").strip()


def without_aside(text: str) -> str:
    """Text without the remark in parentheses that it ends with; numbers are no remark."""
    before, opening, aside = text.rstrip(" .").rpartition(" (")
    remark = aside[:-1]
    is_remark = aside.endswith(")") and ")" not in remark and any(map(str.isalpha, remark))
    return before if opening and is_remark and "or" not in words(remark) else text


def unbracketed(text: str) -> str:
    """Text without the brackets that enclose all of it."""
    text = text.strip()
    for _ in range(DEEPEST):
        if len(text) < 2 or BRACKETS.get(text[0]) != text[-1] or _closes_early(text):
            break
        text = text[1:-1].strip()
    return text


def _closes_early(text: str) -> bool:
    depth = 0
    for letter in text[:-1]:
        depth += (letter in "([{") - (letter in ")]}")
        if depth <= 0:
            return True
    return False


def unlisted(text: str) -> str:
    """Lines without the bullets and numbers of a list, and without empty ones."""
    found = (_NUMBERING.sub("", line, count=1).strip() for line in text.splitlines())
    return "\n".join(line for line in found if line)


def pieces(text: str, separators: str) -> list[str]:
    """What stands between separators, those inside of brackets left alone; no empty ones."""
    found, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter in separators and depth <= 0:
            found.append(text[start:place])
            start = place + 1
    found.append(text[start:])
    return [piece for each in found if (piece := each.strip())]


def words(text: str) -> list[str]:
    """The words of a text in lower case, without marks around them."""
    return [word for each in text.lower().split() if (word := each.strip(FRINGE))]


def number(text: str) -> int | float | None:
    """The number that a text is, with commas at thousands, percent signs and fractions."""
    bare = text.strip(" \t\r\n.;:!?\"'()[]{}*_%€£°").removesuffix(",")
    if text.strip().startswith(".") and bare[:1].isdigit():
        bare = f".{bare}"
    over, slash, under = bare.partition("/")
    if slash:
        top, bottom = number(over), number(under) if "/" not in under else None
        return top / bottom if top is not None and bottom else None
    if not bare or len(bare) > LONGEST_NUMBER:
        return None
    if not _NUMBER.fullmatch(bare):
        return None
    plain = bare.replace(",", "")
    value = float(plain)
    if not math.isfinite(value):
        return None
    return int(plain) if plain.lstrip("+-").isdigit() else value


def numbers(text: str) -> list[int | float] | None:
    """Every number in prose, with units understood; None if a word mixes digits and letters."""
    found: list[int | float] = []
    for word in text.replace("=", " ").replace("≈", " ").split():
        if not _DIGIT.search(word):
            continue
        bare = word.strip("\"'()[]{}*_!?;:%€£°~")
        match = _WITH_UNIT.fullmatch(bare.rstrip(".,"))
        value = number(match[1]) if match else None
        if value is None:
            return None
        found.append(value)
    return found


def spelled_number(text: str) -> int | None:
    """The number from zero to twenty that a text spells out."""
    bare = text.strip(FRINGE).lower()
    return _SPELLED.index(bare) if bare in _SPELLED else None
