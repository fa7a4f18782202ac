"""Short texts by what they say: without case, spacing, marks, articles, and words that lead in."""

from __future__ import annotations

import re
import unicodedata

from visgym.core.markup import unmarked

LONGEST = 2_000  # characters that are looked at

_FRINGE = " \t\r\n.,;:!?\"'`*_$“”‘’"
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_ARTICLES = ("the ", "an ", "a ")
_MOST_LEAD = 12  # words before a copula
_COPULA = re.compile(
    r"\s(?:is|are|was|were|be|shows|depicts|reads|says|named|called|as)(?:\scalled|\snamed)?[\s:]"
    r"|\w\s?[:=]\s|'s\s"
)
_VERDICT = re.compile(
    r"\sis (?:the )?(?:(?:correct|right|final|best) )?(?:answer|correct|right|one)\W*$"
)
_SO = re.compile(r"(?:so|therefore|thus|hence)[\s,:]+")
_VAGUE = re.compile(
    r"\b(?:or|either|between|versus|vs|not|never|maybe|perhaps|possibly|probably|might|could|may"
    r"|unsure|unclear|unknown|cannot|can't|neither|alternatively|rather|than|if|unless|except|both"
    r"|wrong|incorrect|similar|like|other|no longer|hardly|doubt|isn't|wasn't|aren't)\b|n't\b|[?/]"
)
_WORD_MARKS = re.compile(r"(?<=[^\W\d])[-_](?=[^\W\d])")
_DOTS = re.compile(r"(?<=\b\w)\.(?=\w\b|\s|$)")
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
_YES, _NO = frozenset({"yes", "true"}), frozenset({"no", "false"})
_VERDICT_WORD = re.compile(r"\b(yes|no|true|false)\b(?=\s*(?:[.,;:!)\"'*]|$|-|–|—|\n))")
_NO_ANSWER = re.compile(
    r"\W*no (?:doubt|question|idea|clue|way|one|matter|wonder|problem|answer)\b"
)


def plain(text: str) -> str:
    """Text without case, spacing, and marks around it."""
    bare = " ".join(text.casefold().split()).strip(_FRINGE)
    for opening, closing in _BRACKETS:
        if bare.startswith(opening) and bare.endswith(closing):
            bare = bare[1:-1].strip(_FRINGE)
    for article in _ARTICLES:
        if bare.startswith(article):
            return bare[len(article) :]
    return bare


def same_text(said: str, right: str) -> bool:
    """Whether a reply says a short text, alone or in a plain sentence."""
    if said.rstrip(_FRINGE.replace("?", "")).endswith("?") and "?" not in right:
        return False
    if plain(said) == plain(right):
        return True
    if plain(right) in _YES | _NO:
        verdict = yes_or_no(said)
        return verdict is not None and verdict == (plain(right) in _YES)
    wanted = simplified(plain(right))
    bare = unmarked(said[:LONGEST])
    return bool(wanted) and wanted in {simplified(plain(bare)), *map(simplified, stated(bare))}


def stated(sentence: str) -> set[str]:
    """What a sentence says something is, as plain texts; nothing if it hedges or denies."""
    small = " ".join(sentence.replace("’", "'").casefold().split()).rstrip(" .!\"'")
    if _VAGUE.search(small):
        return set()
    after_so = _SO.match(small)
    found = {plain(small[after_so.end() :])} if after_so else set()
    found |= {plain(_VERDICT.sub("", small))} if _VERDICT.search(small) else set()
    marks = list(_COPULA.finditer(small))
    for mark in marks[:1] + marks[-1:]:
        if len(small[: mark.start()].split()) <= _MOST_LEAD:
            found.add(plain(small[mark.end() :]))
    return found - {""}


def yes_or_no(text: str) -> bool | None:
    """Whether a reply says yes, None where it says neither or both."""
    small = unmarked(text[:LONGEST]).casefold()
    said = {match[1] for match in _VERDICT_WORD.finditer(small)}
    first = re.match(
        r"\W*(?:(?:the|my|final|answer|is|it|so|therefore|thus|hence)\W+)*(\w+)", small
    )
    if first and first[1] in _YES | _NO and not _NO_ANSWER.match(small):
        said.add(first[1])
    values = {word in _YES for word in said}
    if len(values) != 1 or _is_unsure(small):
        return None
    return values.pop()


def _is_unsure(small: str) -> bool:
    unsure = (
        r"\b(?:maybe|perhaps|possibly|probably|might|either|unsure|not sure|unclear|depends|if)\b"
    )
    return bool(
        re.search(rf"{unsure}|\b(?:yes|no)\s?(?:/|or\b|and (?:yes|no))|not (?:yes|no)\b", small)
    )


def simplified(text: str) -> str:
    """A plain text without accents, hyphens, dots of abbreviations and spelled digits."""
    bare = "".join(
        each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each)
    )
    bare = _DOTS.sub("", _WORD_MARKS.sub(" ", bare)).replace("'", "").replace("&", "and")
    words = (str(_NUMBERS.index(word)) if word in _NUMBERS else word for word in bare.split())
    return " ".join(words)
